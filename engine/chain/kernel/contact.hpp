// Contact of one particle with one collider.
//
// Capsule (a sphere is one of no length): c = nearest point of the axis, kappa in 0..1 from the + end, r = r0 + kappa
// (r1 - r0), D = x - c. Outside: |D| < r + rho -> x = c + D/|D| (r + rho). Inside: R = max(r - rho, 0), |D| > R ->
// x = c + D/|D| R. Radial, not along the cone's normal.
// Plane: outside d = n.(x - c) - rho < 0, inside d = n.(x - c) + rho > 0 -> x -= n d.
#pragma once

#include "kernel/lane_math.hpp"

namespace yure::chain {

template <class V>
struct ContactResult {
    Vector<V> position;
    typename V::Mask hit;
};

template <class V>
struct ColliderLanes {
    Vector<V> from, to;
    V radius_from, radius_to, share;
    bool plane, inside;
};

/// Where a particle goes that sits on the axis: the fallback normal to the axis, or the world axis least along it.
template <class V>
inline Vector<V> way_out(const Vector<V>& axis, const Vector<V>& fallback) {
    const V least = V::all(1e-12), zero = V::all(0.0);
    const Vector<V> along = unit(axis);
    const Vector<V> beside = fallback - along * dot(fallback, along);
    const auto magnitude = [&](V value) { return max(value, zero - value); };
    const V x = magnitude(along.x), y = magnitude(along.y), z = magnitude(along.z);
    const Vector<V> ex = all_of<V>(1.0, 0.0, 0.0), ey = all_of<V>(0.0, 1.0, 0.0), ez = all_of<V>(0.0, 0.0, 1.0);
    const V smaller = min(x, y);
    Vector<V> spare = select(y < x, ey, ex);
    spare = select(z < smaller, ez, spare);
    spare = spare - along * dot(spare, along);
    return unit(select(size(beside) < least, spare, beside));
}

template <class V>
inline ContactResult<V> contact(const ColliderLanes<V>& c, const Vector<V>& x, V radius, const Vector<V>& fallback) {
    const V zero = V::all(0.0), one = V::all(1.0);
    const V rho = radius * c.share;
    if (c.plane) {
        const V height = dot(c.to, x - c.from);
        const V d = c.inside ? height + rho : height - rho;
        const typename V::Mask hit = c.inside ? zero < d : d < zero;
        return {select(hit, x - c.to * d, x), hit};
    }
    const Vector<V> axis = c.to - c.from;
    const V square = dot(axis, axis);
    const typename V::Mask long_enough = zero < square;
    V kappa = dot(x - c.from, axis) / select(long_enough, square, one);
    kappa = select(long_enough, min(max(kappa, zero), one), zero);
    const Vector<V> nearest = c.from + axis * kappa;
    const V r = c.radius_from + (c.radius_to - c.radius_from) * kappa;
    const Vector<V> out = x - nearest;
    const V distance = size(out);
    const V wanted = c.inside ? max(r - rho, zero) : r + rho;
    const typename V::Mask hit = c.inside ? wanted < distance : distance < wanted;
    if (!any(hit)) return {x, hit};
    const V least = V::all(1e-12);
    const typename V::Mask centre = distance < least;
    Vector<V> direction = out * (one / max(distance, least));
    if (any(centre)) direction = select(centre, way_out(axis, fallback), direction);
    return {select(hit, nearest + direction * wanted, x), hit};
}

}  // namespace yure::chain
