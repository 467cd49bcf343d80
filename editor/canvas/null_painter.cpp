#include "canvas/canvas_painter.hpp"

namespace yure::editor {

Status NullPainter::load(const rig::Puppet* puppet, std::span<const studio::Picture>) {
    puppet_ = puppet;
    return {};
}

Result<ImTextureID> NullPainter::draw(int canvas, const render::Pose& pose, const render::View& view, const render::DrawOptions&,
                                      const render::Overlays& overlays) {
    if (puppet_ == nullptr) return ImTextureID{nullptr};
    if (canvas < 0 || canvas > 1) return Error{"canvas", "is " + std::to_string(canvas) + "; there are two"};
    if (view.width < 1 || view.height < 1 || !(view.scale > 0.0f)) return Error{"view", "shows nothing"};
    const auto meshes = static_cast<std::size_t>(puppet_->mesh_count());
    if (pose.meshes.size() != meshes) return Error{"pose", "is of another puppet"};
    for (const render::WireOverlay& wire : overlays.wires)
        if (wire.mesh < 0 || static_cast<std::size_t>(wire.mesh) >= meshes) return Error{"overlays.wires", "names no mesh"};
    for (const render::HeatOverlay& heat : overlays.heat)
        if (heat.mesh < 0 || static_cast<std::size_t>(heat.mesh) >= meshes ||
            heat.values.size() != static_cast<std::size_t>(puppet_->mesh.vertex_count[static_cast<std::size_t>(heat.mesh)]))
            return Error{"overlays.heat", "does not fit the mesh"};
    ++pictures_;
    return ImTextureID{nullptr};
}

}  // namespace yure::editor
