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

#include "kernel/lane_access.hpp"

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

/// From p to the other corners.
template <class V>
struct BendArms {
    Point<V> q, r, s;
};
template <class V>
inline BendArms<V> arms_of(const BendCorners<V>& x) {
    return {x.q - x.p, x.r - x.p, x.s - x.p};
}

/// Gradients of the shape functions in the drawing: of q and r in the first triangle, of q and s in the second.
template <class V>
struct BendShape {
    Point<V> first_q, first_r, second_q, second_s;
};

template <class V>
struct BendState {
    Point<V> z1, z2;
};

template <class V>
inline BendState<V> bend_state(const BendShape<V>& b, const BendArms<V>& x) {
    return {turn_back(b.first_q, x.q) + turn_back(b.first_r, x.r),
            turn_back(b.second_q, x.q) + turn_back(b.second_s, x.s)};
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
inline Point<V> turn_gradient(Point<V> z, V inverse_square, Point<V> b) {
    return {V::all(0.0f) - inverse_square * (z.x * b.y + z.y * b.x), inverse_square * (z.x * b.x - z.y * b.y)};
}

template <class V>
inline BendGradient<V> bend_gradient(const BendShape<V>& shape, const BendState<V>& b) {
    // Both reciprocals from one division.
    const V tiny = V::all(1e-6f);
    const V square1 = dot(b.z1, b.z1) + tiny, square2 = dot(b.z2, b.z2) + tiny;
    const V both = V::all(1.0f) / (square1 * square2);
    const V n1 = square2 * both, n2 = square1 * both;
    BendGradient<V> g;
    g.q = turn_gradient(b.z1, n1, shape.first_q) - turn_gradient(b.z2, n2, shape.second_q);
    g.r = turn_gradient(b.z1, n1, shape.first_r);
    const Point<V> s = turn_gradient(b.z2, n2, shape.second_s);
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

template <class A>
inline BendCorners<typename A::Vector> load_corners(const float* points, const BendPack& c, int k) {
    return {A::gather(points, c.p + k), A::gather(points, c.q + k), A::gather(points, c.r + k),
            A::gather(points, c.s + k)};
}
template <class A>
inline BendShape<typename A::Vector> load_shape(const BendPack& c, int k) {
    return {{A::number(c.first_qx + k), A::number(c.first_qy + k)},
            {A::number(c.first_rx + k), A::number(c.first_ry + k)},
            {A::number(c.second_qx + k), A::number(c.second_qy + k)},
            {A::number(c.second_sx + k), A::number(c.second_sy + k)}};
}

template <class A>
inline void prepare_bend(const KernelScene& scene, const KernelBlock& block) {
    using V = typename A::Vector;
    const typename V::Mask fresh = V::all(0.0f) < A::clip_value(block.fresh, 0);
    sweep<A>(scene.bend, scene.bend_packs, false, [&](const BendPack& c, int k, int i) {
        Point<V> z = relative_turn(bend_state(load_shape<A>(c, k), arms_of(load_corners<A>(block.goal_to, c, k))));
        // Where the rig collapses a triangle there is no angle: the drawing's is used.
        const typename V::Mask degenerate = dot(z, z) < V::all(1e-8f);
        const V inverse = V::all(1.0f) / square_root(max(dot(z, z), V::all(1e-8f)));
        z = select(degenerate, Point<V>{V::all(1.0f), V::all(0.0f)}, z * inverse);
        A::put_point(block.turn_from, i, select(fresh, z, A::point(block.turn_to, i)));
        A::put_point(block.turn_to, i, z);
    });
}

template <class A>
inline void solve_bend(const KernelScene& scene, const KernelBlock& block, typename A::Vector t, bool backwards) {
    using V = typename A::Vector;
    sweep<A>(scene.bend, scene.bend_packs, backwards, [&](const BendPack& c, int k, int i) {
        const Point<V> rest = blend(A::point(block.turn_from, i), A::point(block.turn_to, i), t);
        const BendCorners<V> x = load_corners<A>(block.position, c, k);
        const BendShape<V> shape = load_shape<A>(c, k);
        const BendArms<V> base = arms_of(load_corners<A>(block.base, c, k)), arms = arms_of(x);
        const BendState<V> b = bend_state(shape, BendArms<V>{base.q + arms.q, base.r + arms.r, base.s + arms.s});
        const BendGradient<V> g = bend_gradient(shape, b);
        const V wp = A::number(c.weight_p + k), wq = A::number(c.weight_q + k), wr = A::number(c.weight_r + k),
                ws = A::number(c.weight_s + k);
        const V response = wp * dot(g.p, g.p) + wq * dot(g.q, g.q) + wr * dot(g.r, g.r) + ws * dot(g.s, g.s);
        const V lambda = bend_value(b, rest) / max(response + A::number(c.compliance + k), V::all(1e-20f));
        A::scatter(block.position, c.p + k, x.p - g.p * (lambda * wp));
        A::scatter(block.position, c.q + k, x.q - g.q * (lambda * wq));
        A::scatter(block.position, c.r + k, x.r - g.r * (lambda * wr));
        A::scatter(block.position, c.s + k, x.s - g.s * (lambda * ws));
    });
}

}  // namespace yure::sim
