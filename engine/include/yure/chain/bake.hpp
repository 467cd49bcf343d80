/// Plain frames of simulated chains over an animation: steps of 1/update_rate with the pose of their own time, sampled
/// at the frames asked for (docs/chains.md, "Baking"). Deterministic: no clock, no randomness.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "yure/chain/solver.hpp"
#include "yure/core/result.hpp"
#include "yure/core/work.hpp"

namespace yure::chain {

/// Fills the nodes' world transforms at a time (s). Called with times in any order.
using PoseAt = std::function<Status(double time, std::span<Affine> world)>;

struct BakeOptions {
    double start = 0.0, end = 0.0;  ///< s; end >= start
    double fps = 60.0;              ///< frames a second, 1..1000
    double preroll = 1.0;           ///< s that the first pose is held before; not for loops
    /// A loop: whole cycles are run before until two differ by less than 1e-4 of the chain's length (at most 8); what
    /// is left of the seam is faded over the last tenth. Needs end > start.
    bool loop = false;
};

struct BakedChains {
    std::vector<double> times;  ///< s from the start; the last is end - start
    std::vector<Tree> trees;
    std::vector<int> component;                ///< per tree, index into the configuration
    std::vector<std::vector<Vec3>> positions;  ///< per frame: the trees' particles one after the other
    double deepest_penetration = 0.0;          ///< world units, over all steps
    int cycles = 0;                            ///< run before the baked one
    double seam = 0.0;                         ///< largest gap that was faded, world units
    int restarts = 0;
};

/// Components that are off are left out. Fails as `Solver::build` does, on options out of range, on poses that are not
/// finite, on more than 50 million positions, and when cancelled ("cancelled").
Result<BakedChains> bake_chains(const Config& config, const Skeleton& skeleton, std::span<const Affine> bind,
                                const PoseAt& pose_at, const BakeOptions& options, Notices& notices, const Work& work);

/// What the baked frame makes of a pose: the simulated bones' world transforms into their places.
void write_frame(const BakedChains& baked, const Config& config, std::size_t frame, std::span<const Affine> pose,
                 std::span<Affine> world);

}  // namespace yure::chain
