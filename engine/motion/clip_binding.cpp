#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <string_view>

#include "yure/motion/clip_player.hpp"

namespace yure::motion {
namespace {

bool has(const std::vector<std::string>& list, const std::string& id) {
    return std::find(list.begin(), list.end(), id) != list.end();
}

bool ends_ascend(const Curve& curve) {
    for (std::size_t s = 1; s < curve.segments.size(); ++s) {
        const auto end = [&](std::size_t i) {
            return curve.points[static_cast<std::size_t>(curve.segments[i].end_point())].time;
        };
        if (end(s) < end(s - 1)) return false;
    }
    return true;
}

float part_of_fade(float elapsed, float duration) {
    return duration == 0.0f ? 1.0f : ease(elapsed / duration);
}

}  // namespace

ClipBinding::ClipBinding(Clip clip, std::span<const ParameterRange> parameters, std::span<const std::string> parts,
                         const EffectGroups& groups)
    : clip_(std::move(clip)), part_count_(parts.size()) {
    assert(check(clip_).ok());
    std::map<std::string_view, int> parameter_index, part_index;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        parameter_index.emplace(parameters[i].id, static_cast<int>(i));
        limits_.push_back({parameters[i].min, parameters[i].max});
    }
    for (std::size_t i = 0; i < parts.size(); ++i) part_index.emplace(parts[i], static_cast<int>(i));
    for (const Curve& curve : clip_.curves) ascending_.push_back(ends_ascend(curve));

    const auto& curves = clip_.curves;
    std::size_t c = 0;
    for (; c < curves.size() && curves[c].target == CurveTarget::model; ++c) {
        const int index = static_cast<int>(c);
        if (curves[c].id == "Opacity") opacity_ = index;
        if (curves[c].id == "EyeBlink") eye_blink_ = index;
        if (curves[c].id == "LipSync") lip_sync_ = index;
    }
    std::vector<bool> own(parameters.size(), false);
    for (; c < curves.size() && curves[c].target == CurveTarget::parameter; ++c) {
        const auto found = parameter_index.find(curves[c].id);
        if (found == parameter_index.end()) continue;
        Track track{c, found->second, Effect::none};
        if (eye_blink_ >= 0 && has(groups.eye_blink, curves[c].id))
            track.effect = Effect::eye_blink;
        else if (lip_sync_ >= 0 && has(groups.lip_sync, curves[c].id))
            track.effect = Effect::lip_sync;
        own[static_cast<std::size_t>(found->second)] = true;
        parameters_.push_back(track);
    }
    for (; c < curves.size() && curves[c].target == CurveTarget::part_opacity; ++c)
        if (const auto found = part_index.find(curves[c].id); found != part_index.end())
            parts_.push_back({c, found->second, Effect::none});

    const auto without_curve = [&](const std::vector<std::string>& ids) {
        std::vector<int> result;
        for (const std::string& id : ids)
            if (const auto found = parameter_index.find(id);
                found != parameter_index.end() && !own[static_cast<std::size_t>(found->second)])
                result.push_back(found->second);
        return result;
    };
    if (eye_blink_ >= 0) blink_only_ = without_curve(groups.eye_blink);
    if (lip_sync_ >= 0) lips_only_ = without_curve(groups.lip_sync);
}

std::vector<int> ClipBinding::driven() const {
    std::vector<int> result = blink_only_;
    result.insert(result.end(), lips_only_.begin(), lips_only_.end());
    for (const Track& track : parameters_) result.push_back(track.target);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

float ClipBinding::value_of(std::size_t index, float time, float loop_end) const {
    const Curve& curve = clip_.curves[index];
    if (!ascending_[index]) return sample(curve, clip_.restricted_beziers, time, loop_end);
    const auto found = std::partition_point(curve.segments.begin(), curve.segments.end(), [&](const Segment& segment) {
        return !(curve.points[static_cast<std::size_t>(segment.end_point())].time > time);
    });
    return sample_segment(curve, static_cast<std::size_t>(found - curve.segments.begin()), clip_.restricted_beziers,
                          time, loop_end);
}

float ClipBinding::apply(float time, float loop_end, const Fade& fade, std::span<float> values,
                         std::span<float> parts) const {
    assert(values.size() == limits_.size());
    assert(parts.empty() || parts.size() == part_count_);
    const auto model_value = [&](int curve, float otherwise) {
        return curve < 0 ? otherwise : value_of(static_cast<std::size_t>(curve), time, loop_end);
    };
    const float fade_in = fade.on ? part_of_fade(fade.since_start, fade.in) : 1.0f;
    const float fade_out = fade.on && fade.ends ? part_of_fade(fade.until_end, fade.out) : 1.0f;
    const float weight = fade.on ? fade.weight * fade_in * fade_out : 1.0f;
    const auto set = [&](int target, float value, float by) {
        const auto index = static_cast<std::size_t>(target);
        if (fade.on) value = values[index] + (value - values[index]) * by;
        if (std::isnan(value)) return;  // enormous values that cancel
        values[index] = std::min(std::max(value, limits_[index].min), limits_[index].max);
    };

    const float blink = model_value(eye_blink_, 1.0f);
    const float lips = model_value(lip_sync_, 0.0f);
    for (const Track& track : parameters_) {
        float value = value_of(track.curve, time, loop_end);
        if (track.effect == Effect::eye_blink) value *= blink;
        if (track.effect == Effect::lip_sync) value += lips;
        const Curve& curve = clip_.curves[track.curve];
        float by = weight;
        if (fade.on && (curve.fade_in >= 0.0f || curve.fade_out >= 0.0f)) {
            const float in = curve.fade_in < 0.0f ? fade_in : part_of_fade(fade.since_start, curve.fade_in);
            const float out = curve.fade_out < 0.0f ? fade_out
                              : fade.ends           ? part_of_fade(fade.until_end, curve.fade_out)
                                                    : 1.0f;
            by = fade.weight * in * out;
        }
        set(track.target, value, by);
    }
    for (const int target : blink_only_) set(target, blink, weight);
    for (const int target : lips_only_) set(target, lips, weight);
    if (!parts.empty())
        for (const Track& track : parts_)
            parts[static_cast<std::size_t>(track.target)] = value_of(track.curve, time, loop_end);
    return model_value(opacity_, 1.0f);
}

}  // namespace yure::motion
