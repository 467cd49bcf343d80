/// Joint refinement of a level-1 bank: mixing of every body, input weights, frequencies and dampings, by Gauss-Newton
/// with the keys solved inside. With several bodies each one's mixing is eliminated (Schur complement), so the cost
/// grows with the number of bodies, not with its cube.
#pragma once

#include "reduce.hpp"

namespace yure::baker::bank {

class BankRefiner {
  public:
    /// `targets` per body at `rows`; all references must outlive this.
    BankRefiner(const FitData& data, const RowSet& rows, const std::vector<Targets>& targets, KeyGrid grid,
                double key_ridge, double mixing_ridge, LevelOne start, const Work& work);

    /// One damped step; false when no damping made it better.
    bool improve();
    double loss() const { return loss_; }  ///< mean over bodies, mixing penalty included
    const LevelOne& bank() const { return bank_; }
    const KeySolution& keys(int body) const { return bodies_[static_cast<std::size_t>(body)].solution; }

  private:
    struct BodyState {
        RowMatrix modes;
        Hats hats;
        KeySolution solution;
    };
    struct Derivatives;  ///< responses of the members and to the poles, at the rows
    struct Normal;
    bool respond();
    void evaluate();
    double mixing_penalty(std::size_t body) const;
    Derivatives derivatives() const;
    Normal normal_equations(std::size_t body, const Derivatives& derivatives) const;
    int parameters_of(std::size_t group) const { return static_cast<int>(bank_.groups[group].weights.size()) + 2; }

    const FitData& data_;
    const RowSet& rows_;
    const std::vector<Targets>& targets_;
    KeyGrid grid_;
    double key_ridge_, mixing_ridge_;
    const Work& work_;
    LevelOne bank_;
    RowMatrix responses_;  ///< rows x groups, one frame late
    std::vector<BodyState> bodies_;
    double loss_ = 1.0, damping_ = 1e-2;
};

}  // namespace yure::baker::bank
