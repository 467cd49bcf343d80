// What a solver is made of. Private to engine/chain.
#pragma once

#include "block.hpp"
#include "component_state.hpp"

#include <memory>
#include <span>
#include <vector>

#include "yure/chain/solver.hpp"

namespace yure::chain {

struct PlacedTree {
    Tree tree;
    int component = 0;
    int block = 0, lane = 0;
    // Between frames.
    int quiet = 0;  // steps without motion
    bool asleep = false;
    Vec3 push;
    double scale = 0.0;
};

struct Solver::State {
    Skeleton skeleton;
    std::vector<Affine> bind;
    SolverOptions options;
    std::vector<ComponentState> components;
    std::vector<PlacedTree> trees;
    std::vector<Block> blocks;
    std::vector<std::vector<int>> trees_of_block;  // by lane
    std::vector<int> nodes_used;
    std::vector<double> scratch_storage;
    double* scratch = nullptr;
    Vec3 global_gravity;
    SolverReport report;

    static Result<std::unique_ptr<State>> build(const Config& given, const Skeleton& skeleton,
                                                std::span<const Affine> bind, SolverOptions options, Notices& notices);
    Status add_component(const Config& config, std::size_t index, const Hierarchy& hierarchy, Notices& notices);
    Status arrange();
    void collect_nodes();
    Status check_pose(std::span<const Affine> pose) const;
    /// `world`, where it is not empty, gets what is written.
    Status advance(std::span<const Affine> pose, double dt, bool single_step, std::span<Affine> world);
    void mix(std::span<Affine> world) const;
    void begin_lane(PlacedTree& tree, Block& block, std::span<const Affine> pose);
    void end_lane(PlacedTree& tree, Block& block);
    void tune(const PlacedTree& tree, Block& block);
    Vec3 push_of(const PlacedTree& tree, std::span<const Affine> pose) const;
    void continue_from(const State& old);
};

}  // namespace yure::chain
