// Weld: two vertices glued by the runtime stay together in the simulation.
//
//     C = (x_b - x_a) - (g_b - g_a),   compliance 0
//     x_a += m_a/(m_a + m_b) C,   x_b -= m_b/(m_a + m_b) C,   m = inverse mass x glue weight of that side
//
// g are the goals: fully glued vertices have the same goal, and whatever gap the rig leaves is kept.
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

template <class A>
inline void prepare_weld(const KernelScene& scene, const KernelBlock& block) {
    using V = typename A::Vector;
    const typename V::Mask fresh = V::all(0.0f) < A::clip_value(block.fresh, 0);
    sweep<A>(scene.weld, scene.weld_packs, false, [&](const WeldPack& c, int k, int i) {
        const Point<V> gap = A::gather(block.goal_to, c.b + k) - A::gather(block.goal_to, c.a + k);
        A::put_point(block.weld_from, i, select(fresh, gap, A::point(block.weld_to, i)));
        A::put_point(block.weld_to, i, gap);
    });
}

template <class A>
inline void solve_weld(const KernelScene& scene, const KernelBlock& block, typename A::Vector t, bool backwards) {
    using V = typename A::Vector;
    sweep<A>(scene.weld, scene.weld_packs, backwards, [&](const WeldPack& c, int k, int i) {
        const Point<V> gap = blend(A::point(block.weld_from, i), A::point(block.weld_to, i), t);
        const Point<V> a = A::gather(block.position, c.a + k), b = A::gather(block.position, c.b + k);
        const Point<V> error = between<A>(block, c.a + k, a, c.b + k, b) - gap;
        A::scatter(block.position, c.a + k, a + error * A::number(c.share_a + k));
        A::scatter(block.position, c.b + k, b - error * A::number(c.share_b + k));
    });
}

}  // namespace yure::sim
