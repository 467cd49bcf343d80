/// The motions a bake learns from and those it chooses by. Together with the unseen motions (unseen_clips.hpp) they are
/// three disjoint sets: train, select, report. A wider training set joins here as more clips; nothing downstream counts
/// on these.
#pragma once

#include <vector>

#include "yure/baker/inputs.hpp"

namespace yure::baker {

enum class ClipRole { train, select };

struct ExcitationClip {
    DriveClip clip;
    ClipRole role = ClipRole::train;
    InputGroup group = InputGroup::lateral;  ///< whose pendulums learn from it
    double weight = 1.0;                     ///< the user's weight; energy balancing comes on top
};

/// The classic set. Per kept input and alone: a step (0.15 s to the top of the training span, held 1.6 s, back, to the
/// bottom, back) and a logarithmic chirp from 0.25 to 3 Hz whose amplitude falls towards 3 Hz. Per group of inputs one
/// combined clip to select by: dragged, shaken, swaying idly, all inputs of the group at once; and where a group has
/// several inputs, a drag of each alone. Each starts from rest.
std::vector<ExcitationClip> classic_excitation(std::span<const rig::ParameterInfo> parameters,
                                               const std::vector<InputReading>& readings);

/// A motion of the user's as a training clip: only the columns of kept inputs, given to the group of inputs it moves
/// most (by reach). No frames when it drives none of them.
ExcitationClip training_clip(const TrainingMotion& motion, const std::vector<InputReading>& readings);

}  // namespace yure::baker
