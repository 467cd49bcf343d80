#include "yure/chain/limit.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {
namespace {

constexpr double kPi = 3.141592653589793;

struct Range {
    SwingMode mode;
    double angle;  // rad
};

Range range_of(const Swing& swing) {
    const double angle = swing.angle * (kPi / 180.0);
    if (swing.mode == SwingMode::limited && angle < 1e-6) return {SwingMode::locked, 0.0};
    return {swing.mode, swing.mode == SwingMode::limited ? angle : kPi};
}

/// Angle of a planar direction, 0 when it has none.
double planar_angle(double y, double x, double most) {
    const double angle = std::hypot(x, y) <= 1e-9 ? 0.0 : std::atan2(y, x);
    return std::clamp(angle, -most, most);
}

}  // namespace

Vec3 clamp_direction(Vec3 d, const Swing& swing1, const Swing& swing2) {
    const Range a = range_of(swing1), b = range_of(swing2);
    const bool free1 = a.mode == SwingMode::free, free2 = b.mode == SwingMode::free;
    const bool locked1 = a.mode == SwingMode::locked, locked2 = b.mode == SwingMode::locked;
    if (free1 && free2) return d;
    if (locked1 && locked2) return {1.0, 0.0, 0.0};
    if (locked1) {
        const double f = planar_angle(d.y, d.x, b.angle);
        return {std::cos(f), std::sin(f), 0.0};
    }
    if (locked2) {
        const double f = planar_angle(-d.z, d.x, a.angle);
        return {std::cos(f), 0.0, -std::sin(f)};
    }
    const double s = std::hypot(d.y, d.z);
    double r1 = 0.0, r2 = kPi;  // the exact opposite of the bone
    if (s >= 1e-9) {
        const double turn = std::atan2(s, d.x);
        r1 = -turn * d.z / s;
        r2 = turn * d.y / s;
    } else if (d.x > 0.0) {
        return d;
    }
    const double old1 = r1, old2 = r2;
    if (!free1 && !free2) {
        const double q = std::hypot(r1 / a.angle, r2 / b.angle);
        if (q > 1.0) {
            r1 /= q;
            r2 /= q;
        }
    } else if (!free1) {
        r1 = std::clamp(r1, -a.angle, a.angle);
    } else {
        r2 = std::clamp(r2, -b.angle, b.angle);
    }
    if (r1 == old1 && r2 == old2) return d;
    const double turn = std::hypot(r1, r2);
    if (turn < 1e-12) return {1.0, 0.0, 0.0};
    return {std::cos(turn), std::sin(turn) * r2 / turn, -std::sin(turn) * r1 / turn};
}

Mat3 pivot_frame(const Mat3& base, Vec3 offset, const Mat3& pivot_rotation) {
    return orthonormal(base) * shortest_turn({1.0, 0.0, 0.0}, offset, {0.0, 0.0, 1.0}) * pivot_rotation;
}

}  // namespace yure::chain
