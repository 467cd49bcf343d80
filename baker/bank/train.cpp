#include "train.hpp"

#include "gram.hpp"
#include "minimise.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {

using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr int kSelectEvery = 10;     ///< steps between looks at the selection clips
constexpr double kMostHarm = 0.03;  ///< below their best, before the search ends and goes back to it

constexpr double kWeightScale = 0.1, kHelperScale = 0.15, kSecondScale = 0.15, kMixingScale = 0.08, kPoleScale = 0.06;

/// Walks all parameters of a model in their order: level-1 weights, helpers, level-2 weights, mixing, poles (as
/// logarithms).
template <class Model, class Visit>
void visit_parameters(Model& model, Visit&& visit) {
    for (auto& group : model.one)
        for (auto& weight : group.weights) visit(weight, kWeightScale);
    for (Eigen::Index j = 0; j < model.helpers.rows(); ++j)
        for (Eigen::Index g = 0; g < model.helpers.cols(); ++g) visit(model.helpers(j, g), kHelperScale);
    for (auto& group : model.two)
        for (auto& weight : group.weights) visit(weight, kSecondScale);
    for (auto& mixing : model.mixing)
        for (Eigen::Index g = 0; g < mixing.rows(); ++g)
            for (Eigen::Index k = 0; k < mixing.cols(); ++k) visit(mixing(g, k), kMixingScale);
}

}  // namespace

BankTrainer::BankTrainer(const FitData& data, const RowSet& rows, const std::vector<Targets>& targets, KeyGrid grid,
                         double key_ridge, TwoLevel start, const Work& work)
    : data_(data),
      rows_(rows),
      targets_(targets),
      grid_(std::move(grid)),
      key_ridge_(key_ridge),
      model_(std::move(start)),
      work_(work),
      tapes_(data.training.size()),
      gradients_(data.training.size()),
      bodies_(targets.size()) {
    evaluate(nullptr);
}

Eigen::VectorXd BankTrainer::parameters() const {
    std::vector<double> values;
    visit_parameters(model_, [&](const double& value, double) { values.push_back(value); });
    auto poles = [&](const auto& groups) {
        for (const auto& group : groups) {
            values.push_back(std::log(group.pole.frequency));
            values.push_back(std::log(group.pole.damping));
        }
    };
    poles(model_.one);
    poles(model_.two);
    return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

void BankTrainer::set_parameters(const Eigen::VectorXd& parameters) {
    Eigen::Index at = 0;
    visit_parameters(model_, [&](double& value, double) { value = parameters[at++]; });
    auto poles = [&](auto& groups) {
        for (auto& group : groups) {
            group.pole.frequency = std::exp(parameters[at++]);
            group.pole.damping = std::exp(parameters[at++]);
        }
    };
    poles(model_.one);
    poles(model_.two);
}

Eigen::VectorXd BankTrainer::scales() const {
    Eigen::VectorXd scales = Eigen::VectorXd::Constant(parameters().size(), kPoleScale);
    Eigen::Index at = 0;
    visit_parameters(model_, [&](const double&, double scale) { scales[at++] = scale; });
    return scales;
}

void BankTrainer::confine(const Eigen::VectorXd& from, Eigen::VectorXd& parameters) const {
    for (Eigen::Index at = parameters.size() - pole_parameters(); at < parameters.size(); at += 2) {
        parameters[at] = std::clamp(parameters[at], std::log(kLowestFrequency), std::log(kHighestFrequency));
        parameters[at + 1] = std::clamp(parameters[at + 1], std::log(kLowestDamping), std::log(kHighestDamping));
        if (!recursion_of({std::exp(parameters[at]), std::exp(parameters[at + 1])}, data_.fps).playable)
            parameters.segment(at, 2) = from.segment(at, 2);
    }
}

void BankTrainer::forward() {
    step_ = step_coefficients<float>(model_, data_.offsets, data_.signal_count(), data_.fps);
    const auto one = static_cast<Eigen::Index>(model_.one.size()), two = static_cast<Eigen::Index>(model_.two.size());
    responses_.resize(rows_.rows(), model_.groups());
    work_.parallel_for(data_.training.size(), [&](std::size_t t) {
        const RowMatrix& signals = data_.signals[static_cast<std::size_t>(data_.training[t])];
        play_step(step_, signals.data(), static_cast<int>(signals.rows()), tapes_[t]);
        for (int row = rows_.first[t], f = 0; row < rows_.first[t + 1]; ++row, f += rows_.stride) {
            const auto from = static_cast<std::size_t>(std::max(0, f - 1));
            const float* q1 = tapes_[t].one.data() + from * static_cast<std::size_t>(step_.one);
            const float* q2 = tapes_[t].two.data() + from * static_cast<std::size_t>(step_.two);
            std::copy(q1, q1 + one, responses_.row(row).data());
            std::copy(q2, q2 + two, responses_.row(row).data() + one);
        }
    });
}

void BankTrainer::solve_body(std::size_t b, bool with_gradient) {
    BodyState& body = bodies_[b];
    const Targets& targets = targets_[b];
    const Eigen::MatrixXd& mixing = model_.mixing[b];
    const auto modes = static_cast<int>(mixing.cols());
    body.modes.noalias() = responses_ * mixing.cast<float>();
    fill_hats(body.modes, grid_, body.hats);
    solve_keys(body.hats, targets, key_ridge_, body.ridge, body.solution, work_);
    body.ridge = body.solution.ridge;
    if (!with_gradient) return;
    const RowMatrix slopes = key_slopes(body.solution.keys, grid_, modes);
    const auto factor = static_cast<float>(-2.0 / targets.total / static_cast<double>(bodies_.size()));
    const RowMatrix all_pulls = body.solution.error * slopes.transpose();
    body.pull.resize(rows_.rows(), modes);
    for (int f = 0; f < rows_.rows(); ++f)
        for (int k = 0; k < modes; ++k) {
            const int s = body.hats.segment[static_cast<std::size_t>(f * modes + k)];
            body.pull(f, k) = s < 0 ? 0.0f : factor * targets.weight[f] * all_pulls(f, k * grid_.segments() + s);
        }
    RowMatrixXd product = RowMatrixXd::Zero(mixing.rows(), modes);
    add_product(tall(responses_), tall(body.pull), nullptr, product.data(), modes);
    body.mixing_gradient = product;
}

double BankTrainer::evaluate(Eigen::VectorXd* gradient) {
    forward();
    loss_ = 0.0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        solve_body(b, gradient != nullptr);
        loss_ += bodies_[b].solution.loss / static_cast<double>(bodies_.size());
    }
    if (gradient == nullptr) return loss_;

    const auto one = static_cast<Eigen::Index>(model_.one.size()), two = static_cast<Eigen::Index>(model_.two.size());
    const Eigen::Index helpers = model_.helpers.rows();
    RowMatrix pull = RowMatrix::Zero(rows_.rows(), one + two);
    for (std::size_t b = 0; b < bodies_.size(); ++b)
        pull.noalias() += bodies_[b].pull * model_.mixing[b].cast<float>().transpose();

    struct Part {
        RowMatrixXd weights, helper_mix, second;
    };
    std::vector<Part> parts(data_.training.size());
    work_.parallel_for(parts.size(), [&](std::size_t t) {
        const RowMatrix& signals = data_.signals[static_cast<std::size_t>(data_.training[t])];
        const int frames = static_cast<int>(signals.rows());
        StepGradient<float>& back = gradients_[t];
        back.pull_one.assign(static_cast<std::size_t>(frames) * static_cast<std::size_t>(step_.one), 0.0f);
        back.pull_two.assign(static_cast<std::size_t>(frames) * static_cast<std::size_t>(step_.two), 0.0f);
        for (int row = rows_.first[t], f = 0; row < rows_.first[t + 1]; ++row, f += rows_.stride) {
            const auto to = static_cast<std::size_t>(std::max(0, f - 1));
            const float* from = pull.row(row).data();
            float* pull_one = back.pull_one.data() + to * static_cast<std::size_t>(step_.one);
            float* pull_two = back.pull_two.data() + to * static_cast<std::size_t>(step_.two);
            for (Eigen::Index g = 0; g < one; ++g) pull_one[g] += from[g];
            for (Eigen::Index g = 0; g < two; ++g) pull_two[g] += from[one + g];
        }
        play_step_back(step_, tapes_[t], frames, back);
        Part& part = parts[t];
        const Tall sum_one{back.sum_one.data(), frames, static_cast<int>(one), step_.one};
        part.weights = RowMatrixXd::Zero(signals.cols(), one);
        add_product(tall(signals), sum_one, nullptr, part.weights.data(), static_cast<int>(one));
        if (two == 0) return;
        const Tall responses{tapes_[t].one.data(), frames, static_cast<int>(one), step_.one};
        const Tall open{tapes_[t].helpers.data(), frames, static_cast<int>(helpers), step_.helpers};
        const Tall pull_helpers{back.helpers.data(), frames, static_cast<int>(helpers), step_.helpers};
        const Tall sum_two{back.sum_two.data(), frames, static_cast<int>(two), step_.two};
        part.helper_mix = RowMatrixXd::Zero(helpers, one);
        add_product(pull_helpers, responses, nullptr, part.helper_mix.data(), static_cast<int>(one));
        part.second = RowMatrixXd::Zero(helpers, two);
        add_product(open, sum_two, nullptr, part.second.data(), static_cast<int>(two));
    });
    Part sum{RowMatrixXd::Zero(data_.signal_count(), one), RowMatrixXd::Zero(helpers, one),
             RowMatrixXd::Zero(helpers, two)};
    std::vector<double> kappa(static_cast<std::size_t>(step_.one + step_.two), 0.0), mobility(kappa.size(), 0.0);
    for (std::size_t t = 0; t < parts.size(); ++t) {
        sum.weights += parts[t].weights;
        if (two > 0) {
            sum.helper_mix += parts[t].helper_mix;
            sum.second += parts[t].second;
        }
        for (std::size_t lane = 0; lane < kappa.size(); ++lane) {
            kappa[lane] += static_cast<double>(gradients_[t].kappa[lane]);
            mobility[lane] += static_cast<double>(gradients_[t].mobility[lane]);
        }
    }
    std::vector<double> values;
    for (Eigen::Index g = 0; g < one; ++g) {
        const LevelOneGroup& group = model_.one[static_cast<std::size_t>(g)];
        for (std::size_t m = 0; m < group.weights.size(); ++m)
            values.push_back(sum.weights(
                data_.offsets[static_cast<std::size_t>(group.source_class)] + static_cast<Eigen::Index>(m), g));
    }
    for (Eigen::Index j = 0; j < helpers; ++j)
        for (Eigen::Index g = 0; g < one; ++g) values.push_back(two > 0 ? sum.helper_mix(j, g) : 0.0);
    for (Eigen::Index g = 0; g < two; ++g)
        for (Eigen::Index j = 0; j < helpers; ++j) values.push_back(sum.second(j, g));
    for (const BodyState& body : bodies_)
        for (Eigen::Index g = 0; g < body.mixing_gradient.rows(); ++g)
            for (Eigen::Index k = 0; k < body.mixing_gradient.cols(); ++k) values.push_back(body.mixing_gradient(g, k));
    auto poles = [&](const auto& groups, std::size_t lane) {
        for (const auto& group : groups) {
            const RecursionSlopes slopes = recursion_slopes(group.pole, data_.fps);
            values.push_back(kappa[lane] * slopes.kappa_by_frequency + mobility[lane] * slopes.mobility_by_frequency);
            values.push_back(kappa[lane] * slopes.kappa_by_damping + mobility[lane] * slopes.mobility_by_damping);
            ++lane;
        }
    };
    poles(model_.one, 0);
    poles(model_.two, static_cast<std::size_t>(step_.one));
    *gradient = Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
    return loss_;
}

double BankTrainer::selection_score() const {
    if (data_.selection.empty()) return -loss_;
    std::vector<double> scores(data_.selection.size() * bodies_.size(), 0.0);
    work_.parallel_for(data_.selection.size(), [&](std::size_t s) {
        const int clip = data_.selection[s];
        const RowMatrix responses = shown_responses(data_, model_, clip);
        Hats hats;
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const double energy = data_.recorded(static_cast<int>(b)).energy[static_cast<std::size_t>(clip)];
            const RowMatrix offsets = data_.leading_offsets(static_cast<int>(b), clip);
            fill_hats(responses * model_.mixing[b].cast<float>(), grid_, hats);
            const RowMatrix error = offsets - hats.weights * bodies_[b].solution.keys.cast<float>();
            const double outside = std::max(0.0, energy - static_cast<double>(offsets.squaredNorm()));
            scores[s * bodies_.size() + b] =
                std::max(-1.0, 1.0 - (static_cast<double>(error.squaredNorm()) + outside) / std::max(1e-9, energy));
        }
    });
    // a clip counts by what the loss makes of it: one that hardly moves would decide by its noise
    double sum = 0.0, weights = 0.0;
    for (std::size_t s = 0; s < data_.selection.size(); ++s)
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const auto clip = static_cast<std::size_t>(data_.selection[s]);
            const double frames = static_cast<double>(data_.signals[clip].rows());
            const double weight =
                data_.bodies[b].clip_weight[clip] * data_.recorded(static_cast<int>(b)).energy[clip] / std::max(1.0, frames);
            sum += weight * scores[s * bodies_.size() + b];
            weights += weight;
        }
    return weights > 0.0 ? sum / weights : 0.0;
}

void BankTrainer::optimise(int evaluations) {
    const Eigen::VectorXd scale = scales();
    Eigen::VectorXd best = parameters();
    double best_score = selection_score();
    bool worse = false;
    int used = 0;
    MinimiseProblem problem;
    problem.evaluate = [&](const Eigen::VectorXd& x, Eigen::VectorXd* gradient) {
        work_.report("train", static_cast<double>(++used) / evaluations);
        set_parameters(x.cwiseProduct(scale));
        const double value = evaluate(gradient);
        if (gradient != nullptr) *gradient = gradient->cwiseProduct(scale);
        return value;
    };
    problem.confine = [&](const Eigen::VectorXd& from, Eigen::VectorXd& x) {
        Eigen::VectorXd real = x.cwiseProduct(scale);
        confine(from.cwiseProduct(scale), real);
        x = real.cwiseQuotient(scale);
    };
    // A dozen selection clips cannot tell good from a little better, and stopping at their best costs up to a tenth of
    // R² on other motions. They only say when training has begun to harm.
    auto compare = [&] {
        const double score = selection_score();
        worse = score < best_score - kMostHarm;
        if (!(score > best_score)) return;
        best_score = score;
        best = parameters();
    };
    problem.accepted = [&](int step, const Eigen::VectorXd&) {
        if (step % kSelectEvery == 0) compare();
        return !worse && !work_.is_cancelled();
    };
    MinimiseOptions options;
    options.evaluations = evaluations;
    const Eigen::VectorXd last = minimise(problem, best.cwiseQuotient(scale), options).cwiseProduct(scale);
    set_parameters(last);
    evaluate(nullptr);
    compare();
    set_parameters(worse ? best : last);
    evaluate(nullptr);
}

}  // namespace yure::baker::bank
