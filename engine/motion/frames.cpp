#include "yure/motion/frames.hpp"

#include <cmath>

namespace yure::motion {
namespace {

struct Span {
    std::size_t frames = 0;
    double fps = 0.0;
    float loop_end = 0.0f;
    double period = 0.0;

    float time(std::size_t frame) const {
        double time = static_cast<double>(frame) / fps;
        if (loop_end > 0.0f) {
            time = std::fmod(time, period);
            if (period - time < 1e-6) time = 0.0;  // the first key again, not the moment before it
        }
        return static_cast<float>(time);
    }
};

Result<Span> span_of(const Clip& clip, const FrameOptions& options, std::size_t columns) {
    if (const Status sound = check(clip); !sound) return sound.error();
    if (!(options.fps >= 1.0 && options.fps <= 1000.0)) return Error{"fps", "must be from 1 to 1000"};
    if (!(options.seconds >= 0.0)) return Error{"seconds", "must be 0 or more"};
    Span span;
    span.fps = options.fps;
    if (options.loop) span.loop_end = loop_period(clip);
    span.period = static_cast<double>(span.loop_end);
    const double seconds = options.seconds > 0.0 ? options.seconds : std::max(0.0, static_cast<double>(clip.duration));
    // A length that is a whole number of frames but for rounding ends on that frame.
    const double frames = std::floor(seconds * options.fps + 1e-4) + (options.seconds > 0.0 ? 0.0 : 1.0);
    if (!(frames * static_cast<double>(std::max<std::size_t>(columns, 1)) <= kMaxFrameValues))
        return Error{"duration", "of " + std::to_string(seconds) + " s is too long to sample"};
    span.frames = static_cast<std::size_t>(frames);
    return span;
}

}  // namespace

const char* target_name(CurveTarget target) {
    return target == CurveTarget::model ? "Model" : target == CurveTarget::parameter ? "Parameter" : "PartOpacity";
}

Result<Frames> sample_frames(const Clip& clip, std::span<const ParameterRange> parameters,
                             const FrameOptions& options) {
    const auto span = span_of(clip, options, parameters.size());
    if (!span) return span.error();
    const ClipBinding binding(clip, parameters, {}, options.groups);
    Frames frames;
    frames.fps = options.fps;
    for (const ParameterRange& parameter : parameters) frames.ids.push_back(parameter.id);
    frames.values.reserve(span->frames * parameters.size());
    for (std::size_t f = 0; f < span->frames; ++f)
        for (const ParameterRange& parameter : parameters) frames.values.push_back(parameter.default_value);
    for (std::size_t f = 0; f < frames.count(); ++f)
        binding.apply(span->time(f), span->loop_end, Fade{}, frames.row(f));
    return frames;
}

Result<Frames> sample_curves(const Clip& clip, const FrameOptions& options) {
    const auto span = span_of(clip, options, clip.curves.size());
    if (!span) return span.error();
    Frames frames;
    frames.fps = options.fps;
    for (const Curve& curve : clip.curves)
        frames.ids.push_back(std::string(target_name(curve.target)) + "/" + curve.id);
    frames.values.resize(span->frames * clip.curves.size());
    for (std::size_t c = 0; c < clip.curves.size(); ++c) {
        const Curve& curve = clip.curves[c];
        std::size_t segment = 0;  // times rise from frame to frame, but for the wraps of a loop
        float last = 0.0f;
        for (std::size_t f = 0; f < span->frames; ++f) {
            const float time = span->time(f);
            if (time < last) segment = 0;
            last = time;
            const auto ends_after = [&](std::size_t s) {
                return curve.points[static_cast<std::size_t>(curve.segments[s].end_point())].time > time;
            };
            while (segment < curve.segments.size() && !ends_after(segment)) ++segment;
            frames.values[f * clip.curves.size() + c] =
                sample_segment(curve, segment, clip.restricted_beziers, time, span->loop_end);
        }
    }
    return frames;
}

Clip clip_of(const Frames& frames, bool loop) {
    Clip clip;
    clip.fps = static_cast<float>(frames.fps);
    clip.loop = loop;
    clip.restricted_beziers = true;
    const std::size_t count = frames.count();
    clip.duration = count > 1 ? static_cast<float>(static_cast<double>(count - 1) / frames.fps) : 0.0f;
    if (count == 0) return clip;
    for (std::size_t c = 0; c < frames.ids.size(); ++c) {
        Curve curve;
        curve.id = frames.ids[c];
        for (std::size_t f = 0; f < count; ++f) {
            curve.points.push_back({static_cast<float>(static_cast<double>(f) / frames.fps), frames.row(f)[c]});
            if (f > 0) curve.segments.push_back({SegmentKind::linear, static_cast<int>(f) - 1});
        }
        clip.curves.push_back(std::move(curve));
    }
    return clip;
}

}  // namespace yure::motion
