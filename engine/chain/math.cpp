#include "yure/chain/math.hpp"

#include <algorithm>

namespace yure::chain {

Quat normalized(Quat q) {
    const double size = std::sqrt(dot(q, q));
    if (size < kNoLength) return {};
    return {q.x / size, q.y / size, q.z / size, q.w / size};
}

Mat3 to_matrix(Quat q) {
    const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const double xw = q.x * q.w, yw = q.y * q.w, zw = q.z * q.w;
    return {{1.0 - 2.0 * (yy + zz), 2.0 * (xy + zw), 2.0 * (xz - yw)},
            {2.0 * (xy - zw), 1.0 - 2.0 * (xx + zz), 2.0 * (yz + xw)},
            {2.0 * (xz + yw), 2.0 * (yz - xw), 1.0 - 2.0 * (xx + yy)}};
}

// The largest of the four components is taken from the diagonal, so nothing is divided by a small number.
Quat to_quat(const Mat3& m) {
    const double w = m.x.x + m.y.y + m.z.z, x = m.x.x - m.y.y - m.z.z;
    const double y = m.y.y - m.x.x - m.z.z, z = m.z.z - m.x.x - m.y.y;
    const double most = std::max({w, x, y, z});
    const double size = 0.5 * std::sqrt(std::max(1.0 + most, 0.0)), part = size > 0.0 ? 0.25 / size : 0.0;
    Quat q;
    if (most == w)
        q = {(m.y.z - m.z.y) * part, (m.z.x - m.x.z) * part, (m.x.y - m.y.x) * part, size};
    else if (most == x)
        q = {size, (m.x.y + m.y.x) * part, (m.z.x + m.x.z) * part, (m.y.z - m.z.y) * part};
    else if (most == y)
        q = {(m.x.y + m.y.x) * part, size, (m.y.z + m.z.y) * part, (m.z.x - m.x.z) * part};
    else
        q = {(m.z.x + m.x.z) * part, (m.y.z + m.z.y) * part, size, (m.x.y - m.y.x) * part};
    return normalized(q);
}

Quat rotation_about(Vec3 axis, double angle) {
    const double s = std::sin(0.5 * angle);
    return {axis.x * s, axis.y * s, axis.z * s, std::cos(0.5 * angle)};
}

Quat slerp(Quat a, Quat b, double t) {
    double c = dot(a, b);
    if (c < 0.0) {
        b = {-b.x, -b.y, -b.z, -b.w};
        c = -c;
    }
    double from = 1.0 - t, to = t;
    if (c < 1.0 - 1e-9) {
        const double angle = std::acos(c), inverse = 1.0 / std::sin(angle);
        from = std::sin((1.0 - t) * angle) * inverse;
        to = std::sin(t * angle) * inverse;
    }
    return normalized({a.x * from + b.x * to, a.y * from + b.y * to, a.z * from + b.z * to, a.w * from + b.w * to});
}

double angle_between(Quat a, Quat b) {
    const Quat d = conjugate(a) * b;
    return 2.0 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

Mat3 orthonormal(const Mat3& m) {
    Mat3 result;
    result.x = unit(m.x);
    if (result.x == Vec3{}) result.x = {1.0, 0.0, 0.0};
    result.y = unit(without(m.y, result.x));
    if (result.y == Vec3{}) result.y = unit(without(least_aligned_axis(result.x), result.x));
    result.z = cross(result.x, result.y);
    if (determinant(m) < 0.0) result.z = -result.z;
    return result;
}

Mat3 shortest_turn(Vec3 a, Vec3 b, Vec3 half_turn_axis) {
    const Vec3 from = unit(a), to = unit(b);
    if (from == Vec3{} || to == Vec3{}) return {};
    const Vec3 v = cross(from, to);
    const double c = dot(from, to);
    if (1.0 + c > 1e-12) {
        const double k = 1.0 / (1.0 + c);
        return {{c + v.x * v.x * k, v.x * v.y * k + v.z, v.x * v.z * k - v.y},
                {v.x * v.y * k - v.z, c + v.y * v.y * k, v.y * v.z * k + v.x},
                {v.x * v.z * k + v.y, v.y * v.z * k - v.x, c + v.z * v.z * k}};
    }
    Vec3 axis;
    for (const Vec3 wish : {unit(half_turn_axis), Vec3{0.0, 1.0, 0.0}, Vec3{1.0, 0.0, 0.0}}) {
        const Vec3 normal = without(wish, from);
        if (length(normal) < 1e-9) continue;
        axis = unit(normal);
        break;
    }
    return {{2.0 * axis.x * axis.x - 1.0, 2.0 * axis.x * axis.y, 2.0 * axis.x * axis.z},
            {2.0 * axis.x * axis.y, 2.0 * axis.y * axis.y - 1.0, 2.0 * axis.y * axis.z},
            {2.0 * axis.x * axis.z, 2.0 * axis.y * axis.z, 2.0 * axis.z * axis.z - 1.0}};
}

Decomposed decompose(const Mat3& m) {
    Decomposed parts;
    Mat3 axes = orthonormal(m);
    if (determinant(axes) < 0.0) {
        axes.x = -axes.x;  // a reflection is kept in the x scale
    }
    parts.rotation = to_quat(axes);
    parts.scale = {dot(axes.x, m.x), dot(axes.y, m.y), dot(axes.z, m.z)};
    const Vec3 x = unit(m.x), y = unit(m.y), z = unit(m.z);
    parts.skew = std::max({std::abs(dot(x, y)), std::abs(dot(y, z)), std::abs(dot(z, x))});
    return parts;
}

Mat3 compose(Quat rotation, Vec3 scale) {
    const Mat3 r = to_matrix(rotation);
    return {r.x * scale.x, r.y * scale.y, r.z * scale.z};
}

}  // namespace yure::chain
