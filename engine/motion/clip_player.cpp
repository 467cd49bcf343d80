#include "yure/motion/clip_player.hpp"

#include <algorithm>
#include <cmath>

namespace yure::motion {
namespace {

constexpr float kUnsaidFade = 1.0f;  // s, of a motion that gives no fade time

float fade_time(float entry, float clip) {
    return entry >= 0.0f ? entry : clip >= 0.0f ? clip : kUnsaidFade;
}

/// Whole periods taken off. The official player subtracts until it fits; far outside, that would never end.
float wrapped(float time, float period) {
    if (!(period > 0.0f) || !std::isfinite(period)) return 0.0f;
    if (time / period > 1000.0f) return std::fmod(time, period);
    while (time > period) time = time - period;
    return time;
}

}  // namespace

ClipPlayer::ClipPlayer(Clip clip, std::span<const ParameterRange> parameters, std::span<const std::string> parts,
                       ClipOptions options)
    : binding_(std::move(clip), parameters, parts, options.groups),
      options_(std::move(options)),
      fade_in_(fade_time(options_.fade_in, binding_.clip().fade_in)),
      fade_out_(fade_time(options_.fade_out, binding_.clip().fade_out)) {
    fired_.reserve(binding_.clip().events.size());
}

void ClipPlayer::restart() {
    clock_ = start_ = fade_start_ = end_ = time_ = 0.0f;
    last_ = -1.0f;
    started_ = ends_ = leave_ = finished_ = false;
    opacity_ = 1.0f;
    fired_.clear();
}

void ClipPlayer::fade_away() {
    leave_ = true;
}

void ClipPlayer::fire(float from, float to) {
    for (const Event& event : binding_.clip().events)
        if (event.time > from && event.time <= to) fired_.push_back(event.value);
}

void ClipPlayer::update(std::span<float> values, float dt, std::span<float> parts) {
    const Clip& clip = binding_.clip();
    if (dt > 0.0f && std::isfinite(dt)) clock_ = clock_ + dt;
    if (!started_) {
        started_ = true;
        start_ = fade_start_ = clock_;
        ends_ = !options_.loop;
        end_ = start_ + clip.duration;
    }
    if (leave_) {
        const float soon = clock_ + fade_out_;
        end_ = ends_ ? std::min(end_, soon) : soon;
        ends_ = true;
        leave_ = false;
    }
    const float since = clock_ - start_;
    const float period = loop_period(clip);
    const float loop_end = options_.loop ? period : 0.0f;
    time_ = options_.loop ? wrapped(since, period) : since;

    Fade fade;
    fade.on = options_.fade;
    fade.weight = options_.weight;
    fade.since_start = clock_ - fade_start_;
    fade.until_end = end_ - clock_;
    fade.ends = ends_;
    fade.in = fade_in_;
    fade.out = fade_out_;
    opacity_ = binding_.apply(time_, loop_end, fade, values, parts);

    fired_.clear();
    fire(last_, since);
    last_ = since;
    if (options_.loop && since >= period) {
        start_ = clock_ - time_;
        if (options_.loop_fades_in) fade_start_ = start_;
        last_ = time_;
        fire(-1.0f, time_);
    }
    finished_ = ends_ && (clock_ >= end_ || (!options_.loop && since >= clip.duration));
}

}  // namespace yure::motion
