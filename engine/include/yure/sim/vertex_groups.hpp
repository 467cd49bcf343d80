/// Making and changing vertex groups: rules, brushes, and carrying them over to a changed mesh. Pure functions over
/// weights 0..1, one per vertex, for editors, commands and presets alike. Points may be in any space with one unit
/// (world px as a rule); what is not a number among them gets the weight 0 (rules) or stays as it is (brushes).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "yure/core/vec2.hpp"

namespace yure::sim {

enum class GroupKind { pin, stiffness, goal, mass, damping, wind };
/// "pin", "stiffness", …
std::string_view group_name(GroupKind kind);
std::optional<GroupKind> find_group(std::string_view name);
/// What a vertex counts as where the group is absent: 0 for pin, 1 for all others.
float group_default(GroupKind kind);

using Weights = std::vector<float>;

// --- rules ---

/// The same weight everywhere.
Weights fill_group(std::size_t vertex_count, float weight);

/// By rings from the mesh's border (edges with one triangle): `border` on it, `inner` from `rings` rings on, in equal
/// steps between. rings <= 0: `border` on the border only. Vertices in no triangle count as border.
Weights outline_group(std::size_t vertex_count, std::span<const std::uint16_t> triangles, int rings, float border,
                      float inner);

/// `from` at and before point a, `to` at and beyond point b, a smooth ramp (smoothstep) between. a = b: `to`
/// everywhere.
Weights gradient_group(std::span<const Vec2> points, Vec2 a, Vec2 b, float from, float to);

struct GlueVertex {
    int vertex = 0;       ///< one outside the mesh is passed over
    float weight = 0.0f;  ///< glue weight of this side
};
/// clamp(2 * weight * intensity, 0, 1) on the glued vertices (the larger one where glues meet), 0 elsewhere.
Weights glue_group(std::size_t vertex_count, std::span<const GlueVertex> glued, float intensity);

/// 1 inside the rectangle of two opposite corners, falling smoothly to 0 over `feather` outside it (0 = a hard edge).
Weights rectangle_group(std::span<const Vec2> points, Vec2 corner, Vec2 opposite, float feather);
/// The same for the inside of a closed polygon (even-odd rule). Fewer than three corners: 0 everywhere.
Weights lasso_group(std::span<const Vec2> points, std::span<const Vec2> polygon, float feather);

Weights inverted_group(std::span<const float> weights);

// --- brushes ---

enum class BrushTip {
    round,      ///< along the whole stroke
    line,       ///< straight from the stroke's first to its last point
    rectangle,  ///< the box between the stroke's first and last point
};
enum class BrushMode {
    replace,   ///< towards `value`
    add,       ///< + value
    subtract,  ///< - value
    maximum,   ///< raised to value where it is lower
    minimum,   ///< lowered to value where it is higher
    smooth,    ///< towards the mean of the neighbours; `value` plays no part
};
struct Brush {
    BrushTip tip = BrushTip::round;
    BrushMode mode = BrushMode::replace;
    float radius = 30.0f;   ///< > 0; how far from the stroke (or box) the brush reaches
    float hardness = 0.5f;  ///< 0..1: share of the radius that is covered fully; beyond, coverage falls smoothly
    float strength = 1.0f;  ///< 0..1: share of the effect at full coverage
    float value = 1.0f;     ///< 0..1
};

/// How much of each vertex a stroke covers, 0..1 (without strength). An empty stroke covers nothing.
Weights brush_coverage(std::span<const Vec2> points, std::span<const Vec2> stroke, const Brush& brush);

/// The weights after one stroke; however often a stroke passes over a vertex, it counts once. `weights` must have one
/// entry per point (a caller's mistake otherwise). Results stay in 0..1.
Weights painted_group(std::span<const float> weights, std::span<const Vec2> points,
                      std::span<const std::uint16_t> triangles, std::span<const Vec2> stroke, const Brush& brush);

// --- a changed mesh ---

/// Weights of a mesh carried to another one by place in texture space: barycentric inside a triangle, the nearest point
/// of the old mesh outside. `old_weights` must have one entry per old vertex; without old vertices the result is
/// `absent`.
Weights transferred_group(std::span<const Vec2> old_uvs, std::span<const std::uint16_t> old_triangles,
                          std::span<const float> old_weights, std::span<const Vec2> new_uvs, float absent);

}  // namespace yure::sim
