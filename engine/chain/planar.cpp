#include "yure/chain/planar.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {
namespace {

constexpr double kPi = 3.141592653589793, kTurn = 2.0 * kPi;

/// Into [-pi, pi).
double wrap(double angle) {
    return angle - kTurn * std::floor((angle + kPi) / kTurn);
}

double direction(std::span<const Vec3> points, std::size_t segment) {
    const Vec3 d = points[segment + 1] - points[segment];
    return std::atan2(d.y, d.x);
}

}  // namespace

void local_bends(std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const double> previous,
                 std::span<double> bends, double parent_turn) {
    double before = parent_turn;
    for (std::size_t i = 0; i < bends.size(); ++i) {
        const double turn = wrap(direction(now, i) - direction(rest, i));
        bends[i] = wrap(turn - before);
        before = turn;
        if (!previous.empty()) bends[i] += kTurn * std::round((previous[i] - bends[i]) / kTurn);
    }
}

PlanarTurn turn_between(double ax, double ay, double bx, double by) {
    const double along = ax * bx + ay * by, across = ax * by - ay * bx, size = std::hypot(along, across);
    return size > 0.0 ? PlanarTurn{along / size, across / size} : PlanarTurn{};
}

Vec3 skin_point(Vec3 point, std::span<const SkinWeight> weights, std::span<const Vec3> rest,
                std::span<const Vec3> now) {
    Vec3 sum;
    for (const SkinWeight& w : weights) {
        const auto i = static_cast<std::size_t>(w.segment);
        const Vec3 before = rest[i + 1] - rest[i], after = now[i + 1] - now[i];
        const auto [c, s] = turn_between(before.x, before.y, after.x, after.y);
        const Vec3 arm = point - rest[i];
        sum += (now[i] + Vec3{arm.x * c - arm.y * s, arm.x * s + arm.y * c, arm.z}) * w.weight;
    }
    return sum;
}

std::vector<SkinWeight> automatic_weights(Vec3 point, std::span<const Vec3> rest) {
    std::size_t nearest = 0;
    double best = -1.0, along = 0.0;
    for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
        const Vec3 d = rest[i + 1] - rest[i], arm = point - rest[i];
        const double square = dot(d, d), t = square > 0.0 ? std::clamp(dot(arm, d) / square, 0.0, 1.0) : 0.0;
        const double away = distance(point, rest[i] + d * t);
        if (best >= 0.0 && away >= best) continue;
        best = away;
        nearest = i;
        along = t * std::sqrt(square);
    }
    const auto length_of = [&](std::size_t i) { return distance(rest[i], rest[i + 1]); };
    // Half of each within the fade around a joint, linear, so that both sides agree on the joint itself.
    const auto fade = [&](std::size_t a, std::size_t b, double from_joint) {
        const double reach = 0.25 * std::min(length_of(a), length_of(b));
        return reach > 0.0 ? std::clamp(0.5 - 0.5 * from_joint / reach, 0.0, 0.5) : 0.0;
    };
    const double size = length_of(nearest);
    double back = 0.0, forth = 0.0;
    if (nearest > 0) back = fade(nearest - 1, nearest, along);
    if (nearest + 2 < rest.size()) forth = fade(nearest, nearest + 1, size - along);
    std::vector<SkinWeight> weights;
    const int segment = static_cast<int>(nearest);
    if (back > 0.0) weights.push_back({segment - 1, back});
    weights.push_back({segment, 1.0 - back - forth});
    if (forth > 0.0) weights.push_back({segment + 1, forth});
    return weights;
}

}  // namespace yure::chain
