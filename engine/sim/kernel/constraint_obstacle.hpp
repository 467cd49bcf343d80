// Obstacle: particles stay outside a circle or capsule with a radius at each end.
//
// The outline of two circles (radii r_a, r_b, axis d = b - a of length l) and their common tangents is the union of
// circles centred at a + u d with radius r_a + u (r_b - r_a), u in 0..1. The one whose outline is nearest to x, with
// along = (x - a).d/l and across = |cross|/l, has its centre at
//     u l = along + across k/sqrt(1 - k^2),   k = (r_b - r_a)/l     (clamped to the ends; |k| >= 1: one circle holds
//     the other)
// A particle inside is moved out along the line from that centre; friction then takes a share of how far it slid along
// the outline against the obstacle's own motion in this substep:
//     slide = tangent . ((x - x at the start) - motion of the contact),   x -= (1 - keep) slide tangent
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

template <class V>
struct ObstaclePose {
    Point<V> a, b;                // now
    Point<V> motion_a, motion_b;  // during this substep
    Point<V> axis;                // b - a
    V inverse_length, length;
    V slope;          // k/sqrt(1 - k^2)
    V u_low, u_high;  // range of u; one point where one circle holds the other
};

template <class A>
inline ObstaclePose<typename A::Vector> pose_obstacle(const TunedObstacle& o, const KernelBlock& block, int i,
                                                      typename A::Vector t, typename A::Vector fraction) {
    using V = typename A::Vector;
    const Point<V> a0 = A::clip_point(block.obstacle_from, 2 * i), a1 = A::clip_point(block.obstacle_to, 2 * i);
    const Point<V> b0 = A::clip_point(block.obstacle_from, 2 * i + 1), b1 = A::clip_point(block.obstacle_to, 2 * i + 1);
    const V zero = V::all(0.0f), one = V::all(1.0f);
    ObstaclePose<V> p;
    p.a = blend(a0, a1, t);
    p.b = blend(b0, b1, t);
    p.motion_a = (a1 - a0) * fraction;
    p.motion_b = (b1 - b0) * fraction;
    p.axis = p.b - p.a;
    p.length = square_root(dot(p.axis, p.axis));
    p.inverse_length = one / max(p.length, V::all(1e-6f));
    const V widening = V::all(o.radius_b - o.radius_a);
    const V k = widening * p.inverse_length;
    const V rest = one - k * k;
    const typename V::Mask swallowed = rest < V::all(1e-6f);
    p.slope = select(swallowed, zero, k / square_root(max(rest, V::all(1e-6f))));
    const V larger = o.radius_a < o.radius_b ? one : zero;
    p.u_low = select(swallowed, larger, zero);
    p.u_high = select(swallowed, larger, one);
    return p;
}

template <class A>
inline void solve_obstacle(const KernelScene& scene, const KernelBlock& block, typename A::Vector t,
                           typename A::Vector fraction, typename A::Vector h, bool friction) {
    using V = typename A::Vector;
    for (int i = 0; i < scene.obstacles; ++i) {
        const TunedObstacle& o = scene.obstacle[i];
        const ObstaclePose<V> pose = pose_obstacle<A>(o, block, i, t, fraction);
        const V radius_a = V::all(o.radius_a), widening = V::all(o.radius_b - o.radius_a);
        const bool rubs = friction && o.keep < 1.0f;
        for (int j = 0; j < scene.particles; j += A::kTogether) {
            const V inverse_mass = A::number(scene.inverse_mass + j);
            const Point<V> base = A::point(block.base, j), x = base + A::point(block.position, j);
            const Point<V> from_a = x - pose.a;
            const V along = dot(from_a, pose.axis) * pose.inverse_length;
            const V across = absolute(cross(from_a, pose.axis)) * pose.inverse_length;
            const V u = min(max((along + across * pose.slope) * pose.inverse_length, pose.u_low), pose.u_high);
            const V radius = radius_a + widening * u;
            Point<V> out = from_a - pose.axis * u;
            const V square = dot(out, out);
            // What the rig holds firmly stays where it is.
            const typename V::Mask inside = square < select(V::all(0.0f) < inverse_mass, radius * radius, V::all(0.0f));
            if (!any(inside)) continue;
            const V distance = square_root(square);
            // In the very centre any way out is right: up.
            const typename V::Mask centre = distance < V::all(1e-6f);
            const V inverse = V::all(1.0f) / max(distance, V::all(1e-6f));
            out = select(centre, Point<V>{V::all(0.0f), V::all(-1.0f)}, out * inverse);
            Point<V> moved = pose.a + pose.axis * u + out * radius;
            if (rubs) {
                const Point<V> start = base + (A::point(block.predicted, j) - A::point(block.velocity, j) * h);
                const Point<V> motion = blend(pose.motion_a, pose.motion_b, u);
                const Point<V> slid = (moved - start) - motion;
                const Point<V> tangent{V::all(0.0f) - out.y, out.x};
                moved = moved - tangent * (dot(slid, tangent) * V::all(1.0f - o.keep));
            }
            A::put_point(block.position, j, select(inside, moved - base, A::point(block.position, j)));
        }
    }
}

}  // namespace yure::sim
