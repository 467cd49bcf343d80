/// The 2D XPBD solver: steps one scene for one or many clips at once. One clip is one lane; every lane count gives the same
/// bits (docs/simulation.md). Goals are where the rig puts the vertices (world px).
#pragma once

#include <memory>
#include <span>

#include "yure/core/vec2.hpp"
#include "yure/sim/scene.hpp"

namespace yure::sim {

class Solver {
  public:
    /// `scene` must outlive this. `lanes` >= 1 clips side by side; internally padded to the vector width.
    Solver(const Scene& scene, int lanes);
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    int lanes() const;
    /// Puts a lane at rest on these goals (one per particle), without velocity.
    void reset(int lane, std::span<const Vec2> goals);
    /// Where the rig will be at the end of the next step.
    void set_goals(int lane, std::span<const Vec2> goals);
    /// Acceleration px/s^2 for the coming steps of a lane, scaled by the wind group. Zero at the start.
    void set_wind(int lane, Vec2 wind);
    /// Multiplies the material's damping (1 = as is); "heavy damping" while settling.
    void set_damping(float rate_per_second);

    /// One frame of `dt` seconds for all lanes, goals interpolated from the previous ones. dt = 0 moves pinned particles
    /// only; a dt above 1/20 s is cut into frames of at most that; above 5 s the rest is dropped. Bounded for any input.
    void step(float dt = 1.0f / 60.0f);

    void positions(int lane, std::span<Vec2> out) const;  ///< world px
    /// Rotation of the body's frame against the default pose, radians, positive turns x towards y (clockwise as seen).
    float frame_angle(int lane) const;

    /// Copy of everything that moves; restoring gives the same future to the bit.
    struct Snapshot;
    std::shared_ptr<const Snapshot> save() const;
    void restore(const Snapshot& snapshot);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace yure::sim
