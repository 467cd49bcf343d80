/// Modes as directions in a space of features: target = sum over modes of a bent key curve along (features .
/// direction). Directions are found one by one and improved together by Gauss-Newton with the keys solved inside
/// (Kaufman's variable projection). Used twice: on the responses of all start poles (growing), and on a bank's groups
/// (mixing).
#pragma once

#include "keys.hpp"

#include "yure/core/random.hpp"
#include "yure/core/work.hpp"

namespace yure::baker::bank {

class DirectionFit {
  public:
    /// All references must outlive this. `block` = features that belong to one signal (for sparse candidates); 0 =
    /// none.
    DirectionFit(const RowMatrix& features, const Targets& targets, KeyGrid grid, double key_ridge, int block,
                 const Work& work);

    /// Adds the most promising of 300 candidate directions; false when nothing is left to explain.
    bool add_mode(Random& random);
    /// Takes these directions (features x modes) instead of the present ones.
    void set_directions(Eigen::MatrixXd directions);
    /// One damped Gauss-Newton step on all directions; false when no damping made it better.
    bool improve();
    /// Forgets what earlier steps taught about the damping.
    void reset_damping() { damping_ = 1e-2; }

    int modes() const { return static_cast<int>(directions_.cols()); }
    const Eigen::MatrixXd& directions() const { return directions_; }  ///< scaled so that a mode's peak is 1
    const KeySolution& keys() const { return solution_; }
    const KeyGrid& grid() const { return grid_; }
    double loss() const { return solution_.loss; }
    /// Share of the weighted offsets that the best of 300 further candidates would take away by itself; adds nothing.
    double next_gain(Random& random) const;
    /// Root mean square of a mode's keys: how much shape it moves.
    Eigen::VectorXd curve_sizes() const;

  private:
    void evaluate();
    struct Normal;
    Normal normal_equations() const;
    struct Candidate {
        Eigen::VectorXd direction;  ///< scaled to peak 1
        double gain = 0.0;
    };
    Candidate best_candidate(Random& random) const;
    Eigen::MatrixXd candidates(Random& random, const RowMatrix& error) const;

    const RowMatrix& features_;
    const Targets& targets_;
    KeyGrid grid_;
    double key_ridge_;
    int block_;
    const Work& work_;
    Eigen::MatrixXd directions_;
    RowMatrix modes_;
    Hats hats_;
    KeySolution solution_;
    double damping_ = 1e-2;
};

}  // namespace yure::baker::bank
