/// Pictures of a small named scene (tests/scenes): its meshes in flat colours with their edges, where the rig has them
/// as faint edges behind, pins as dots, obstacles as they are.
#pragma once

#include "scenes/scenes.hpp"

#include <vector>

#include "yure/core/work.hpp"
#include "yure/render/context.hpp"
#include "yure/studio/output_folder.hpp"

namespace yure::cli {

/// What a scene did: one row of `rig` and `simulated` a frame, one point a particle.
struct SceneRun {
    int frames = 0;
    std::vector<float> pin;  ///< per particle
    std::vector<std::vector<Vec2>> rig, simulated;
    std::vector<std::vector<Vec2>> obstacles;  ///< a and b of each, per frame
    int mended_frames = 0;                     ///< see sim::LaneReport::unfolded
};

/// `frame_0000.png`, `frame_0006.png` … into `out`; how many. `size`: px, the longer side.
Result<int> draw_scene(const render::Context& context, const scenes::NamedScene& scene, const SceneRun& run, int every,
                       int size, studio::OutputFolder& out, const Work& work);

}  // namespace yure::cli
