// Area and flip guard: a triangle keeps its area, and in any case its orientation.
//
//     S = sign/2 cross(x_b - x_a, x_c - x_a)      signed area, positive as drawn
//     grad_b S = sign/2 ( (x_c - x_a).y, -(x_c - x_a).x),  grad_c S = sign/2 (-(x_b - x_a).y, (x_b - x_a).x),
//     grad_a S = -(grad_b S + grad_c S)
//     area:        C = S - A,                     compliance alpha A (alpha = 3/4 / omega(area)^2)
//     flip guard:  C = min(S - A/5, 0),           compliance 0
//     x_v += w_v (-C) / (sum w |grad S|^2 + alpha A/h^2) grad_v S
//
// A is the area of the triangle on the goals of the moment. The guard runs after the area constraint of each triangle
// and once more over all triangles at the end of a substep, where it is nearly always idle.
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

inline constexpr float kSmallestAreaShare = 0.2f;

template <class V>
struct SignedArea {
    V value;
    Point<V> grad_b, grad_c;
};

/// Of the triangle with the sides e from a to b and f from a to c.
template <class V>
inline SignedArea<V> signed_area(Point<V> e, Point<V> f, V half_sign) {
    return {half_sign * cross(e, f),
            {half_sign * f.y, V::all(0.0f) - half_sign * f.x},
            {V::all(0.0f) - half_sign * e.y, half_sign * e.x}};
}

template <class V>
struct AreaCorners {
    Point<V> a, b, c;
};
template <class V>
struct AreaSides {
    Point<V> e, f;  // from a to b, from a to c
};
template <class V>
struct AreaWeights {
    V a, b, c;
};

/// The corners moved by -C/(sum w |grad|^2 + compliance) along the gradients.
template <class V>
inline AreaCorners<V> apply_area(const AreaCorners<V>& x, const AreaWeights<V>& w, const SignedArea<V>& s, V error,
                                 V compliance) {
    const Point<V> sum = s.grad_b + s.grad_c;
    const V response = w.a * dot(sum, sum) + w.b * dot(s.grad_b, s.grad_b) + w.c * dot(s.grad_c, s.grad_c) + compliance;
    const V lambda = error / max(response, V::all(1e-9f));
    return {x.a + sum * (lambda * w.a), x.b - s.grad_b * (lambda * w.b), x.c - s.grad_c * (lambda * w.c)};
}

template <class V>
inline void select_corners(typename V::Mask mask, const AreaCorners<V>& yes, AreaCorners<V>& x) {
    x.a = select(mask, yes.a, x.a);
    x.b = select(mask, yes.b, x.b);
    x.c = select(mask, yes.c, x.c);
}

/// `base` are the sides of the triangle of the corners' bases. Returns whether anything moved.
template <class V>
inline bool guard_triangle(AreaCorners<V>& x, const AreaSides<V>& base, const AreaWeights<V>& w, V half_sign, V rest) {
    const SignedArea<V> s = signed_area(base.e + (x.b - x.a), base.f + (x.c - x.a), half_sign);
    const V error = min(s.value - rest * V::all(kSmallestAreaShare), V::all(0.0f));
    const typename V::Mask broken = error < V::all(0.0f);
    if (!any(broken)) return false;
    // What has no error keeps its very bits: the shortcut above must not show.
    select_corners(broken, apply_area(x, w, s, error, V::all(0.0f)), x);
    return true;
}

template <class A>
inline AreaCorners<typename A::Vector> load_corners(const float* points, const AreaPack& c, int k) {
    return {A::gather(points, c.a + k), A::gather(points, c.b + k), A::gather(points, c.c + k)};
}
template <class A>
inline AreaSides<typename A::Vector> load_sides(const float* points, const AreaPack& c, int k) {
    const AreaCorners<typename A::Vector> x = load_corners<A>(points, c, k);
    return {x.b - x.a, x.c - x.a};
}
template <class A>
inline void store_corners(float* points, const AreaPack& c, int k, const AreaCorners<typename A::Vector>& x) {
    A::scatter(points, c.a + k, x.a);
    A::scatter(points, c.b + k, x.b);
    A::scatter(points, c.c + k, x.c);
}
template <class A>
inline AreaWeights<typename A::Vector> load_weights(const AreaPack& c, int k) {
    return {A::number(c.weight_a + k), A::number(c.weight_b + k), A::number(c.weight_c + k)};
}

template <class A>
inline void prepare_area(const KernelScene& scene, const KernelBlock& block) {
    using V = typename A::Vector;
    const typename V::Mask fresh = V::all(0.0f) < A::clip_value(block.fresh, 0);
    sweep<A>(scene.area, scene.area_packs, false, [&](const AreaPack& c, int k, int i) {
        const AreaSides<V> goal = load_sides<A>(block.goal_to, c, k);
        const V area = absolute(cross(goal.e, goal.f)) * V::all(0.5f);
        A::put_value(block.area_from, i, select(fresh, area, A::value(block.area_to, i)));
        A::put_value(block.area_to, i, area);
    });
}

template <class A>
inline void solve_area(const KernelScene& scene, const KernelBlock& block, typename A::Vector t, bool backwards) {
    using V = typename A::Vector;
    sweep<A>(scene.area, scene.area_packs, backwards, [&](const AreaPack& c, int k, int i) {
        const V rest = blend(A::value(block.area_from, i), A::value(block.area_to, i), t);
        const AreaWeights<V> weights = load_weights<A>(c, k);
        const V half_sign = A::number(c.half_sign + k), compliance = A::number(c.compliance + k);
        const AreaSides<V> base = load_sides<A>(block.base, c, k);
        AreaCorners<V> x = load_corners<A>(block.position, c, k);
        bool moved = false;
        const typename V::Mask guard_only = compliance < V::all(0.0f);
        if (!all_of(guard_only)) {
            const SignedArea<V> s = signed_area(base.e + (x.b - x.a), base.f + (x.c - x.a), half_sign);
            AreaCorners<V> kept = apply_area(x, weights, s, s.value - rest, rest * compliance);
            select_corners(guard_only, x, kept);
            x = kept;
            moved = true;
        }
        if (guard_triangle(x, base, weights, half_sign, rest)) moved = true;
        if (moved) store_corners<A>(block.position, c, k, x);
    });
}

template <class A>
inline void solve_flip_guard(const KernelScene& scene, const KernelBlock& block, typename A::Vector t, bool backwards) {
    using V = typename A::Vector;
    sweep<A>(scene.area, scene.area_packs, backwards, [&](const AreaPack& c, int k, int i) {
        const V rest = blend(A::value(block.area_from, i), A::value(block.area_to, i), t);
        const AreaSides<V> base = load_sides<A>(block.base, c, k);
        AreaCorners<V> x = load_corners<A>(block.position, c, k);
        if (guard_triangle(x, base, load_weights<A>(c, k), A::number(c.half_sign + k), rest))
            store_corners<A>(block.position, c, k, x);
    });
}

}  // namespace yure::sim
