/// First guess of how inputs enter a pendulum: as a shift of the root or as a tilt, and with what weight. Private to
/// the fit.
#pragma once

#include "mode_score.hpp"

#include <vector>

#include "yure/baker/chain.hpp"

namespace yure::baker {

/// Plays `segment` small for every input in both ways and finds, by least squares on the superposed answers, the types
/// and weights that explain the movement best with one reading direction. Up to six inputs: every combination of types;
/// more: types are flipped one at a time while that helps. Weights are scaled so that the largest is 0.5; inputs below
/// half a per cent of it are left out.
std::vector<ChainInput> guess_inputs(const Segment& segment, const std::vector<const Drive*>& drives,
                                     const std::vector<ScoreClip>& clips, const std::vector<char>& may_tilt,
                                     double fps);

}  // namespace yure::baker
