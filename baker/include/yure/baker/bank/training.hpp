/// The wide training set: what a body is driven through so that a bank learns to follow it anywhere. Wide training is
/// the largest lever on quality that the fit has (docs/baking.md, D).
#pragma once

#include <cstdint>
#include <vector>

#include "yure/baker/bank/recording.hpp"

namespace yure::baker::bank {

struct TrainingPlan {
    std::uint64_t seed = 1;  ///< other than the seeds of the unseen motions, by construction
    int combined = 8;        ///< clips of each combined kind, 0..32
    int whips = 8;           ///< clips of fast vertical jumps (only where an input is vertical), 0..32
    int gestures = 12;       ///< clips of eased poses along one axis or all, 0..32
    int full_drags = 4;      ///< clips in which all inputs run from end to end, 0..32
};

/// Every clip starts at rest, ends with a return to the defaults and 1.6 s of rest, at 60 fps. Per input alone: steps
/// (.15 s, holds of 2.1 s) at 100, 50 and 25 % of the training span, chirps .25 to 3 Hz at 100 and 35 %. All inputs at
/// once: drags, band noise, tracking-like strokes (head inputs filtered at 18/s, body inputs twice at 10/s), random
/// poses with a third of the moves on one input; the k-th of a kind at .15^(1 - (k mod 8)/7) of the span, every fifth
/// of them for selection only. Gestures as animators draw them: eases of .25 to .9 s along one axis (up and down,
/// sideways, tilted) or all, at 24, 39 and 62 % of the span, the body less far than the head. Then vertical
/// whips and full-range drags. About 880 s for six inputs.
std::vector<TrainingClip> wide_training(const std::vector<BankInput>& inputs, const TrainingPlan& plan = {});

}  // namespace yure::baker::bank
