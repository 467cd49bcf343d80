// Distance: an edge keeps its length; long ago called stretch and compression.
//
//     C = |x_b - x_a| - L,   grad_b C = d/|d| = -grad_a C,   d = x_b - x_a
//     lambda = -C / (w_a + w_b + alpha/h^2),   x_a -= w_a lambda d/|d|,   x_b += w_b lambda d/|d|
//
// with k = 1 - L/|d| = C/|d|:  x_a += w_a k/(w_a + w_b + alpha/h^2) d, and the opposite for b. alpha is the stretch
// compliance while the edge is too long and the compression compliance while it is too short.
// L is the longer of the drawing's and the goals' edge: what the rig lengthens is taken on, what it shortens is a turn
// into depth and left to the soft compression. A material with `rest_follows_both` takes the goals' edge always.
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

template <class A>
inline void prepare_distance(const KernelScene& scene, const KernelBlock& block) {
    using V = typename A::Vector;
    const typename V::Mask fresh = V::all(0.0f) < A::clip_value(block.fresh, 0);
    sweep<A>(scene.distance, scene.distance_packs, false, [&](const DistancePack& c, int k, int i) {
        const Point<V> d = A::gather(block.goal_to, c.b + k) - A::gather(block.goal_to, c.a + k);
        V length = square_root(dot(d, d));
        if (!scene.rest_follows_both) length = max(length, A::number(c.rest_length + k));
        A::put_value(block.length_from, i, select(fresh, length, A::value(block.length_to, i)));
        A::put_value(block.length_to, i, length);
    });
}

template <class A>
inline void solve_distance(const KernelScene& scene, const KernelBlock& block, typename A::Vector t, bool backwards) {
    using V = typename A::Vector;
    sweep<A>(scene.distance, scene.distance_packs, backwards, [&](const DistancePack& c, int k, int i) {
        const V rest = blend(A::value(block.length_from, i), A::value(block.length_to, i), t);
        const Point<V> a = A::gather(block.position, c.a + k), b = A::gather(block.position, c.b + k);
        const Point<V> d = between<A>(block, c.a + k, a, c.b + k, b);
        const V length = max(square_root(dot(d, d)), V::all(1e-6f));
        const V excess = V::all(1.0f) - rest / length;
        const V s = excess * select(V::all(0.0f) < excess, A::number(c.stretch + k), A::number(c.compression + k));
        A::scatter(block.position, c.a + k, a + d * (s * A::number(c.weight_a + k)));
        A::scatter(block.position, c.b + k, b - d * (s * A::number(c.weight_b + k)));
    });
}

}  // namespace yure::sim
