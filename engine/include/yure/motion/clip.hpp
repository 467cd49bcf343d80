/// A motion3 clip as data and its value at a time. Parameter curves over time in seconds; values in each parameter's own
/// units. Source: docs/cubism-physics.md, section on motion3.json.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace yure::motion {

enum class CurveTarget { model, parameter, part_opacity };
enum class SegmentKind { linear = 0, bezier = 1, stepped = 2, inverse_stepped = 3 };

struct Point {
    float time = 0.0f;   ///< s
    float value = 0.0f;
};

/// From the previous segment's end (or the curve's first point) to points.back(). A Bézier segment has three points
/// (two handles and the end), every other kind has one.
struct Segment {
    SegmentKind kind = SegmentKind::linear;
    int first_point = 0;  ///< index into Curve::points of the segment's START point; its own points follow
};

struct Curve {
    CurveTarget target = CurveTarget::parameter;
    std::string id;
    std::vector<Point> points;  ///< first point, then every segment's points in order
    std::vector<Segment> segments;
    float fade_in = -1.0f, fade_out = -1.0f;  ///< s; negative = the motion's own
};

struct Event {
    float time = 0.0f;
    std::string value;
};

struct Clip {
    float duration = 0.0f;  ///< s
    float fps = 30.0f;      ///< Hz
    bool loop = false;      ///< what the file says; players decide for themselves
    bool restricted_beziers = false;
    float fade_in = -1.0f, fade_out = -1.0f;  ///< s; negative = not given
    std::vector<Curve> curves;
    std::vector<Event> events;
};

/// The curve's value at `time` (s), float32 in the official order of operations. Before the first segment: the first value; after the last
/// point: the last value, or, when `loop_end` > 0 (period of a loop = duration + 1/fps), the way back to the first key.
float sample(const Curve& curve, bool restricted_beziers, float time, float loop_end = 0.0f);

}  // namespace yure::motion
