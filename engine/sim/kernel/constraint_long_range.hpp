// Long-range limit: no vertex gets farther from its root than the path along the mesh allows.
//
//     |x - x_root| <= D (1 + slack),   x is put back on the circle, the root does not move
//
// (Kim, Chentanez, Mueller 2012.) D is the length of the shortest path found in the drawing, measured on the goals of
// the moment: a pose that lengthens a strand lengthens its limit, too.
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

/// Limits are ordered from the roots outwards, so the path of `previous` is known when it is needed.
template <class A>
inline void prepare_long_range(const KernelScene& scene, const KernelBlock& block) {
    using V = typename A::Vector;
    for (int i = 0; i < scene.limits; i += A::kTogether) {
        const Point<V> d =
            A::gather(block.goal_to, scene.limit_particle + i) - A::gather(block.goal_to, scene.limit_previous + i);
        A::put_value(block.path_from, i, A::value(block.path_to, i));
        A::put_value(block.path_to, i, square_root(dot(d, d)));
    }
    for (int i = 0; i < scene.limits; ++i) {
        float* path = block.path_to + static_cast<long>(i) * A::kClips;
        const float* before = block.path_to + static_cast<long>(scene.limit_previous_slot[i]) * A::kClips;
        for (int clip = 0; clip < A::kClips; ++clip) path[clip] += before[clip];
    }
    const typename V::Mask fresh = V::all(0.0f) < A::clip_value(block.fresh, 0);
    for (int i = 0; i < scene.limits; i += A::kTogether)
        A::put_value(block.path_from, i, select(fresh, A::value(block.path_to, i), A::value(block.path_from, i)));
}

template <class A>
inline void solve_long_range(const KernelScene& scene, const KernelBlock& block, typename A::Vector t) {
    using V = typename A::Vector;
    for (int i = 0; i < scene.limits; i += A::kTogether) {
        const V path = blend(A::value(block.path_from, i), A::value(block.path_to, i), t);
        const V longest = path * V::all(scene.slack_factor);
        const Point<V> root = A::gather(block.position, scene.limit_root + i);
        const Point<V> x = A::gather(block.position, scene.limit_particle + i);
        const Point<V> d = between<A>(block, scene.limit_root + i, root, scene.limit_particle + i, x);
        const V square = dot(d, d);
        const typename V::Mask outside = longest * longest < square;
        if (!any(outside)) continue;
        const V shorter = longest / max(square_root(square), V::all(1e-6f)) - V::all(1.0f);
        A::scatter(block.position, scene.limit_particle + i, select(outside, x + d * shorter, x));
    }
}

}  // namespace yure::sim
