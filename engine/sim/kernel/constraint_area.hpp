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

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

inline constexpr float kSmallestAreaShare = 0.2f;

template <class V>
struct SignedArea {
    V value;
    Point<V> grad_b, grad_c;
};

template <class V>
inline SignedArea<V> signed_area(Point<V> a, Point<V> b, Point<V> c, float half_sign) {
    const Point<V> e = b - a, f = c - a;
    const V hs = V::all(half_sign);
    return {hs * cross(e, f), {hs * f.y, V::all(0.0f) - hs * f.x}, {V::all(0.0f) - hs * e.y, hs * e.x}};
}

/// Moves the three corners by -C/(sum w |grad|^2 + compliance) along the gradients.
template <class V>
inline void apply_area(const TunedArea& t, const SignedArea<V>& s, V error, V compliance, Point<V>& a, Point<V>& b,
                       Point<V>& c) {
    const Point<V> sum = s.grad_b + s.grad_c;
    const V wa = V::all(t.weight_a), wb = V::all(t.weight_b), wc = V::all(t.weight_c);
    const V response = wa * dot(sum, sum) + wb * dot(s.grad_b, s.grad_b) + wc * dot(s.grad_c, s.grad_c) + compliance;
    const V lambda = error / max(response, V::all(1e-9f));
    a = a + sum * (lambda * wa);
    b = b - s.grad_b * (lambda * wb);
    c = c - s.grad_c * (lambda * wc);
}

template <class V>
inline void prepare_area(const KernelScene& scene, const KernelBlock& block, typename V::Mask fresh) {
    for (int i = 0; i < scene.areas; ++i) {
        const TunedArea& t = scene.area[i];
        const Point<V> a = load_point<V>(block.goal_to, t.a);
        const V twice = cross(load_point<V>(block.goal_to, t.b) - a, load_point<V>(block.goal_to, t.c) - a);
        const V area = absolute(twice) * V::all(0.5f);
        store_value(block.area_from, i, select(fresh, area, load_value<V>(block.area_to, i)));
        store_value(block.area_to, i, area);
    }
}

template <class V>
inline void guard_triangle(const TunedArea& t, V rest, Point<V>& a, Point<V>& b, Point<V>& c, bool& moved) {
    const SignedArea<V> s = signed_area(a, b, c, t.half_sign);
    const V error = min(s.value - rest * V::all(kSmallestAreaShare), V::all(0.0f));
    const typename V::Mask broken = error < V::all(0.0f);
    if (!any(broken)) return;
    Point<V> new_a = a, new_b = b, new_c = c;
    apply_area(t, s, error, V::all(0.0f), new_a, new_b, new_c);
    // Clips without an error keep their very bits: the shortcut above must not show.
    a = select(broken, new_a, a);
    b = select(broken, new_b, b);
    c = select(broken, new_c, c);
    moved = true;
}

template <class V>
inline void solve_area(const KernelScene& scene, const KernelBlock& block, V t, bool backwards) {
    const int step = backwards ? -1 : 1;
    int i = backwards ? scene.areas - 1 : 0;
    for (int n = scene.areas; n > 0; --n, i += step) {
        const TunedArea& triangle = scene.area[i];
        const V rest = blend(load_value<V>(block.area_from, i), load_value<V>(block.area_to, i), t);
        Point<V> a = load_point<V>(block.position, triangle.a);
        Point<V> b = load_point<V>(block.position, triangle.b);
        Point<V> c = load_point<V>(block.position, triangle.c);
        bool moved = false;
        if (triangle.compliance >= 0.0f) {
            const SignedArea<V> s = signed_area(a, b, c, triangle.half_sign);
            apply_area(triangle, s, s.value - rest, rest * V::all(triangle.compliance), a, b, c);
            moved = true;
        }
        guard_triangle(triangle, rest, a, b, c, moved);
        if (!moved) continue;
        store_point(block.position, triangle.a, a);
        store_point(block.position, triangle.b, b);
        store_point(block.position, triangle.c, c);
    }
}

template <class V>
inline void solve_flip_guard(const KernelScene& scene, const KernelBlock& block, V t, bool backwards) {
    const int step = backwards ? -1 : 1;
    int i = backwards ? scene.areas - 1 : 0;
    for (int n = scene.areas; n > 0; --n, i += step) {
        const TunedArea& triangle = scene.area[i];
        const V rest = blend(load_value<V>(block.area_from, i), load_value<V>(block.area_to, i), t);
        Point<V> a = load_point<V>(block.position, triangle.a);
        Point<V> b = load_point<V>(block.position, triangle.b);
        Point<V> c = load_point<V>(block.position, triangle.c);
        bool moved = false;
        guard_triangle(triangle, rest, a, b, c, moved);
        if (!moved) continue;
        store_point(block.position, triangle.a, a);
        store_point(block.position, triangle.b, b);
        store_point(block.position, triangle.c, c);
    }
}

}  // namespace yure::sim
