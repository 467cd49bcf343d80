/// The dynamic-bone solver: particle trees that follow an animated pose with inertia, elasticity, gravity, wind and
/// collisions (docs/chains.md). The pose is only read; what is solved comes out separately and is never read back.
///
///     auto solver = Solver::build(config, skeleton, bind, {}, &notices);
///     for each frame { solver->frame(pose, dt); solver->write(out); }      // live: loops as the display rate asks
///     for each 1/update_rate { solver->step(pose); solver->write(out); }   // bake: one loop a step
///
/// Nothing allocates after construction, except for an error's text. Trees that are alike share vectors of the widest
/// instructions the machine has; every width gives the same bits. A solver belongs to one thread.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "yure/chain/config.hpp"
#include "yure/chain/skeleton.hpp"
#include "yure/chain/tree.hpp"

namespace yure::chain {

/// Instruction sets the inner loops are compiled for.
enum class InstructionSet { scalar, sse2, avx2, avx512 };
/// The ones this machine can run, narrowest first; always holds `scalar`.
std::span<const InstructionSet> available_instruction_sets();

struct SolverOptions {
    InstructionSet highest = InstructionSet::avx512;  ///< use none above it
    /// What a component without `x_teleport` does when its object jumps: reset (live) or nothing (bakes).
    bool teleport_by_default = true;
    /// Trees that have not moved for 30 steps (less than 1e-6 of their length a step) while nothing about them changes
    /// stand still until something does.
    bool sleep = true;
};

struct ParticleState {
    Vec3 position, previous;
    Mat3 linear;  ///< written axes of its bone; of a virtual end those of the bone before it
    bool hit = false;
};

/// What was mended since construction.
struct SolverReport {
    int restarts = 0;   ///< trees that held a number that is not finite and were put back on their pose
    int teleports = 0;  ///< jumps of an object that reset or carried its trees
};

class Solver {
  public:
    /// `config` in any axes (they are converted), `bind` world transforms of the rest pose, one per node. Fails on
    /// values out of range, names that are not there and sizes that do not fit; what is merely odd is a notice.
    static Result<Solver> build(const Config& config, const Skeleton& skeleton, std::span<const Affine> bind,
                                SolverOptions options = {}, Notices* notices = nullptr);
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// One displayed frame of `dt` seconds: one look at the pose, then the loops that the update mode asks for. The
    /// first frame starts at rest on its pose. dt <= 0 does nothing at all. A dt or pose that is not finite is an
    /// error, and nothing has changed.
    Status frame(std::span<const Affine> pose, double dt);
    /// The same, then `write(world)`, in one go over memory; with dt <= 0 nothing is written either.
    Status frame(std::span<const Affine> pose, double dt, std::span<Affine> world);
    /// One solver step of 1/update_rate: one look, one loop.
    Status step(std::span<const Affine> pose);

    /// The next frame starts at rest on its pose, with the clock (wind) at 0.
    void reset();
    /// Other values, the state kept: only trees whose bones change, or components that are switched on, start anew.
    /// On an error nothing has changed. Allocates.
    Status reconfigure(const Config& config, Notices* notices = nullptr);

    int tree_count() const;
    const Tree& tree(int tree) const;
    int component_of(int tree) const;  ///< index into the configuration
    ParticleState particle(int tree, int particle) const;
    int loops(int component) const;  ///< of the last frame
    bool asleep(int tree) const;     ///< in the last frame
    SolverReport report() const;
    /// Deepest a particle lies in a collider of its component, in world units; 0 when none does.
    double deepest_penetration() const;

    /// World transforms of the simulated bones into their places; every other one is left as it is.
    void write(std::span<Affine> world) const;

  private:
    struct State;
    explicit Solver(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// What `Solver::write` writes for one tree, from positions of its particles alone (`mix`: Component::output_mix),
/// without simulating. `pose` is the animated one.
void write_tree(const Tree& tree, std::span<const Affine> pose, std::span<const Vec3> positions, double mix,
                std::span<Affine> world);

}  // namespace yure::chain
