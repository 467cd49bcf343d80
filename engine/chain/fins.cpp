#include <algorithm>
#include <cmath>

#include "yure/chain/bow_frame.hpp"
#include "yure/chain/spline_rig.hpp"

namespace yure::chain {
namespace {

constexpr double kTurn = 6.283185307179586;

/// Slopes of the monotone cubic through (s, angle) (Fritsch, Carlson 1980), one knot: from its neighbours only.
double slope_at(std::span<const PlacedFin> fins, std::span<const double> angles, std::size_t k) {
    const auto secant = [&](std::size_t i) {
        const double h = fins[i + 1].at - fins[i].at;
        return h > 0.0 ? (angles[i + 1] - angles[i]) / h : 0.0;
    };
    if (fins.size() < 2) return 0.0;
    if (k == 0) return secant(0);
    if (k + 1 == fins.size()) return secant(k - 1);
    const double before = secant(k - 1), after = secant(k);
    if (before * after <= 0.0) return 0.0;
    // Harmonic mean: between the two, and never more than three times the smaller, which keeps the cubic monotone.
    return 2.0 * before * after / (before + after);
}

double angle_at(std::span<const PlacedFin> fins, std::span<const double> angles, double s) {
    if (s <= fins.front().at) return angles.front();
    if (s >= fins.back().at) return angles[fins.size() - 1];
    std::size_t k = 0;
    while (k + 2 < fins.size() && fins[k + 1].at <= s) ++k;
    const double h = fins[k + 1].at - fins[k].at;
    if (!(h > 0.0)) return angles[k + 1];
    const double t = (s - fins[k].at) / h, t2 = t * t, t3 = t2 * t;
    // The end slopes are those of a line: no more than three times a secant, so still monotone.
    return (2.0 * t3 - 3.0 * t2 + 1.0) * angles[k] + (t3 - 2.0 * t2 + t) * h * slope_at(fins, angles, k) +
           (3.0 * t2 - 2.0 * t3) * angles[k + 1] + (t3 - t2) * h * slope_at(fins, angles, k + 1);
}

}  // namespace

void back_points_from_fins(std::span<const Vec3> joints, std::span<const double> lengths,
                           std::span<const PlacedFin> fins, Vec3 first_y, std::span<Vec3> backs) {
    constexpr std::size_t kMostFins = 256;
    double angles[kMostFins] = {};
    const std::size_t count = std::min(fins.size(), kMostFins);
    double whole = 0.0;
    for (const double length : lengths) whole += length;
    // `backs` holds the carried frame's r on the way.
    Vec3 x{1.0, 0.0, 0.0};
    double along = 0.0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < backs.size(); ++i) {
        const Vec3 ahead = unit(joints[i + 1] - joints[i]), before = x;
        if (ahead != Vec3{}) x = ahead;
        if (i == 0) {
            const Vec3 normal = unit(without(first_y, x));
            backs[0] = normal != Vec3{} ? normal : unit(without(least_aligned_axis(x), x));
        } else {
            backs[i] = unit(carry_normal(joints[i - 1], before, backs[i - 1], joints[i], x));
        }
        along += lengths[i];
        const Vec3 v = cross(x, backs[i]);
        while (next < count && (fins[next].at * whole < along || i + 1 == backs.size())) {
            const Vec3 arm = fins[next].position - joints[i];
            double angle = std::atan2(dot(arm, v), dot(arm, backs[i]));
            if (next > 0) angle += kTurn * std::round((angles[next - 1] - angle) / kTurn) + kTurn * fins[next].turns;
            angles[next++] = angle;
        }
    }
    along = 0.0;
    for (std::size_t i = 0; i < backs.size(); ++i) {
        const Vec3 bone = joints[i + 1] - joints[i];
        if (const Vec3 ahead = unit(bone); ahead != Vec3{}) x = ahead;
        const double s = whole > 0.0 ? (along + 0.5 * lengths[i]) / whole : 0.0;
        const double angle = angle_at(fins.first(count), {angles, count}, s);
        const Vec3 r = backs[i], v = cross(x, r);
        const double away = std::max(length(bone), kNoLength);
        backs[i] = joints[i] + bone * 0.5 + (r * std::cos(angle) + v * std::sin(angle)) * away;
        along += lengths[i];
    }
}

}  // namespace yure::chain
