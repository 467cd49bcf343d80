/// physics3.json <-> pendulum::Physics. Format: docs/cubism-physics.md.
#pragma once

#include <string>
#include <string_view>

#include "yure/core/vec2.hpp"
#include "yure/formats/source.hpp"
#include "yure/pendulum/physics.hpp"

namespace yure::formats {

struct Physics3 {
    pendulum::Physics physics;
    Vec2 gravity{0.0f, -1.0f};  ///< Meta.EffectiveForces; runtimes ignore both
    Vec2 wind{0.0f, 0.0f};
    Source source;  ///< what `physics` was read from; members we do not know are written back from here
};

/// Counts in the file are never believed, only compared: wrong ones are findings (level error, since runtimes believe
/// them). Inputs and outputs of an unknown Type are skipped and told. Missing numbers read as 0, as runtimes do.
/// Fails on what is no JSON or has a wrong type, with a JSON pointer.
Result<Physics3> read_physics3(std::string_view text, NumberReading reading = NumberReading::exact,
                               Findings* findings = nullptr);

/// Exact counts, a PhysicsDictionary with every group, and everything else of the source in its place.
std::string write_physics3(const Physics3& file);

}  // namespace yure::formats
