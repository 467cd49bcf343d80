#include "input_guess.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

namespace yure::baker {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Normal equations of all answers: index 2 i + type.
struct Normal {
    Matrix own, with;
};

Normal normal_equations(const GuessPattern& pattern, const std::vector<const Drive*>& drives,
                        const std::vector<ScoreClip>& clips, int inputs, double fps) {
    constexpr double kSmall = 0.25;
    const Eigen::Index links = static_cast<Eigen::Index>(pattern.segments.size());
    Normal normal{Matrix::Zero(2 * inputs, 2 * inputs), Matrix::Zero(2 * inputs, clips[0].movement.cols())};
    std::vector<double> readings;
    for (std::size_t k = 0; k < clips.size(); ++k) {
        Matrix answers = Matrix::Zero(drives[k]->frames, 2 * inputs);
        for (int i = 0; i < inputs; ++i)
            for (int type = 0; type < 2; ++type) {
                if (!(type == 0 ? pattern.shifts : pattern.tilts)) continue;
                play_chain({{{i, type == 1, kSmall}}, pattern.segments}, *drives[k], fps, readings);
                const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> all(
                    readings.data(), drives[k]->frames, links);
                answers.col(2 * i + type) = all.col(links - 1) / kSmall;
            }
        normal.own += clips[k].weight * answers.transpose() * answers;
        normal.with += clips[k].weight * answers.transpose() * clips[k].movement;
    }
    return normal;
}

struct Explained {
    double error = std::numeric_limits<double>::infinity();  // below 0: energy explained
    Vector weights;
};

/// Best single reading direction and weights for one choice of types. With answers A (own), shared energy B (with) and
/// weights w the explained energy is |Bᵀw|²/(wᵀAw): the largest generalised eigenvalue.
Explained explain(const Normal& normal, const std::vector<int>& types) {
    const Eigen::Index n = static_cast<Eigen::Index>(types.size());
    Matrix own(n, n), with(n, normal.with.cols());
    for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::Index row = 2 * i + types[static_cast<std::size_t>(i)];
        with.row(i) = normal.with.row(row);
        for (Eigen::Index j = 0; j < n; ++j) own(i, j) = normal.own(row, 2 * j + types[static_cast<std::size_t>(j)]);
    }
    own.diagonal() *= 1.01;
    own.diagonal().array() += 1e-12 + 1e-9 * own.diagonal().maxCoeff();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(with * with.transpose(), own);
    Explained result;
    result.error = -solver.eigenvalues()[n - 1];
    result.weights = solver.eigenvectors().col(n - 1);
    Eigen::Index largest = 0;
    result.weights.cwiseAbs().maxCoeff(&largest);
    result.weights /= result.weights[largest];  // the sign of an eigenvector means nothing: the main input counts as +
    return result;
}

}  // namespace

std::vector<ChainInput> guess_inputs(const GuessPattern& pattern, const std::vector<const Drive*>& drives,
                                     const std::vector<ScoreClip>& clips, const std::vector<char>& may_tilt,
                                     double fps) {
    constexpr int kAllCombinations = 6;
    const int inputs = static_cast<int>(may_tilt.size());
    const Normal normal = normal_equations(pattern, drives, clips, inputs, fps);
    if (!(normal.with.squaredNorm() > 0.0)) return {};  // nothing to explain
    std::vector<int> best_types(may_tilt.size(), pattern.shifts ? 0 : 1);
    Explained best = explain(normal, best_types);
    const auto consider = [&](const std::vector<int>& types) {
        for (std::size_t i = 0; i < types.size(); ++i)
            if (types[i] == 1 && may_tilt[i] == 0) return false;
        Explained found = explain(normal, types);
        if (!(found.error < best.error)) return false;
        best = std::move(found);
        best_types = types;
        return true;
    };
    const bool choice = pattern.shifts && pattern.tilts;
    if (choice && inputs <= kAllCombinations) {
        for (int combination = 1; combination < (1 << inputs); ++combination) {
            std::vector<int> types(may_tilt.size());
            for (int i = 0; i < inputs; ++i) types[static_cast<std::size_t>(i)] = (combination >> i) & 1;
            consider(types);
        }
    } else if (choice) {
        for (bool better = true; better;) {
            better = false;
            for (std::size_t i = 0; i < best_types.size(); ++i) {
                std::vector<int> types = best_types;
                types[i] = 1 - types[i];
                better = consider(types) || better;
            }
        }
    }
    std::vector<ChainInput> guess;
    for (int i = 0; i < inputs; ++i) {
        const double weight = best.weights[i];
        const bool angle = best_types[static_cast<std::size_t>(i)] == 1;
        if (angle && may_tilt[static_cast<std::size_t>(i)] == 0) continue;
        if (std::abs(weight) > 0.005) guess.push_back({i, angle, std::clamp(0.5 * weight, -0.95, 0.95)});
    }
    return guess;
}

}  // namespace yure::baker
