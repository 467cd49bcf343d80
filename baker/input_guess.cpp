#include "input_guess.hpp"

#include <Eigen/Cholesky>
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

Normal normal_equations(const Segment& segment, const std::vector<const Drive*>& drives,
                        const std::vector<ScoreClip>& clips, int inputs, double fps) {
    constexpr double kSmall = 0.25;
    Normal normal{Matrix::Zero(2 * inputs, 2 * inputs), Matrix::Zero(2 * inputs, clips[0].movement.cols())};
    std::vector<double> readings;
    for (std::size_t k = 0; k < clips.size(); ++k) {
        Matrix answers(drives[k]->frames, 2 * inputs);
        for (int i = 0; i < inputs; ++i)
            for (int type = 0; type < 2; ++type) {
                play_chain({{{i, type == 1, kSmall}}, {segment}}, *drives[k], fps, readings);
                answers.col(2 * i + type) = Eigen::Map<const Vector>(readings.data(), drives[k]->frames) / kSmall;
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

/// Best single reading direction and weights for one choice of types, by alternating least squares.
Explained explain(const Normal& normal, const std::vector<int>& types) {
    const Eigen::Index n = static_cast<Eigen::Index>(types.size());
    Matrix own(n, n), with(n, normal.with.cols());
    for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::Index row = 2 * i + types[static_cast<std::size_t>(i)];
        with.row(i) = normal.with.row(row);
        for (Eigen::Index j = 0; j < n; ++j) own(i, j) = normal.own(row, 2 * j + types[static_cast<std::size_t>(j)]);
    }
    Matrix ridged = own;
    ridged.diagonal() *= 1.01;
    ridged.diagonal().array() += 1e-12 + 1e-9 * own.diagonal().maxCoeff();
    const Eigen::LDLT<Matrix> solver(ridged);
    Explained result;
    result.weights = Vector::Ones(n);
    Vector reading = Vector::Zero(with.cols());
    for (int round = 0; round < 8; ++round) {
        reading = with.transpose() * result.weights / std::max(1e-12, result.weights.dot(ridged * result.weights));
        if (reading.norm() < 1e-12) return result;
        result.weights = solver.solve(with * reading) / reading.squaredNorm();
        result.weights /= result.weights.cwiseAbs().maxCoeff() + 1e-12;
    }
    reading = with.transpose() * result.weights / std::max(1e-12, result.weights.dot(ridged * result.weights));
    result.error =
        -2.0 * result.weights.dot(with * reading) + result.weights.dot(own * result.weights) * reading.squaredNorm();
    return result;
}

}  // namespace

std::vector<ChainInput> guess_inputs(const Segment& segment, const std::vector<const Drive*>& drives,
                                     const std::vector<ScoreClip>& clips, const std::vector<char>& may_tilt,
                                     double fps) {
    constexpr int kAllCombinations = 6;
    const int inputs = static_cast<int>(may_tilt.size());
    const Normal normal = normal_equations(segment, drives, clips, inputs, fps);
    const auto allowed = [&](const std::vector<int>& types) {
        for (std::size_t i = 0; i < types.size(); ++i)
            if (types[i] == 1 && may_tilt[i] == 0) return false;
        return true;
    };
    std::vector<int> best_types(may_tilt.size(), 0);
    Explained best = explain(normal, best_types);
    const auto consider = [&](const std::vector<int>& types) {
        if (!allowed(types)) return false;
        Explained found = explain(normal, types);
        if (!(found.error < best.error)) return false;
        best = std::move(found);
        best_types = types;
        return true;
    };
    if (inputs <= kAllCombinations) {
        for (int combination = 1; combination < (1 << inputs); ++combination) {
            std::vector<int> types(may_tilt.size());
            for (int i = 0; i < inputs; ++i) types[static_cast<std::size_t>(i)] = (combination >> i) & 1;
            consider(types);
        }
    } else {
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
        if (std::abs(weight) > 0.005)
            guess.push_back({i, best_types[static_cast<std::size_t>(i)] == 1, std::clamp(0.5 * weight, -0.95, 0.95)});
    }
    return guess;
}

}  // namespace yure::baker
