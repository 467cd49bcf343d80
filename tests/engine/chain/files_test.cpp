// Configurations and spline rigs as files.
#include "engine/chain/chain_support.hpp"

#include <algorithm>

#include "yure/formats/dynamic_bone.hpp"
#include "yure/formats/spline_rig.hpp"

namespace yure::tests {
namespace {

using formats::read_dynamic_bone;
using formats::read_spline_rig;

constexpr const char* kDocument = R"({
  "schema": "c3-dynamic-bone", "version": 1, "space": { "axes": "unity", "unitScale": 2.0 },
  "studio": {"note": "kept"},
  "components": [ {
    "name": "ponytail", "object": "Head", "m_Root": "hair_00", "m_UpdateMode": 3, "m_Damping": 0.18,
    "m_DampingDistrib": { "keys": [
      { "time": 0, "value": 1.0, "inTangent": 0, "outTangent": -0.6, "weightedMode": 2, "outWeight": 0.5 },
      { "time": 1, "value": 0.55, "inTangent": "Infinity", "outTangent": 1e38 } ],
      "preWrapMode": "Loop", "postWrapMode": "Clamp" },
    "m_ElasticityDistrib": { "linear": [[0, 1], [1, 0.25]] }, "m_StiffnessDistrib": null,
    "m_EndOffset": {"x": 0, "y": -0.12, "z": 0.5}, "m_Gravity": [0, -0.00272, 0.001], "m_Drag": 0.02, "m_Radius": 0.03,
    "m_LocalWind": { "direction": [0, 0, -1], "speed": 0.8, "pulseMagnitude": 0.4, "pulseFrequency": 0.7 },
    "m_Colliders": ["skull"], "m_Exclusions": ["hair_ribbon"], "m_FreezeAxis": "Z", "m_NewField": [1, {"a": 2}],
    "m_AngleLimits": [ { "bones": ["hair_00"], "pivotRotation": [0, 0, 0, 1], "swing1": { "mode": "Limited", "angle": 35 }, "swing2": { "mode": 2 } } ],
    "m_Material": "soft", "x_teleport": { "mode": "Keep", "distance": 1.5, "rotation": 90 }
  } ],
  "colliders": [ { "id": "skull", "type": "Plane", "node": "Head", "m_Direction": "Z", "m_Center": [0, 0.08, 0.01], "m_Bound": 1, "m_Radius": 0.11 } ],
  "materials": [ { "id": "soft", "m_Elasticity": 0.05 } ], "globalWind": null
})";

bool found(const formats::Findings& findings, const std::string& part) {
    return std::any_of(findings.begin(), findings.end(), [&](const formats::Finding& finding) {
        return (finding.pointer + " " + finding.what).find(part) != std::string::npos;
    });
}

}  // namespace

TEST_CASE("a configuration is read field for field, and what is odd is told", "[chain][formats]") {
    formats::Findings findings;
    const auto file = read_dynamic_bone(kDocument, &findings);
    REQUIRE(file.ok());
    const chain::Component& c = file->config.components.at(0);
    CHECK(file->config.axes == chain::Axes::unity);
    CHECK(c.update_mode == chain::UpdateMode::variable);
    CHECK(c.update_rate == 60.0);
    CHECK(c.gravity == chain::Vec3{0.0, -0.00272, 0.001});
    CHECK(c.end_offset == chain::Vec3{0.0, -0.12, 0.5});
    CHECK(c.freeze_axis == chain::Axis::z);
    CHECK(c.teleport->mode == chain::Teleport::Mode::keep);
    const chain::Curve& damping = *c.value(chain::ParticleValue::damping).curve;
    CHECK(damping.kind == chain::Curve::Kind::keyed);
    CHECK(damping.keys[0].out_weighted);
    CHECK(std::isinf(damping.keys[1].in_tangent));
    CHECK(std::isinf(damping.keys[1].out_tangent));
    CHECK(!c.value(chain::ParticleValue::stiffness).curve);
    CHECK(c.angle_limits[0].swing1.angle == 35.0);
    CHECK(c.angle_limits[0].swing2.mode == chain::SwingMode::locked);
    CHECK(file->config.colliders[0].inside);
    CHECK(file->config.materials[0].values[1]->base == 0.05);
    CHECK(found(findings, "/components/0/m_NewField"));
    CHECK(found(findings, "Clamp"));
    CHECK(found(findings, "/studio"));
    CHECK(findings.size() == 3);
}

TEST_CASE("writing keeps every number, unknown fields and Unity's own numbers", "[chain][formats]") {
    const auto file = read_dynamic_bone(kDocument);
    REQUIRE(file.ok());
    const std::string text = formats::write_dynamic_bone(*file);
    for (const char* part : {"0.00272", "m_NewField", "\"kept\"", "\"m_UpdateMode\": 3", "\"Infinity\""})
        CHECK(text.find(part) != std::string::npos);
    const auto again = read_dynamic_bone(text);
    REQUIRE(again.ok());
    CHECK(again->config == file->config);
    CHECK(formats::write_dynamic_bone(*again) == text);
    // Made by code alone.
    formats::DynamicBone made{file->config, {}};
    const auto back = read_dynamic_bone(formats::write_dynamic_bone(made));
    REQUIRE(back.ok());
    CHECK(back->config == file->config);
}

TEST_CASE("Unity's axes and units become ours", "[chain][formats]") {
    const auto file = read_dynamic_bone(kDocument);
    REQUIRE(file.ok());
    const chain::Config config = chain::to_engine_space(file->config);
    const chain::Component& c = config.components[0];
    CHECK(c.gravity == chain::Vec3{0.0, -0.00544, -0.002});
    CHECK(c.end_offset == chain::Vec3{0.0, -0.24, -1.0});
    CHECK(c.drag == 0.04);
    CHECK(c.value(chain::ParticleValue::radius).base == 0.06);
    CHECK(c.local_wind->direction == chain::Vec3{0.0, 0.0, 1.0});
    CHECK(c.local_wind->speed == 0.8);
    CHECK(config.colliders[0].center == chain::Vec3{0.0, 0.16, -0.02});
    CHECK(config.colliders[0].radius == 0.22);
    CHECK(config.colliders[0].reversed);
    CHECK(chain::to_engine_space(config) == config);
}

TEST_CASE("a dump of a Unity component opens unchanged", "[chain][formats]") {
    const char* dumps[] = {
        R"({"MonoBehaviour": {"m_Enabled": 1, "m_Name": "tail", "m_Script": {"fileID": 11500000}, "m_Root": {"name": "Tail01"}, "m_UpdateRate": 60.0,
            "m_UpdateMode": 0, "m_Damping": 0.2, "m_DampingDistrib": {"serializedVersion": "2", "m_Curve": [{"serializedVersion": "3", "time": 0.0,
            "value": 1.0, "inSlope": 0.0, "outSlope": -1.0, "tangentMode": 0, "weightedMode": 0, "inWeight": 0.0, "outWeight": 0.0}],
            "m_PreInfinity": 2, "m_PostInfinity": 2, "m_RotationOrder": 4}, "m_Gravity": {"x": 0.0, "y": -0.002, "z": 0.0}, "m_Colliders": [],
            "m_Exclusions": [], "m_FreezeAxis": 0, "m_DistantDisable": 0, "m_ReferenceObject": {"instanceID": 0}, "m_DistanceToObject": 20.0}})",
        R"([{"m_Name": "tail", "m_Root": "Tail01", "m_Damping": 0.2, "m_Gravity": {"x": 0, "y": -0.002, "z": 0}}])",
        R"({"Name": "x", "m_Name": "tail", "Root": "Tail01", "Damping": 0.2, "Gravity": [0, -0.002, 0]})"};
    for (const char* dump : dumps) {
        formats::Findings findings;
        const auto file = read_dynamic_bone(dump, &findings);
        REQUIRE(file.ok());
        const chain::Component& c = file->config.components.at(0);
        CHECK(file->config.axes == chain::Axes::unity);
        CHECK(c.root == "Tail01");
        CHECK(c.name == "tail");
        CHECK(c.value(chain::ParticleValue::damping).base == 0.2);
        CHECK(c.gravity.y == -0.002);
        const auto again = read_dynamic_bone(formats::write_dynamic_bone(*file));
        REQUIRE(again.ok());
        CHECK(again->config == file->config);
    }
    formats::Findings findings;
    const auto file = read_dynamic_bone(
        R"({"m_Root": {"instanceID": 1234}, "m_Colliders": [{"m_Radius": 0.1, "m_Height": 0.4, "m_Direction": 1}]})",
        &findings);
    REQUIRE(file.ok());
    CHECK(found(findings, "/components/0/m_Root"));  // a number means nothing outside of its project
    CHECK(file->config.colliders.size() == 1);
    CHECK(file->config.components[0].colliders.size() == 1);
}

TEST_CASE("what no solver could use is refused with its place", "[chain][formats]") {
    const std::pair<const char*, const char*> wrong[] = {
        {"[]", ""},
        {"{\"schema\": \"other\", \"components\": []}", "/schema"},
        {R"({"schema": "c3-dynamic-bone", "version": 2, "components": []})", "/version"},
        {R"({"components": [{"m_Damping": "much"}]})", "/components/0/m_Damping"},
        {R"({"components": [{"m_Mass": 0}]})", "m_Mass"},
        {R"({"components": [{"m_UpdateMode": "Sometimes"}]})", "/components/0/m_UpdateMode"},
        {R"({"components": [{"m_FreezeAxis": 7}]})", "/components/0/m_FreezeAxis"},
        {R"({"components": [{"m_Gravity": [1, 2, 3, 4]}]})", "/components/0/m_Gravity"},
        {R"({"components": [{"m_LocalWind": {"direction": [1,0,0], "speed": -1}}]})", "speed"},
        {R"({"components": [{"x_maxLoops": -1}]})", "x_maxLoops"},
        {R"({"components": [], "colliders": [{"m_Radius": 1}]})", "/colliders/0/id"}};
    for (const auto& [text, where] : wrong) {
        const auto file = read_dynamic_bone(text);
        CAPTURE(text);
        REQUIRE(!file.ok());
        CHECK(file.error().where.find(where) != std::string::npos);
    }
}

TEST_CASE("spline rigs are read, written and read again", "[chain][formats][spline]") {
    const char* text = R"({"schema": "yure-spline-rig", "version": 1, "space": {"axes": "engine", "unitScale": 1},
      "rigs": [{"name": "dragon", "bones": ["spine_00", "spine_40"], "space": "Root", "mine": 1,
        "curve": {"type": "bezier", "closed": false, "knots": [[0, 0, 0], {"position": [1, 0, 0], "in": [-0.2, 0, 0], "out": [0.2, 0, 0],
          "keys": [{"time": 0, "position": [1, 0, 0]}, {"time": 1, "position": [1, 2, 0]}]}, {"position": [0, 0, 0], "node": "Hand"}]},
        "joints": {"mode": "stretch", "slide": 0.1, "stretch": 0.5, "keepVolume": true},
        "back": {"mode": "fins", "axis": [0, 1, 0], "fins": [{"at": 0.2, "position": [0, 1, 0], "turns": 0}, {"at": 0.9, "position": [3, 1, 0], "turns": 1}]},
        "twist": {"start": 0, "end": 45}}]})";
    CHECK(formats::is_spline_rig(text));
    CHECK(!formats::is_spline_rig(kDocument));
    formats::Findings findings;
    const auto file = read_spline_rig(text, &findings);
    REQUIRE(file.ok());
    CHECK(found(findings, "/rigs/0/mine"));
    const chain::SplineRig& rig = file->rigs.rigs.at(0);
    CHECK(rig.knots[1].point.keys[1].position == chain::Vec3{1.0, 2.0, 0.0});
    CHECK(rig.knots[2].point.node == "Hand");
    CHECK(rig.fins[1].turns == 1);
    CHECK(rig.joints.mode == chain::JointMode::stretch);
    const std::string written = formats::write_spline_rig(*file);
    CHECK(written.find("\"mine\"") != std::string::npos);
    const auto again = read_spline_rig(written);
    REQUIRE(again.ok());
    CHECK(again->rigs == file->rigs);
    CHECK(formats::write_spline_rig(*again) == written);
    const auto made = read_spline_rig(formats::write_spline_rig({file->rigs, {}}));
    REQUIRE(made.ok());
    CHECK(made->rigs == file->rigs);

    for (
        const char* broken :
        {R"({"rigs": []})", R"({"schema": "yure-spline-rig", "version": 9, "rigs": []})",
         R"({"schema": "yure-spline-rig"})",
         R"({"schema": "yure-spline-rig", "rigs": [{"bones": ["a"], "curve": {"knots": [[0,0,0]]}}]})",
         R"({"schema": "yure-spline-rig", "rigs": [{"bones": ["a"], "curve": {"type": "nurbs", "knots": [[0,0,0],[1,0,0]]}}]})",
         R"({"schema": "yure-spline-rig", "rigs": [{"bones": ["a"], "curve": {"knots": [[0,0,0],[1,0,0]]}, "back": {"mode": "fins"}}]})"})
        CHECK(!read_spline_rig(broken).ok());
}

}  // namespace yure::tests
