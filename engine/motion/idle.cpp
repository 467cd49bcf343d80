#include "yure/motion/idle.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/lookup.hpp"

namespace yure::motion {

EyeBlink::EyeBlink(std::span<const ParameterRange> parameters, std::span<const std::string> group, std::uint64_t seed,
                   BlinkTimes times)
    : times_(times), random_(seed) {
    for (const std::string& id : group)
        if (const int index = find_by_id(parameters, id); index >= 0) targets_.push_back(index);
    next_ = static_cast<float>(random_.uniform()) * (2.0f * times_.interval - 1.0f);
}

float EyeBlink::advance() {
    const auto share = [&](float duration) { return duration > 0.0f ? (clock_ - phase_start_) / duration : 1.0f; };
    const auto enter = [&](Phase phase) {
        phase_ = phase;
        phase_start_ = clock_;
    };
    switch (phase_) {
        case Phase::waiting:
            if (clock_ > next_) enter(Phase::closing);
            return 1.0f;
        case Phase::closing:
            if (share(times_.closing) >= 1.0f) return enter(Phase::closed), 0.0f;
            return 1.0f - share(times_.closing);
        case Phase::closed:
            if (share(times_.closed) >= 1.0f) enter(Phase::opening);
            return 0.0f;
        case Phase::opening:
            break;
    }
    if (share(times_.opening) < 1.0f) return share(times_.opening);
    phase_ = Phase::waiting;
    next_ = clock_ + static_cast<float>(random_.uniform()) * (2.0f * times_.interval - 1.0f);
    return 1.0f;
}

void EyeBlink::update(std::span<float> values, float dt) {
    if (dt > 0.0f && std::isfinite(dt)) clock_ += dt;
    const float open = advance();
    for (const int target : targets_) values[static_cast<std::size_t>(target)] = open;
}

std::vector<BreathWave> default_breath() {
    return {{"ParamAngleX", 0.0f, 15.0f, 6.5345f, 0.5f},
            {"ParamAngleY", 0.0f, 8.0f, 3.5345f, 0.5f},
            {"ParamAngleZ", 0.0f, 10.0f, 5.5345f, 0.5f},
            {"ParamBodyAngleX", 0.0f, 4.0f, 15.5345f, 0.5f},
            {"ParamBreath", 0.5f, 0.5f, 3.2345f, 0.5f}};
}

Breath::Breath(std::span<const ParameterRange> parameters, std::span<const BreathWave> waves) {
    for (const BreathWave& wave : waves) {
        const int index = find_by_id(parameters, wave.parameter);
        if (index < 0 || !(wave.cycle > 0.0f)) continue;
        const ParameterRange& range = parameters[static_cast<std::size_t>(index)];
        waves_.push_back({index, range.min, range.max, wave.offset, wave.peak, wave.cycle, wave.weight});
    }
}

void Breath::update(std::span<float> values, float dt) {
    if (dt > 0.0f && std::isfinite(dt)) clock_ += static_cast<double>(dt);
    for (const Bound& wave : waves_) {
        const auto phase = static_cast<float>(6.283185307179586 * std::fmod(clock_, static_cast<double>(wave.cycle)) /
                                              static_cast<double>(wave.cycle));
        float& value = values[static_cast<std::size_t>(wave.parameter)];
        value = std::clamp(value + (wave.offset + wave.peak * std::sin(phase)) * wave.weight,
                           std::min(wave.min, wave.max), std::max(wave.min, wave.max));
    }
}

}  // namespace yure::motion
