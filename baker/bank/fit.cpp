#include "yure/baker/bank/fit.hpp"

#include "finish.hpp"
#include "grow.hpp"
#include "reduce.hpp"
#include "refine.hpp"
#include "train.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace yure::baker::bank {
namespace {

constexpr int kGrowStride = 10, kTrainStride = 5;  ///< frames between rows of the loss
constexpr int kStepsPerMode = 2, kLastSteps = 4, kMixingSteps = 5, kRefineSteps = 12;
constexpr double kMostGap = 0.2;  ///< of selection below training, before a fit is rejected
constexpr double kFirmKeyRidge = 5e-3, kFirmMixingRidge = 3e-3;
constexpr int kWarmEvaluations = 80;
constexpr double kLeastSelectionGain = 1e-4;

const Error kCancelled{"bank", "cancelled"};

/// A finished fit and what it takes to compare it with another.
struct Attempt {
    BankFit fit;
    double training = -1.0, selection = -1.0;  ///< means over bodies
    bool sound() const { return selection >= training - kMostGap; }
};

double mean_over_bodies(const BankFit& fit, double BodyFit::*score) {
    double sum = 0.0;
    for (const BodyFit& body : fit.bodies) sum += body.*score;
    return sum / static_cast<double>(fit.bodies.size());
}

std::vector<Targets> all_targets(const FitData& data, const RowSet& rows) {
    std::vector<Targets> targets;
    for (std::size_t b = 0; b < data.bodies.size(); ++b) targets.push_back(data.targets(static_cast<int>(b), rows));
    return targets;
}

/// How much was left with 1, 2 … modes, per body.
struct Growth {
    std::vector<double> left;
    double left_with_next = 1.0;
};

class Fitter {
  public:
    Fitter(const FitData& data, const BankOptions& options, const Work& work)
        : data_(data), options_(options), work_(work) {}

    /// Grow, reduce, refine from scratch. Empty when nothing could be grown.
    std::optional<TwoLevel> first_level(double faster, std::uint64_t seed, const Work& work) {
        const RowSet rows = data_.row_set(kGrowStride);
        const std::vector<Targets> targets = all_targets(data_, rows);
        const KeyGrid grid(key_positions(options_.keys));
        const std::vector<Pole> poles = start_poles(faster, data_.fps, options_.first_guess);
        Eigen::VectorXd scale;
        RowMatrix features = pole_features(data_, poles, rows, scale, work);
        std::vector<DirectionFit> grown;
        growth_.clear();
        for (std::size_t b = 0; b < targets.size(); ++b) {
            Random random(seed + 977 * b);
            grown.emplace_back(features, targets[b], grid, options_.key_ridge, static_cast<int>(poles.size()), work_);
            growth_.push_back(
                grow(grown.back(), random,
                     work.part(0.6 * static_cast<double>(b) / static_cast<double>(targets.size()),
                               0.6 * (static_cast<double>(b) + 1.0) / static_cast<double>(targets.size()))));
            if (work.is_cancelled() || grown.back().modes() == 0) return std::nullopt;
        }
        RowMatrix responses;
        LevelOne bank = reduce_to_groups(data_, poles, features, scale, grown, targets, options_.groups, responses);
        features.resize(0, 0);
        for (std::size_t b = 0; b < targets.size(); ++b) {
            DirectionFit mixing(responses, targets[b], grid, options_.key_ridge, 0, work_);
            mixing.set_directions(bank.mixing[b]);
            for (int i = 0; i < kMixingSteps && !work.is_cancelled(); ++i)
                if (!mixing.improve()) break;
            bank.mixing[b] = mixing.directions();
        }
        BankRefiner refiner(data_, rows, targets, grid, options_.key_ridge, options_.mixing_ridge, std::move(bank),
                            work_);
        for (int i = 0; i < kRefineSteps && !work.is_cancelled(); ++i) {
            work.report("refine", 0.6 + 0.4 * i / kRefineSteps);
            if (!refiner.improve()) break;
        }
        if (work.is_cancelled()) return std::nullopt;
        return TwoLevel{refiner.bank().groups,
                        Eigen::MatrixXd::Zero(0, static_cast<Eigen::Index>(refiner.bank().groups.size())),
                        {},
                        refiner.bank().mixing};
    }

    /// The second level on top of a first; or, with `start_there`, more training of both as they are.
    TwoLevel second_level(TwoLevel start, bool start_there, int evaluations, std::uint64_t seed, const Work& work) {
        const RowSet rows = data_.row_set(kTrainStride);
        const std::vector<Targets> targets = all_targets(data_, rows);
        BankTrainer trainer(data_, rows, targets, KeyGrid(key_positions(options_.keys)), options_.key_ridge,
                            std::move(start), work);
        Random random(seed);
        if (!start_there) trainer.start_second_level(options_.helpers, options_.second_groups, random);
        if (evaluations > 0 && !work.is_cancelled()) trainer.optimise(evaluations);
        return trainer.model();
    }

    Attempt finish(TwoLevel model) const {
        make_room(data_, model, work_);
        const KeyGrid grid(key_positions(options_.keys));
        std::vector<Eigen::MatrixXd> keys;
        for (std::size_t b = 0; b < data_.bodies.size(); ++b)
            keys.push_back(final_keys(data_, model, static_cast<int>(b), grid, options_.key_ridge, work_));
        Attempt attempt;
        attempt.fit = assemble(data_, model, grid, keys, work_);
        score_selection(data_, grid, keys, attempt.fit, work_);
        for (std::size_t b = 0; b < growth_.size(); ++b) {
            attempt.fit.bodies[b].left_by_modes = growth_[b].left;
            attempt.fit.bodies[b].left_with_next_mode = growth_[b].left_with_next;
        }
        attempt.training = mean_over_bodies(attempt.fit, &BodyFit::training);
        attempt.selection = mean_over_bodies(attempt.fit, &BodyFit::selection);
        return attempt;
    }

    /// One start, all the way.
    std::optional<Attempt> attempt(bool second_start, const Work& work) {
        const std::uint64_t seed = options_.seed * 1000003u + (second_start ? 12u : 11u);
        const bool two = options_.second_groups > 0;
        std::optional<TwoLevel> model = first_level(second_start ? 1.25 : 1.0, seed, work.part(0.0, two ? 0.4 : 0.95));
        if (!model) return std::nullopt;
        if (two) model = second_level(std::move(*model), false, options_.evaluations, seed + 1, work.part(0.4, 0.95));
        if (work.is_cancelled()) return std::nullopt;
        return finish(*model);
    }

  private:
    Growth grow(DirectionFit& body, Random& random, const Work& work) const {
        Growth growth;
        for (int k = 0; k < options_.modes && !work.is_cancelled(); ++k) {
            work.report("grow", static_cast<double>(k) / options_.modes);
            if (!body.add_mode(random)) break;
            body.reset_damping();
            for (int i = 0; i < kStepsPerMode && !work.is_cancelled(); ++i)
                if (!body.improve()) break;
            growth.left.push_back(body.loss());
        }
        for (int i = 0; i < kLastSteps && !work.is_cancelled(); ++i)
            if (!body.improve()) break;
        if (growth.left.empty()) return growth;
        growth.left.back() = body.loss();
        growth.left_with_next = std::max(0.0, body.loss() - body.next_gain(random));
        return growth;
    }

    const FitData& data_;
    BankOptions options_;
    const Work& work_;
    std::vector<Growth> growth_;
};

TwoLevel model_of(const BankFit& fit) {
    TwoLevel model{fit.level_one, fit.helpers, fit.level_two, {}};
    for (const BodyFit& body : fit.bodies) model.mixing.push_back(body.mixing);
    return model;
}

bool same_inputs(const std::vector<BankInput>& a, const std::vector<BankInput>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const BankInput& x, const BankInput& y) {
        return x.id == y.id && x.min == y.min && x.max == y.max && x.default_value == y.default_value &&
               x.low == y.low && x.high == y.high && x.vertical == y.vertical;
    });
}

/// Whether an earlier fit has the very form that is asked for now.
bool fits_form(const BankFit& fit, const BankRecording& recording, const FitData& data, const BankOptions& options) {
    if (!same_inputs(fit.inputs, recording.inputs()) || fit.fps != recording.fps() || fit.classes != data.classes)
        return false;
    if (fit.bodies.size() != recording.bodies().size()) return false;
    for (std::size_t b = 0; b < fit.bodies.size(); ++b)
        if (fit.bodies[b].id != recording.bodies()[b].id || fit.bodies[b].modes() != options.modes) return false;
    return static_cast<int>(fit.level_one.size()) <= options.groups && !fit.level_one.empty() &&
           static_cast<int>(fit.level_two.size()) == options.second_groups && fit.helpers.rows() == options.helpers;
}

std::string percent(double share) {
    return std::to_string(static_cast<int>(std::lround(100.0 * share))) + " %";
}

}  // namespace

Result<BankFit> fit_bank(const BankRecording& recording, const BankOptions& options, const Work& work,
                         const BankFit* warm) {
    if (const std::vector<Error> wrong = options.problems(); !wrong.empty()) return wrong.front();
    if (!recording.complete()) return Error{"recording", "lacks offsets of some clip"};
    work.report("prepare", 0.0);
    Result<FitData> data = prepare_fit(recording, source_classes(recording.inputs()), work);
    if (!data) return data.error();

    std::vector<std::string> notes;
    if (warm != nullptr && fits_form(*warm, recording, *data, options)) {
        Fitter fitter(*data, options, work);
        const int evaluations = std::min(options.evaluations, kWarmEvaluations);
        const TwoLevel model =
            fitter.second_level(model_of(*warm), true, evaluations, options.seed, work.part(0.05, 0.9));
        if (work.is_cancelled()) return kCancelled;
        Attempt again = fitter.finish(model);
        for (std::size_t b = 0; b < again.fit.bodies.size(); ++b) {
            again.fit.bodies[b].left_by_modes = warm->bodies[b].left_by_modes;
            again.fit.bodies[b].left_with_next_mode = warm->bodies[b].left_with_next_mode;
        }
        if (again.sound()) return std::move(again.fit);
        notes.push_back("the earlier bank no longer serves as a start; fitted from scratch");
    }

    Attempt best;
    auto keep_better = [&](std::optional<Attempt> attempt, const char* what) {
        if (!attempt) return false;
        const bool better =
            best.fit.bodies.empty() || (attempt->sound() && !best.sound()) ||
            (attempt->sound() == best.sound() && attempt->selection > best.selection + kLeastSelectionGain);
        if (!attempt->sound())
            notes.push_back(std::string(what) + ": selection clips " + percent(attempt->selection) + ", training " +
                            percent(attempt->training) + ", too far apart");
        if (better) best = std::move(*attempt);
        return true;
    };
    const double share = options.starts == 2 ? 0.5 : 1.0;
    auto run = [&](BankOptions changed, bool second_start, const Work& part, const char* what) {
        Fitter fitter(*data, changed, part);
        return keep_better(fitter.attempt(second_start, part), what);
    };
    const bool started = run(options, false, work.part(0.02, share), "first start");
    if (work.is_cancelled()) return kCancelled;
    if (!started) return Error{recording.bodies().front().id, "none of the inputs explains its motion"};
    if (options.starts == 2) run(options, true, work.part(0.5, 1.0), "second start");
    // What does not carry over to other motion is tried again, more firmly each time.
    const Work quiet = work.part(0.95, 1.0);
    if (!best.sound() && options.starts == 1) run(options, true, quiet, "second start");
    if (!best.sound()) {
        BankOptions firm = options;
        firm.key_ridge = std::max(firm.key_ridge, kFirmKeyRidge);
        firm.mixing_ridge = std::max(firm.mixing_ridge, kFirmMixingRidge);
        run(firm, false, quiet, "with more ridge");
        if (!best.sound() && options.modes > 1) {
            firm.modes = std::max(1, options.modes / 2);
            run(firm, false, quiet, "with half the modes");
        }
    }
    if (work.is_cancelled()) return kCancelled;
    best.fit.notes.insert(best.fit.notes.begin(), notes.begin(), notes.end());
    work.report("done", 1.0);
    return std::move(best.fit);
}

Result<BankFit> refit_body(const BankFit& bank, const BankRecording& recording, const BankOptions& options,
                           const Work& work) {
    if (const std::vector<Error> wrong = options.problems(); !wrong.empty()) return wrong.front();
    if (!recording.complete() || recording.bodies().size() != 1)
        return Error{"recording", "must hold the one body, complete"};
    if (!same_inputs(bank.inputs, recording.inputs()) || bank.fps != recording.fps())
        return Error{"inputs", "differ from the bank's; fit the bank anew"};
    Result<FitData> data = prepare_fit(recording, bank.classes, work);
    if (!data) return data.error();

    TwoLevel model{bank.level_one, bank.helpers, bank.level_two, {}};
    const RowSet rows = data->row_set(kTrainStride);
    const Targets targets = data->targets(0, rows);
    RowMatrix responses(rows.rows(), model.groups());
    work.parallel_for(data->training.size(), [&](std::size_t t) {
        const RowMatrix shown = shown_responses(*data, model, data->training[t]);
        for (int row = rows.first[t], f = 0; row < rows.first[t + 1]; ++row, f += rows.stride)
            responses.row(row) = shown.row(f);
    });
    const KeyGrid grid(key_positions(options.keys));
    // Groups at rms 1 while their mixing is sought.
    Eigen::VectorXd size(responses.cols());
    for (Eigen::Index g = 0; g < responses.cols(); ++g) {
        size[g] =
            std::max(1e-9, static_cast<double>(responses.col(g).norm()) / std::sqrt(static_cast<double>(rows.rows())));
        responses.col(g) /= static_cast<float>(size[g]);
    }
    DirectionFit mixing(responses, targets, grid, options.key_ridge, 0, work);
    Random random(options.seed);
    std::vector<double> left;
    for (int k = 0; k < options.modes && !work.is_cancelled(); ++k) {
        work.report("mix", static_cast<double>(k) / options.modes);
        if (!mixing.add_mode(random)) break;
        mixing.reset_damping();
        for (int i = 0; i < 2 * kStepsPerMode; ++i)
            if (!mixing.improve()) break;
        left.push_back(mixing.loss());
    }
    for (int i = 0; i < 2 * kLastSteps && !work.is_cancelled(); ++i)
        if (!mixing.improve()) break;
    if (work.is_cancelled()) return kCancelled;
    if (mixing.modes() == 0) return Error{recording.bodies().front().id, "the bank does not explain its motion"};
    model.mixing.push_back(size.cwiseInverse().asDiagonal() * mixing.directions());
    make_room(*data, model, work);
    const std::vector<Eigen::MatrixXd> keys{final_keys(*data, model, 0, grid, options.key_ridge, work)};
    BankFit fit = assemble(*data, model, grid, keys, work);
    score_selection(*data, grid, keys, fit, work);
    BodyFit body = std::move(fit.bodies.front());
    body.left_by_modes = std::move(left);
    body.left_with_next_mode = std::max(0.0, mixing.loss() - mixing.next_gain(random));

    BankFit result = bank;
    const auto old =
        std::find_if(result.bodies.begin(), result.bodies.end(), [&](const BodyFit& b) { return b.id == body.id; });
    if (old == result.bodies.end())
        result.bodies.push_back(std::move(body));
    else
        *old = std::move(body);
    return result;
}

}  // namespace yure::baker::bank
