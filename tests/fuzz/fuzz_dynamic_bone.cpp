// Any bytes as a dynamic-bone configuration: read, written, and what is accepted simulates without a NaN.
#include "fuzz_json.hpp"

#include "yure/chain/solver.hpp"
#include "yure/formats/dynamic_bone.hpp"

using namespace yure;

namespace {

constexpr std::size_t kUsed = 3;  // components that are simulated

void use(const formats::DynamicBone& file) {
    fuzz::require(chain::problems(file.config).empty());
    chain::Skeleton skeleton;
    std::vector<chain::Affine> bind;
    for (int i = 0; i < 5; ++i) {
        skeleton.push_back({"b" + std::to_string(i), i - 1});
        bind.push_back({{}, {0.1 * i, -0.2 * i, 0.0}});
    }
    chain::Config config = file.config;
    if (config.components.size() > kUsed) config.components.resize(kUsed);
    for (chain::Component& component : config.components) {
        component.object.clear();
        component.root = "b0";
        component.roots.clear();
        component.max_loops = 3;
    }
    for (chain::Collider& collider : config.colliders) collider.node = "world";
    auto solver = chain::Solver::build(config, skeleton, bind);
    if (!solver) return;
    for (int frame = 0; frame < 6; ++frame) {
        bind[0].position.x = 0.1 * frame;
        fuzz::require(solver->frame(bind, 0.02).ok());
        fuzz::require(solver->step(bind).ok());
    }
    for (int t = 0; t < solver->tree_count(); ++t)
        for (std::size_t p = 0; p < solver->tree(t).particles.size(); ++p)
            fuzz::require(chain::is_finite(solver->particle(t, static_cast<int>(p)).position));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = [](std::string_view text, formats::NumberReading, formats::Findings* findings) {
        return formats::read_dynamic_bone(text, findings);
    };
    fuzz::read_write_read(fuzz::text_of(data, size), read, formats::write_dynamic_bone, use);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{
        R"({"schema": "c3-dynamic-bone", "version": 1, "space": {"axes": "unity", "unitScale": 1.5}, "components": [{"name": "a",
            "object": "b0", "m_Root": "b0", "m_Roots": ["b1"], "m_UpdateRate": 60, "m_UpdateMode": "Default", "x_rateCompensation": true,
            "m_Damping": 0.2, "m_DampingDistrib": {"keys": [{"time": 0, "value": 1, "inTangent": 0, "outTangent": -1, "weightedMode": 3,
            "inWeight": 0.3, "outWeight": 0.6}, {"time": 1, "value": 0.5, "inTangent": "Infinity", "outTangent": 0}], "preWrapMode": "Clamp"},
            "m_RadiusDistrib": {"linear": [[0, 1], [1, 0.5]]}, "m_Radius": 0.1, "m_Inert": 0.3, "m_EndOffset": [0, -0.1, 0],
            "m_AdditiveElasticity": 0.2, "m_Gravity": {"x": 0, "y": -0.01, "z": 0}, "m_Force": [0.001, 0, 0], "m_Mass": 2, "m_Drag": 0.5,
            "m_LocalWind": {"enabled": true, "direction": [1, 0, 0], "speed": 1, "pulseMagnitude": 0.5, "pulseFrequency": 1},
            "m_Colliders": ["c", "p"], "m_Exclusions": ["b4"], "m_FreezeAxis": 2, "m_Material": "m", "x_outputMix": 0.5,
            "x_collisionIterations": 2, "x_moveLimit": 3, "x_teleport": {"mode": "Keep", "distance": 1, "rotation": 60}}],
            "colliders": [{"id": "c", "type": "Capsule", "m_Direction": "X", "m_Radius": 0.2, "m_Height": 1, "m_Radius2": 0.1},
            {"id": "p", "type": "Plane", "m_Direction": "Z", "m_Bound": "Inside", "x_planeUsesRadius": false}],
            "materials": [{"id": "m", "m_Elasticity": 0.05}], "globalWind": {"direction": [0, 0, 1], "speed": 0.5}, "globalGravity": [0, 0, 0]})",
        R"({"MonoBehaviour": {"m_Enabled": 1, "m_Root": {"name": "b0"}, "m_Stiffness": 0.4, "m_AngleLimits": [{"bones": "*",
            "pivotSpace": "dynamicParent", "swing1": {"mode": 1, "angle": 20}, "swing2": {"mode": "Locked"}}]}})",
        R"([{"Root": "b0", "Damping": 0.3, "DampingDistrib": {"m_Curve": [{"time": 0, "value": 1, "inSlope": 0, "outSlope": 0}], "m_PreInfinity": 2}}])"};
    add_files(all, YURE_FUZZ_SEEDS, ".dynamic-bone.json");
    return all;
}
