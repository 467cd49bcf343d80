#include "yure/rig/edit.hpp"

#include "support/catch.hpp"
#include "support/models.hpp"
#include "support/tiny_puppet.hpp"

#include <algorithm>
#include <cmath>

#include "yure/formats/moc3.hpp"
#include "yure/rig/check.hpp"
#include "yure/rig/rig.hpp"

using namespace yure;
using rig::MocVersion;

namespace {

void require_ok(const Status& status) {
    INFO((status.ok() ? std::string() : status.error().text()));
    REQUIRE(status.ok());
}

/// Findings about draw-order groups: an edit must not add any.
std::size_t order_findings(const rig::Puppet& puppet) {
    const auto findings = rig::check(puppet, 100000);
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [](const rig::Finding& f) {
        return f.where.rfind("group", 0) == 0 || f.level == rig::Finding::Level::error;
    }));
}

/// Both rigs at the same values (the second may have more parameters, left at their defaults): equal to the bit.
void require_same_poses(const rig::Puppet& before, const rig::Puppet& after, bool scalars = true) {
    const rig::Rig old_rig = tests::built(before), new_rig = tests::built(after);
    rig::Evaluation a(old_rig), b(new_rig);
    Random random(23);
    for (int round = 0; round < 5; ++round) {
        auto values = round == 0 ? old_rig.default_values() : tests::random_values(old_rig, random);
        a.evaluate(values);
        const auto defaults = new_rig.default_values();
        for (std::size_t i = values.size(); i < defaults.size(); ++i) values.push_back(defaults[i]);
        b.evaluate(values);
        REQUIRE(std::equal(a.render_order().begin(), a.render_order().end(), b.render_order().begin()));
        for (int mesh = 0; mesh < old_rig.mesh_count(); ++mesh) {
            REQUIRE(a.hidden(mesh) == b.hidden(mesh));
            if (a.hidden(mesh)) continue;
            REQUIRE(std::equal(a.positions(mesh).begin(), a.positions(mesh).end(), b.positions(mesh).begin()));
            if (!scalars) continue;
            REQUIRE(a.opacity(mesh) == b.opacity(mesh));
            REQUIRE(a.draw_order(mesh) == b.draw_order(mesh));
            // A file without colours is exactly white; one with white rows sums weights, whose rounding shows.
            REQUIRE(a.multiply_color(mesh).r == Approx(b.multiply_color(mesh).r).margin(1e-6));
            REQUIRE(a.screen_color(mesh).g == Approx(b.screen_color(mesh).g).margin(1e-6));
        }
    }
}

const std::vector<float> kKeys{-30.0f, -10.0f, 0.0f, 10.0f, 30.0f};

/// Offsets that differ from vertex to vertex and key to key; zero at `kKeys[2]`.
rig::MeshOffsets wavy(const rig::Puppet& puppet, int mesh, float size) {
    rig::MeshOffsets out{mesh, {}};
    const auto n = static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(mesh)]);
    for (const float key : kKeys) {
        std::vector<Vec2> offsets(n);
        for (std::size_t v = 0; v < n; ++v) {
            const float along = static_cast<float>(v + 1) / static_cast<float>(n);
            offsets[v] = {size * along * key / 30.0f, size * 0.3f * along * key * key / 900.0f};
        }
        out.offsets.push_back(std::move(offsets));
    }
    return out;
}

/// The new parameter moves the given meshes by the expected keyform-space amounts, and nothing else.
void require_movement(const rig::Puppet& before, const rig::Puppet& after, const std::string& id,
                      const std::vector<rig::MeshOffsets>& meshes) {
    const rig::Rig old_rig = tests::built(before), new_rig = tests::built(after);
    rig::Evaluation a(old_rig), b(new_rig);
    Random random(31);
    const auto parameter = static_cast<std::size_t>(new_rig.find_parameter(id));
    for (const float value : {-30.0f, -20.0f, 10.0f, 17.5f, 30.0f, 44.0f}) {
        auto values = tests::random_values(old_rig, random);
        a.evaluate(values);
        values.resize(new_rig.parameters().size());
        values[parameter] = value;
        b.evaluate(values);
        const float held = std::clamp(value, -30.0f, 30.0f);
        std::size_t key = 0;
        while (key + 2 < kKeys.size() && kKeys[key + 1] <= held) ++key;
        const float t = (held - kKeys[key]) / (kKeys[key + 1] - kKeys[key]);
        for (int mesh = 0; mesh < old_rig.mesh_count(); ++mesh) {
            if (a.hidden(mesh)) continue;
            REQUIRE(a.opacity(mesh) == Approx(b.opacity(mesh)).margin(1e-6));
            const auto moved =
                std::find_if(meshes.begin(), meshes.end(), [&](const auto& m) { return m.mesh == mesh; });
            const auto was = a.keyform_positions(mesh), is = b.keyform_positions(mesh);
            for (std::size_t v = 0; v < was.size(); ++v) {
                Vec2 expected = was[v];
                if (moved != meshes.end())
                    expected += moved->offsets[key][v] * (1.0f - t) + moved->offsets[key + 1][v] * t;
                const float scale = 1.0f + std::abs(expected.x) + std::abs(expected.y);
                REQUIRE(distance(expected, is[v]) <= 2e-6f * scale);
                if (moved == meshes.end()) REQUIRE(was[v] == is[v]);
            }
        }
    }
}

}  // namespace

TEST_CASE("rebuilding the binding tables of an editor's file changes no byte", "[rig][edit]") {
    for (tests::NamedPuppet& model : tests::all_models()) {
        if (model.name.find("synth") != std::string::npos) continue;  // not written by an editor
        INFO(model.name);
        const auto before = formats::write_moc3(model.puppet);
        rig::rebuild_bindings(model.puppet);
        CHECK((formats::write_moc3(model.puppet) == before));
    }
}

TEST_CASE("raising the version moves nothing", "[rig][edit]") {
    for (const tests::NamedPuppet& model : tests::all_models())
        for (int version = static_cast<int>(model.puppet.version); version <= 6; ++version) {
            INFO(model.name << " to version " << version);
            rig::Puppet raised = model.puppet;
            require_ok(rig::raise_version(raised, static_cast<MocVersion>(version)));
            CHECK(order_findings(raised) == 0);
            const auto again = formats::read_moc3(formats::write_moc3(raised));
            REQUIRE(again.ok());
            // Version 5.0 starts to clamp objects that have blend shapes.
            const bool clamps_begin = model.puppet.version == MocVersion::v4_2 && version >= 5;
            require_same_poses(model.puppet, *again, !clamps_begin);
        }
}

TEST_CASE("the version cannot be lowered", "[rig][edit]") {
    rig::Puppet puppet = tests::tiny_puppet({MocVersion::v4_2, false});
    CHECK_FALSE(rig::raise_version(puppet, MocVersion::v4_0).ok());
    CHECK(puppet.version == MocVersion::v4_2);
}

TEST_CASE("a new axis is invisible at its default and adds its offsets elsewhere", "[rig][edit]") {
    for (const tests::NamedPuppet& model : tests::all_models()) {
        INFO(model.name);
        rig::Puppet edited = model.puppet;
        const Result<int> parameter = rig::add_parameter(edited, {"ParamSim1_1"});
        REQUIRE(parameter.ok());
        std::vector<rig::MeshOffsets> meshes;
        for (const int mesh : {0, 2, edited.mesh_count() - 1})
            if (rig::mesh_keyform_count(edited, mesh) < 300) meshes.push_back(wavy(edited, mesh, 0.05f));
        require_ok(rig::add_mesh_axis(edited, *parameter, kKeys, meshes));
        CHECK(order_findings(edited) == order_findings(model.puppet));
        CHECK(rig::mesh_axis_parameters(edited, meshes[0].mesh).back() == *parameter);
        CHECK(rig::mesh_keyform_count(edited, meshes[0].mesh) ==
              5 * rig::mesh_keyform_count(model.puppet, meshes[0].mesh));
        const auto again = formats::read_moc3(formats::write_moc3(edited));
        REQUIRE(again.ok());
        require_same_poses(model.puppet, *again);
        require_movement(model.puppet, *again, "ParamSim1_1", meshes);
    }
}

TEST_CASE("a blend shape is invisible at its default and adds its offsets elsewhere", "[rig][edit]") {
    for (const tests::NamedPuppet& model : tests::all_models())
        for (const MocVersion version : {MocVersion::v4_2, MocVersion::v5_0}) {
            if (version < model.puppet.version) continue;
            INFO(model.name << " as version " << static_cast<int>(version));
            rig::Puppet edited = model.puppet;
            require_ok(rig::raise_version(edited, version));
            const rig::Puppet before = edited;
            const Result<int> parameter =
                rig::add_parameter(edited, {"ParamSim1_1", -30.0f, 30.0f, 0.0f, rig::ParameterType::blend_shape});
            REQUIRE(parameter.ok());
            std::vector<rig::MeshOffsets> meshes;
            for (const int mesh : {0, 2, edited.mesh_count() - 1}) {
                rig::Puppet trial = edited;  // version 5.0 refuses meshes whose values a clamp would change
                const std::vector<rig::MeshOffsets> one{wavy(edited, mesh, 0.05f)};
                if (rig::add_mesh_blend_shape(trial, *parameter, kKeys, 2, one).ok()) meshes.push_back(one[0]);
            }
            REQUIRE_FALSE(meshes.empty());
            require_ok(rig::add_mesh_blend_shape(edited, *parameter, kKeys, 2, meshes));
            CHECK(order_findings(edited) == order_findings(before));
            const auto again = formats::read_moc3(formats::write_moc3(edited));
            REQUIRE(again.ok());
            require_same_poses(before, *again, false);
            require_movement(before, *again, "ParamSim1_1", meshes);
        }
}

TEST_CASE("two new parameters on the same mesh add up", "[rig][edit]") {
    const rig::Puppet before = tests::tiny_puppet({MocVersion::v5_0, true});
    rig::Puppet edited = before;
    for (const char* id : {"ParamSim1_1", "ParamSim1_2"}) {
        const Result<int> parameter = rig::add_parameter(edited, {id});
        REQUIRE(parameter.ok());
        const std::vector<rig::MeshOffsets> meshes{wavy(edited, 2, 0.02f), wavy(edited, 1, 1.0f)};
        require_ok(rig::add_mesh_axis(edited, *parameter, kKeys, meshes));
    }
    CHECK(rig::mesh_keyform_count(edited, 2) == 75);
    require_same_poses(before, edited);
    const rig::Rig rig = tests::built(edited);
    rig::Evaluation pose(rig);
    const auto last_vertex = [&](float a, float b) {
        pose.evaluate(tests::values_with(rig, {{"ParamSim1_1", a}, {"ParamSim1_2", b}}));
        return pose.keyform_positions(2).back();
    };
    const Vec2 rest = last_vertex(0.0f, 0.0f);
    CHECK((last_vertex(30.0f, -30.0f) - rest).x == Approx(0.0f).margin(1e-6));
    CHECK((last_vertex(30.0f, 30.0f) - rest).x == Approx(0.04f).margin(1e-6));
    CHECK((last_vertex(30.0f, 30.0f) - rest).y == Approx(0.012f).margin(1e-6));
}

TEST_CASE("a parameter that already is an axis gets the new keys merged in", "[rig][edit]") {
    for (const MocVersion version : {MocVersion::v3_0, MocVersion::v4_2, MocVersion::v5_0}) {
        const rig::Puppet before = tests::tiny_puppet({version, version >= MocVersion::v4_2});
        rig::Puppet edited = before;
        const int parameter = edited.find_parameter("ParamAngleZ");  // axis of the Hair: -30, 0, 30
        const std::vector<rig::MeshOffsets> meshes{wavy(edited, 2, 0.05f)};
        require_ok(rig::add_mesh_axis(edited, parameter, kKeys, meshes));
        CHECK(rig::mesh_keyform_count(edited, 2) == 5);
        CHECK(rig::mesh_axis_parameters(edited, 2).size() == 1);
        CHECK(order_findings(edited) == 0);
        const rig::Rig old_rig = tests::built(before), new_rig = tests::built(edited);
        rig::Evaluation a(old_rig), b(new_rig);
        for (const auto& [value, key, t] :
             {std::tuple{-20.0f, 0, 0.5f}, {0.0f, 2, 0.0f}, {5.0f, 2, 0.5f}, {30.0f, 3, 1.0f}}) {
            a.evaluate(tests::values_with(old_rig, {{"ParamAngleZ", value}}));
            b.evaluate(tests::values_with(new_rig, {{"ParamAngleZ", value}}));
            for (std::size_t v = 0; v < a.keyform_positions(2).size(); ++v) {
                const auto& offsets = meshes[0].offsets;
                const auto k = static_cast<std::size_t>(key);
                const Vec2 expected = a.keyform_positions(2)[v] + offsets[k][v] * (1.0f - t) + offsets[k + 1][v] * t;
                REQUIRE(distance(expected, b.keyform_positions(2)[v]) <= 1e-6f);
            }
        }
    }
}

TEST_CASE("shapes of a parameter are scaled about its default, as axes and as blend shapes", "[rig][edit]") {
    for (const bool blend : {false, true}) {
        INFO((blend ? "blend shape" : "axis"));
        const rig::Puppet before = tests::tiny_puppet({MocVersion::v5_0, true});
        rig::Puppet edited = before;
        const auto type = blend ? rig::ParameterType::blend_shape : rig::ParameterType::normal;
        std::vector<rig::MeshOffsets> meshes{wavy(before, 2, 0.05f), wavy(before, 1, 0.4f)};
        for (const char* id : {"ParamSim1_1", "ParamSim1_2"}) {  // the second one must not notice
            const Result<int> parameter = rig::add_parameter(edited, {id, -30.0f, 30.0f, 0.0f, type});
            REQUIRE(parameter.ok());
            require_ok(blend ? rig::add_mesh_blend_shape(edited, *parameter, kKeys, 2, meshes)
                             : rig::add_mesh_axis(edited, *parameter, kKeys, meshes));
        }
        require_ok(rig::scale_mesh_shapes(edited, edited.find_parameter("ParamSim1_1"), 0.25f));
        require_same_poses(before, edited, !blend);
        require_movement(before, edited, "ParamSim1_2", meshes);
        for (rig::MeshOffsets& mesh : meshes)
            for (auto& key : mesh.offsets)
                for (Vec2& offset : key) offset = offset * 0.25f;
        require_movement(before, edited, "ParamSim1_1", meshes);
        CHECK(rig::scale_mesh_shapes(edited, 99, 1.0f).error().where == "parameter");
    }
}

TEST_CASE("an edit that fails leaves the puppet as it was", "[rig][edit]") {
    rig::Puppet puppet = tests::tiny_puppet({MocVersion::v4_2, true});
    const Result<int> added = rig::add_parameter(puppet, {"ParamSim1_1"});
    REQUIRE(added.ok());
    const auto before = formats::write_moc3(puppet);
    const std::vector<rig::MeshOffsets> good{wavy(puppet, 2, 0.1f)};
    const auto refused = [&](const Status& status, const std::string& part_of_message) {
        REQUIRE_FALSE(status.ok());
        INFO(status.error().text());
        CHECK(status.error().text().find(part_of_message) != std::string::npos);
        CHECK((formats::write_moc3(puppet) == before));
    };
    refused(rig::add_mesh_axis(puppet, 99, kKeys, good), "no parameter 99");
    refused(rig::add_mesh_axis(puppet, *added, std::vector<float>{-30.0f, -30.0f, 0.0f, 10.0f, 30.0f}, good),
            "keys[1]");
    refused(rig::add_mesh_axis(puppet, *added, std::vector<float>{-20.0f, -10.0f, 0.0f, 10.0f, 20.0f}, good), "span");
    refused(rig::add_mesh_axis(puppet, *added, std::vector<float>{-30.0f, -10.0f, 1.0f, 10.0f, 30.0f}, good),
            "default");
    refused(rig::add_mesh_axis(puppet, *added, kKeys, good, 10), "keyforms");
    auto bad = good;
    bad[0].offsets[2][0].x = 1.0f;
    refused(rig::add_mesh_axis(puppet, *added, kKeys, bad), "must be zero");
    bad = good;
    bad[0].offsets[1].pop_back();
    refused(rig::add_mesh_axis(puppet, *added, kKeys, bad), "vertices");
    bad = good;
    bad[0].offsets[1][0].y = std::nanf("");
    refused(rig::add_mesh_axis(puppet, *added, kKeys, bad), "not finite");
    bad = {good[0], good[0]};
    refused(rig::add_mesh_axis(puppet, *added, kKeys, bad), "twice");
    refused(rig::add_mesh_blend_shape(puppet, *added, kKeys, 2, good), "not a blend-shape parameter");
    refused(rig::add_mesh_blend_shape(puppet, puppet.find_parameter("ParamBlend"), kKeys, 1, good), "base key");
    CHECK_FALSE(rig::add_parameter(puppet, {"ParamSim1_1"}).ok());
    CHECK_FALSE(rig::add_parameter(puppet, {std::string(64, 'x')}).ok());
    CHECK_FALSE(rig::add_parameter(puppet, {"ParamNew", 5.0f, 1.0f, 2.0f}).ok());
    CHECK((formats::write_moc3(puppet) == before));
    rig::Puppet old_file = tests::tiny_puppet({MocVersion::v4_0, false});
    CHECK_FALSE(rig::add_parameter(old_file, {"ParamNew", -1.0f, 1.0f, 0.0f, rig::ParameterType::blend_shape}).ok());
}
