/// Chains for tests: straight ones of equal links, posed by moving their object.
#pragma once

#include "support/catch.hpp"

#include <string>
#include <vector>

#include "yure/chain/solver.hpp"

namespace yure::tests {

/// Node 0 is the object, then `links` + 1 bones b0, b1, … along `step`.
struct ChainScene {
    chain::Skeleton skeleton;
    std::vector<chain::Affine> local;
    chain::Config config;

    explicit ChainScene(int links = 4, chain::Vec3 step = {0.0, -0.2, 0.0});
    chain::Component& component() { return config.components.front(); }
    /// World transforms with the object where it is said to be.
    std::vector<chain::Affine> pose(const chain::Affine& object = {}) const;
    chain::Solver build(chain::SolverOptions options = {}) const;
};

chain::Affine moved(double x, double y = 0.0, double z = 0.0);
chain::Affine turned(double degrees, chain::Vec3 axis = {0.0, 0.0, 1.0});
chain::Affine scaled(double x, double y, double z);
/// Positions of all particles of all trees.
std::vector<chain::Vec3> positions(const chain::Solver& solver);
double largest_gap(const std::vector<chain::Vec3>& a, const std::vector<chain::Vec3>& b);
void step(chain::Solver& solver, const std::vector<chain::Affine>& pose, int frames = 1, double dt = 1.0 / 60.0);

}  // namespace yure::tests
