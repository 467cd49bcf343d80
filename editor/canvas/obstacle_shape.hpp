/// Circles and capsules on the canvas: where they are in a pose, and how they are drawn.
#pragma once

#include <optional>

#include "canvas/canvas_tool.hpp"

namespace yure::editor {

struct ObstacleShape {
    Vec2 a, b;  ///< world px; the same for a circle
    float radius_a = 0.0f, radius_b = 0.0f;
};

/// Unset when its mesh is hidden in the pose, or is not in the model any more.
std::optional<ObstacleShape> obstacle_shape(const studio::ObstacleSetting& obstacle, const rig::Puppet& puppet, const render::Pose& pose);
void draw_obstacle(const CanvasFrame& frame, ImDrawList& list, const ObstacleShape& shape, ImU32 color, bool chosen);
/// Those of every body that is on.
void draw_obstacles(const CanvasFrame& frame, ImDrawList& list);

}  // namespace yure::editor
