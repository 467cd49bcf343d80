#include "yure/chain/bow_frame.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {
namespace {

constexpr double kBlind = 0.001, kClear = 0.02;  // sine of the angle between bone and back point

Vec3 reference_y(Vec3 wish, Vec3 x) {
    const Vec3 normal = without(wish, x);
    if (length(normal) >= 1e-6 * std::max(length(wish), 1e-6) && length(normal) >= kNoLength) return unit(normal);
    return unit(without(least_aligned_axis(x), x));
}

}  // namespace

Mat3 bow_frame(Vec3 head, Vec3 end, Vec3 back, const BowReference& reference) {
    Vec3 x = unit(end - head);
    const bool collapsed = x == Vec3{};
    if (collapsed) x = reference.spare_x;
    const Vec3 towards = unit(back - head);
    const Vec3 exact = cross(towards, x);
    const double sine = length(exact);
    Vec3 y;
    if (!collapsed && sine >= kClear) {
        y = unit(exact);
    } else {
        y = reference_y(reference.y, x);
        if (!collapsed && sine > kBlind) {
            const double s = (sine - kBlind) / (kClear - kBlind), w = s * s * (3.0 - 2.0 * s);
            const Vec3 wanted = exact * (1.0 / sine);
            const double turn = w * std::atan2(dot(cross(y, wanted), x), dot(y, wanted));
            y = y * std::cos(turn) + cross(x, y) * std::sin(turn);
        }
    }
    return {x, y, cross(x, y)};
}

void bow_chain(std::span<const Vec3> joints, std::span<const Vec3> backs, Vec3 first_y, std::span<Mat3> frames) {
    BowReference reference{first_y, {1.0, 0.0, 0.0}};
    for (std::size_t i = 0; i < backs.size(); ++i) {
        if (i > 0) {
            const Vec3 ahead = unit(joints[i + 1] - joints[i]);
            const Vec3 x = ahead == Vec3{} ? frames[i - 1].x : ahead;
            reference = {carry_normal(joints[i - 1], frames[i - 1].x, frames[i - 1].y, joints[i], x), frames[i - 1].x};
        }
        frames[i] = bow_frame(joints[i], joints[i + 1], backs[i], reference);
    }
}

Vec3 carry_normal(Vec3 x0, Vec3 t0, Vec3 r, Vec3 x1, Vec3 t1) {
    constexpr double kNothing = 1e-24;
    const Vec3 v1 = x1 - x0;
    const double c1 = dot(v1, v1);
    if (c1 >= kNothing) {
        r = r - v1 * (2.0 / c1 * dot(v1, r));
        t0 = t0 - v1 * (2.0 / c1 * dot(v1, t0));
    }
    const Vec3 v2 = t1 - t0;
    const double c2 = dot(v2, v2);
    return c2 < kNothing ? r : r - v2 * (2.0 / c2 * dot(v2, r));
}

void carry_normals(std::span<const Vec3> points, std::span<const Vec3> tangents, Vec3 r0, std::span<Vec3> out) {
    for (std::size_t i = 0; i < points.size(); ++i)
        out[i] = i == 0 ? r0 : carry_normal(points[i - 1], tangents[i - 1], out[i - 1], points[i], tangents[i]);
}

}  // namespace yure::chain
