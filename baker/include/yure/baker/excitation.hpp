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
/// bottom, back) and a logarithmic chirp from 0.25 to 3 Hz that keeps its speed beyond 0.5 Hz; both over the whole span
/// and over 35 % of it, or a pendulum that bends well at full swing would be believed in small motions too. To select
/// by, per group of inputs: one clip that drags, shakes and sways all of them, and where there are several, a drag of
/// each alone. Each starts from rest.
std::vector<ExcitationClip> classic_excitation(std::span<const rig::ParameterInfo> parameters,
                                               const std::vector<InputReading>& readings);

/// Livelier motions of one group of inputs, played by the finished pendulums alone, so that their parameters' range
/// holds what people do: drags of all inputs together for 20 s, twice, and each input swung through its span at 0.8 Hz.
std::vector<DriveClip> range_clips(std::span<const rig::ParameterInfo> parameters,
                                   const std::vector<InputReading>& readings, InputGroup group);

/// A motion of the user's as a training clip: only the columns of kept inputs, given to the group of inputs it moves
/// most (by reach). No frames when it drives none of them.
ExcitationClip training_clip(const TrainingMotion& motion, const std::vector<InputReading>& readings);

}  // namespace yure::baker
