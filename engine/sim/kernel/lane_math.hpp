// Arithmetic on lanes. Every function is a template on the vector type and uses IEEE operations only (add, subtract,
// multiply, divide, square root, compare), so all vector types compute the same bits.
#pragma once

namespace yure::sim {

template <class V>
struct Point {
    V x, y;
};

template <class V>
inline Point<V> operator+(Point<V> a, Point<V> b) {
    return {a.x + b.x, a.y + b.y};
}
template <class V>
inline Point<V> operator-(Point<V> a, Point<V> b) {
    return {a.x - b.x, a.y - b.y};
}
template <class V>
inline Point<V> operator*(Point<V> a, V s) {
    return {a.x * s, a.y * s};
}
template <class V>
inline V dot(Point<V> a, Point<V> b) {
    return a.x * b.x + a.y * b.y;
}
template <class V>
inline V cross(Point<V> a, Point<V> b) {
    return a.x * b.y - a.y * b.x;
}
template <class V>
inline Point<V> select(typename V::Mask mask, Point<V> yes, Point<V> no) {
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y)};
}
/// From `from` at t = 0 to `to` at t = 1.
template <class V>
inline V blend(V from, V to, V t) {
    return from + (to - from) * t;
}
template <class V>
inline Point<V> blend(Point<V> from, Point<V> to, V t) {
    return {blend(from.x, to.x, t), blend(from.y, to.y, t)};
}

/// Angle of (x, y), within 5e-7 rad; atan2(0, 0) = 0. With a = min/max of the magnitudes, atan(a) = a (1 + a^2 P(a^2)),
/// P the interpolation of degree 6 on Chebyshev nodes.
template <class V>
inline V arc_tangent(V y, V x) {
    const V zero = V::all(0.0f);
    const V ax = absolute(x), ay = absolute(y);
    const V a = min(ax, ay) / max(max(ax, ay), V::all(1e-30f));
    const V s = a * a;
    V p = V::all(-0.00634397427f);
    p = p * s + V::all(0.0298522636f);
    p = p * s + V::all(-0.0668908060f);
    p = p * s + V::all(0.103942618f);
    p = p * s + V::all(-0.141764298f);
    p = p * s + V::all(0.199934676f);
    p = p * s + V::all(-0.333332658f);
    V angle = a + a * (s * p);
    angle = select(ax < ay, V::all(1.57079633f) - angle, angle);
    angle = select(x < zero, V::all(3.14159265f) - angle, angle);
    return select(y < zero, zero - angle, angle);
}

}  // namespace yure::sim
