// Real models: bakes reach their quality's level on unseen motions.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cstdio>

#include "yure/baker/bake.hpp"
#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/physics3.hpp"
#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::baker;

namespace {

/// A part of the reference list as a bake request.
BakeRequest part_request(const std::string& name, Quality quality) {
    const nlohmann::json parts = tests::read_json(tests::shared_path("reference/benchmark-parts.json"));
    BakeRequest request;
    for (const nlohmann::json& part : parts.at("parts")) {
        if (part.at("name") != name) continue;
        const std::string model = part.at("model");
        const std::string folder = "models/" + model + "/";
        request.puppet = formats::read_moc3(tests::read_bytes(tests::shared_path(folder + model + ".moc3"))).value();
        if (const std::string file = folder + model + ".physics3.json"; tests::shared_has(file))
            request.physics = formats::read_physics3(tests::read_text(tests::shared_path(file))).value().physics;
        BodyRequest body;
        body.id = name;
        body.quality = quality;
        body.kind = part.at("kind") == "hair" ? sim::BodyKind::hair : sim::BodyKind::cloth;
        body.material = sim::find_material_preset(part.at("material").get<std::string>())->material;
        for (const std::string mesh : part.at("meshes")) body.meshes.push_back({mesh, {}});
        for (const std::string input : part.at("inputs")) body.inputs.push_back({input, {}, false});
        float solid = 0, fade = 0;
        if (std::sscanf(part.at("pins").get<std::string>().c_str(), "top:%f:%f", &solid, &fade) == 2)
            body.top_pins = sim::TopPins{solid, fade};
        request.bodies.push_back(std::move(body));
    }
    REQUIRE(request.bodies.size() == 1);
    return request;
}

std::string table_of(const BodyResult& body) {
    std::string table;
    char line[200];
    for (const ClipMetrics& c : body.clips) {
        std::snprintf(
            line, sizeof line,
            "%-22s px %6.1f r2 %7.3f dir %.2f amp %.2f lag %6.1f settle %.2f jit %.2f static %.1f clip %.3f\n",
            c.clip.c_str(), c.simulated_px, c.r2, c.direction, c.amplitude, c.lag_ms, c.settle.value_or(0), c.jitter,
            c.static_px.value_or(0), c.clipped);
        table += line;
    }
    return table;
}

/// Farthest difference of any vertex between source and export, new parameters at 0, over random poses; model units.
float difference_at_rest(const rig::Puppet& source, const rig::Puppet& exported) {
    const rig::Rig before = rig::Rig::build(source).value(), after = rig::Rig::build(exported).value();
    rig::Evaluation a(before), b(after);
    Random random(3);
    float most = 0.0f;
    for (int pose = 0; pose < 10; ++pose) {
        std::vector<float> values, more = after.default_values();
        for (const rig::ParameterInfo& p : before.parameters())
            values.push_back(static_cast<float>(random.uniform(p.min, p.max)));
        std::copy(values.begin(), values.end(), more.begin());
        a.evaluate(values);
        b.evaluate(more);
        for (int mesh = 0; mesh < before.mesh_count(); ++mesh) {
            REQUIRE(a.hidden(mesh) == b.hidden(mesh));
            if (a.hidden(mesh)) continue;
            for (std::size_t i = 0; i < a.positions(mesh).size(); ++i)
                most = std::max(most, distance(a.positions(mesh)[i], b.positions(mesh)[i]));
        }
    }
    return most;
}

void bake_part(const std::string& name, Quality quality, double least_r2) {
    const BakeRequest request = part_request(name, quality);
    const Result<BakeResult> result = bake(request, {});
    if (!result) FAIL(result.error().text());
    const BodyResult& body = result->bodies[0];
    INFO(name << "\n" << table_of(body));
    CHECK(rig::check_errors(result->puppet).ok());
    CHECK(difference_at_rest(request.puppet, result->puppet) <= 1e-6f);
    CHECK(body.summary.clips >= 3);
    CHECK(body.summary.r2_10px > least_r2);
    CHECK(body.summary.better_than_nothing >= body.summary.clips - 1);
    CHECK(gate_failures(body.summary).size() <= 1);

    // what is written reads back as what was measured
    const auto read_back = formats::read_moc3(formats::write_moc3(result->puppet));
    REQUIRE(read_back);
    CHECK(formats::write_moc3(*read_back) == formats::write_moc3(result->puppet));
    formats::Physics3 file;
    file.physics = result->physics;
    const auto physics = formats::read_physics3(formats::write_physics3(file)).value().physics;
    REQUIRE(physics.groups.size() == result->physics.groups.size());
    CHECK(physics.fps == result->physics.fps);
    for (std::size_t g = 0; g < physics.groups.size(); ++g)
    {
        // the mixing lives on small weights that cancel: what the file keeps must be what was measured
        for (std::size_t v = 0; v < physics.groups[g].vertices.size(); ++v)
            CHECK(physics.groups[g].vertices[v].mobility ==
                  Approx(result->physics.groups[g].vertices[v].mobility).epsilon(1e-6));
        for (std::size_t o = 0; o < physics.groups[g].outputs.size(); ++o) {
            CHECK(physics.groups[g].outputs[o].weight ==
                  Approx(result->physics.groups[g].outputs[o].weight).epsilon(1e-6));
            CHECK(physics.groups[g].outputs[o].scale ==
                  Approx(result->physics.groups[g].outputs[o].scale).epsilon(1e-6));
        }
    }
}

}  // namespace

TEST_CASE("classic bakes of reference parts follow unseen motions", "[baker][reference]") {
    YURE_REQUIRE_SHARED("reference/benchmark-parts.json");
    bake_part("hiyori_back", Quality::classic, 0.38);
    bake_part("hiyori_bangs", Quality::classic, 0.65);
    bake_part("hiyori_skirt", Quality::classic, 0.30);
    bake_part("haru_back", Quality::classic, 0.35);
}

TEST_CASE("bank bakes of reference parts follow unseen motions better still", "[baker][reference]") {
    YURE_REQUIRE_SHARED("reference/benchmark-parts.json");
    bake_part("hiyori_bangs", Quality::light, 0.70);
    bake_part("hiyori_back", Quality::standard, 0.57);
    bake_part("hiyori_skirt", Quality::best, 0.70);
}

TEST_CASE("exact poses of a reference part: less error when held, and the source at rest", "[baker][reference]") {
    YURE_REQUIRE_SHARED("reference/benchmark-parts.json");
    BakeRequest request = part_request("hiyori_bangs", Quality::light);
    const BodyResult without = bake(request, {}).value().bodies[0];
    request.bodies[0].static_automatic = true;
    const BakeResult result = bake(request, {}).value();
    const BodyResult& with = result.bodies[0];
    INFO("without\n" << table_of(without) << "with\n" << table_of(with));
    REQUIRE_FALSE(with.bake.poses.empty());
    CHECK(with.summary.static_px < without.summary.static_px);
    CHECK(with.summary.r2_10px > without.summary.r2_10px - 0.01);

    // at rest the same numbers, to the bit
    const rig::Rig before = rig::Rig::build(request.puppet).value(), after = rig::Rig::build(result.puppet).value();
    rig::Evaluation a(before), b(after);
    a.evaluate(before.default_values());
    b.evaluate(after.default_values());
    std::size_t different = 0;
    for (int mesh = 0; mesh < before.mesh_count(); ++mesh)
        for (std::size_t i = 0; i < a.positions(mesh).size(); ++i)
            different += a.positions(mesh)[i].x != b.positions(mesh)[i].x || a.positions(mesh)[i].y != b.positions(mesh)[i].y;
    CHECK(different == 0);
}
