// Goal (shape retention): a spring per unit mass back to the drawing as the rig poses it.
//
//     C = |x - y|,   compliance per unit mass 1/omega_g^2:   x += (y - x) omega_g^2 h^2 / (1 + omega_g^2 h^2)
//
// The target y is the goal plus the calibrated offset turned by the body's frame angle: the spring is pre-stretched so
// that with gravity on it the drawing itself is the equilibrium.
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

template <class A>
inline void solve_goal(const KernelScene& scene, const KernelBlock& block, typename A::Vector t) {
    using V = typename A::Vector;
    for (int i = 0; i < scene.goals; i += A::kTogether) {
        const Point<V> target = blend(A::point(block.target_from, i), A::point(block.target_to, i), t);
        const Point<V> x = A::gather(block.position, scene.goal_particle + i);
        const Point<V> way = (target - A::gather(block.base, scene.goal_particle + i)) - x;
        A::scatter(block.position, scene.goal_particle + i, x + way * A::number(scene.goal_share + i));
    }
}

}  // namespace yure::sim
