#include "yure/baker/classic_fit.hpp"

#include "classic_search.hpp"
#include "input_guess.hpp"
#include "subspace.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker {
namespace {

constexpr int kDirections = 6;        // of what is left, in which a mode is searched
constexpr double kHeadroom = 1.1;     // output range over the largest played reading
constexpr double kMostBalance = 100;  // weights of clips differ by at most this

/// From smooth and straight through rest to free.
constexpr KeyPrior kPriors[]{{0.3, 10.0}, {0.3, 0.0}, {0.03, 0.0}};

double jerk_of(const Table& rows) {
    double sum = 0.0;
    for (Eigen::Index f = 3; f < rows.rows(); ++f)
        sum += static_cast<double>(
            (rows.row(f) - 3.0f * rows.row(f - 1) + 3.0f * rows.row(f - 2) - rows.row(f - 3)).squaredNorm());
    return sum;
}

/// How well key shapes follow a set of clips.
struct Following {
    double error = 0.0, energy = 1e-12, jitter = 0.0;
    double r2() const { return 1.0 - error / energy; }
    /// Closer, and no more restless (or calmer than the movement itself).
    bool better_than(const Following& other) const {
        return error < other.error && jitter <= std::max(1.0, 1.02 * other.jitter);
    }
};

class Fitter {
  public:
    Fitter(const FitProblem& problem, const ClassicSettings& settings, const Work& work)
        : problem_(problem), settings_(settings), work_(work), players_(players_of(problem)) {
        balance(problem.train, train_weights_);
        balance(problem.select, select_weights_);
        for (const FitClip& clip : problem.train) drives_.push_back(&clip.drive);
    }

    Result<ClassicFit> run() {
        for (int mode = 0; mode < settings_.modes; ++mode) {
            work_.report("fit pendulums", 0.8 * mode / settings_.modes);
            const bool added = add_mode();
            if (work_.is_cancelled()) return Error{"", "cancelled"};
            if (!added) break;
        }
        if (!fit_.modes.empty()) {
            work_.report("polish pendulums", 0.8);
            polish_all();
            if (work_.is_cancelled()) return Error{"", "cancelled"};
            work_.report("solve keys", 0.95);
            solve_all_keys();
            adjust_on_selection();
            drop_still_modes();
        }
        fit_.train_r2 = following(problem_.train, train_weights_).r2();
        fit_.select_r2 = following(problem_.select, select_weights_).r2();
        return std::move(fit_);
    }

  private:
    /// The liveliest clip weighs 1, quieter ones more, at most `kMostBalance`.
    static void balance(const std::vector<FitClip>& clips, std::vector<double>& weights) {
        double most = 0.0;
        for (const FitClip& clip : clips) most = std::max(most, static_cast<double>(clip.movement.squaredNorm()));
        for (const FitClip& clip : clips) {
            const double energy = static_cast<double>(clip.movement.squaredNorm());
            weights.push_back(clip.weight * std::clamp(most / std::max(1e-9, energy), 1.0, kMostBalance));
        }
    }

    static FitPlayers players_of(const FitProblem& problem) {
        const auto batch = [&](const std::vector<FitClip>& clips) {
            std::vector<const Drive*> drives;
            for (const FitClip& clip : clips) drives.push_back(&clip.drive);
            return ChainBatch(std::move(drives), problem.fps);
        };
        return {batch(problem.train), batch(problem.select)};
    }

    /// Readings of a mode's link, radians, per clip.
    ClipCourses read(const FittedMode& mode, const ChainBatch& batch) const {
        return batch.play(fit_.pendulums[static_cast<std::size_t>(mode.pendulum)], mode.segment);
    }

    /// Course of a mode, -1..1, per clip.
    ClipCourses courses(const FittedMode& mode, const std::vector<FitClip>& clips) const {
        ClipCourses result = read(mode, &clips == &problem_.train ? players_.train : players_.select);
        for (auto& course : result)
            for (double& value : course) value = std::clamp(value * mode.scale, -1.0, 1.0);
        return result;
    }

    /// Movements less what the modes show, all but `without`.
    std::vector<Table> left(const std::vector<FitClip>& clips, int without = -1) const {
        std::vector<Table> result;
        for (const FitClip& clip : clips) result.push_back(clip.movement);
        for (std::size_t m = 0; m < fit_.modes.size(); ++m) {
            if (static_cast<int>(m) == without || fit_.modes[m].keys.size() == 0) continue;
            const ClipCourses course = courses(fit_.modes[m], clips);
            for (std::size_t k = 0; k < clips.size(); ++k) add_keyed(result[k], course[k], fit_.modes[m].keys, -1.0f);
        }
        return result;
    }

    Following following(const std::vector<FitClip>& clips, const std::vector<double>& weights) const {
        Following result;
        const std::vector<Table> rest = left(clips);
        double shown_jerk = 0.0, own_jerk = 1e-9;
        for (std::size_t k = 0; k < clips.size(); ++k) {
            result.error += weights[k] * static_cast<double>(rest[k].squaredNorm());
            result.energy += weights[k] * static_cast<double>(clips[k].movement.squaredNorm());
            shown_jerk += weights[k] * jerk_of(clips[k].movement - rest[k]);
            own_jerk += weights[k] * jerk_of(clips[k].movement);
        }
        result.jitter = std::sqrt(shown_jerk / own_jerk);
        return result;
    }

    ModeScorer scorer_for(const std::vector<Table>& train, const std::vector<Table>& select, int directions) const {
        std::vector<const Table*> tables;
        for (const Table& table : train) tables.push_back(&table);
        const Eigen::MatrixXf basis = principal_columns(tables, train_weights_, directions);
        const auto projected = [&](const std::vector<FitClip>& clips, const std::vector<Table>& movements,
                                   const std::vector<double>& weights) {
            std::vector<ScoreClip> result;
            for (std::size_t k = 0; k < clips.size(); ++k)
                result.push_back({(movements[k] * basis).cast<double>(), weights[k], clips[k].still, 0.0});
            return result;
        };
        return {projected(problem_.train, train, train_weights_), projected(problem_.select, select, select_weights_)};
    }

    /// Pendulums of a mode's own, one start per link given: as it stands, with inputs that shift or tilt; and below a
    /// short stiff link with inputs that only tilt. The second answers like a shifted pendulum (what it reads dies away
    /// under a held tilt), but has no dead zone, in which the first ignores whatever moves it gently.
    void add_own_starts(const ModeScorer& scorer, std::span<const Segment> links,
                        std::vector<Candidate>& starts) const {
        static constexpr Segment kHanger{1.0, 0.05, 10.0};
        for (const Segment& link : links)
            for (const GuessPattern& pattern :
                 {GuessPattern{{link}, true, true}, GuessPattern{{kHanger, link}, false, true}}) {
                Candidate start;
                start.chain = {guess_inputs(pattern, drives_, scorer.train_clips(), problem_.may_tilt, problem_.fps),
                               pattern.segments};
                if (start.chain.inputs.empty()) continue;
                start.first_free = start.segment();
                start.iterations = 25 * static_cast<int>(3 + start.chain.inputs.size());
                starts.push_back(std::move(start));
            }
    }

    std::vector<Candidate> first_mode_starts(const ModeScorer& scorer) const {
        static constexpr Segment kLinks[]{{10.0, 0.9, 0.97}, {20.0, 0.82, 1.35}, {5.0, 0.953, 0.5}};
        std::vector<Candidate> starts;
        add_own_starts(scorer, kLinks, starts);
        add_own_starts(scorer, problem_.first_guess, starts);
        return starts;
    }

    /// A further link below the first pendulum, or a pendulum of its own.
    std::vector<Candidate> later_mode_starts(const ModeScorer& scorer) const {
        std::vector<Candidate> starts;
        const Chain& base = fit_.pendulums[0];
        const Segment last = base.segments.back();
        for (const Segment& segment : {last, Segment{last.radius * 0.5, last.mobility, last.pull * 0.49},
                                       Segment{last.radius * 1.5, last.mobility, last.pull},
                                       Segment{last.radius, last.mobility, last.pull * 0.5}}) {
            Candidate start;
            start.chain = base;
            start.chain.segments.push_back({std::max(1.0, segment.radius), segment.mobility, segment.pull});
            start.first_free = start.segment();
            start.extends = true;
            start.weights_free = false;
            start.iterations = 100;
            starts.push_back(std::move(start));
        }
        const Segment links[]{{std::max(1.0, 0.5 * last.radius), last.mobility, 0.25 * last.pull}, {10.0, 0.9, 0.97}};
        add_own_starts(scorer, links, starts);
        return starts;
    }

    /// False when nothing is left to fit.
    bool add_mode() {
        const std::vector<Table> train = left(problem_.train), select = left(problem_.select);
        const ModeScorer scorer = scorer_for(train, select, kDirections);
        std::vector<Candidate> candidates = fit_.modes.empty() ? first_mode_starts(scorer) : later_mode_starts(scorer);
        if (candidates.empty()) return false;
        search(candidates, scorer, players_, work_);
        if (work_.is_cancelled()) return false;
        std::size_t best = 0;
        for (std::size_t c = 0; c < candidates.size(); ++c) {
            fit_.evaluations += candidates[c].evaluations;
            if (candidates[c].select_score < candidates[best].select_score) best = c;
        }
        FittedMode mode;
        mode.segment = candidates[best].segment();
        if (candidates[best].extends) {
            fit_.pendulums[0] = std::move(candidates[best].chain);
        } else {
            mode.pendulum = static_cast<int>(fit_.pendulums.size());
            fit_.pendulums.push_back(std::move(candidates[best].chain));
        }
        fit_.modes.push_back(std::move(mode));
        scale_and_solve(fit_.modes.size() - 1, train);
        return true;
    }

    void polish_all() {
        std::vector<Table> train, select;
        for (const FitClip& clip : problem_.train) train.push_back(clip.movement);
        for (const FitClip& clip : problem_.select) select.push_back(clip.movement);
        std::vector<ModePlace> places;
        for (const FittedMode& mode : fit_.modes) places.push_back({mode.pendulum, mode.segment});
        const ModeScorer scorer = scorer_for(train, select, kDirections + 2);
        fit_.evaluations += polish(fit_.pendulums, places, scorer, players_, work_);
    }

    /// The output scale from the largest reading, and keys for what is left.
    void scale_and_solve(std::size_t index, const std::vector<Table>& movements) {
        FittedMode& mode = fit_.modes[index];
        mode.peak = 0.0;
        for (const auto* batch : {&players_.train, &players_.select})
            for (const auto& course : read(mode, *batch))
                for (const double value : course) mode.peak = std::max(mode.peak, std::abs(value));
        std::vector<double> readings;
        const Chain& chain = fit_.pendulums[static_cast<std::size_t>(mode.pendulum)];
        for (const Drive& drive : problem_.range) {
            play_chain(chain, drive, problem_.fps, readings);
            for (std::size_t i = static_cast<std::size_t>(mode.segment); i < readings.size();
                 i += chain.segments.size())
                mode.peak = std::max(mode.peak, std::abs(readings[i]));
        }
        mode.scale = 1.0 / (kHeadroom * std::max(1e-6, mode.peak));
        mode.keys = keys_for(mode, movements);
    }

    Table keys_for(const FittedMode& mode, const std::vector<Table>& movements, const KeyPrior& prior = {}) const {
        const ClipCourses course = courses(mode, problem_.train);
        std::vector<KeyClip> clips;
        for (std::size_t k = 0; k < movements.size(); ++k)
            clips.push_back({&course[k], &movements[k], train_weights_[k]});
        return solve_keys(clips, settings_.keys, prior);
    }

    void solve_all_keys() {
        for (FittedMode& mode : fit_.modes) mode.keys.resize(0, 0);
        for (std::size_t m = 0; m < fit_.modes.size(); ++m) scale_and_solve(m, left(problem_.train));
    }

    /// What the selection clips may accept: keys solved against all other modes, keys that bend at rest (hair gets
    /// shorter whichever way it swings), and smaller later modes.
    void adjust_on_selection() {
        if (problem_.select.empty()) return;
        Following now = following(problem_.select, select_weights_);
        const auto try_keys = [&](FittedMode& mode, Table keys) {
            std::swap(mode.keys, keys);
            const Following then = following(problem_.select, select_weights_);
            if (then.better_than(now)) {
                now = then;
                return true;
            }
            std::swap(mode.keys, keys);
            return false;
        };
        // two rounds, since each mode's best keys depend on the others'
        for (int round = 0; round < 2; ++round)
            for (std::size_t m = 0; m < fit_.modes.size(); ++m) {
                const std::vector<Table> others_removed = left(problem_.train, static_cast<int>(m));
                for (const KeyPrior& prior : kPriors)
                    try_keys(fit_.modes[m], keys_for(fit_.modes[m], others_removed, prior));
            }
        for (std::size_t m = 1; m < fit_.modes.size(); ++m) {
            FittedMode& mode = fit_.modes[m];
            const Table full = mode.keys;
            for (const double gain : {0.75, 0.5, 0.25})
                if (try_keys(mode, full * static_cast<float>(gain))) mode.gain = gain;
        }
    }

    void drop_still_modes() {
        for (FittedMode& mode : fit_.modes) {
            float farthest = 0.0f;
            for (Eigen::Index k = 0; k < mode.keys.rows(); ++k)
                for (Eigen::Index c = 0; c + 1 < mode.keys.cols(); c += 2)
                    farthest = std::max(farthest, mode.keys.row(k).segment(c, 2).norm());
            mode.swing_px = farthest;
        }
        std::size_t kept = 0;
        for (std::size_t m = 0; m < fit_.modes.size(); ++m)
            if (fit_.modes[m].swing_px >= settings_.least_swing || (m == 0 && settings_.always)) {
                if (kept != m) fit_.modes[kept] = std::move(fit_.modes[m]);
                ++kept;
            }
        fit_.modes.resize(kept);
        std::vector<Chain> used;
        std::vector<int> moved(fit_.pendulums.size(), -1);
        for (FittedMode& mode : fit_.modes) {
            int& place = moved[static_cast<std::size_t>(mode.pendulum)];
            if (place < 0) {
                place = static_cast<int>(used.size());
                used.push_back(fit_.pendulums[static_cast<std::size_t>(mode.pendulum)]);
            }
            mode.pendulum = place;
        }
        fit_.pendulums = std::move(used);
    }

    const FitProblem& problem_;
    const ClassicSettings& settings_;
    const Work& work_;
    FitPlayers players_;
    std::vector<double> train_weights_, select_weights_;
    std::vector<const Drive*> drives_;
    ClassicFit fit_;
};

}  // namespace

Result<ClassicFit> classic_fit(const FitProblem& problem, const ClassicSettings& settings, const Work& work) {
    if (problem.train.empty()) return Error{"fit", "has no training clips"};
    return Fitter(problem, settings, work).run();
}

std::vector<std::vector<double>> mode_courses(const ClassicFit& fit, const Drive& drive, double fps) {
    std::vector<std::vector<double>> result;
    std::vector<double> readings;
    for (const FittedMode& mode : fit.modes) {
        const Chain& chain = fit.pendulums[static_cast<std::size_t>(mode.pendulum)];
        play_chain(chain, drive, fps, readings);
        std::vector<double> course(static_cast<std::size_t>(drive.frames));
        for (std::size_t f = 0; f < course.size(); ++f)
            course[f] = std::clamp(
                readings[f * chain.segments.size() + static_cast<std::size_t>(mode.segment)] * mode.scale, -1.0, 1.0);
        result.push_back(std::move(course));
    }
    return result;
}

}  // namespace yure::baker
