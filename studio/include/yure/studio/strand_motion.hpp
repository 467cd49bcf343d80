/// A puppet's bone chains over one motion: as curves that bend them segment by segment, and as joints to look at.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/core/work.hpp"
#include "yure/motion/clip.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct StrandMotionOptions {
    /// Parameters that the segments bend, from the root of the first strand on, e.g. of nested rotation deformers; they
    /// rest while simulating. Fewer than segments: the others have no curve. Empty = a curve "Param_<body>_<n>" for every
    /// segment ("Param_<body>_<strand>_<n>" where there are several strands).
    std::vector<std::string> drive;
    bool loop = false;     ///< the motion goes round: whole rounds before, and the last value is the first
    double preroll = 1.0;  ///< s, 0..60, that the first pose is held before
};

struct StrandMotion {
    motion::Clip clip;  ///< degrees against the rig's pose and the segment before, clockwise on the canvas
    double largest_error = 0.0;  ///< degrees between curves and frames
    double seam = 0.0;           ///< degrees that a loop's end was off before it was closed
    Notices notices;             ///< the share of frames that a parameter's range cuts off, and the like
};

/// Errors: a body without `chain`, a motion without length, parameters to drive that the model lacks, "cancelled".
Result<StrandMotion> strand_motion(const Model& model, const baker::BodyRequest& body, const baker::DriveClip& motion,
                                   const StrandMotionOptions& options, const Work& work);

/// {"fps","motion","strands":[joints of each],"rest":[x,y…],"animated":[[x,y…] per frame],"simulated":[…]}: canvas px,
/// strand after strand. Nothing is written.
Result<nlohmann::ordered_json> play_strands(const Model& model, const baker::BodyRequest& body,
                                            const baker::DriveClip& motion, const Work& work);

}  // namespace yure::studio
