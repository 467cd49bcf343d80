#include "yure/render/pose.hpp"

#include <cassert>

namespace yure::render {

void Pose::read(const rig::Rig& rig, const rig::Evaluation& evaluation) {
    const int count = rig.mesh_count();
    meshes.resize(static_cast<std::size_t>(count));
    for (int m = 0; m < count; ++m) {
        PosedMesh& mesh = meshes[static_cast<std::size_t>(m)];
        mesh.hidden = evaluation.hidden(m);
        mesh.positions.resize(mesh.hidden ? 0 : static_cast<std::size_t>(rig.vertex_count(m)));
        mesh.visible = !mesh.hidden && evaluation.visible(m);
        if (mesh.hidden) continue;
        mesh.opacity = evaluation.opacity(m);
        mesh.multiply = evaluation.multiply_color(m);
        mesh.screen = evaluation.screen_color(m);
        evaluation.world_positions(m, mesh.positions);
    }
    const auto order = evaluation.render_order();
    render_order.assign(order.begin(), order.end());
}

void Pose::set_positions(int mesh, std::span<const Vec2> world) {
    PosedMesh& target = meshes[static_cast<std::size_t>(mesh)];
    if (target.hidden) return;
    assert(world.size() == target.positions.size());
    target.positions.assign(world.begin(), world.end());
}

}  // namespace yure::render
