#include "yure/sim/material.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace yure::sim {
namespace {

constexpr Material material(float mass, float stretch, float bend, float damping, float goal, float slack, float area,
                            float anisotropy) {
    Material m;
    m.mass = mass;
    m.stretch = stretch;
    m.bend = bend;
    m.damping = damping;
    m.goal = goal;
    m.slack = slack;
    m.area = area;
    m.anisotropy = anisotropy;
    return m;
}

// mass, stretch, bend, damping 1/s, goal, slack, area, anisotropy
constexpr Material kCotton = material(1.0f, 0.98f, 0.30f, 1.5f, 0.10f, 0.03f, 0.30f, 0.30f);
constexpr Material kHair = material(1.0f, 1.0f, 0.45f, 2.0f, 0.15f, 0.01f, 0.50f, 0.70f);

constexpr Material neckwear() {
    Material m = kCotton;
    m.bend = 0.4f;
    m.area = 0.4f;
    return m;
}

// Equally stiff both ways (1e-4) and at rest on the rig's shape: folds less, and pendulums can follow it better.
constexpr Material taut() {
    Material m = kCotton;
    m.stretch = 0.167f;
    m.compression = 0.884f;
    m.rest_follows_both = true;
    return m;
}

constexpr Material limb() {
    Material m = kCotton;
    m.bend = 0.5f;
    m.area = 0.5f;
    m.goal = 0.25f;
    m.slack = 0.015f;
    return m;
}

constexpr std::array kPresets = {
    MaterialPreset{"cotton", BodyKind::cloth, kCotton},
    MaterialPreset{"silk", BodyKind::cloth, material(0.6f, 0.98f, 0.12f, 0.8f, 0.05f, 0.04f, 0.15f, 0.40f)},
    MaterialPreset{"chiffon", BodyKind::cloth, material(0.4f, 0.96f, 0.06f, 1.2f, 0.04f, 0.05f, 0.10f, 0.35f)},
    MaterialPreset{"wool", BodyKind::cloth, material(1.4f, 0.97f, 0.40f, 2.2f, 0.12f, 0.03f, 0.45f, 0.25f)},
    MaterialPreset{"denim", BodyKind::cloth, material(1.6f, 0.99f, 0.60f, 2.0f, 0.20f, 0.015f, 0.60f, 0.20f)},
    MaterialPreset{"leather", BodyKind::cloth, material(1.8f, 1.0f, 0.75f, 2.5f, 0.30f, 0.01f, 0.75f, 0.15f)},
    MaterialPreset{"elastic", BodyKind::cloth, material(0.8f, 0.85f, 0.40f, 1.2f, 0.30f, 0.08f, 0.70f, 0.10f)},
    MaterialPreset{"neckwear", BodyKind::cloth, neckwear()},
    MaterialPreset{"taut", BodyKind::cloth, taut()},
    MaterialPreset{"hair", BodyKind::hair, kHair},
    MaterialPreset{"fine_hair", BodyKind::hair, material(0.7f, 1.0f, 0.30f, 1.6f, 0.10f, 0.015f, 0.40f, 0.80f)},
    MaterialPreset{"thick_hair", BodyKind::hair, material(1.3f, 1.0f, 0.60f, 2.4f, 0.22f, 0.008f, 0.60f, 0.60f)},
    MaterialPreset{"bangs", BodyKind::hair, material(1.0f, 1.0f, 0.45f, 4.0f, 0.40f, 0.01f, 0.50f, 0.70f)},
};
constexpr Material kLimb = limb();

struct RangeCheck {
    std::vector<Error>& problems;
    void operator()(const char* name, float value, float low, float high) const {
        if (value >= low && value <= high) return;  // false for NaN, too
        char text[96];
        std::snprintf(text, sizeof text, "is %g, allowed is %g to %g", static_cast<double>(value),
                      static_cast<double>(low), static_cast<double>(high));
        problems.push_back({std::string("material.") + name, text});
    }
};

}  // namespace

std::vector<Error> Material::problems() const {
    std::vector<Error> problems;
    const RangeCheck check{problems};
    check("mass", mass, 0.2f, 4.0f);
    check("stretch", stretch, 0.0f, 1.0f);
    check("bend", bend, 0.0f, 1.0f);
    check("damping", damping, 0.0f, 8.0f);
    check("goal", goal, 0.0f, 1.0f);
    // Authors choose 0 to 0.3; from 1 on there is no limit at all.
    if (!(slack >= 1.0f && slack <= 1e6f)) check("slack", slack, 0.0f, 0.3f);
    check("area", area, 0.0f, 1.0f);
    check("anisotropy", anisotropy, 0.0f, 1.0f);
    if (compression) check("compression", *compression, 0.0f, 1.0f);
    return problems;
}

std::span<const MaterialPreset> material_presets() {
    return kPresets;
}

const MaterialPreset* find_material_preset(std::string_view name) {
    for (const MaterialPreset& preset : kPresets)
        if (preset.name == name) return &preset;
    return nullptr;
}

std::string_view material_name(const Material& material) {
    for (const MaterialPreset& preset : kPresets)
        if (preset.material == material) return preset.name;
    return "custom";
}

const Material& default_material(BodyKind kind) {
    return kind == BodyKind::hair ? kHair : kCotton;
}
const Material& limb_material() {
    return kLimb;
}

float stretch_compliance(float value) {
    return 1e-9f * std::pow(10.0f, 6.0f * (1.0f - value));
}
float natural_frequency(float value) {
    return 0.5f * std::pow(400.0f, value);
}
float goal_frequency(float value) {
    return 3.0f * std::pow(20.0f, value);
}
float soft_pin_compliance(float pin) {
    return 1e-4f * (1.0f - pin) / pin;
}

}  // namespace yure::sim
