// Goal (shape retention): a spring per unit mass back to the drawing as the rig poses it.
//
//     C = |x - y|,   compliance per unit mass 1/omega_g^2:   x += (y - x) omega_g^2 h^2 / (1 + omega_g^2 h^2)
//
// The target y is the goal plus the calibrated offset turned by the body's frame angle: the spring is pre-stretched so
// that with gravity on it the drawing itself is the equilibrium.
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

template <class V>
inline void solve_goal(const KernelScene& scene, const KernelBlock& block, V t) {
    for (int i = 0; i < scene.goals; ++i) {
        const TunedGoal& goal = scene.goal[i];
        const Point<V> target = blend(load_point<V>(block.target_from, i), load_point<V>(block.target_to, i), t);
        const Point<V> x = load_point<V>(block.position, goal.particle);
        store_point(block.position, goal.particle, x + (target - x) * V::all(goal.share));
    }
}

}  // namespace yure::sim
