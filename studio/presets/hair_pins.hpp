/// What holds hair: every strand at its own root. Unlike the plain rule of heights (sim/pins.hpp) the distance is
/// measured along the hair from its upper edge, so a cap of hair whose strands grow together is held all along its
/// outline, and a fringe that sweeps sideways loosens towards its tips.
#pragma once

#include <span>
#include <vector>

#include "yure/sim/pins.hpp"
#include "yure/studio/presets/subject.hpp"

namespace yure::studio::presets {

struct HairPiece {
    int mesh = -1;         ///< row
    bool upright = false;  ///< its root is its lower edge
    sim::TopPins rule;     ///< shares of the strand's length
};

/// Pin weights, one array per piece. Pieces that touch in common vertices are one strand (of the first one's rule);
/// the length of a strand is its farthest vertex from the root edge.
std::vector<std::vector<float>> hair_pins(const Subject& subject, std::span<const HairPiece> pieces);

}  // namespace yure::studio::presets
