#include "yure/baker/unseen_clips.hpp"

#include "clip_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "yure/core/hash.hpp"
#include "yure/core/random.hpp"

namespace yure::baker {
namespace {

constexpr double kRest = 1.5;  // s behind every clip
constexpr double kTurn = 2.0 * std::numbers::pi;
using Parameters = std::span<const rig::ParameterInfo>;

Random clip_random(std::string_view clip, std::uint64_t shift) {
    return Random(Hasher().add(std::string_view("unseen")).add(clip).add(shift).digest());
}

double half_span(Parameters parameters, std::string_view id) {
    const int row = find_standard_parameter(parameters, id);
    if (row < 0) return 0.0;
    const rig::ParameterInfo& parameter = parameters[static_cast<std::size_t>(row)];
    return 0.5 * std::abs(static_cast<double>(parameter.max) - parameter.min);
}

struct Pointer {
    std::vector<double> x, y;
};

/// Strokes of a hand for ten seconds, then two seconds of circling.
Pointer pointer_path(int frames, Random& random) {
    constexpr double kCircleStart = 10.0, kCircleSeconds = 2.0, kRadius = 0.7;
    Pointer path;
    double x = 0.0, y = 0.0, from_x = 0.0, from_y = 0.0, to_x = 0.0, to_y = 0.0;
    double start = 0.0, stroke = 0.0, hold_until = 0.3;
    int strokes = 0;
    for (int f = 0; f < frames; ++f) {
        const double time = f / kClipFps;
        if (time >= kCircleStart) {
            const double angle = kTurn * (time - kCircleStart) / kCircleSeconds;
            const double near = smoothstep((time - kCircleStart) / 0.3);
            path.x.push_back(x + near * (kRadius * std::sin(angle) - x));
            path.y.push_back(y + near * (kRadius * std::cos(angle) - y));
            continue;
        }
        if (time >= hold_until) {
            from_x = x, from_y = y;
            const bool to_the_end = random.uniform() < 1.0 / 3.0;
            to_x = to_the_end ? (random.uniform() < 0.5 ? -1.0 : 1.0) : random.uniform(-0.8, 0.8);
            to_y = random.uniform(-0.8, 0.8);
            ++strokes;
            stroke = strokes % 5 == 0 ? 0.1 : random.uniform(0.2, 0.6);
            start = time;
            hold_until = start + stroke + random.uniform(0.2, 1.0);
        }
        if (strokes > 0) {
            const double way = minimum_jerk((time - start) / stroke);
            x = from_x + (to_x - from_x) * way;
            y = from_y + (to_y - from_y) * way;
        }
        path.x.push_back(x);
        path.y.push_back(y);
    }
    return path;
}

std::vector<double> low_pass(const std::vector<double>& signal, double rate) {
    std::vector<double> result;
    const double share = 1.0 - std::exp(-rate / kClipFps);
    double state = 0.0;
    for (const double value : signal) result.push_back(state += share * (value - state));
    return result;
}

std::vector<double> scaled(std::vector<double> signal, double factor, double limit = 1e9) {
    for (double& value : signal) value = std::clamp(value * factor, -limit, limit);
    return signal;
}

DriveClip tracking(Parameters parameters, std::uint64_t shift) {
    ClipBuilder clip("tracking", parameters, 12.0);
    Random random = clip_random("tracking", shift);
    const Pointer pointer = pointer_path(clip.frames(), random);
    const auto head_x = low_pass(pointer.x, 18.0), head_y = low_pass(pointer.y, 18.0);
    const auto body_x = low_pass(head_x, 10.0), body_y = low_pass(head_y, 10.0);
    clip.drive("ParamAngleX", scaled(head_x, 38.0));
    clip.drive("ParamAngleY", scaled(head_y, -24.0));  // the pointer's y runs down
    clip.drive("ParamBodyAngleX", scaled(body_x, 8.0, 10.0));
    clip.drive("ParamBodyAngleY", scaled(body_y, -8.0, 10.0));
    clip.ease_home(0.3);
    return clip.finish(kRest);
}

DriveClip roll(Parameters parameters, std::uint64_t shift) {
    constexpr std::array kFrequencies{0.23, 0.41, 0.77, 1.3, 2.1, 2.5};
    constexpr double kSeconds = 10.0;
    ClipBuilder clip("roll", parameters, kSeconds);
    Random random = clip_random("roll", shift);
    for (const char* id : {"ParamAngleZ", "ParamBodyAngleZ"}) {
        std::array<double, kFrequencies.size()> phase{};
        for (double& p : phase) p = random.uniform(0.0, kTurn);
        std::vector<double> sum;
        double peak = 1e-9;
        for (int f = 0; f < clip.frames(); ++f) {
            const double time = f / kClipFps;
            double value = 0.0;
            for (std::size_t k = 0; k < phase.size(); ++k)
                value += std::sin(kTurn * kFrequencies[k] * time + phase[k]) / kFrequencies[k];
            value *= smoothstep(time / 0.5) * smoothstep((kSeconds - time) / 0.5);
            sum.push_back(value);
            peak = std::max(peak, std::abs(value));
        }
        clip.drive(id, scaled(std::move(sum), 0.5 * half_span(parameters, id) / peak));
    }
    return clip.finish(kRest);
}

DriveClip idle(Parameters parameters) {
    constexpr double kLoop = 12.0;
    ClipBuilder clip("idle", parameters, kLoop);
    const auto wave = [](double amplitude, int cycles) {
        return [=](double time) { return amplitude * std::sin(kTurn * cycles * time / kLoop); };
    };
    clip.drive("ParamBreath", [](double time) { return 0.5 - 0.5 * std::cos(kTurn * 4 * time / kLoop); });
    clip.drive("ParamBodyAngleX", wave(3.0, 1));
    clip.drive("ParamBodyAngleZ", wave(2.0, 2));
    clip.drive("ParamBodyAngleY", wave(1.5, 4));
    clip.drive("ParamAngleX", wave(5.0, 1));
    clip.drive("ParamAngleX", wave(2.0, 3));
    clip.drive("ParamAngleY", wave(3.0, 2));
    clip.drive("ParamAngleZ", wave(3.0, 1));
    clip.ease_home(0.3);
    return clip.finish(kRest);
}

DriveClip nod(Parameters parameters) {
    static constexpr std::array<std::pair<double, double>, 4> kKeys{
        {{0.0, 0.0}, {0.55, -18.0}, {1.25, 6.0}, {2.0, 0.0}}};
    ClipBuilder clip("nod", parameters, 2.0);
    clip.drive("ParamAngleY", [](double time) { return eased_keys(kKeys, time); });
    clip.drive("ParamBodyAngleY", [](double time) { return 0.22 * eased_keys(kKeys, time); });
    return clip.finish(kRest);
}

DriveClip shake(Parameters parameters) {
    static constexpr std::array<std::pair<double, double>, 5> kKeys{
        {{0.0, 0.0}, {0.4, -20.0}, {0.9, 20.0}, {1.4, -8.0}, {2.0, 0.0}}};
    ClipBuilder clip("shake", parameters, 2.0);
    clip.drive("ParamAngleX", [](double time) { return eased_keys(kKeys, time); });
    clip.drive("ParamBodyAngleX", [](double time) { return 0.15 * eased_keys(kKeys, time); });
    clip.drive("ParamAngleZ", [](double time) { return -0.10 * eased_keys(kKeys, time); });
    return clip.finish(kRest);
}

DriveClip step(Parameters parameters, const std::string& input) {
    constexpr double kMove = 0.15, kHold = 2.0;
    ClipBuilder clip("step:" + input, parameters, 4 * (kMove + kHold));
    const int row = find_standard_parameter(parameters, input);
    if (row < 0) return {};
    const rig::ParameterInfo& parameter = parameters[static_cast<std::size_t>(row)];
    const double up = static_cast<double>(parameter.max) - parameter.default_value;
    const double down = static_cast<double>(parameter.min) - parameter.default_value;
    std::vector<std::pair<double, double>> keys{{0.0, 0.0}};
    for (const double target : {up, 0.0, down, 0.0}) {
        keys.emplace_back(keys.back().first + kMove, target);
        keys.emplace_back(keys.back().first + kHold, target);
    }
    // the first move starts one frame in, so that frame 0 is the rest pose
    clip.drive(input, [&](double time) { return eased_keys(keys, time); });
    return clip.finish(kRest);
}

DriveClip turns(Parameters parameters) {
    constexpr double kSeconds = 10.0;
    static constexpr std::array<std::pair<double, double>, 7> kKeys{
        {{0.2, 0.0}, {0.45, 30.0}, {1.4, 30.0}, {1.65, 0.0}, {2.6, 0.0}, {2.85, 30.0}, {3.6, 30.0}}};
    ClipBuilder clip("turns", parameters, kSeconds);
    clip.drive("ParamAngleX", [](double time) {
        if (time < 3.6) return eased_keys(kKeys, time);
        if (time < 3.85) return 30.0 * (1.0 - smoothstep((time - 3.6) / 0.25));
        const auto wave = [&](double start, double length, double frequency) {
            const double local = time - start;
            if (local < 0.0 || local > length) return 0.0;
            return 30.0 * std::sin(kTurn * frequency * local) * smoothstep((length - local) / 0.25);
        };
        return wave(4.5, 2.75, 0.8) + wave(7.25, 2.7, 1.3);
    });
    return clip.finish(kRest);
}

DriveClip drags(Parameters parameters, const UnseenRequest& request) {
    constexpr double kSeconds = 10.0, kMove = 8.0 / 60.0;
    ClipBuilder clip("drags", parameters, kSeconds);
    for (const std::string& input : request.inputs) {
        const int row = find_standard_parameter(parameters, input);
        if (row < 0) continue;
        const rig::ParameterInfo& parameter = parameters[static_cast<std::size_t>(row)];
        Random random = clip_random("drags:" + input, request.seed_shift);
        std::vector<std::pair<double, double>> keys{{0.0, 0.0}};
        double time = random.uniform(0.1, 0.6);
        while (time + kMove < kSeconds - 0.4) {
            keys.emplace_back(time, keys.back().second);
            keys.emplace_back(time + kMove, random.uniform(parameter.min, parameter.max) - parameter.default_value);
            time += kMove + random.uniform(0.4, 1.2);
        }
        clip.drive(input, [&](double t) { return eased_keys(keys, t); });
    }
    clip.ease_home(kMove);
    return clip.finish(kRest);
}

DriveClip fast_shake(Parameters parameters) {
    ClipBuilder clip("fast_shake", parameters, 6.0);
    clip.drive("ParamAngleX", [](double time) { return 30.0 * std::sin(kTurn * 1.2 * time); });
    clip.ease_home(0.2);
    return clip.finish(kRest);
}

/// A motion as it is, then its last pose held: what a player that stops there shows.
DriveClip held(DriveClip clip) {
    const std::vector<float> last(clip.frame(clip.frames() - 1).begin(), clip.frame(clip.frames() - 1).end());
    for (int f = 0; f < static_cast<int>(kRest * kClipFps); ++f)
        clip.values.insert(clip.values.end(), last.begin(), last.end());
    return clip;
}

}  // namespace

std::vector<DriveClip> unseen_clips(Parameters parameters, const UnseenRequest& request) {
    std::vector<DriveClip> clips;
    const auto add = [&](DriveClip clip) {
        if (clip.frames() > 0) clips.push_back(std::move(clip));
    };
    add(tracking(parameters, request.seed_shift));
    add(roll(parameters, request.seed_shift));
    add(idle(parameters));
    add(nod(parameters));
    add(shake(parameters));
    for (const std::string& input : request.inputs) add(step(parameters, input));
    add(turns(parameters));
    add(drags(parameters, request));
    add(fast_shake(parameters));
    for (const DriveClip& motion : request.motions)
        if (motion.frames() > 0) add(held(motion));
    return clips;
}

}  // namespace yure::baker
