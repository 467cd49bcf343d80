#include "canvas/obstacle_shape.hpp"

#include <algorithm>
#include <cmath>

#include "look/theme.hpp"

namespace yure::editor {

std::optional<ObstacleShape> obstacle_shape(const studio::ObstacleSetting& obstacle, const rig::Puppet& puppet, const render::Pose& pose) {
    const int row = puppet.find_mesh(obstacle.mesh);
    if (row < 0) return std::nullopt;
    const std::vector<Vec2>& at = pose.meshes[static_cast<std::size_t>(row)].positions;
    const auto a = static_cast<std::size_t>(obstacle.vertex_a), b = static_cast<std::size_t>(obstacle.vertex_b);
    if (a >= at.size() || b >= at.size()) return std::nullopt;
    return ObstacleShape{at[a], at[b], obstacle.radius_a, obstacle.radius_b};
}

void draw_obstacle(const CanvasFrame& frame, ImDrawList& list, const ObstacleShape& shape, ImU32 color, bool chosen) {
    const Theme& t = theme();
    const ImVec2 a = frame.to_screen(shape.a), b = frame.to_screen(shape.b);
    const float ra = shape.radius_a * frame.view.scale, rb = shape.radius_b * frame.view.scale;
    const float width = t.px(chosen ? 2.2f : 1.4f), dx = b.x - a.x, dy = b.y - a.y, way = std::sqrt(dx * dx + dy * dy);
    list.PathClear();
    if (way <= std::fabs(ra - rb) + 0.5f) {
        list.PathArcTo(ra >= rb ? a : b, std::max(1.0f, std::max(ra, rb)), 0.0f, 6.2831853f, 48);
    } else {
        // The flanks are the common tangents: they touch both circles at the same angle off the axis.
        const float axis = std::atan2(dy, dx), tangent = std::acos(std::clamp((ra - rb) / way, -1.0f, 1.0f));
        list.PathArcTo(a, std::max(1.0f, ra), axis + tangent, axis + 6.2831853f - tangent, 32);
        list.PathArcTo(b, std::max(1.0f, rb), axis - tangent, axis + tangent, 32);
    }
    const ImU32 ground = faded(color, chosen ? 0.2f : 0.1f);
    const ImVector<ImVec2> outline = list._Path;
    list.PathFillConvex(ground);
    list.AddPolyline(outline.Data, outline.Size, color, ImDrawFlags_Closed, width);
}

void draw_obstacles(const CanvasFrame& frame, ImDrawList& list) {
    const rig::Puppet& puppet = frame.workbench.geometry()->model->puppet;
    for (const auto& entry : frame.workbench.document().bodies) {
        if (!entry.value->enabled) continue;
        for (const auto& [name, obstacle] : entry.value->obstacles)
            if (const auto shape = obstacle_shape(obstacle, puppet, frame.pose))
                draw_obstacle(frame, list, *shape, entry.id == frame.workbench.selection.body ? theme().accent : theme().text_soft, false);
    }
}

}  // namespace yure::editor
