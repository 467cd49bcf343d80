#include "yure/chain/presets.hpp"

#include <vector>

namespace yure::chain {
namespace {

/// Straight from the value at the root to that at the tip, as factors.
std::optional<Curve> falling(double root, double tip) {
    Curve curve;
    curve.keys = {{0.0, root}, {1.0, tip}};
    return curve;
}

Component with(double damping, double elasticity, double elasticity_tip, double stiffness, double stiffness_tip,
               double inert, Vec3 gravity) {
    Component c;
    c.value(ParticleValue::damping).base = damping;
    c.value(ParticleValue::elasticity) = {elasticity, falling(1.0, elasticity_tip)};
    c.value(ParticleValue::stiffness) = {stiffness, falling(1.0, stiffness_tip)};
    c.value(ParticleValue::inert).base = inert;
    c.value(ParticleValue::friction).base = 0.5;
    c.gravity = gravity;
    c.end_length = 1.0;
    return c;
}

std::vector<ChainPreset> make_presets() {
    std::vector<ChainPreset> list;
    // Small swings of one link decay by sqrt((1-d)(1-e)) a step; the comments give half-life and period that follow.
    // Hair: half-life 6 steps, swings of 0.5 s at the root, freer towards the tips.
    list.push_back({"hair", "A lock of hair: follows the head, swings out softly at the tips",
                    with(0.15, 0.06, 0.4, 0.2, 0.25, 0.3, {0.0, -0.002, 0.0})});
    // Tail: heavier, slower, held near the body.
    list.push_back({"tail", "A tail: held at the root, slow waves running out to the tip",
                    with(0.1, 0.04, 0.25, 0.5, 0.15, 0.2, {0.0, -0.001, 0.0})});
    // Ribbon: nearly free, damped by the air.
    list.push_back({"ribbon", "A ribbon or thin cloth strip: light, hangs with gravity, much damped by the air",
                    with(0.25, 0.015, 0.5, 0.0, 0.0, 0.1, {0.0, -0.004, 0.0})});
    // Ears: short and springy, back in place within a third of a second.
    list.push_back(
        {"ears", "Animal ears: short and springy, quickly back in place", with(0.22, 0.2, 0.7, 0.6, 0.5, 0.4, {})});
    list.back().component.value(ParticleValue::additive_elasticity).base = 0.05;
    return list;
}

}  // namespace

std::span<const ChainPreset> chain_presets() {
    static const std::vector<ChainPreset> presets = make_presets();
    return presets;
}

const ChainPreset* find_chain_preset(std::string_view id) {
    for (const ChainPreset& preset : chain_presets())
        if (preset.id == id) return &preset;
    return nullptr;
}

}  // namespace yure::chain
