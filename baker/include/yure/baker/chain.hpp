/// A pendulum as the fit sees it: the official update in double precision, with the normalisation the baker writes, the
/// dead zone, and the step of delay with which a player shows it. `as_group` turns it into the physics group that plays
/// the same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/pendulum/physics.hpp"

namespace yure::baker {

/// Normalisation of what the classic fit writes, around the middle of a parameter's range.
constexpr double kPositionRange = 10.0;  ///< X inputs: units the root moves for half a parameter's range
constexpr double kAngleRange = 30.0;     ///< Angle inputs: degrees
/// Position normalisation of a pendulum without X inputs: so small that no particle ever falls into the dead zone.
constexpr double kNoDeadZone = 0.001;

struct ChainInput {
    int input = 0;        ///< column of the drive
    bool angle = false;   ///< tilts "down"; otherwise moves the root sideways
    double weight = 0.0;  ///< share -1..1; the sign becomes Reflect
};

/// One link. Delay and Acceleration only act as Acceleration x Delay², so the fit knows just that product.
struct Segment {
    double radius = 10.0;   ///< > 0
    double mobility = 0.9;  ///< 0..1
    double pull = 1.0;      ///< Acceleration x Delay², > 0

    double delay() const;
    double acceleration() const;
};

struct Chain {
    std::vector<ChainInput> inputs;
    std::vector<Segment> segments;
};

/// What drives chains: frames x inputs, each value -1..1 of its parameter's range about the middle, 60 frames a second.
struct Drive {
    int frames = 0, inputs = 0;
    std::vector<float> values;
    float at(int frame, int input) const {
        return values[static_cast<std::size_t>(frame) * static_cast<std::size_t>(inputs) +
                      static_cast<std::size_t>(input)];
    }
};

/// Shown readings, radians, frames x segments: settled under frame 0, then played at `fps` physics steps a second.
void play_chain(const Chain& chain, const Drive& drive, double fps, std::vector<double>& readings);

/// The group without outputs; `input_ids` names the drive's columns.
pendulum::Group as_group(const Chain& chain, std::string id, std::string name, std::span<const std::string> input_ids);

}  // namespace yure::baker
