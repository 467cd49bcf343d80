/// First guess of how inputs enter a pendulum: as a shift of the root or as a tilt, and with what weight. Private to
/// the fit.
#pragma once

#include "mode_score.hpp"

#include <vector>

#include "yure/baker/chain.hpp"

namespace yure::baker {

/// What a guess is made for: links that hang from one root, the last of which is read.
struct GuessPattern {
    std::vector<Segment> segments;
    bool shifts = true;  ///< inputs may shift the root; otherwise all tilt
    bool tilts = true;   ///< inputs that rest in the middle of their range may tilt
};

/// Plays the pattern small for every input in the ways it allows and finds, by least squares on the superposed answers,
/// the types and weights that explain the movement best with one reading direction. Up to six inputs: every combination
/// of types; more: types are flipped one at a time while that helps. Weights are scaled so that the largest is 0.5;
/// inputs below half a per cent of it are left out, and so are those that rest off their middle where nothing may
/// shift.
std::vector<ChainInput> guess_inputs(const GuessPattern& pattern, const std::vector<const Drive*>& drives,
                                     const std::vector<ScoreClip>& clips, const std::vector<char>& may_tilt,
                                     double fps);

}  // namespace yure::baker
