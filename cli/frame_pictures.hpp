/// Pictures of a simulated clip: the whole model as a player shows it, with the simulated meshes where the simulation
/// has them.
#pragma once

#include <filesystem>
#include <optional>

#include "yure/core/work.hpp"
#include "yure/render/context.hpp"
#include "yure/studio/output_folder.hpp"
#include "yure/studio/simulate.hpp"

namespace yure::cli {

struct PictureOptions {
    int size = 800;                               ///< px, the longer side
    int every = 6;                                ///< frames from one picture to the next; 6 = ten pictures a second
    std::optional<std::filesystem::path> motion;  ///< whose part curves play along
};

/// `frame_0000.png`, `frame_0006.png` … into `out`, named after the frame; how many. The model's other physics plays,
/// and its pose decides which parts show.
Result<int> draw_frames(const render::Context& context, const studio::Model& model,
                        const studio::Simulation& simulation, const PictureOptions& options, studio::OutputFolder& out,
                        Notices& notices, const Work& work);

}  // namespace yure::cli
