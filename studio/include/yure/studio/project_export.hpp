/// The export: a complete model folder with everything that was baked. The same project gives the same bytes.
#pragma once

#include <optional>
#include <string>

#include "yure/core/work.hpp"
#include "yure/studio/output_folder.hpp"
#include "yure/studio/project_model.hpp"

namespace yure::studio {

struct MotionBake {
    bool loop = false;      ///< close the curves in value and slope, for motions that go round
    double preroll = 0.0;   ///< s, 0..60: how long the motion's start is held (or, looping, its end played) before
};

struct ExportOptions {
    std::optional<MotionBake> motions;  ///< write the sway into the motions too, for players without physics
    std::optional<Budget> budget;
    bool ascii_names = false;  ///< names of files in ASCII
    std::string program;       ///< "yure 0.1.0", for the loss report
};

struct ExportOutcome {
    Json losses;      ///< {"target","compiler","files":[…],"losses":[{"object","feature","handling","note","error"}…]}
    Notices notices;
    WrittenModel model;
};

/// Fills `out`, whose place is the model folder itself; the caller commits. Errors: what cannot be written (named), an
/// export that players would not take, "cancelled".
Result<ExportOutcome> export_project(const Document& document, const ModelGeometry& geometry, const ExportOptions& options,
                                     OutputFolder& out, const Work& work = {});

}  // namespace yure::studio
