/// A posed puppet as the renderer wants it: a snapshot of an evaluation, which the caller may change before it is drawn
/// (simulated positions, a mesh hidden or dimmed).
#pragma once

#include <span>
#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/rig/rig.hpp"

namespace yure::render {

struct PosedMesh {
    bool hidden = false;  ///< by the rig: no positions, so it is neither drawn nor a mask
    bool visible = true;  ///< drawn; a mesh that is only invisible still serves as a mask, as in runtimes
    float opacity = 1.0f;
    rig::Color multiply{1.0f, 1.0f, 1.0f};
    rig::Color screen{0.0f, 0.0f, 0.0f};
    std::vector<Vec2> positions;  ///< world px, one per vertex; empty when hidden
};

struct Pose {
    std::vector<PosedMesh> meshes;
    std::vector<int> render_order;  ///< per mesh, 0 = furthest back

    /// Everything an evaluation of all meshes says. Buffers of an earlier call are used again.
    void read(const rig::Rig& rig, const rig::Evaluation& evaluation);
    /// Puts a mesh's vertices elsewhere (world px). Precondition: one position per vertex. A hidden mesh stays hidden.
    void set_positions(int mesh, std::span<const Vec2> world);
};

}  // namespace yure::render
