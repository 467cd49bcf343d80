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

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

template <class V>
inline void prepare_distance(const KernelScene& scene, const KernelBlock& block, typename V::Mask fresh) {
    for (int i = 0; i < scene.distances; ++i) {
        const TunedDistance& c = scene.distance[i];
        const Point<V> d = load_point<V>(block.goal_to, c.b) - load_point<V>(block.goal_to, c.a);
        V length = square_root(dot(d, d));
        if (!scene.rest_follows_both) length = max(length, V::all(scene.rest_length[i]));
        store_value(block.length_from, i, select(fresh, length, load_value<V>(block.length_to, i)));
        store_value(block.length_to, i, length);
    }
}

template <class V>
inline void project_distance(const TunedDistance& c, float* position, V rest) {
    const Point<V> a = load_point<V>(position, c.a), b = load_point<V>(position, c.b);
    const Point<V> d = b - a;
    const V length = max(square_root(dot(d, d)), V::all(1e-6f));
    const V k = V::all(1.0f) - rest / length;
    const V s = k * select(V::all(0.0f) < k, V::all(c.stretch), V::all(c.compression));
    store_point(position, c.a, a + d * (s * V::all(c.weight_a)));
    store_point(position, c.b, b - d * (s * V::all(c.weight_b)));
}

template <class V>
inline void solve_distance(const KernelScene& scene, const KernelBlock& block, V t, bool backwards) {
    const int step = backwards ? -1 : 1;
    int i = backwards ? scene.distances - 1 : 0;
    for (int n = scene.distances; n > 0; --n, i += step) {
        const V rest = blend(load_value<V>(block.length_from, i), load_value<V>(block.length_to, i), t);
        project_distance<V>(scene.distance[i], block.position, rest);
    }
}

}  // namespace yure::sim
