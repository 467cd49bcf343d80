#include "yure/baker/playback_rates.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "yure/core/random.hpp"
#include "yure/pendulum/player.hpp"

namespace yure::baker {
namespace {

constexpr double kFrame = 1.0 / 60.0;  // s
constexpr double kMoves = 2.0;         // px; clips below do not count
constexpr double kTiny = 1e-12;
constexpr float kAway = 60.0f;   // s that the player is told
constexpr double kMissed = 2.0;  // s of the clip that go by meanwhile

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// The physics as that player plays it.
pendulum::Physics played_physics(const pendulum::Physics& physics, const PlaybackCondition& condition) {
    pendulum::Physics played = physics;
    if (condition.without_fps) played.fps = 0.0f;
    for (pendulum::Group& group : played.groups)
        for (pendulum::Output& output : group.outputs)
            (condition.strength_by_weight ? output.weight : output.scale) *= static_cast<float>(condition.strength);
    return played;
}

/// How long each frame of an uneven display is shown, s.
class FrameTimes {
  public:
    explicit FrameTimes(const PlaybackCondition& condition) : condition_(condition), random_(0x7a11), hitch_(1.0) {}

    double next(double now) {
        if (!condition_.irregular) return 1.0 / condition_.hz;
        if (now >= hitch_) {
            hitch_ = now + random_.uniform(0.7, 1.3);
            return 0.12;
        }
        return random_.uniform(0.006, 0.040);
    }

  private:
    const PlaybackCondition& condition_;
    Random random_;
    double hitch_;  // s, when the next one is due
};

/// What was shown: when, and how far the particles were from where the rig alone has them, px.
struct Shown {
    std::vector<double> frame;   // place in the clip, in frames of 60 Hz
    std::vector<double> length;  // s until the next one
    std::vector<float> offsets;  // frames x columns
    bool sound = true;

    std::span<const float> row(std::size_t index, std::size_t columns) const {
        return std::span(offsets).subspan(index * columns, columns);
    }
};

/// Weights of the four frames around a place (Catmull and Rom): frames are 60 Hz apart, so nothing that motions or
/// pendulums do is lost. Straight lines would take up to 2 % off a move of .15 s, and that is no fault of an export.
struct Between {
    int rows[4];
    double weights[4];
};
Between between(double place, int frames) {
    const double inside = std::clamp(place, 0.0, static_cast<double>(frames - 1));
    const int first = static_cast<int>(inside);
    const double t = inside - first, t2 = t * t, t3 = t2 * t;
    Between result{};
    for (int k = 0; k < 4; ++k) result.rows[k] = std::clamp(first - 1 + k, 0, frames - 1);
    result.weights[0] = 0.5 * (-t3 + 2.0 * t2 - t);
    result.weights[1] = 0.5 * (3.0 * t3 - 5.0 * t2 + 2.0);
    result.weights[2] = 0.5 * (-3.0 * t3 + 4.0 * t2 + t);
    result.weights[3] = 0.5 * (t3 - t2);
    return result;
}

/// Plays one clip.
class Display {
  public:
    Display(const Body& body, const ExportedModel& model, const PlaybackCondition& condition)
        : body_(body),
          rig_(*model.rig),
          condition_(condition),
          player_(played_physics(*model.physics, condition), parameter_ranges(rig_)),
          pose_(rig_, body.meshes),
          positions_(at(body.particles())),
          goals_(at(body.particles())) {
        for (const std::string& id : model.mode_parameters)
            if (const int row = rig_.find_parameter(id); row >= 0) modes_.push_back(row);
        for (const pendulum::Group& group : model.physics->groups)
            for (const pendulum::Output& output : group.outputs)
                if (const int row = rig_.find_parameter(output.parameter); row >= 0) outputs_.push_back(row);
    }

    /// Nothing when asked to stop.
    std::optional<Shown> play(const DriveClip& clip, const Work& work) {
        columns_.clear();
        for (const std::string& id : clip.input_ids) columns_.push_back(rig_.find_parameter(id));
        Shown shown;
        FrameTimes times(condition_);
        bool away = condition_.away_at >= 0.0;
        double now = 0.0;
        const double end = clip.frames() * kFrame;
        for (int count = 0;; ++count) {
            double step = times.next(now);
            float told = static_cast<float>(step);
            if (away && now >= condition_.away_at) {
                away = false;
                step = kMissed;
                told = kAway;
            }
            now += step;
            if (now > end + 1e-9) break;
            if (count % 64 == 0 && work.is_cancelled()) return {};
            read_inputs(clip, now / kFrame - 1.0);
            if (count == 0) player_.stabilize(values_);
            player_.evaluate(values_, told);
            show(now / kFrame - 1.0, step, shown);
        }
        return shown;
    }

  private:
    /// Values of the clip between its frames; frame 0 before it begins.
    void read_inputs(const DriveClip& clip, double place) {
        values_ = rig_.default_values();
        const Between mix = between(place, clip.frames());
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            if (columns_[c] < 0) continue;
            const rig::ParameterInfo& p = rig_.parameters()[at(columns_[c])];
            float& value = values_[at(columns_[c])];
            double sum = 0.0;
            for (int k = 0; k < 4; ++k) sum += mix.weights[k] * static_cast<double>(clip.frame(mix.rows[k])[c]);
            value = static_cast<float>(sum);
            if (condition_.clamp_inputs) value = std::clamp(value, std::min(p.min, p.max), std::max(p.min, p.max));
        }
    }

    void show(double place, double length, Shown& shown) {
        for (const int row : outputs_) {
            const rig::ParameterInfo& p = rig_.parameters()[at(row)];
            const float value = values_[at(row)], low = std::min(p.min, p.max), high = std::max(p.min, p.max);
            const float slack = 1e-5f * (high - low);
            shown.sound = shown.sound && std::isfinite(value) && value >= low - slack && value <= high + slack;
        }
        pose_.evaluate(values_);
        goal_positions(body_, pose_, positions_);
        for (const int row : modes_) values_[at(row)] = rig_.parameters()[at(row)].default_value;
        pose_.evaluate(values_);
        goal_positions(body_, pose_, goals_);
        for (std::size_t i = 0; i < positions_.size(); ++i) {
            const Vec2 offset = positions_[i] - goals_[i];
            shown.offsets.push_back(offset.x);
            shown.offsets.push_back(offset.y);
            shown.sound = shown.sound && std::isfinite(offset.x) && std::isfinite(offset.y);
        }
        shown.frame.push_back(place);
        shown.length.push_back(length);
    }

    const Body& body_;
    const rig::Rig& rig_;
    const PlaybackCondition& condition_;
    pendulum::Player player_;
    rig::Evaluation pose_;
    std::vector<Vec2> positions_, goals_;
    std::vector<int> modes_, outputs_, columns_;
    std::vector<float> values_;
};

/// One clip at an even 60 Hz.
struct Reference {
    Shown shown;
    int frames = 0;
    TipDirection tips;
    std::vector<double> travel;  // along the tips' direction
    double farthest = 0.0;       // px, of any particle at any time
    bool moves = false;

    double travel_at(double place) const {
        const Between mix = between(place, frames);
        double sum = 0.0;
        for (int k = 0; k < 4; ++k) sum += mix.weights[k] * travel[at(mix.rows[k])];
        return sum;
    }
};

double farthest_of(const Shown& shown) {
    double most = 0.0;
    for (std::size_t i = 0; i + 1 < shown.offsets.size(); i += 2)
        most = std::max(most,
                        std::hypot(static_cast<double>(shown.offsets[i]), static_cast<double>(shown.offsets[i + 1])));
    return most;
}

Reference reference_of(Shown shown, const Body& body) {
    Reference reference;
    const std::size_t columns = at(body.columns());
    reference.frames = static_cast<int>(shown.frame.size());
    reference.tips = tip_direction(shown.offsets, body.particles());
    std::vector<double> farthest;
    for (std::size_t f = 0; f < shown.frame.size(); ++f) {
        const std::span<const float> row = shown.row(f, columns);
        reference.travel.push_back(reference.tips.along(row));
        double most = 0.0;
        for (std::size_t i = 0; i + 1 < row.size(); i += 2)
            most = std::max(most, std::hypot(static_cast<double>(row[i]), static_cast<double>(row[i + 1])));
        farthest.push_back(most);
    }
    reference.farthest = farthest_of(shown);
    reference.moves = percentile(std::move(farthest), 0.95) >= kMoves;
    reference.shown = std::move(shown);
    return reference;
}

/// Correlation of what was shown with the reference `lag` frames before, frames weighed by how long they stood.
double correlation(const std::vector<double>& travel, const Shown& shown, const Reference& reference, int lag) {
    double weight = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
    for (std::size_t k = 0; k < travel.size(); ++k) {
        const double place = shown.frame[k] - lag;
        if (place < 0.0 || place > reference.frames - 1) continue;
        const double w = shown.length[k], a = travel[k], b = reference.travel_at(place);
        weight += w, x += w * a, y += w * b, xx += w * a * a, yy += w * b * b, xy += w * a * b;
    }
    if (weight <= 0.0) return -2.0;
    return (xy - x * y / weight) / std::sqrt(std::max(kTiny, (xx - x * x / weight) * (yy - y * y / weight)));
}

double lag_of(const std::vector<double>& travel, const Shown& shown, const Reference& reference) {
    constexpr int kMost = 30;
    int best = 0;
    double top = correlation(travel, shown, reference, 0);
    for (int lag = -kMost; lag <= kMost; ++lag)
        if (const double value = correlation(travel, shown, reference, lag); value > top) top = value, best = lag;
    const double before = correlation(travel, shown, reference, best - 1),
                 after = correlation(travel, shown, reference, best + 1), bend = before - 2.0 * top + after;
    const double refined = std::abs(bend) > kTiny ? 0.5 * (before - after) / bend : 0.0;
    return (best + std::clamp(refined, -1.0, 1.0)) * kFrame * 1000.0;
}

PlaybackFigures figures_of(const Shown& shown, const Reference& reference, const Body& body) {
    PlaybackFigures figures;
    figures.sound = shown.sound;
    if (!reference.moves || shown.frame.empty()) return figures;
    figures.clips = 1;
    const std::size_t columns = at(body.columns());
    std::vector<double> travel, expected(columns);
    double own = 0.0, theirs = 0.0, difference = 0.0, energy = 0.0, last = 0.0;
    for (std::size_t k = 0; k < shown.frame.size(); ++k) {
        const std::span<const float> row = shown.row(k, columns);
        const Between mix = between(shown.frame[k], reference.frames);
        std::fill(expected.begin(), expected.end(), 0.0);
        for (int m = 0; m < 4; ++m) {
            const std::span<const float> from = reference.shown.row(at(mix.rows[m]), columns);
            for (std::size_t c = 0; c < columns; ++c) expected[c] += mix.weights[m] * static_cast<double>(from[c]);
        }
        const double w = shown.length[k], here = reference.travel_at(shown.frame[k]);
        travel.push_back(reference.tips.along(row));
        own += w * travel.back() * travel.back();
        theirs += w * here * here;
        last = 0.0;
        for (std::size_t c = 0; c < columns; c += 2) {
            const double dx = static_cast<double>(row[c]) - expected[c],
                         dy = static_cast<double>(row[c + 1]) - expected[c + 1];
            difference += w * (dx * dx + dy * dy);
            energy += w * (expected[c] * expected[c] + expected[c + 1] * expected[c + 1]);
            last = std::max(last, std::hypot(dx, dy));
        }
    }
    figures.amplitude = std::sqrt(own / std::max(kTiny, theirs));
    figures.difference = difference / std::max(kTiny, energy);
    figures.farthest = farthest_of(shown) / std::max(1e-6, reference.farthest);
    figures.left_px = last;
    if (own > kTiny) figures.lag_ms = lag_of(travel, shown, reference);
    return figures;
}

/// The ratio farther from 1, as factors go: .5 and 2 are equally far.
double farther_ratio(double a, double b) {
    const auto off = [](double ratio) { return std::abs(std::log(std::max(1e-9, ratio))); };
    return off(b) > off(a) ? b : a;
}

void add(PlaybackFigures& all, const PlaybackFigures& one) {
    all.sound = all.sound && one.sound;
    if (one.clips == 0) return;
    all.amplitude = farther_ratio(all.amplitude, one.amplitude);
    all.farthest = farther_ratio(all.farthest, one.farthest);
    if (std::abs(one.lag_ms) > std::abs(all.lag_ms)) all.lag_ms = one.lag_ms;
    all.difference = std::max(all.difference, one.difference);
    all.left_px = std::max(all.left_px, one.left_px);
    all.clips += one.clips;
}

PlaybackCondition display(const char* id, double hz) {
    PlaybackCondition condition;
    condition.id = id;
    condition.hz = hz;
    return condition;
}

}  // namespace

std::vector<PlaybackCondition> display_conditions() {
    std::vector<PlaybackCondition> list{display("30 Hz", 30.0), display("72 Hz", 72.0), display("120 Hz", 120.0),
                                        display("144 Hz", 144.0), display("irregular", 60.0)};
    list.back().irregular = true;
    return list;
}

std::vector<PlaybackCondition> conditions_without_fps() {
    std::vector<PlaybackCondition> list = display_conditions();
    list.insert(list.begin() + 1, display("60 Hz", 60.0));
    for (PlaybackCondition& condition : list) {
        condition.id += " without Fps";
        condition.without_fps = true;
    }
    return list;
}

std::vector<PlaybackCondition> strength_conditions() {
    std::vector<PlaybackCondition> list;
    for (const bool by_weight : {false, true})
        for (const int percent : {0, 50, 100}) {
            PlaybackCondition condition = display("", 60.0);
            condition.id = "strength " + std::to_string(percent) + " % by " + (by_weight ? "Weight" : "Scale");
            condition.strength = percent / 100.0;
            condition.strength_by_weight = by_weight;
            list.push_back(std::move(condition));
        }
    return list;
}

Result<std::vector<PlaybackFigures>> play_under(const Body& body, const ExportedModel& model,
                                                std::span<const DriveClip* const> clips,
                                                std::span<const PlaybackCondition> conditions, const Work& work) {
    for (const DriveClip* clip : clips)
        if (const Status status = check_clip(*clip); !status) return status.error();
    const PlaybackCondition even = display("60 Hz", 60.0);
    std::vector<Reference> references(clips.size());
    std::vector<PlaybackFigures> single(clips.size() * conditions.size());
    std::atomic<bool> stopped{false};
    std::atomic<int> done{0};
    const auto run = [&](const PlaybackCondition& condition, std::size_t clip) {
        std::optional<Shown> shown;
        if (!stopped.load()) shown = Display(body, model, condition).play(*clips[clip], work);
        if (!shown) stopped.store(true);
        work.report("other frame rates",
                    static_cast<double>(++done) / static_cast<double>(clips.size() + single.size()));
        return shown;
    };
    work.parallel_for(clips.size(), [&](std::size_t clip) {
        if (auto shown = run(even, clip)) references[clip] = reference_of(std::move(*shown), body);
    });
    if (!stopped.load())
        work.parallel_for(single.size(), [&](std::size_t index) {
            const std::size_t clip = index / conditions.size();
            if (const auto shown = run(conditions[index % conditions.size()], clip))
                single[index] = figures_of(*shown, references[clip], body);
        });
    if (stopped.load()) return Error{"", "cancelled"};
    std::vector<PlaybackFigures> figures(conditions.size());
    for (std::size_t c = 0; c < conditions.size(); ++c) {
        figures[c].id = conditions[c].id;
        for (std::size_t clip = 0; clip < clips.size(); ++clip) add(figures[c], single[clip * conditions.size() + c]);
    }
    return figures;
}

double amplitude_off(std::span<const PlaybackFigures> figures) {
    double off = 0.0;
    for (const PlaybackFigures& each : figures) {
        if (!each.sound) return 1.0;
        if (each.clips > 0) off = std::max(off, std::abs(each.amplitude - 1.0));
    }
    return off;
}

}  // namespace yure::baker
