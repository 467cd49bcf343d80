/// The pendulum of one group played over many clips at once, one clip per lane: what a fit calls thousands of times.
/// The recursion of `Player` in float32 with own sine, cosine and arc tangent, so last bits differ from it (a few 1e-6
/// of the range; more where such a bit decides about the dead zone), but they are the same for any number of lanes and
/// on any machine.
#pragma once

#include <array>
#include <span>

#include "yure/core/result.hpp"
#include "yure/pendulum/physics.hpp"

namespace yure::pendulum {

inline constexpr int kMaxLaneSegments = 4;

struct LaneSegment {
    float mobility = 1.0f, delay = 1.0f, acceleration = 1.0f, radius = 10.0f;  ///< as in Vertex; radius > 0
};

/// Gravity and wind are the run-time defaults (straight down, none).
struct LaneChain {
    int segments = 1;  ///< 1..kMaxLaneSegments
    std::array<LaneSegment, kMaxLaneSegments> segment{};
    float dead_zone = 0.01f;    ///< 0.001 * Position.Maximum; 0 or less = none
    float step = 1.0f / 60.0f;  ///< s, > 0; frames of the inputs are this far apart
    /// A player shows every reading one step late: row f holds what was read in frame f-1, row 0 is 0.
    bool output_delay = true;
};

/// The chain of a group at `fps` steps a second. Fails when it has more segments than lanes can play, or none.
Result<LaneChain> lane_chain(const Group& group, float fps);

/// Inputs of all lanes: frame f of lane l is element f * lanes + l.
struct LaneInputs {
    int frames = 0, lanes = 0;      ///< >= 0
    std::span<const float> root_x;  ///< sum of the X inputs after normalisation, before the turn by the tilt
    std::span<const float> tilt;    ///< sum of the Angle inputs, degrees; empty = always 0, which is twice as fast
};

/// From rest, hanging. Angle of segment s, frame f, lane l, in rad, goes to element (f * segments + s) * lanes + l;
/// sizes are the caller's to get right (assert). Allocates nothing.
void play_lanes(const LaneChain& chain, const LaneInputs& inputs, std::span<float> angles);

/// The same with a given width of lanes at a time (1, 4 or 8) and, if asked for, without instructions beyond the
/// baseline. For tests and benchmarks; results do not depend on either.
void play_lanes_with(int width, bool baseline, const LaneChain& chain, const LaneInputs& inputs,
                     std::span<float> angles);

}  // namespace yure::pendulum
