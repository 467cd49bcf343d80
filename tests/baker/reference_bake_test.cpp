// Real models: the classic bake reaches the level of the published method on unseen motions.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <cstdio>

#include "yure/baker/bake.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/physics3.hpp"
#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::baker;

namespace {

/// A part of the reference list as a bake request.
BakeRequest part_request(const std::string& name) {
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

void bake_part(const std::string& name, double least_r2) {
    const Result<BakeResult> result = bake(part_request(name), {});
    if (!result) FAIL(result.error().text());
    const BodyResult& body = result->bodies[0];
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
    INFO(table);
    CHECK(rig::check_errors(result->puppet).ok());
    CHECK(body.summary.clips >= 3);
    CHECK(body.summary.r2_10px > least_r2);
}

}  // namespace

TEST_CASE("classic bakes of reference parts follow unseen motions", "[baker][reference]") {
    YURE_REQUIRE_SHARED("reference/benchmark-parts.json");
    bake_part("hiyori_back", 0.35);
    bake_part("hiyori_bangs", 0.45);
    bake_part("hiyori_skirt", 0.15);
}
