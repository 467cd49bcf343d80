/// Plays a chain over many clips at once. Private to the fit.
#pragma once

#include "mode_score.hpp"

#include <vector>

#include "yure/baker/chain.hpp"

namespace yure::baker {

/// Clips laid out for the lane kernel, once; then any number of chains. Where the kernel's terms do not hold (another
/// rate than the frames', a clip that does not start from a hanging chain) every clip is played by `play_chain`.
/// Immutable: threads share it.
class ChainBatch {
  public:
    ChainBatch(std::vector<const Drive*> drives, double fps);

    /// Shown readings of one link, radians, per clip.
    ClipCourses play(const Chain& chain, int segment) const;

  private:
    bool lanes_can(const Chain& chain) const;

    std::vector<const Drive*> drives_;
    double fps_;
    bool from_rest_ = true;
    int frames_ = 0;                           // of the longest clip
    std::vector<std::vector<float>> columns_;  // per input: frames x lanes, the last value held
};

}  // namespace yure::baker
