/// Pin weights by rule: each connected strand of a mesh is held at its own top. Rules: docs/baking.md, `--pins`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/sim/material.hpp"

namespace yure::sim {

/// `top:SOLID:FADE`: pin = 1 - smoothstep(solid, solid + fade, (y - top)/height) per connected component, 0..1 of its
/// height.
struct TopPins {
    float solid = 0.12f;
    float fade = 0.18f;
    bool operator==(const TopPins&) const = default;
};

/// Defaults by kind: hair .12/.18, material bangs .06/.12, cloth .10/.20.
TopPins default_top_pins(BodyKind kind, const Material& material);

std::vector<float> pin_top(std::span<const Vec2> rest, std::span<const std::uint16_t> triangles, TopPins rule);

/// Connected component of every vertex (joined by triangles), numbered by first vertex; isolated vertices count alone.
std::vector<int> connected_components(std::size_t vertex_count, std::span<const std::uint16_t> triangles);

}  // namespace yure::sim
