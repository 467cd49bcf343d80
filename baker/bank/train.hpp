/// Training of the whole two-level bank by gradient: back-propagation through the recursions at the full frame rate,
/// keys solved inside every evaluation (their gradient vanishes there), loss on every few frames.
#pragma once

#include "two_level.hpp"

#include "yure/core/random.hpp"

namespace yure::baker::bank {

class BankTrainer {
  public:
    /// References must outlive this. `rows` and `targets` (per body) say where the loss is measured.
    BankTrainer(const FitData& data, const RowSet& rows, const std::vector<Targets>& targets, KeyGrid grid,
                double key_ridge, TwoLevel start, const Work& work);

    /// Greedy start of a second level: for each of `helpers` helpers 250 random rectified mixtures of 1 to 4 level-1
    /// groups through a start pole, the one that explains most of what is left; `groups` level-2 groups in all.
    void start_second_level(int helpers, int groups, Random& random);

    /// L-BFGS over everything but the keys. Every tenth step the selection clips are played; when they have got worse by
    /// .03 the search ends and goes back to their best.
    void optimise(int evaluations);

    const TwoLevel& model() const { return model_; }
    double loss() const { return loss_; }
    /// Mean over bodies and selection clips of R² in the leading dimensions (each at least -1), weighed as the loss weighs
    /// clips; linear model, present keys.
    double selection_score() const;

    /// The model as a vector (unscaled), the loss there, and its gradient; for the search and its tests.
    Eigen::VectorXd parameters() const;
    void set_parameters(const Eigen::VectorXd& parameters);
    double evaluate(Eigen::VectorXd* gradient);

  private:
    struct BodyState {
        RowMatrix modes;
        Hats hats;
        KeySolution solution;
        double ridge = 0.0;  ///< fixed by the first evaluation, so that the loss is one function throughout
        RowMatrix pull;      ///< dL/d mode at the rows
        Eigen::MatrixXd mixing_gradient;
    };
    void forward();
    void solve_body(std::size_t body, bool with_gradient);
    Eigen::VectorXd scales() const;
    void confine(const Eigen::VectorXd& from, Eigen::VectorXd& parameters) const;
    Eigen::Index pole_parameters() const { return 2 * static_cast<Eigen::Index>(model_.groups()); }

    const FitData& data_;
    const RowSet& rows_;
    const std::vector<Targets>& targets_;
    KeyGrid grid_;
    double key_ridge_;
    TwoLevel model_;
    const Work& work_;
    StepCoefficients<float> step_;
    std::vector<StepTape<float>> tapes_;
    std::vector<StepGradient<float>> gradients_;
    RowMatrix responses_;  ///< rows x groups, one frame late
    std::vector<BodyState> bodies_;
    double loss_ = 1.0;
};

}  // namespace yure::baker::bank
