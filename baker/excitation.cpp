#include "yure/baker/excitation.hpp"

#include "clip_builder.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "yure/core/hash.hpp"
#include "yure/core/random.hpp"

namespace yure::baker {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kSmall = 0.35;  // share of the span at which everything is trained once more
using Parameters = std::span<const rig::ParameterInfo>;

/// Offset from the default for a share -1..1 of the training span's two sides.
double offset_of(const InputReading& input, double share) {
    const double base = input.default_value;
    return share >= 0.0 ? share * (input.span.high - base) : -share * (input.span.low - base);
}

/// "train:step:ParamAngleX", "train:step35:ParamAngleX" for a share of the span.
std::string training_id(const char* kind, double size, const InputReading& input) {
    const std::string share = size < 1.0 ? std::to_string(std::lround(100.0 * size)) : "";
    return std::string("train:") + kind + share + ":" + input.id;
}

DriveClip step_clip(Parameters parameters, const InputReading& input, double size) {
    constexpr double kMove = 0.15, kHold = 1.6;
    std::vector<std::pair<double, double>> keys{{0.0, 0.0}};
    for (const double target : {1.0, 0.0, -1.0, 0.0}) {
        keys.emplace_back(keys.back().first + kMove, target);
        keys.emplace_back(keys.back().first + kHold, target);
    }
    ClipBuilder clip(training_id("step", size, input), parameters, keys.back().first);
    clip.drive(input.id, [&](double time) { return offset_of(input, size * eased_keys(keys, time)); });
    return clip.finish(0.0);
}

DriveClip chirp_clip(Parameters parameters, const InputReading& input, double size) {
    constexpr double kSeconds = 9.0, kLow = 0.25, kHigh = 3.0, kFadeFrom = 0.5, kRest = 1.2;
    const double growth = std::log(kHigh / kLow);
    ClipBuilder clip(training_id("chirp", size, input), parameters, kSeconds);
    clip.drive(input.id, [&](double time) {
        const double u = time / kSeconds, frequency = kLow * std::exp(growth * u);
        const double phase = kTurn * kLow * kSeconds / growth * (std::exp(growth * u) - 1.0);
        // as fast as a hand or a head gets: beyond half a hertz the speed stays the same and the way gets shorter
        const double amplitude = size * std::min(1.0, kFadeFrom / frequency);
        return offset_of(input, amplitude * std::sin(phase) * smoothstep((kSeconds - time) / 0.25));
    });
    return clip.finish(kRest);
}

/// Drags of one input to new places (shares -1..1), eight frames each, home at `end`.
std::vector<std::pair<double, double>> drag_keys(Random& random, double end) {
    constexpr double kMove = 8.0 / 60.0;
    std::vector<std::pair<double, double>> keys{{0.0, 0.0}};
    for (double time = random.uniform(0.1, 0.5); time + kMove < end - 0.3;) {
        keys.emplace_back(time, keys.back().second);
        keys.emplace_back(time + kMove, random.uniform(-1.0, 1.0));
        time += kMove + random.uniform(0.4, 1.1);
    }
    keys.emplace_back(end - 0.3, keys.back().second);
    keys.emplace_back(end, 0.0);
    return keys;
}

Random select_random(std::string_view clip, const InputReading& input) {
    return Random(Hasher().add(std::string_view("select")).add(clip).add(std::string_view(input.id)).digest());
}

/// Five seconds of drags, three of shaking, three of idle sway, each input at its own pace.
DriveClip together_clip(Parameters parameters, const std::vector<InputReading>& readings, InputGroup group) {
    constexpr double kDragEnd = 5.0, kShakeEnd = 8.0, kEnd = 11.0;
    ClipBuilder clip(group == InputGroup::lateral ? "select:lateral" : "select:vertical", parameters, kEnd);
    for (const InputReading& input : readings) {
        if (input.group != group) continue;
        Random random = select_random("together", input);
        const auto drags = drag_keys(random, kDragEnd);
        const double shake_rate = random.uniform(0.8, 1.4), sway_rate = random.uniform(0.25, 0.5);
        clip.drive(input.id, [&](double time) {
            const auto wave = [&](double from, double to, double share, double rate) {
                const double window = smoothstep((time - from) / 0.2) * smoothstep((to - time) / 0.2);
                return offset_of(input, share * window * std::sin(kTurn * rate * (time - from)));
            };
            if (time <= kDragEnd) return offset_of(input, eased_keys(drags, time));
            if (time <= kShakeEnd) return wave(kDragEnd, kShakeEnd, 0.35, shake_rate);
            return wave(kShakeEnd, kEnd, 0.3, sway_rate);
        });
    }
    return clip.finish(1.2);
}

/// All inputs of a group dragged about, and fast turns of each through the whole span.
DriveClip lively_clip(Parameters parameters, const std::vector<InputReading>& readings, InputGroup group, int number) {
    constexpr double kSeconds = 20.0;
    const std::string id = "range:" + std::to_string(number);
    ClipBuilder clip(id, parameters, kSeconds);
    for (const InputReading& input : readings) {
        if (input.group != group) continue;
        Random random = select_random(id, input);
        const auto drags = drag_keys(random, kSeconds);
        clip.drive(input.id, [&](double time) { return offset_of(input, eased_keys(drags, time)); });
    }
    return clip.finish(0.0);
}

/// One input swung through its whole span at a head shake's pace.
DriveClip swing_clip(Parameters parameters, const InputReading& input) {
    constexpr double kSeconds = 4.0, kRate = 0.8;
    ClipBuilder clip("range:swing:" + input.id, parameters, kSeconds);
    clip.drive(input.id, [&](double time) { return offset_of(input, std::sin(kTurn * kRate * time)); });
    return clip.finish(0.5);
}

/// One input dragged about alone: without it, an input that moves the body little would have no say in the choice.
DriveClip alone_clip(Parameters parameters, const InputReading& input) {
    constexpr double kSeconds = 5.0;
    ClipBuilder clip("select:drag:" + input.id, parameters, kSeconds);
    Random random = select_random("alone", input);
    const auto drags = drag_keys(random, kSeconds);
    clip.drive(input.id, [&](double time) { return offset_of(input, eased_keys(drags, time)); });
    return clip.finish(1.0);
}

}  // namespace

std::vector<ExcitationClip> classic_excitation(Parameters parameters, const std::vector<InputReading>& readings) {
    std::vector<ExcitationClip> clips;
    for (const InputReading& input : readings) {
        if (input.group == InputGroup::culled) continue;
        for (const double size : {1.0, kSmall}) {
            clips.push_back({step_clip(parameters, input, size), ClipRole::train, input.group, 1.0});
            clips.push_back({chirp_clip(parameters, input, size), ClipRole::train, input.group, 1.0});
        }
    }
    for (const InputGroup group : {InputGroup::lateral, InputGroup::vertical}) {
        const auto members =
            std::count_if(readings.begin(), readings.end(), [&](const InputReading& r) { return r.group == group; });
        if (members > 0) clips.push_back({together_clip(parameters, readings, group), ClipRole::select, group, 1.0});
        for (const InputReading& input : readings)
            if (members > 1 && input.group == group)
                clips.push_back({alone_clip(parameters, input), ClipRole::select, group, 1.0});
    }
    return clips;
}

std::vector<DriveClip> range_clips(Parameters parameters, const std::vector<InputReading>& readings, InputGroup group) {
    std::vector<DriveClip> clips;
    for (int number = 0; number < 2; ++number) clips.push_back(lively_clip(parameters, readings, group, number));
    for (const InputReading& input : readings)
        if (input.group == group) clips.push_back(swing_clip(parameters, input));
    return clips;
}

ExcitationClip training_clip(const TrainingMotion& motion, const std::vector<InputReading>& readings) {
    ExcitationClip result;
    result.weight = motion.weight;
    result.clip.id = "train:" + motion.clip.id;
    std::vector<int> columns;
    double moved[2] = {0.0, 0.0};  // lateral, vertical; px summed over frames
    for (int column = 0; column < motion.clip.inputs(); ++column) {
        const auto reading = std::find_if(readings.begin(), readings.end(), [&](const InputReading& r) {
            return r.group != InputGroup::culled && r.id == motion.clip.input_ids[static_cast<std::size_t>(column)];
        });
        if (reading == readings.end()) continue;
        columns.push_back(column);
        result.clip.input_ids.push_back(reading->id);
        const double half = std::max(1e-6, 0.5 * (static_cast<double>(reading->span.high) - reading->span.low));
        for (int f = 0; f < motion.clip.frames(); ++f) {
            const double away = std::abs(static_cast<double>(motion.clip.frame(f)[static_cast<std::size_t>(column)]) -
                                         reading->default_value);
            moved[reading->group == InputGroup::vertical ? 1 : 0] +=
                away / half * static_cast<double>(reading->reach_px);
        }
    }
    for (int f = 0; f < motion.clip.frames() && !columns.empty(); ++f)
        for (const int column : columns)
            result.clip.values.push_back(motion.clip.frame(f)[static_cast<std::size_t>(column)]);
    result.group = moved[1] > moved[0] ? InputGroup::vertical : InputGroup::lateral;
    return result;
}

}  // namespace yure::baker
