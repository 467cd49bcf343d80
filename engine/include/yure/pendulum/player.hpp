/// Plays Cubism physics exactly as the official runtime does, in float32 with its order of operations
/// (docs/cubism-physics.md). Same inputs, same bits.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/parameter_range.hpp"
#include "yure/core/result.hpp"
#include "yure/pendulum/physics.hpp"

namespace yure::pendulum {

using yure::ParameterRange;

/// Steps per second are never more than this, whatever a file says: at most 5000 steps in one frame.
inline constexpr float kMaxFps = 1000.0f;

struct PlayerOptions {
    Vec2 gravity{0.0f, -1.0f};  ///< only the direction from which segment 1 is measured; any finite value
    Vec2 wind{0.0f, 0.0f};      ///< added to every segment's force (its Acceleration along "down"); any finite value
};

/// Copyable; a copy goes on from the same state.
class Player {
  public:
    /// Binds groups to parameters by id. Never fails: what cannot be bound (absent parameter, impossible vertex index,
    /// radius 0, absurd Fps) is handled as docs/cubism-physics.md, "Odd input", says and told in `notices()`.
    Player(const Physics& physics, std::span<const ParameterRange> parameters, PlayerOptions options = {});

    /// One displayed frame: reads and writes `values` (one per parameter, same order; another size is a caller's
    /// mistake). dt in s; dt <= 0 changes nothing; a frame that lifts the accumulated time above 5 s drops it.
    /// Non-finite values or dt are refused: the frame changes nothing. Allocates nothing.
    void evaluate(std::span<float> values, float dt);

    /// Settles every chain under the current values, without interpolation or velocity, and writes the outputs.
    void stabilize(std::span<float> values);

    /// Particles, velocities and options as at the start; accumulated time and last inputs are kept, as in the runtime.
    void reset();
    /// Everything as after construction.
    void restart();

    void set_options(PlayerOptions options);
    const Notices& notices() const { return notices_; }
    /// Steps per second as played; 0 = one step per frame, as long as the frame.
    float fps() const { return fps_; }

  private:
    struct BoundInput {
        int parameter;
        Channel type;
        bool reflect;
        float weight;
    };
    struct BoundOutput {
        int parameter;  // -1: dropped
        int vertex;
        Channel type;
        bool reflect;
        bool readable;  // 1 <= vertex < vertices
        float scale, weight;
        float previous = 0.0f, current = 0.0f;  // readings of the last two steps, rad
    };
    struct Particle {
        float mobility, delay, acceleration, radius;
        Vec2 position{}, velocity{};
    };
    struct Chain {
        std::vector<BoundInput> inputs;
        std::vector<BoundOutput> outputs;
        std::vector<Particle> particles;
        Normalization position, angle;
        Vec2 down{0.0f, 1.0f};  // of the previous step
        bool stepped = false;   // its outputs are written only after a first step
    };
    struct Limits {
        float min, max;
    };
    struct Root {
        Vec2 position;
        float tilt;  // degrees
    };

    void bind(const Physics& physics, std::span<const ParameterRange> parameters);
    bool usable(std::span<const float> values) const;
    Root root_of(const Chain& chain, std::span<const float> values) const;
    void swing(Chain& chain, const Root& root, float step) const;
    void settle(Chain& chain, const Root& root) const;
    float reading(const Chain& chain, const BoundOutput& output) const;
    void write(std::span<float> values, const BoundOutput& output, float reading) const;
    static void hang(Chain& chain);

    float fps_ = 0.0f;
    PlayerOptions options_, first_options_;
    std::vector<Chain> chains_;
    std::vector<Limits> limits_;
    float remain_ = 0.0f;
    bool has_seen_ = false;
    std::vector<float> seen_, scratch_;
    Notices notices_;
};

}  // namespace yure::pendulum
