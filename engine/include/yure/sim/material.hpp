/// Materials of simulated bodies: what users set, and the named presets. Values and meaning: docs/simulation.md.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::sim {

enum class BodyKind { cloth, hair };

/// 0..1 unless noted; stored as values, a preset's name is only shown while the values equal it.
struct Material {
    float mass = 1.0f;      ///< relative density, 0.2..4
    float stretch = 0.98f;  ///< resistance against getting longer; near 1 for cloth and hair
    float bend = 0.3f;      ///< resistance against turning between neighbouring triangles
    float damping = 1.5f;   ///< 1/s, 0..8
    float goal = 0.1f;      ///< shape retention: springs back to the drawing; 0 = pure physics
    float slack =
        0.03f;          ///< how much farther than its rest path a vertex may get from its pin, 0..0.3; >= 1 = no limit
    float area = 0.3f;  ///< how well triangles keep their area; 0 = flip guard only
    float anisotropy = 0.3f;           ///< how much softer across the grain than along it
    std::optional<float> compression;  ///< resistance against getting shorter; unset = area
    bool rest_follows_both = false;    ///< rest lengths follow the rig when it shortens too, not only when it lengthens

    bool operator==(const Material&) const = default;
    /// Every value out of its range, by name.
    std::vector<Error> problems() const;
};

struct MaterialPreset {
    std::string_view name;  ///< "cotton", "hair", "bangs", …
    BodyKind kind;
    Material material;
};

std::span<const MaterialPreset> material_presets();
const MaterialPreset* find_material_preset(std::string_view name);
/// Name of the preset whose values these are, or "custom".
std::string_view material_name(const Material& material);
/// The default material of a kind: cotton or hair.
const Material& default_material(BodyKind kind);
/// Cotton made firmer, for what follows a limb: sleeves, trousers, legwear.
const Material& limb_material();

/// The scales that turn a value 0..1 into mechanics (docs/simulation.md, "Material").
float stretch_compliance(float value);          ///< 1e-9 * 10^(6 (1 - value))
float natural_frequency(float value);           ///< rad/s: 0.5 * 400^value, for bend, area and compression
float goal_frequency(float value);              ///< rad/s: 3 * 20^value
float soft_pin_compliance(float pin);           ///< per unit mass: 1e-4 (1 - pin)/pin; pin in (0, 1)
inline constexpr float kKinematicPin = 0.999f;  ///< from here on a vertex goes exactly where the rig puts it
inline constexpr float kRootPin = 0.5f;  ///< from here on a vertex is a root: grain and long-range limit start there

}  // namespace yure::sim
