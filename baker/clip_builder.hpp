/// Builds a DriveClip curve by curve. Private to the clip generators.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "yure/baker/drive_clip.hpp"

namespace yure::baker {

class ClipBuilder {
  public:
    /// A clip of `seconds` of motion on the parameters of a model.
    ClipBuilder(std::string id, std::span<const rig::ParameterInfo> parameters, double seconds);

    /// Drives a standard parameter by `offset(t)` from its default, t in s, clamped to its range. A parameter that the
    /// model lacks is left out. A second curve on the same parameter adds to the first.
    void drive(std::string_view id, const std::function<double(double)>& offset);
    /// The same from a table with one entry a frame (missing frames: 0).
    void drive(std::string_view id, const std::vector<double>& offsets);

    /// Fades all curves out over the last `seconds` of the motion, so that it ends where it began.
    void ease_home(double seconds);

    int frames() const { return frames_; }
    /// The motion, then `rest` seconds in which every parameter stays at its default. Empty when nothing could be
    /// driven.
    DriveClip finish(double rest) const;

  private:
    struct Column {
        int parameter;
        std::vector<double> offsets;
    };
    std::string id_;
    std::span<const rig::ParameterInfo> parameters_;
    int frames_;
    std::vector<Column> columns_;
};

/// 3u²-2u³ between 0 and 1, constant outside.
double smoothstep(double u);
/// 10u³-15u⁴+6u⁵ between 0 and 1: the path of least jerk.
double minimum_jerk(double u);

/// A curve through (time, value) points with a smoothstep from each to the next; constant outside.
double eased_keys(std::span<const std::pair<double, double>> keys, double time);

constexpr double kClipFps = 60.0;

}  // namespace yure::baker
