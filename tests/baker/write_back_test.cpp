#include "yure/baker/write_back.hpp"

#include "body_support.hpp"

#include <cmath>

#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::baker;
using yure::tests::tiny_puppet;

namespace {

/// Two parameters with known shapes on the hair: each key shifts every vertex sideways by 0.01 units per key step.
BodyBake known_bake(const rig::Puppet& puppet, int keys, int parameters) {
    BodyBake bake;
    bake.id = bake.name = "hair";
    const int mesh = puppet.find_mesh("Hair");
    const std::size_t vertices = static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(mesh)]);
    pendulum::Group group;
    group.id = "PhysicsSim_hair";
    group.name = group_name("hair", 60);
    group.inputs = {{"ParamAngleX", 100, pendulum::Channel::x, false}};
    group.vertices = {{{0, 0}, 1, 1, 1, 0}, {{0, 10}, 0.95f, 0.9f, 1.5f, 10}};
    for (int p = 0; p < parameters; ++p) {
        BakedParameter parameter;
        parameter.id = "ParamSimhair_" + std::to_string(p + 1);
        parameter.name = "hair";
        parameter.group = group.id;
        rig::MeshOffsets offsets;
        offsets.mesh = mesh;
        for (int k = 0; k < keys; ++k) {
            parameter.keys.push_back(kKeyedRange *
                                     (2.0f * static_cast<float>(k) / static_cast<float>(keys - 1) - 1.0f));
            offsets.offsets.emplace_back(vertices, Vec2{0.01f * static_cast<float>(k - keys / 2),
                                                        p == 0 ? 0.0f : 0.004f * static_cast<float>(k - keys / 2)});
        }
        parameter.meshes.push_back(std::move(offsets));
        group.outputs.push_back({parameter.id, 1, 40.0f, 100.0f, pendulum::Channel::angle, false});
        bake.parameters.push_back(std::move(parameter));
    }
    bake.groups.push_back(std::move(group));
    return bake;
}

std::vector<Vec2> hair_positions(const rig::Puppet& puppet, const std::vector<std::pair<std::string, float>>& values) {
    const rig::Rig rig = rig::Rig::build(puppet).value();
    std::vector<float> all = rig.default_values();
    for (const auto& [id, value] : values) all[static_cast<std::size_t>(rig.find_parameter(id))] = value;
    rig::Evaluation pose(rig);
    pose.evaluate(all);
    std::vector<Vec2> world(static_cast<std::size_t>(rig.vertex_count(puppet.find_mesh("Hair"))));
    pose.world_positions(puppet.find_mesh("Hair"), world);
    return world;
}

float farthest(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    float most = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
    return most;
}

const std::vector<std::pair<std::string, float>> kPose{{"ParamAngleX", 17.0f}, {"ParamAngleZ", -8.0f}};

}  // namespace

TEST_CASE("axes and blend shapes play the same, and nothing at 0", "[baker][write]") {
    const rig::Puppet source = tiny_puppet({});
    const BodyBake bake = known_bake(source, 5, 2);
    const WriteResult axes = write_back(source, {}, bake, {WriteAs::axes, {}, 1.0f, {}, true}).value();
    const WriteResult blend = write_back(source, {}, bake, {WriteAs::blend, {}, 1.0f, {}, true}).value();
    CHECK_FALSE(axes.blend_shapes);
    CHECK(blend.blend_shapes);
    for (const WriteResult* result : {&axes, &blend}) {
        CHECK(rig::check_errors(result->puppet).ok());
        CHECK(farthest(hair_positions(source, kPose), hair_positions(result->puppet, kPose)) < 1e-4f);
    }
    for (const float first : {-30.0f, -7.0f, 11.0f, 30.0f})
        for (const float second : {-21.0f, 0.0f, 30.0f}) {
            auto pose = kPose;
            pose.emplace_back("ParamSimhair_1", first);
            pose.emplace_back("ParamSimhair_2", second);
            const auto a = hair_positions(axes.puppet, pose), b = hair_positions(blend.puppet, pose);
            CHECK(farthest(a, b) < 2e-3f);
            CHECK(farthest(a, hair_positions(source, kPose)) > 0.5f);
        }
}

TEST_CASE("automatic writing takes axes up to 64 keyforms, then blend shapes", "[baker][write]") {
    const rig::Puppet source = tiny_puppet({rig::MocVersion::v3_0, false});
    const int grid = rig::mesh_keyform_count(source, source.find_mesh("Hair"));
    const BodyBake few = known_bake(source, 3, 1), many = known_bake(source, 9, 2);
    CHECK(axis_keyforms(source, few) == 3L * grid);
    CHECK(axis_keyforms(source, many) == 81L * grid);
    CHECK_FALSE(write_back(source, {}, few, {}).value().blend_shapes);
    const WriteResult raised = write_back(source, {}, many, {}).value();
    CHECK(raised.blend_shapes);
    CHECK(raised.puppet.version == rig::MocVersion::v4_2);
    REQUIRE_FALSE(raised.losses.empty());
    CHECK(raised.losses[0].where == "moc3 version");
    WriteOptions old;
    old.target_version = rig::MocVersion::v3_3;
    const WriteResult kept = write_back(source, {}, many, old).value();
    CHECK_FALSE(kept.blend_shapes);
    CHECK(kept.puppet.version == rig::MocVersion::v3_3);
}

TEST_CASE("exaggeration and gain scale shapes; a range scales keys and outputs alike", "[baker][write]") {
    const rig::Puppet source = tiny_puppet({});
    const BodyBake bake = known_bake(source, 5, 1);
    const auto swing = [&](const WriteOptions& options, const std::string& id, float value) {
        const WriteResult result = write_back(source, {}, bake, options).value();
        return farthest(hair_positions(source, {}), hair_positions(result.puppet, {{id, value}}));
    };
    const float plain = swing({}, "ParamSimhair_1", 30.0f);
    CHECK(plain > 1.0f);
    WriteOptions larger;
    larger.exaggeration = 1.3f;
    CHECK(swing(larger, "ParamSimhair_1", 30.0f) == Approx(1.3f * plain).epsilon(1e-3));
    larger.outputs = {{"ParamSimhair_1", "MySwing", "Swing", 1.0f, 0.5f}};
    CHECK(swing(larger, "MySwing", 1.0f) == Approx(0.5f * plain).epsilon(1e-3));
    const WriteResult written = write_back(source, {}, bake, larger).value();
    CHECK(written.parameters[0].id == "MySwing");
    CHECK(written.parameters[0].gain == 0.5f);
    CHECK(written.physics.groups[0].outputs[0].parameter == "MySwing");
    CHECK(written.physics.groups[0].outputs[0].scale == Approx(40.0f / 30.0f));
    larger.use_gains = false;
    larger.exaggeration = 1.0f;
    CHECK(swing(larger, "MySwing", 1.0f) == Approx(plain).epsilon(1e-3));
}

TEST_CASE("physics keeps what it had, loses what goes out of play, and says its rate", "[baker][write]") {
    const rig::Puppet source = tiny_puppet({});
    BodyBake bake = known_bake(source, 5, 1);
    pendulum::Group old = bake.groups[0], other = bake.groups[0];
    old.id = "PhysicsSetting1";
    old.outputs[0].parameter = "ParamAngleZ";
    other.id = "PhysicsSetting2";
    other.outputs[0].parameter = "ParamOpen";
    const pendulum::Physics physics{0.0f, {old, other}};
    bake.removed.hits = {{0, 0, "ParamAngleZ"}};
    const WriteResult result = write_back(source, physics, bake, {}).value();
    REQUIRE(result.physics.groups.size() == 2);
    CHECK(result.physics.groups[0].id == "PhysicsSetting2");
    CHECK(result.physics.groups[1].id == "PhysicsSim_hair");
    CHECK(result.physics.groups[1].name == "hair (yure 60 Hz)");
    CHECK(result.physics.fps == 60.0f);
    REQUIRE(result.losses.size() == 2);
    CHECK(result.losses[0].what.find("ParamAngleZ") != std::string::npos);
    CHECK(result.losses[1].where == "physics Fps");
}

TEST_CASE("an id that is taken is refused by name", "[baker][write]") {
    const rig::Puppet source = tiny_puppet({});
    const BodyBake bake = known_bake(source, 5, 1);
    const WriteResult once = write_back(source, {}, bake, {}).value();
    const Result<WriteResult> twice = write_back(once.puppet, {}, bake, {});
    REQUIRE_FALSE(twice.ok());
    CHECK(twice.error().where.find("ParamSimhair_1") != std::string::npos);
    CHECK_FALSE(write_back(source, once.physics, bake, {}).ok());
    WriteOptions clash;
    clash.outputs = {{"ParamSimhair_1", "ParamAngleX", "", 30.0f, {}}};
    CHECK_FALSE(write_back(source, {}, bake, clash).ok());
}
