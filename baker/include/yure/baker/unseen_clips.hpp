/// The motions that every reported number is measured on. No bake trains on them, selects by them or scales by them.
/// Each is followed by 1.5 s of rest. The random ones come from a seed that the caller may shift, so that a result can
/// be checked on motions nobody tuned to. Definitions: docs/baking.md, "unseen motions".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "yure/baker/drive_clip.hpp"

namespace yure::baker {

struct UnseenRequest {
    std::vector<std::string> inputs;  ///< the body's inputs: each gets a step, and `drags` moves all of them
    std::uint64_t seed_shift = 0;     ///< 0 = the standard set
    std::vector<DriveClip>
        motions;  ///< the model's own clips, ids "motion:<file>"; played as they are, then held 1.5 s
};

/// tracking, roll, idle, nod, shake, step:<input>…, turns, drags, fast_shake, then the motions. A clip none of whose
/// parameters the model has is left out. Values are clamped to the parameters' ranges.
std::vector<DriveClip> unseen_clips(std::span<const rig::ParameterInfo> parameters, const UnseenRequest& request);

}  // namespace yure::baker
