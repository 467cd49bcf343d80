#include "minimise.hpp"

#include <algorithm>
#include <deque>

namespace yure::baker::bank {
namespace {

constexpr double kArmijo = 1e-4, kShrink = 0.4;
constexpr int kShrinks = 9, kStalls = 3;

struct Memory {
    std::deque<Eigen::VectorXd> steps, changes;

    void clear() {
        steps.clear();
        changes.clear();
    }
    /// The two-loop recursion: an approximation of (inverse Hessian) x gradient.
    Eigen::VectorXd direction(Eigen::VectorXd q) const {
        std::vector<double> shares(steps.size());
        for (std::size_t i = steps.size(); i-- > 0;) {
            shares[i] = steps[i].dot(q) / changes[i].dot(steps[i]);
            q -= shares[i] * changes[i];
        }
        q *= steps.back().dot(changes.back()) / changes.back().squaredNorm();
        for (std::size_t i = 0; i < steps.size(); ++i)
            q += steps[i] * (shares[i] - changes[i].dot(q) / changes[i].dot(steps[i]));
        return q;
    }
};

}  // namespace

Eigen::VectorXd minimise(const MinimiseProblem& problem, Eigen::VectorXd x, const MinimiseOptions& options) {
    if (options.evaluations < 1) return x;
    Eigen::VectorXd gradient;
    double value = problem.evaluate(x, &gradient);
    int used = 1, stalls = 0;
    Memory memory;
    for (int step = 0; used < options.evaluations;) {
        const double norm = gradient.norm();
        if (!(norm > 0.0)) break;
        Eigen::VectorXd q = memory.steps.empty() ? Eigen::VectorXd(gradient * std::min(1.0, options.first_step / norm))
                                                 : memory.direction(gradient);
        double slope = -gradient.dot(q);
        if (!(slope < 0.0)) {
            memory.clear();
            q = gradient * std::min(1.0, options.first_step / 3.0 / norm);
            slope = -gradient.dot(q);
        }
        double length = std::min(1.0, options.longest_step / std::max(1e-300, q.cwiseAbs().maxCoeff()));
        Eigen::VectorXd trial, trial_gradient;
        double trial_value = 0.0;
        bool better = false;
        for (int i = 0; i < kShrinks && used < options.evaluations && !better; ++i, length *= better ? 1.0 : kShrink) {
            trial = x - length * q;
            if (problem.confine) problem.confine(x, trial);
            trial_value = problem.evaluate(trial, &trial_gradient);
            ++used;
            better = trial_value < value + kArmijo * length * slope;
        }
        if (!better) {
            if (memory.steps.empty() || ++stalls > kStalls) break;
            memory.clear();
            continue;
        }
        Eigen::VectorXd moved = trial - x, change = trial_gradient - gradient;
        if (moved.dot(change) > 1e-12) {
            memory.steps.push_back(std::move(moved));
            memory.changes.push_back(std::move(change));
            if (static_cast<int>(memory.steps.size()) > options.memory) {
                memory.steps.pop_front();
                memory.changes.pop_front();
            }
        }
        x = std::move(trial);
        gradient = std::move(trial_gradient);
        value = trial_value;
        stalls = 0;
        ++step;
        if (problem.accepted && !problem.accepted(step, x)) break;
    }
    return x;
}

}  // namespace yure::baker::bank
