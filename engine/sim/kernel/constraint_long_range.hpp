// Long-range limit: no vertex gets farther from its root than the path along the mesh allows.
//
//     |x - x_root| <= D (1 + slack),   x is put back on the circle, the root does not move
//
// (Kim, Chentanez, Mueller 2012.) D is the length of the shortest path found in the drawing, measured on the goals of
// the moment: a pose that lengthens a strand lengthens its limit, too.
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

/// `scene.limit` is ordered from the roots outwards, so the path of `previous` is known. Roots keep the length 0 they
/// were given when the block was made.
template <class V>
inline void prepare_long_range(const KernelScene& scene, const KernelBlock& block, typename V::Mask fresh) {
    for (int i = 0; i < scene.limits; ++i) {
        const TunedLimit& c = scene.limit[i];
        const Point<V> d = load_point<V>(block.goal_to, c.particle) - load_point<V>(block.goal_to, c.previous);
        const V path = load_value<V>(block.path_to, c.previous) + square_root(dot(d, d));
        store_value(block.path_from, c.particle, select(fresh, path, load_value<V>(block.path_to, c.particle)));
        store_value(block.path_to, c.particle, path);
    }
}

template <class V>
inline void solve_long_range(const KernelScene& scene, const KernelBlock& block, V t) {
    for (int i = 0; i < scene.limits; ++i) {
        const TunedLimit& c = scene.limit[i];
        const V path = blend(load_value<V>(block.path_from, c.particle), load_value<V>(block.path_to, c.particle), t);
        const V longest = path * V::all(scene.slack_factor);
        const Point<V> root = load_point<V>(block.position, c.root);
        const Point<V> x = load_point<V>(block.position, c.particle);
        const Point<V> d = x - root;
        const V square = dot(d, d);
        const typename V::Mask outside = longest * longest < square;
        if (!any(outside)) continue;
        const V scale = longest / max(square_root(square), V::all(1e-6f));
        store_point(block.position, c.particle, select(outside, root + d * scale, x));
    }
}

}  // namespace yure::sim
