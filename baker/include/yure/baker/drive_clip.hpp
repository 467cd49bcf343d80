/// A motion as the baker drives it: values of some parameters, frame by frame. Parameters that a clip does not name
/// stay at their default. Frame 0 is where a clip starts from rest, so its values are the defaults in every clip made
/// here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/rig/rig.hpp"

namespace yure::baker {

struct DriveClip {
    std::string id;     ///< "tracking", "step:ParamAngleX", "motion:idle.motion3.json"; unique within a set
    float fps = 60.0f;  ///< Hz; the baker plays at 60 only
    std::vector<std::string> input_ids;  ///< columns of `values`
    std::vector<float> values;           ///< frames x inputs, row after row, in the parameters' own units

    int inputs() const { return static_cast<int>(input_ids.size()); }
    int frames() const { return input_ids.empty() ? 0 : static_cast<int>(values.size() / input_ids.size()); }
    std::span<const float> frame(int index) const {
        return std::span(values).subspan(static_cast<std::size_t>(index) * input_ids.size(), input_ids.size());
    }
    /// True when no value differs from the frame before; true for frame 0.
    bool still(int index) const;
};

/// An error when a clip cannot be played: no frames, a ragged table, a rate other than 60, a value that is not finite,
/// a parameter named twice.
Status check_clip(const DriveClip& clip);

/// Row of a standard parameter ("ParamAngleX") in `parameters`, also under its old-style name ("PARAM_ANGLE_X"); -1
/// when the model has neither.
int find_standard_parameter(std::span<const rig::ParameterInfo> parameters, std::string_view id);

/// "ParamBodyAngleX" -> "PARAM_BODY_ANGLE_X".
std::string old_style_id(std::string_view id);

}  // namespace yure::baker
