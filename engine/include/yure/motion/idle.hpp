/// Small players that keep a model alive while nothing else does: blinking and breathing.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/parameter_range.hpp"
#include "yure/core/random.hpp"

namespace yure::motion {

struct BlinkTimes {
    float interval = 4.0f;  ///< s; the next blink comes at a random moment within 2*interval - 1
    float closing = 0.1f, closed = 0.05f, opening = 0.15f;  ///< s, > 0
};

/// Sets the parameters of the EyeBlink group to 1 (open) .. 0 (closed). The same seed blinks at the same moments.
class EyeBlink {
  public:
    EyeBlink(std::span<const ParameterRange> parameters, std::span<const std::string> group, std::uint64_t seed,
             BlinkTimes times = {});
    void update(std::span<float> values, float dt);

  private:
    enum class Phase { waiting, closing, closed, opening };
    float advance();

    BlinkTimes times_;
    std::vector<int> targets_;
    Random random_;
    Phase phase_ = Phase::waiting;
    float clock_ = 0.0f, phase_start_ = 0.0f, next_ = 0.0f;
};

struct BreathWave {
    std::string parameter;
    float offset = 0.0f, peak = 0.0f;  ///< the parameter's units
    float cycle = 1.0f;                ///< s, > 0
    float weight = 0.5f;
};

/// The waves that the official sample application uses, on the standard parameters.
std::vector<BreathWave> default_breath();

/// Adds (offset + peak sin(2 pi t / cycle)) * weight to each wave's parameter.
class Breath {
  public:
    Breath(std::span<const ParameterRange> parameters, std::span<const BreathWave> waves);
    void update(std::span<float> values, float dt);

  private:
    struct Bound {
        int parameter;
        float min, max, offset, peak, cycle, weight;
    };
    std::vector<Bound> waves_;
    double clock_ = 0.0;
};

}  // namespace yure::motion
