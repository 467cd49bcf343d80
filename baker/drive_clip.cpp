#include "yure/baker/drive_clip.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/lookup.hpp"

namespace yure::baker {

bool DriveClip::still(int index) const {
    if (index == 0) return true;
    const auto now = frame(index), before = frame(index - 1);
    return std::equal(now.begin(), now.end(), before.begin());
}

Status check_clip(const DriveClip& clip) {
    const std::string where = "clip " + clip.id;
    if (clip.input_ids.empty() || clip.values.empty()) return Error{where, "drives nothing"};
    if (clip.values.size() % clip.input_ids.size() != 0) return Error{where, "has an incomplete last frame"};
    if (clip.fps != 60.0f) return Error{where, "is sampled at another rate than 60 Hz; sample it again"};
    for (std::size_t i = 0; i < clip.input_ids.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (clip.input_ids[i] == clip.input_ids[j]) return Error{where, "drives " + clip.input_ids[i] + " twice"};
    if (!std::all_of(clip.values.begin(), clip.values.end(), [](float value) { return std::isfinite(value); }))
        return Error{where, "holds a value that is not a finite number"};
    return {};
}

std::string old_style_id(std::string_view id) {
    std::string result;
    for (const char letter : id) {
        const bool upper = letter >= 'A' && letter <= 'Z';
        if (upper && !result.empty()) result += '_';
        result += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    return result;
}

int find_standard_parameter(std::span<const rig::ParameterInfo> parameters, std::string_view id) {
    const int row = find_by_id(parameters, id);
    return row >= 0 ? row : find_by_id(parameters, old_style_id(id));
}

}  // namespace yure::baker
