/// The 2D XPBD solver: steps one scene for one or many clips at once. One clip is one lane; every lane count and every
/// instruction set gives the same bits (docs/determinism.md). Goals are where the rig puts the vertices (world px).
///
///     Solver solver(*scene, clips);
///     solver.reset(lane, goals);                                   // at rest on the first frame's goals
///     for each frame { solver.set_goals(lane, goals); …; solver.step(); solver.positions(lane, out); }
///
/// Nothing allocates after construction, `save` apart. A solver belongs to one thread; any number may share a scene.
#pragma once

#include <memory>
#include <span>

#include "yure/core/vec2.hpp"
#include "yure/sim/scene.hpp"

namespace yure::sim {

/// Instruction sets the inner loops are compiled for.
enum class InstructionSet { scalar, sse2, avx2, avx512 };
/// The ones this machine can run, slowest first; always holds `scalar`.
std::span<const InstructionSet> available_instruction_sets();

struct SolverOptions {
    InstructionSet highest = InstructionSet::avx512;  ///< use none above it (nor above what the machine has)
    int widest = 16;  ///< most numbers in one vector: 1, 4, 8 or 16; a lower value only costs time
};

/// What went wrong in a lane since its last reset and was mended.
struct LaneReport {
    int teleports = 0;  ///< the pins jumped farther than a body moves in a frame: the body was carried along
    int bad_goals = 0;  ///< goals (anchors, obstacles) that were not finite or beyond 1e6 px: the last ones were kept
    int unfolded = 0;   ///< frames in which a triangle had to be pulled towards its goal to be kept from flipping
    int restarts = 0;   ///< the state was lost (NaN, or farther than 1e6 px away) and put back on the goals
};

class Solver {
  public:
    /// `scene` must outlive this. `lanes` >= 1 clips side by side; internally padded to the vector width. All lanes
    /// start at rest on the drawing.
    Solver(const Scene& scene, int lanes, SolverOptions options = {});
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    int lanes() const;
    /// Puts a lane at rest on these goals (one per particle), without velocity; anchors and obstacles of the lane go
    /// where they are set next, without a sweep. Does not touch other lanes.
    void reset(int lane, std::span<const Vec2> goals);
    /// Where the rig will be at the end of the next step. Goals stay until they are set again.
    void set_goals(int lane, std::span<const Vec2> goals);
    /// Where the partners' vertices of `SceneSpec::glue_pins` will be at the end of the next step, in that order. Until
    /// they are set, a glue pin follows its own goal.
    void set_anchors(int lane, std::span<const Vec2> partner_positions);
    /// Where the obstacles' points will be at the end of the next step: a then b of each obstacle. At first: their
    /// rest.
    void set_obstacles(int lane, std::span<const Vec2> points);
    /// Acceleration px/s^2 for the coming steps of a lane, scaled by the wind group. Zero at the start, and after a
    /// reset.
    void set_wind(int lane, Vec2 wind);
    /// Lower bound 1/s of every particle's damping: "heavy damping" while settling. 0 (at first) = the material's own.
    void set_damping(float rate_per_second);
    /// An idle lane keeps its state; its goals may still be set. Clips that have ended idle until they are reset.
    /// Blocks of only idle lanes cost nothing. All lanes start active.
    void set_idle(int lane, bool idle);

    /// One frame of `dt` seconds for all active lanes, goals interpolated from the previous ones. 0, negative or NaN:
    /// pinned particles are moved and nothing else (unless a triangle had to flip). Steps below 1/500 s do the same,
    /// and their time is saved up for the next one. A dt above 1/20 s is cut into frames of at most that; above 5 s the
    /// rest is dropped. Bounded for any input.
    void step(float dt = 1.0f / 60.0f);

    void positions(int lane, std::span<Vec2> out) const;  ///< world px
    /// Rotation of the body's frame against the default pose, radians, positive turns x towards y (clockwise as seen):
    /// the best rotation (Procrustes) of the root particles. 0 with fewer than two roots.
    float frame_angle(int lane) const;
    LaneReport report(int lane) const;

    /// Copy of everything that moves; restoring gives the same future to the bit. A snapshot of another scene or
    /// another number of lanes is refused (false, and nothing changed).
    struct Snapshot;
    std::shared_ptr<const Snapshot> save() const;
    bool restore(const Snapshot& snapshot);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace yure::sim
