/// Vectors, matrices and rotations of the chain core, double precision. Column vectors: world = linear * local +
/// position. Right-handed, x right, y up, z towards the viewer; a flat chain lives in z = 0. Angles in radians.
#pragma once

#include <cmath>

namespace yure::chain {

struct Vec3 {
    double x = 0.0, y = 0.0, z = 0.0;

    constexpr bool operator==(const Vec3&) const = default;
};

constexpr Vec3 operator+(Vec3 a, Vec3 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(Vec3 a, Vec3 b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator-(Vec3 a) {
    return {-a.x, -a.y, -a.z};
}
constexpr Vec3 operator*(Vec3 a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr Vec3 operator*(double s, Vec3 a) {
    return a * s;
}
constexpr Vec3& operator+=(Vec3& a, Vec3 b) {
    return a = a + b;
}
constexpr double dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) {
    return std::sqrt(dot(a, a));
}
inline double distance(Vec3 a, Vec3 b) {
    return length(a - b);
}
inline bool is_finite(Vec3 a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// Shorter vectors have no direction.
inline constexpr double kNoLength = 1e-12;

/// a / |a|, or zero when |a| < kNoLength.
inline Vec3 unit(Vec3 a) {
    const double size = length(a);
    return size < kNoLength ? Vec3{} : a * (1.0 / size);
}
/// a without its part along the unit vector n.
constexpr Vec3 without(Vec3 a, Vec3 n) {
    return a - n * dot(a, n);
}
/// The world axis that is least aligned with n; of equals the first.
inline Vec3 least_aligned_axis(Vec3 n) {
    const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
    if (x <= y && x <= z) return {1.0, 0.0, 0.0};
    return y <= z ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0};
}

/// Three columns: the images of the x, y and z axis.
struct Mat3 {
    Vec3 x{1.0, 0.0, 0.0}, y{0.0, 1.0, 0.0}, z{0.0, 0.0, 1.0};

    constexpr bool operator==(const Mat3&) const = default;
    constexpr Vec3 column(int index) const { return index == 0 ? x : index == 1 ? y : z; }
};

constexpr Vec3 operator*(const Mat3& m, Vec3 v) {
    return m.x * v.x + m.y * v.y + m.z * v.z;
}
constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
    return {a * b.x, a * b.y, a * b.z};
}
constexpr Mat3 transpose(const Mat3& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
constexpr double determinant(const Mat3& m) {
    return dot(m.x, cross(m.y, m.z));
}
/// Zero when m has no inverse, so that a bone scaled to nothing gives zero vectors instead of infinite ones.
constexpr Mat3 inverse(const Mat3& m) {
    const double d = determinant(m);
    if (d == 0.0) return {{}, {}, {}};
    const Vec3 a = cross(m.y, m.z), b = cross(m.z, m.x), c = cross(m.x, m.y);
    return transpose({a * (1.0 / d), b * (1.0 / d), c * (1.0 / d)});
}
inline bool is_finite(const Mat3& m) {
    return is_finite(m.x) && is_finite(m.y) && is_finite(m.z);
}

/// A place and axes, which may hold scale, shear and reflection.
struct Affine {
    Mat3 linear;
    Vec3 position;

    constexpr bool operator==(const Affine&) const = default;
};

constexpr Vec3 operator*(const Affine& a, Vec3 point) {
    return a.linear * point + a.position;
}
constexpr Affine operator*(const Affine& a, const Affine& b) {
    return {a.linear * b.linear, a * b.position};
}
constexpr Affine inverse(const Affine& a) {
    const Mat3 back = inverse(a.linear);
    return {back, -(back * a.position)};
}
inline bool is_finite(const Affine& a) {
    return is_finite(a.linear) && is_finite(a.position);
}

/// Unit quaternion (x, y, z, w); the identity by default.
struct Quat {
    double x = 0.0, y = 0.0, z = 0.0, w = 1.0;

    constexpr bool operator==(const Quat&) const = default;
};

constexpr Quat operator*(Quat a, Quat b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
constexpr Quat conjugate(Quat q) {
    return {-q.x, -q.y, -q.z, q.w};
}
constexpr double dot(Quat a, Quat b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
/// Of unit length; the identity for zero.
Quat normalized(Quat q);
Mat3 to_matrix(Quat q);
/// Of a rotation matrix (orthonormal, determinant +1).
Quat to_quat(const Mat3& rotation);
Quat rotation_about(Vec3 unit_axis, double angle);
/// The shorter way round, constant speed; t = 0: a, 1: b.
Quat slerp(Quat a, Quat b, double t);
/// Angle between two orientations, 0..pi.
double angle_between(Quat a, Quat b);

/// Columns made orthonormal in order x, y; z keeps the handedness of m. A column without a direction of its own gets
/// one from `least_aligned_axis`.
Mat3 orthonormal(const Mat3& m);
/// The shortest turn that brings direction a to direction b; the identity when one has no length. Exact opposites: a
/// half turn about `half_turn_axis` made normal to a (if that is parallel to a: about world y, then world x).
Mat3 shortest_turn(Vec3 a, Vec3 b, Vec3 half_turn_axis);

/// m taken apart as rotation, then scale along the bone's own axes; a reflection becomes a negative x scale. `skew` is
/// the largest cosine between two of its axes, 0 when rotation and scale say everything.
struct Decomposed {
    Quat rotation;
    Vec3 scale{1.0, 1.0, 1.0};
    double skew = 0.0;
};
Decomposed decompose(const Mat3& m);
Mat3 compose(Quat rotation, Vec3 scale);

}  // namespace yure::chain
