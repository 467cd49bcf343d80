#include "yure/baker/bank/training.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "yure/core/random.hpp"

namespace yure::baker::bank {
namespace {

constexpr double kFps = 60.0;
constexpr double kReturn = 0.25, kRest = 1.6;        ///< s, at the end of every clip
constexpr double kStepEase = 0.15, kStepHold = 2.1;  ///< s
constexpr double kSlowestChirp = 0.25, kFastestChirp = 3.0, kChirpSeconds = 10.0;
constexpr double kHeadRate = 18.0, kBodyRate = 10.0;  ///< 1/s, low-pass of the tracking strokes
constexpr double kPi = 3.141592653589793;

double smooth(double u) {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3.0 - 2.0 * u);
}
double least_jerk(double u) {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * u * (10.0 + u * (-15.0 + 6.0 * u));
}
int frame_count(double seconds) {
    return static_cast<int>(std::lround(seconds * kFps));
}

/// Shares of the way from an input's default to the ends of its span, -1..1, one row per frame.
class Shares {
  public:
    Shares(std::size_t inputs, int frames) : inputs_(inputs), table_(inputs * static_cast<std::size_t>(frames), 0.0) {}
    int frames() const { return static_cast<int>(table_.size() / inputs_); }
    double& at(int frame, std::size_t input) { return table_[static_cast<std::size_t>(frame) * inputs_ + input]; }
    double at(int frame, std::size_t input) const { return table_[static_cast<std::size_t>(frame) * inputs_ + input]; }
    /// A move of one input from where it is at `frame` to `target`, over `length` frames; it stays there until the end.
    void move(std::size_t input, int frame, int length, double target, double (*ease)(double) = smooth) {
        const double from = at(std::max(0, std::min(frame, frames()) - 1), input);
        for (int f = std::max(1, frame); f < frames(); ++f)
            at(f, input) = from + (target - from) * ease(static_cast<double>(f - frame + 1) / std::max(1, length));
    }

  private:
    std::size_t inputs_;
    std::vector<double> table_;
};

struct Maker {
    const std::vector<BankInput>& inputs;
    std::vector<TrainingClip> clips;

    /// Frame 0 at rest, the motion, the way back, 1.6 s of rest.
    void add(std::string id, const Shares& shares, bool combined, ClipRole role) {
        const int moving = shares.frames(), back = frame_count(kReturn), total = moving + back + frame_count(kRest);
        TrainingClip made;
        made.clip.id = std::move(id);
        made.clip.fps = static_cast<float>(kFps);
        made.combined = combined;
        made.role = role;
        for (const BankInput& input : inputs) made.clip.input_ids.push_back(input.id);
        made.clip.values.reserve(static_cast<std::size_t>(total) * inputs.size());
        for (int f = 0; f < total; ++f)
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                const double last = shares.at(std::min(f, moving - 1), i);
                const double share = f == 0       ? 0.0
                                     : f < moving ? last
                                                  : last * (1.0 - smooth((f - moving + 1.0) / back));
                const BankInput& input = inputs[i];
                const double side = share >= 0.0
                                        ? static_cast<double>(input.high) - static_cast<double>(input.default_value)
                                        : static_cast<double>(input.default_value) - static_cast<double>(input.low);
                const double value = static_cast<double>(input.default_value) + std::clamp(share, -1.0, 1.0) * side;
                made.clip.values.push_back(std::clamp(static_cast<float>(value), input.low, input.high));
            }
        clips.push_back(std::move(made));
    }
};

std::string percent(double share) {
    return std::to_string(static_cast<int>(std::lround(100.0 * share)));
}

void add_single_inputs(Maker& maker) {
    for (std::size_t i = 0; i < maker.inputs.size(); ++i) {
        for (const double size : {1.0, 0.5, 0.25}) {
            const int ease = frame_count(kStepEase), leg = ease + frame_count(kStepHold);
            Shares shares(maker.inputs.size(), 3 * leg + ease);
            shares.move(i, 1, ease, size);
            shares.move(i, leg, ease, 0.0);
            shares.move(i, 2 * leg, ease, -size);
            shares.move(i, 3 * leg, ease, 0.0);
            maker.add("step" + percent(size) + ":" + maker.inputs[i].id, shares, false, ClipRole::train);
        }
        for (const double size : {1.0, 0.35}) {
            Shares shares(maker.inputs.size(), frame_count(kChirpSeconds));
            const double growth = std::log(kFastestChirp / kSlowestChirp) / kChirpSeconds;
            for (int f = 0; f < shares.frames(); ++f) {
                const double t = f / kFps;
                const double phase = 2.0 * kPi * kSlowestChirp * (std::exp(growth * t) - 1.0) / growth;
                const double fade = smooth((kChirpSeconds - t) / (0.3 * kChirpSeconds));  // towards 3 Hz
                shares.at(f, i) = size * std::sin(phase) * (0.35 + 0.65 * fade);
            }
            maker.add("chirp" + percent(size) + ":" + maker.inputs[i].id, shares, false, ClipRole::train);
        }
    }
}

/// Every input to a new target every .4 to 1.2 s, over 8 frames.
Shares drags(std::size_t inputs, double size, bool ends_only, Random& random) {
    Shares shares(inputs, frame_count(8.0));
    for (std::size_t i = 0; i < inputs; ++i) {
        double side = random.uniform() < 0.5 ? -1.0 : 1.0;
        for (double t = random.uniform(0.05, 0.5); t < 8.0; t += random.uniform(0.4, 1.2)) {
            side = -side;
            shares.move(i, frame_count(t), 8, ends_only ? size * side : random.uniform(-size, size));
        }
    }
    return shares;
}

/// Sums of sines of random frequency below 3 Hz, amplitude falling with frequency, scaled to the size.
Shares band_noise(std::size_t inputs, double size, Random& random) {
    constexpr int kSines = 10;
    Shares shares(inputs, frame_count(8.0));
    for (std::size_t i = 0; i < inputs; ++i) {
        double frequency[kSines], phase[kSines], largest = 1e-9;
        for (int s = 0; s < kSines; ++s) {
            frequency[s] = 0.2 * std::exp(random.uniform(0.0, std::log(15.0)));
            phase[s] = random.uniform(0.0, 2.0 * kPi);
        }
        for (int f = 0; f < shares.frames(); ++f) {
            double sum = 0.0;
            for (int s = 0; s < kSines; ++s)
                sum += std::sin(2.0 * kPi * frequency[s] * f / kFps + phase[s]) / std::sqrt(frequency[s]);
            shares.at(f, i) = sum * smooth(f / 30.0);
            largest = std::max(largest, std::abs(shares.at(f, i)));
        }
        for (int f = 0; f < shares.frames(); ++f) shares.at(f, i) *= size / largest;
    }
    return shares;
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool is_body(const BankInput& input) {
    return has(input.id, "Body") || has(input.id, "BODY");
}
bool is_vertical(const BankInput& input) {
    return input.vertical || has(input.id, "AngleY") || has(input.id, "ANGLE_Y");
}
bool is_roll(const BankInput& input) {
    return has(input.id, "AngleZ") || has(input.id, "ANGLE_Z");
}

/// A pointer in the plane that moves by strokes of least jerk, followed as a face tracker would: head inputs quickly,
/// body inputs slowly, sideways inputs its x, vertical ones its y, rolls a mixture.
Shares tracking(const std::vector<BankInput>& inputs, double size, Random& random) {
    Shares pointer(2, frame_count(10.0));
    double t = 0.1;
    for (int stroke = 0; t < 10.0; ++stroke) {
        const double length = stroke % 5 == 4 ? 0.1 : random.uniform(0.2, 0.6);
        const bool to_side = random.uniform() < 1.0 / 3.0;
        const double x = to_side ? (random.uniform() < 0.5 ? -1.0 : 1.0) : random.uniform(-1.0, 1.0);
        const double y = random.uniform(-1.0, 1.0) * (to_side ? 0.4 : 1.0);
        pointer.move(0, frame_count(t), frame_count(length), x, least_jerk);
        pointer.move(1, frame_count(t), frame_count(length), y, least_jerk);
        t += length + random.uniform(0.2, 1.0);
    }
    Shares shares(inputs.size(), pointer.frames());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool body = is_body(inputs[i]), vertical = is_vertical(inputs[i]), roll = is_roll(inputs[i]);
        const double by_x = vertical ? 0.0 : roll ? random.uniform(-0.7, 0.7) : 1.25;
        const double by_y = vertical ? -1.0 : roll ? random.uniform(-0.5, 0.5) : 0.0;
        const double keep = std::exp(-(body ? kBodyRate : kHeadRate) / kFps);
        double first = 0.0, second = 0.0;
        for (int f = 0; f < shares.frames(); ++f) {
            const double aim = std::clamp(by_x * pointer.at(f, 0) + by_y * pointer.at(f, 1), -1.0, 1.0);
            first = aim + (first - aim) * keep;
            second = first + (second - first) * keep;
            shares.at(f, i) = size * (body ? second : first);
        }
    }
    return shares;
}

/// Whole poses held for a while, reached at any speed; a third of the moves are of one input only.
Shares poses(std::size_t inputs, double size, Random& random) {
    Shares shares(inputs, frame_count(10.0));
    for (double t = 0.1; t < 10.0;) {
        const double length = 0.06 * std::exp(random.uniform(0.0, std::log(15.0)));
        const bool single = random.uniform() < 1.0 / 3.0;
        const std::size_t only = random.below(inputs);
        for (std::size_t i = 0; i < inputs; ++i) {
            const double target = random.uniform(-size, size);
            if (!single || i == only) shares.move(i, frame_count(t), std::max(2, frame_count(length)), target);
        }
        t += length + random.uniform(0.1, 1.1);
    }
    return shares;
}

/// What animators draw: head and body ease to a pose in .25 to .9 s, together and the body less far, and mostly along
/// one axis: up and down, sideways, tilted; every fourth clip along all three.
Shares gestures(const std::vector<BankInput>& inputs, int axis, double size, Random& random) {
    constexpr double kSeconds = 9.0;
    Shares shares(inputs.size(), frame_count(kSeconds));
    const auto axis_of = [](const BankInput& input) { return is_vertical(input) ? 0 : is_roll(input) ? 2 : 1; };
    const bool any = std::any_of(inputs.begin(), inputs.end(), [&](const BankInput& i) { return axis_of(i) == axis; });
    for (double t = 0.1; t < kSeconds - 0.5;) {
        const double length = 0.25 * std::exp(random.uniform(0.0, std::log(3.6)));
        double target[3];
        for (double& one : target) one = random.uniform() < 0.25 ? 0.0 : random.uniform(-size, size);
        const double follow = random.uniform(0.0, 0.6);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const int own = axis_of(inputs[i]);
            if (any && axis < 3 && own != axis) continue;
            shares.move(i, frame_count(t), frame_count(length), target[own] * (is_body(inputs[i]) ? follow : 1.0));
        }
        t += length + (random.uniform() < 0.5 ? 0.0 : random.uniform(0.1, 0.9));
    }
    return shares;
}

/// Fast jumps of the vertical inputs to an end and back, over a slow sway of the others.
Shares whips(const std::vector<BankInput>& inputs, Random& random) {
    Shares shares(inputs.size(), frame_count(8.0));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i].vertical) {
            const double size = random.uniform(0.0, 0.35), frequency = random.uniform(0.15, 0.5);
            const double phase = random.uniform(0.0, 2.0 * kPi);
            for (int f = 0; f < shares.frames(); ++f)
                shares.at(f, i) = size * std::sin(2.0 * kPi * frequency * f / kFps + phase) * smooth(f / 30.0);
            continue;
        }
        for (double t = random.uniform(0.1, 0.6); t < 8.0; t += random.uniform(0.15, 0.9)) {
            const double size = random.uniform(0.4, 1.0) * (random.uniform() < 0.5 ? -1.0 : 1.0);
            const int length = 3 + static_cast<int>(random.below(7));
            shares.move(i, frame_count(t), length, random.uniform() < 0.25 ? 0.0 : size);
        }
    }
    return shares;
}

}  // namespace

std::vector<TrainingClip> wide_training(const std::vector<BankInput>& inputs, const TrainingPlan& plan) {
    Maker maker{inputs, {}};
    if (inputs.empty()) return {};
    add_single_inputs(maker);
    static constexpr const char* kKinds[] = {"drags", "noise", "strokes", "poses"};
    const int each = std::clamp(plan.combined, 0, 32);
    for (int kind = 0; kind < 4; ++kind)
        for (int k = 0; k < each; ++k) {
            // Each clip has a generator of its own, so adding clips never changes others.
            Random random(plan.seed * 0x51ed2701u + static_cast<std::uint64_t>(kind * 1000 + k));
            const double size = std::pow(0.15, 1.0 - (k % 8) / 7.0);
            const ClipRole role = (kind * each + k) % 5 == 4 ? ClipRole::select : ClipRole::train;
            const std::string id = kKinds[kind] + std::to_string(k + 1);
            switch (kind) {
                case 0:
                    maker.add(id, drags(inputs.size(), size, false, random), true, role);
                    break;
                case 1:
                    maker.add(id, band_noise(inputs.size(), size, random), true, role);
                    break;
                case 2:
                    maker.add(id, tracking(inputs, size, random), true, role);
                    break;
                default:
                    maker.add(id, poses(inputs.size(), size, random), true, role);
                    break;
            }
        }
    for (int k = 0; k < std::clamp(plan.gestures, 0, 32); ++k) {
        Random random(plan.seed * 0x51ed2701u + static_cast<std::uint64_t>(30000 + k));
        const double size = std::pow(0.15, 1.0 - (k / 4 % 4 + 1) / 4.0);
        maker.add("gestures" + std::to_string(k + 1), gestures(inputs, k % 4, size, random), true,
                  k % 5 == 4 ? ClipRole::select : ClipRole::train);
    }
    const bool any_vertical = std::any_of(inputs.begin(), inputs.end(), [](const BankInput& i) { return i.vertical; });
    for (int k = 0; any_vertical && k < std::clamp(plan.whips, 0, 32); ++k) {
        Random random(plan.seed * 0x51ed2701u + static_cast<std::uint64_t>(10000 + k));
        maker.add("whips" + std::to_string(k + 1), whips(inputs, random), true, ClipRole::train);
    }
    for (int k = 0; k < std::clamp(plan.full_drags, 0, 32); ++k) {
        Random random(plan.seed * 0x51ed2701u + static_cast<std::uint64_t>(20000 + k));
        maker.add("full_drags" + std::to_string(k + 1), drags(inputs.size(), 1.0, true, random), true, ClipRole::train);
    }
    return std::move(maker.clips);
}

}  // namespace yure::baker::bank
