// A curve's value. The order of operations is the official runtime's, so that values agree bit for bit.
#include <algorithm>
#include <cmath>

#include "yure/motion/clip.hpp"

namespace yure::motion {
namespace {

constexpr float kPi = 3.14159274f;
constexpr float kNearZero = 1e-5f;

float clamp01(float u) {
    return u < 0.0f ? 0.0f : u > 1.0f ? 1.0f : u;
}

bool near_range(float u) {
    return std::abs(u - 0.5f) < 0.5f + 0.01f;
}

/// A root of a u^3 + b u^2 + c u + d in 0..1: the Bézier parameter at which the curve's time is the wanted one.
float bezier_parameter(float a, float b, float c, float d) {
    if (std::abs(a) < kNearZero) {
        if (std::abs(b) < kNearZero) return clamp01(std::abs(c) < kNearZero ? -d : -d / c);
        // For b > 0 this is the wrong root; the official players show it, so we do.
        return clamp01(-(c + std::sqrt(c * c - 4.0f * b * d)) / (2.0f * b));
    }
    const float ba = b / a, ca = c / a, da = d / a;
    const float p = (3.0f * ca - ba * ba) / 3.0f;
    const float q = (2.0f * ba * ba * ba - 9.0f * ba * ca + 27.0f * da) / 27.0f;
    const float third_p = p / 3.0f, half_q = q / 2.0f, shift = ba / 3.0f;
    const float discriminant = half_q * half_q + third_p * third_p * third_p;
    if (discriminant < 0.0f) {
        const float m = -p / 3.0f;
        const float r = std::sqrt(m * m * m);
        const float cosine = -q / (2.0f * r);
        const float phi = std::acos(cosine < -1.0f ? -1.0f : cosine > 1.0f ? 1.0f : cosine);
        const float amplitude = 2.0f * std::cbrt(r);
        float u = 0.0f;
        for (const float turn : {0.0f, 2.0f * kPi, 4.0f * kPi}) {
            u = amplitude * std::cos((phi + turn) / 3.0f) - shift;
            if (near_range(u)) break;
        }
        return clamp01(u);
    }
    if (discriminant == 0.0f) {
        const float w = half_q < 0.0f ? std::cbrt(-half_q) : -std::cbrt(half_q);
        const float u = 2.0f * w - shift;
        return clamp01(near_range(u) ? u : -w - shift);
    }
    const float root = std::sqrt(discriminant);
    return clamp01(std::cbrt(root - half_q) - std::cbrt(root + half_q) - shift);
}

float linear(Point from, Point to, float time) {
    float u = (time - from.time) / (to.time - from.time);
    if (u < 0.0f) u = 0.0f;
    return from.value + (to.value - from.value) * u;
}

float bezier(const Point* p, bool restricted, float time) {
    float u = 0.0f;
    if (restricted) {
        u = (time - p[0].time) / (p[3].time - p[0].time);
        if (u < 0.0f) u = 0.0f;
    } else {
        const float x0 = p[0].time, x1 = p[1].time, x2 = p[2].time, x3 = p[3].time;
        u = bezier_parameter(x3 - 3.0f * x2 + 3.0f * x1 - x0, 3.0f * x2 - 6.0f * x1 + 3.0f * x0, 3.0f * x1 - 3.0f * x0,
                             x0 - time);
    }
    const auto mix = [u](float a, float b) { return a + (b - a) * u; };
    const float v01 = mix(p[0].value, p[1].value), v12 = mix(p[1].value, p[2].value), v23 = mix(p[2].value, p[3].value);
    const float v012 = mix(v01, v12), v123 = mix(v12, v23);
    return mix(v012, v123);
}

float value_in(SegmentKind kind, const Point* points, bool restricted, float time) {
    switch (kind) {
        case SegmentKind::stepped:
            return points[0].value;
        case SegmentKind::inverse_stepped:
            return points[1].value;
        case SegmentKind::linear:
            return linear(points[0], points[1], time);
        case SegmentKind::bezier:
            return bezier(points, restricted, time);
    }
    return points[0].value;
}

}  // namespace

float sample_segment(const Curve& curve, std::size_t segment, bool restricted, float time, float loop_end) {
    float value = 0.0f;
    float otherwise = curve.points.back().value;
    if (segment < curve.segments.size()) {
        const Segment& here = curve.segments[segment];
        const Point* points = curve.points.data() + here.first_point;
        value = value_in(here.kind, points, restricted, time);
        otherwise = points[point_count(here.kind)].value;
    } else if (loop_end > 0.0f && time < loop_end && !curve.segments.empty()) {
        const SegmentKind last = curve.segments.back().kind;
        const Point way_back[] = {curve.points.back(), {loop_end, curve.points.front().value}};
        value = value_in(last == SegmentKind::bezier ? SegmentKind::linear : last, way_back, restricted, time);
    } else {
        value = otherwise;
    }
    return std::isfinite(value) ? value : otherwise;  // extreme handles only
}

float sample(const Curve& curve, bool restricted, float time, float loop_end) {
    const auto found = std::find_if(curve.segments.begin(), curve.segments.end(), [&](const Segment& segment) {
        return curve.points[static_cast<std::size_t>(segment.end_point())].time > time;
    });
    return sample_segment(curve, static_cast<std::size_t>(found - curve.segments.begin()), restricted, time, loop_end);
}

float loop_period(const Clip& clip) {
    return clip.fps > 0.0f && std::isfinite(1.0f / clip.fps) ? clip.duration + 1.0f / clip.fps : clip.duration;
}

float ease(float x) {
    if (!(x > 0.0f)) return 0.0f;
    if (x > 1.0f) return 1.0f;
    return 0.5f - 0.5f * std::cos(x * kPi);
}

Status check(const Clip& clip) {
    const auto finite = [](const Point& point) { return std::isfinite(point.time) && std::isfinite(point.value); };
    if (!std::isfinite(clip.duration) || !std::isfinite(clip.fps))
        return Error{"clip", "has a length that is not finite"};
    for (std::size_t c = 0; c < clip.curves.size(); ++c) {
        const Curve& curve = clip.curves[c];
        const std::string where = "curves[" + std::to_string(c) + "]";
        if (curve.points.empty()) return Error{where, "has no point"};
        if (!std::all_of(curve.points.begin(), curve.points.end(), finite))
            return Error{where, "has a point that is not finite"};
        int next = 0;
        for (std::size_t s = 0; s < curve.segments.size(); ++s) {
            const Segment& segment = curve.segments[s];
            if (segment.first_point != next)
                return Error{where + ".segments[" + std::to_string(s) + "]", "does not begin where the last one ended"};
            next = segment.end_point();
            if (static_cast<std::size_t>(next) >= curve.points.size())
                return Error{where + ".segments[" + std::to_string(s) + "]", "ends outside of the points"};
        }
        if (static_cast<std::size_t>(next) + 1 != curve.points.size())
            return Error{where, "has points that belong to no segment"};
    }
    return {};
}

}  // namespace yure::motion
