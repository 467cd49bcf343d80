/// Plays Cubism physics exactly as the official runtime does, in float32 with its order of operations
/// (docs/cubism-physics.md). Same inputs, same bits.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/pendulum/physics.hpp"

namespace yure::pendulum {

/// What physics needs to know of a model's parameter; index = position in the values array.
struct ParameterRange {
    std::string id;
    float min = 0.0f, max = 0.0f, default_value = 0.0f;
};

struct PlayerOptions {
    Vec2 gravity{0.0f, -1.0f};
    Vec2 wind{0.0f, 0.0f};
};

class Player {
  public:
    /// Binds groups to parameters by id. Never fails: what cannot be bound (absent parameter, impossible vertex index,
    /// radius 0, absurd Fps) is handled as docs/cubism-physics.md 3.4 says and told in `notices()`.
    Player(const Physics& physics, std::span<const ParameterRange> parameters, PlayerOptions options = {});

    /// One displayed frame: reads and writes `values` (one per parameter). dt in s; dt <= 0 changes nothing; a frame that
    /// lifts the accumulated time above 5 s drops it. Non-finite values or dt are refused: the frame changes nothing.
    void evaluate(std::span<float> values, float dt);

    /// Settles every chain under the current values, without interpolation or velocity, and writes the outputs.
    void stabilize(std::span<float> values);

    /// Particles, velocities and options as at the start; accumulated time and last inputs are kept, as in the runtime.
    void reset();
    /// Everything as after construction.
    void restart();

    void set_options(PlayerOptions options);
    const Notices& notices() const { return notices_; }

  private:
    struct Chain;
    // (members follow in the implementation of this header)
    Notices notices_;
};

}  // namespace yure::pendulum
