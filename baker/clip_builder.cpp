#include "clip_builder.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker {

double smoothstep(double u) {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * (3.0 - 2.0 * u);
}

double minimum_jerk(double u) {
    u = std::clamp(u, 0.0, 1.0);
    return u * u * u * (10.0 + u * (-15.0 + 6.0 * u));
}

double eased_keys(std::span<const std::pair<double, double>> keys, double time) {
    if (time <= keys.front().first) return keys.front().second;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (time >= keys[i].first) continue;
        const auto [t0, v0] = keys[i - 1];
        const auto [t1, v1] = keys[i];
        return v0 + (v1 - v0) * smoothstep((time - t0) / (t1 - t0));
    }
    return keys.back().second;
}

ClipBuilder::ClipBuilder(std::string id, std::span<const rig::ParameterInfo> parameters, double seconds)
    : id_(std::move(id)), parameters_(parameters), frames_(static_cast<int>(std::lround(seconds * kClipFps)) + 1) {}

void ClipBuilder::drive(std::string_view id, const std::vector<double>& offsets) {
    const int parameter = find_standard_parameter(parameters_, id);
    if (parameter < 0) return;
    auto column =
        std::find_if(columns_.begin(), columns_.end(), [&](const Column& c) { return c.parameter == parameter; });
    if (column == columns_.end())
        column =
            columns_.insert(columns_.end(), {parameter, std::vector<double>(static_cast<std::size_t>(frames_), 0.0)});
    const std::size_t count = std::min(offsets.size(), column->offsets.size());
    for (std::size_t f = 0; f < count; ++f) column->offsets[f] += offsets[f];
}

void ClipBuilder::drive(std::string_view id, const std::function<double(double)>& offset) {
    std::vector<double> offsets(static_cast<std::size_t>(frames_));
    for (std::size_t f = 0; f < offsets.size(); ++f) offsets[f] = offset(static_cast<double>(f) / kClipFps);
    drive(id, offsets);
}

void ClipBuilder::ease_home(double seconds) {
    const double end = (frames_ - 1) / kClipFps;
    for (Column& column : columns_)
        for (std::size_t f = 0; f < column.offsets.size(); ++f)
            column.offsets[f] *= smoothstep((end - static_cast<double>(f) / kClipFps) / seconds);
}

DriveClip ClipBuilder::finish(double rest) const {
    DriveClip clip;
    clip.id = id_;
    if (columns_.empty()) return clip;
    const int total = frames_ + static_cast<int>(std::lround(rest * kClipFps));
    for (const Column& column : columns_)
        clip.input_ids.push_back(parameters_[static_cast<std::size_t>(column.parameter)].id);
    clip.values.reserve(static_cast<std::size_t>(total) * columns_.size());
    for (int f = 0; f < total; ++f)
        for (const Column& column : columns_) {
            const rig::ParameterInfo& parameter = parameters_[static_cast<std::size_t>(column.parameter)];
            const double offset = f < frames_ ? column.offsets[static_cast<std::size_t>(f)] : 0.0;
            const float low = std::min(parameter.min, parameter.max), high = std::max(parameter.min, parameter.max);
            clip.values.push_back(std::clamp(static_cast<float>(parameter.default_value + offset), low, high));
        }
    return clip;
}

}  // namespace yure::baker
