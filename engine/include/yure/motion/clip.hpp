/// A motion3 clip as data and its value at a time. Parameter curves over time in seconds; values in each parameter's
/// own units. Source: docs/cubism-physics.md, section on motion3.json.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::motion {

enum class CurveTarget { model, parameter, part_opacity };
enum class SegmentKind { linear = 0, bezier = 1, stepped = 2, inverse_stepped = 3 };

/// Points of a segment besides its start.
constexpr int point_count(SegmentKind kind) {
    return kind == SegmentKind::bezier ? 3 : 1;
}

struct Point {
    float time = 0.0f;  ///< s
    float value = 0.0f;

    bool operator==(const Point&) const = default;
};

/// From the previous segment's end (or the curve's first point) to its own last point. A Bézier segment has three
/// points (two handles and the end), every other kind has one.
struct Segment {
    SegmentKind kind = SegmentKind::linear;
    int first_point = 0;  ///< index into Curve::points of the segment's START point; its own points follow

    int end_point() const { return first_point + point_count(kind); }
    bool operator==(const Segment&) const = default;
};

struct Curve {
    CurveTarget target = CurveTarget::parameter;
    std::string id;
    std::vector<Point> points;  ///< first point, then every segment's points in order
    std::vector<Segment> segments;
    float fade_in = -1.0f, fade_out = -1.0f;  ///< s; negative = the motion's own

    bool operator==(const Curve&) const = default;
};

struct Event {
    float time = 0.0f;
    std::string value;

    bool operator==(const Event&) const = default;
};

struct Clip {
    float duration = 0.0f;  ///< s
    float fps = 30.0f;      ///< Hz
    bool loop = false;      ///< what the file says; players decide for themselves
    bool restricted_beziers = false;
    float fade_in = -1.0f, fade_out = -1.0f;  ///< s; negative = not given
    std::vector<Curve> curves;                ///< players want model curves first, then parameters, then part opacities
    std::vector<Event> events;

    bool operator==(const Clip&) const = default;
};

/// A clip is sound when every curve has a first point, segments lie end to end within `points`, and all numbers are
/// finite. Readers give sound clips; everything below asks for one. The error names curve and segment.
Status check(const Clip& clip);

/// The period of a loop, s: after `duration` one frame leads back to the first key. Never 0 or less for a clip of any
/// length.
float loop_period(const Clip& clip);

/// The curve's value at `time` (s), float32 in the official order of operations. Before the first segment: the first
/// value; after the last point: the last value, or, when `loop_end` > 0 (`loop_period`), the way back to the first key.
float sample(const Curve& curve, bool restricted_beziers, float time, float loop_end = 0.0f);

/// The same, when the caller knows the segment: the first whose end lies after `time`, or segments.size().
float sample_segment(const Curve& curve, std::size_t segment, bool restricted_beziers, float time, float loop_end);

/// The value of `1 - cos` easing that fades use: 0 below 0, 1 above 1.
float ease(float x);

}  // namespace yure::motion
