/// Whatever simulates a body: the mesh solver, or bone chains along its strands where the request has `chain`. Manners
/// and units are those of `sim::Solver`; every lane is one clip.
#pragma once

#include <span>
#include <variant>

#include "yure/baker/body.hpp"
#include "yure/chain/strand_solver.hpp"
#include "yure/sim/solver.hpp"

namespace yure::baker {

class BodySolver {
  public:
    /// `body` must outlive this.
    BodySolver(const Body& body, int lanes);

    void reset(int lane, std::span<const Vec2> goals);
    void set_goals(int lane, std::span<const Vec2> goals);
    /// Acceleration px/s².
    void set_wind(int lane, Vec2 wind);
    /// Lower bound 1/s of the damping; 0 = as set.
    void set_damping(float rate_per_second);
    /// Points of the scene's obstacles, a then b of each; chains pass through obstacles.
    void set_obstacles(int lane, std::span<const Vec2> points);
    void step(float dt = 1.0f / 60.0f);

    void positions(int lane, std::span<Vec2> out) const;
    float frame_angle(int lane) const;
    /// What was mended; of chains only restarts and teleports.
    sim::LaneReport report(int lane) const;
    /// Joints of the chains, strand after strand; empty where the mesh is simulated.
    std::span<const Vec2> joints(int lane) const;

  private:
    std::variant<sim::Solver, chain::StrandSolver> solver_;
};

}  // namespace yure::baker
