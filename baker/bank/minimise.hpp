/// A limited-memory BFGS for functions whose gradient costs about as much as their value. Variables come pre-scaled.
#pragma once

#include <Eigen/Dense>
#include <functional>

namespace yure::baker::bank {

struct MinimiseProblem {
    /// Value at x, and the gradient where `gradient` is not null. May return infinity for an x that cannot be used.
    std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd* gradient)> evaluate;
    /// Moves a trial point back to where it may be; `from` is the present point. May be empty.
    std::function<void(const Eigen::VectorXd& from, Eigen::VectorXd& x)> confine;
    /// After every accepted step; false ends the search. May be empty.
    std::function<bool(int step, const Eigen::VectorXd& x)> accepted;
};

struct MinimiseOptions {
    int evaluations = 300;
    int memory = 25;            ///< pairs kept
    double first_step = 0.3;    ///< length of the first step; later ones come from the curvature
    double longest_step = 4.0;  ///< of any variable
};

/// Armijo backtracking; drops its memory when a direction leads nowhere. The best (last accepted) point.
Eigen::VectorXd minimise(const MinimiseProblem& problem, Eigen::VectorXd x, const MinimiseOptions& options);

}  // namespace yure::baker::bank
