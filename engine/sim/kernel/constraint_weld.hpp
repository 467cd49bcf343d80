// Weld: two vertices glued by the runtime stay together in the simulation.
//
//     C = (x_b - x_a) - (g_b - g_a),   compliance 0
//     x_a += m_a/(m_a + m_b) C,   x_b -= m_b/(m_a + m_b) C,   m = inverse mass x glue weight of that side
//
// g are the goals: fully glued vertices have the same goal, and whatever gap the rig leaves is kept.
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

template <class V>
inline void prepare_weld(const KernelScene& scene, const KernelBlock& block, typename V::Mask fresh) {
    for (int i = 0; i < scene.welds; ++i) {
        const TunedWeld& c = scene.weld[i];
        const Point<V> gap = load_point<V>(block.goal_to, c.b) - load_point<V>(block.goal_to, c.a);
        store_point(block.weld_from, i, select(fresh, gap, load_point<V>(block.weld_to, i)));
        store_point(block.weld_to, i, gap);
    }
}

template <class V>
inline void solve_weld(const KernelScene& scene, const KernelBlock& block, V t, bool backwards) {
    const int step = backwards ? -1 : 1;
    int i = backwards ? scene.welds - 1 : 0;
    for (int n = scene.welds; n > 0; --n, i += step) {
        const TunedWeld& c = scene.weld[i];
        const Point<V> gap = blend(load_point<V>(block.weld_from, i), load_point<V>(block.weld_to, i), t);
        const Point<V> a = load_point<V>(block.position, c.a), b = load_point<V>(block.position, c.b);
        const Point<V> error = (b - a) - gap;
        store_point(block.position, c.a, a + error * V::all(c.share_a));
        store_point(block.position, c.b, b - error * V::all(c.share_b));
    }
}

}  // namespace yure::sim
