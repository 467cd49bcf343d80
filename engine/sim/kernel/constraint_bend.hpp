// Bend: the angle between two neighbouring triangles stays what it is on the goals. Rotation only: stretch, shear and
// compression do not touch it.
//
// The rotation of a triangle against the drawing is the angle of the complex number
//     z = (F00 + F11) + i (F10 - F01) = sum over its corners of conj(b_v) x_v        (points read as complex numbers)
// where F is its deformation gradient and b_v the constant gradient of corner v's shape function in the drawing.
// Turning the triangle by alpha multiplies z by exp(i alpha), exactly, whatever its stretch. So, with g the same
// numbers on the goals,
//     C = arg(z_1 conj(z_2)) - arg(g_1 conj(g_2)) in (-pi, pi]
// is how much farther the first triangle has turned away from its goal than the second.
//     d arg(z) / dx_v = (-(c b.y + s b.x), c b.x - s b.y) / |z|^2,  z = c + i s,  b = b_v
// Opposite signs for the two triangles; the gradient of p is minus the sum of the others (a translation changes
// nothing).
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

/// conj(b) x
template <class V>
inline Point<V> turn_back(Point<V> b, Point<V> x) {
    return {dot(b, x), cross(b, x)};
}

template <class V>
struct BendCorners {
    Point<V> p, q, r, s;
};

template <class V>
struct BendState {
    Point<V> z1, z2;
};

template <class V>
inline BendState<V> bend_state(const TunedBend& c, const BendCorners<V>& x) {
    const Point<V> q = x.q - x.p, r = x.r - x.p, s = x.s - x.p;
    const Point<V> first_q{V::all(c.first_qx), V::all(c.first_qy)}, first_r{V::all(c.first_rx), V::all(c.first_ry)};
    const Point<V> second_q{V::all(c.second_qx), V::all(c.second_qy)},
        second_s{V::all(c.second_sx), V::all(c.second_sy)};
    return {turn_back(first_q, q) + turn_back(first_r, r), turn_back(second_q, q) + turn_back(second_s, s)};
}

/// z_1 conj(z_2)
template <class V>
inline Point<V> relative_turn(const BendState<V>& b) {
    return {dot(b.z1, b.z2), b.z1.y * b.z2.x - b.z1.x * b.z2.y};
}

template <class V>
struct BendGradient {
    Point<V> p, q, r, s;
};

template <class V>
inline Point<V> turn_gradient(Point<V> z, V inverse_square, float bx, float by) {
    const V b_x = V::all(bx), b_y = V::all(by);
    return {V::all(0.0f) - inverse_square * (z.x * b_y + z.y * b_x), inverse_square * (z.x * b_x - z.y * b_y)};
}

template <class V>
inline BendGradient<V> bend_gradient(const TunedBend& c, const BendState<V>& b) {
    // Both reciprocals from one division.
    const V tiny = V::all(1e-6f);
    const V square1 = dot(b.z1, b.z1) + tiny, square2 = dot(b.z2, b.z2) + tiny;
    const V both = V::all(1.0f) / (square1 * square2);
    const V n1 = square2 * both, n2 = square1 * both;
    BendGradient<V> g;
    g.q = turn_gradient(b.z1, n1, c.first_qx, c.first_qy) - turn_gradient(b.z2, n2, c.second_qx, c.second_qy);
    g.r = turn_gradient(b.z1, n1, c.first_rx, c.first_ry);
    const Point<V> s = turn_gradient(b.z2, n2, c.second_sx, c.second_sy);
    g.s = {V::all(0.0f) - s.x, V::all(0.0f) - s.y};
    const Point<V> sum = g.q + g.r + g.s;
    g.p = {V::all(0.0f) - sum.x, V::all(0.0f) - sum.y};
    return g;
}

/// C of the corners against the rest angle given by its cosine and sine (any common factor > 0).
template <class V>
inline V bend_value(const BendState<V>& b, Point<V> rest) {
    const Point<V> z = relative_turn(b);
    return arc_tangent(z.y * rest.x - z.x * rest.y, z.x * rest.x + z.y * rest.y);
}

template <class V>
inline void prepare_bend(const KernelScene& scene, const KernelBlock& block, typename V::Mask fresh) {
    for (int i = 0; i < scene.bends; ++i) {
        const TunedBend& c = scene.bend[i];
        const BendCorners<V> x{load_point<V>(block.goal_to, c.p), load_point<V>(block.goal_to, c.q),
                               load_point<V>(block.goal_to, c.r), load_point<V>(block.goal_to, c.s)};
        Point<V> z = relative_turn(bend_state(c, x));
        // Where the rig collapses a triangle there is no angle: the drawing's is used.
        const typename V::Mask degenerate = dot(z, z) < V::all(1e-8f);
        const V inverse = V::all(1.0f) / square_root(max(dot(z, z), V::all(1e-8f)));
        z = select(degenerate, Point<V>{V::all(1.0f), V::all(0.0f)}, z * inverse);
        store_point(block.turn_from, i, select(fresh, z, load_point<V>(block.turn_to, i)));
        store_point(block.turn_to, i, z);
    }
}

template <class V>
inline void project_bend(const TunedBend& c, float* position, Point<V> rest) {
    BendCorners<V> x{load_point<V>(position, c.p), load_point<V>(position, c.q), load_point<V>(position, c.r),
                     load_point<V>(position, c.s)};
    const BendState<V> b = bend_state(c, x);
    const BendGradient<V> g = bend_gradient(c, b);
    const V wp = V::all(c.weight_p), wq = V::all(c.weight_q), wr = V::all(c.weight_r), ws = V::all(c.weight_s);
    const V response = wp * dot(g.p, g.p) + wq * dot(g.q, g.q) + wr * dot(g.r, g.r) + ws * dot(g.s, g.s);
    const V lambda = bend_value(b, rest) / max(response + V::all(c.compliance), V::all(1e-20f));
    store_point(position, c.p, x.p - g.p * (lambda * wp));
    store_point(position, c.q, x.q - g.q * (lambda * wq));
    store_point(position, c.r, x.r - g.r * (lambda * wr));
    store_point(position, c.s, x.s - g.s * (lambda * ws));
}

template <class V>
inline void solve_bend(const KernelScene& scene, const KernelBlock& block, V t, bool backwards) {
    const int step = backwards ? -1 : 1;
    int i = backwards ? scene.bends - 1 : 0;
    for (int n = scene.bends; n > 0; --n, i += step) {
        const Point<V> rest = blend(load_point<V>(block.turn_from, i), load_point<V>(block.turn_to, i), t);
        project_bend<V>(scene.bend[i], block.position, rest);
    }
}

}  // namespace yure::sim
