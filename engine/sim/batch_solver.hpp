// The solver behind `Solver`, usable on a scene that is still being built (calibration). Private to engine/sim.
#pragma once

#include "block.hpp"

#include <memory>
#include <span>
#include <vector>

#include "yure/sim/solver.hpp"

namespace yure::sim {

class BatchSolver {
  public:
    BatchSolver(const Scene::Data& data, int lanes, SolverOptions options);
    BatchSolver(const BatchSolver&) = delete;
    BatchSolver& operator=(const BatchSolver&) = delete;

    int lanes() const { return lanes_; }
    /// The block that holds a lane, and the lane's place in it.
    std::pair<Block*, int> find(int lane);
    void set_damping(float rate) { damping_floor_ = rate; }
    void set_substeps(int substeps) { substeps_ = substeps; }
    void step(float dt);

    struct Saved {
        const Scene::Data* scene = nullptr;
        int lanes = 0;
        std::vector<int> widths;
        std::vector<Block::Saved> blocks;
        float damping_floor = 0.0f, owed = 0.0f;
    };
    Saved save() const;
    bool restore(const Saved& saved);

  private:
    std::vector<int> widths() const;

    const Scene::Data& data_;
    int lanes_;
    int substeps_;
    float damping_floor_ = 0.0f;
    float owed_ = 0.0f;  // s, below the shortest step
    Tuning tuning_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<int> block_of_lane_, place_of_lane_;
};

}  // namespace yure::sim
