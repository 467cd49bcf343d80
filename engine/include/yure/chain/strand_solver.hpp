/// Steps the chains of a puppet's body for one or many clips, with the manners of `sim::Solver`: goals in, particles
/// out, canvas px. A step is one frame of the chain core; a component at 60 Hz takes one loop per 1/60 s.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "yure/chain/solver.hpp"
#include "yure/chain/strand.hpp"

namespace yure::chain {

class StrandSolver {
  public:
    /// `strands` must outlive this. `lanes` >= 1.
    StrandSolver(const StrandSet& strands, int lanes);
    StrandSolver(StrandSolver&&) noexcept;
    StrandSolver& operator=(StrandSolver&&) noexcept;
    ~StrandSolver();

    int lanes() const;
    /// At rest on these goals.
    void reset(int lane, std::span<const Vec2> goals);
    /// Where the rig will be at the next step; goals that are not finite are dropped.
    void set_goals(int lane, std::span<const Vec2> goals);
    /// Acceleration px/s² from the next step on; allocates. Zero at the start and after a reset.
    void set_wind(int lane, Vec2 wind);
    /// Lower bound 1/s of the damping of all chains, to settle. 0 (at first) = as configured. Allocates.
    void set_damping(float rate_per_second);
    void step(float dt = 1.0f / 60.0f);

    void positions(int lane, std::span<Vec2> out) const;
    std::span<const Vec2> joints(int lane) const;           ///< simulated, strand after strand
    std::span<const Vec2> animated_joints(int lane) const;  ///< where the rig has them
    float frame_angle(int lane) const;
    SolverReport report(int lane) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace yure::chain
