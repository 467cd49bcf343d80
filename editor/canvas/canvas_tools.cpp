#include "canvas/canvas_tool.hpp"
#include "canvas/tool_list.hpp"

namespace yure::editor {

std::vector<std::unique_ptr<CanvasTool>> make_tools() {
    std::vector<std::unique_ptr<CanvasTool>> tools;
    tools.push_back(make_drive_tool());
    tools.push_back(make_select_tool());
    const auto paint = std::make_shared<PaintSettings>();
    tools.push_back(make_brush_tool(paint));
    tools.push_back(make_gradient_tool(paint));
    tools.push_back(make_lasso_tool(paint));
    tools.push_back(make_region_tool(paint));
    tools.push_back(make_obstacle_tool());
    return tools;
}

int mesh_at(const render::Pose& pose, const rig::Puppet& puppet, Vec2 world, const std::function<bool(int)>& wanted) {
    int best = -1, best_order = -1;
    for (std::size_t m = 0; m < pose.meshes.size(); ++m) {
        const render::PosedMesh& mesh = pose.meshes[m];
        if (mesh.hidden || !mesh.visible || mesh.opacity < 0.05f || pose.render_order[m] < best_order) continue;
        if (wanted && !wanted(static_cast<int>(m))) continue;
        Vec2 low{1e30f, 1e30f}, high{-1e30f, -1e30f};
        for (const Vec2 p : mesh.positions) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        if (world.x < low.x || world.x > high.x || world.y < low.y || world.y > high.y) continue;
        const std::vector<std::uint16_t> triangles = puppet.mesh_triangles(static_cast<int>(m));
        for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
            const Vec2 a = mesh.positions[triangles[i]], b = mesh.positions[triangles[i + 1]], c = mesh.positions[triangles[i + 2]];
            const float ab = cross(b - a, world - a), bc = cross(c - b, world - b), ca = cross(a - c, world - c);
            if ((ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0)) {
                best = static_cast<int>(m);
                best_order = pose.render_order[m];
                break;
            }
        }
    }
    return best;
}

}  // namespace yure::editor
