/// What can be drawn over (or behind) a puppet to explain it: wires, points, lines, heat per vertex, ghosts of other
/// poses. Positions are world px; widths and radii are picture px, so they stay the same at every zoom.
#pragma once

#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/render/image.hpp"
#include "yure/render/pose.hpp"

namespace yure::render {

/// The edges of a mesh, each once.
struct WireOverlay {
    int mesh = 0;
    Rgba color{0.1f, 0.1f, 0.1f, 0.6f};
    float width = 1.0f;           ///< picture px, > 0
    std::vector<Vec2> positions;  ///< one per vertex; empty = where the drawn pose has them
};

/// A round dot, e.g. a pin.
struct PointOverlay {
    Vec2 position;
    Rgba color{1.0f, 0.3f, 0.1f, 1.0f};
    float radius = 3.0f;  ///< picture px, > 0
};

/// A line with round ends, e.g. a bone, an obstacle's axis, a displacement.
struct LineOverlay {
    Vec2 from, to;
    Rgba color{0.1f, 0.4f, 0.9f, 1.0f};
    float width = 2.0f;  ///< picture px, > 0
};

/// A mesh's triangles coloured by a value per vertex, through `heat_color`.
struct HeatOverlay {
    int mesh = 0;
    std::vector<float> values;    ///< one per vertex, 0..1, clamped
    float opacity = 0.7f;         ///< 0..1
    std::vector<Vec2> positions;  ///< as in WireOverlay
};

/// The puppet in another pose, as one flat layer (its own meshes do not shine through each other).
struct GhostOverlay {
    Pose pose;
    std::vector<int> meshes;            ///< drawn ones; empty = all
    Rgba tint{0.2f, 0.5f, 1.0f, 0.6f};  ///< colour, and as alpha how far the drawing's own colour gives way to it
    float opacity = 0.4f;               ///< 0..1
    bool behind = false;                ///< behind the puppet instead of over it
};

/// Order from back to front: ghosts behind, the puppet, ghosts, heat, wires, lines, points.
struct Overlays {
    std::vector<GhostOverlay> ghosts;
    std::vector<HeatOverlay> heat;
    std::vector<WireOverlay> wires;
    std::vector<LineOverlay> lines;
    std::vector<PointOverlay> points;
};

/// 0 dark blue, over teal and yellow, to 1 red; luminance rises, then colour warms, so it reads without colour as well
/// up to 0.75. Values outside are clamped, NaN is 0.
Rgba heat_color(float value);

}  // namespace yure::render
