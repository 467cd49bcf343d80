#include "packed.hpp"

#include "base64.hpp"
#include "deflate.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "yure/studio/number_text.hpp"

namespace yure::studio {

using nlohmann::ordered_json;

ordered_json Packer::append(std::span<const std::uint16_t> steps, int columns, double scale) {
    const std::size_t width = static_cast<std::size_t>(std::max(1, columns));
    const std::size_t at = steps_.size();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::uint16_t before = i % width == 0 ? std::uint16_t{0} : steps[i - 1];
        steps_.push_back(static_cast<std::uint16_t>(steps[i] - before));
    }
    return {{"at", at}, {"rows", steps.size() / width}, {"columns", width}, {"scale", scale}};
}

ordered_json Packer::add(std::span<const float> values, int columns, float scale) {
    constexpr float kMost = 32767.0f;
    float largest = 0.0f;
    for (const float value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    if (largest > kMost * scale) scale = largest / kMost;
    std::vector<std::uint16_t> steps;
    steps.reserve(values.size());
    for (const float value : values) {
        const float step = std::isfinite(value) ? std::clamp(std::round(value / scale), -kMost, kMost) : 0.0f;
        steps.push_back(static_cast<std::uint16_t>(static_cast<std::int32_t>(step)));
    }
    return append(steps, columns, tidy(scale));
}

ordered_json Packer::add_indices(std::span<const std::uint16_t> values, int columns) {
    return append(values, columns, 1.0);
}

std::string Packer::text() const {
    std::vector<std::byte> planes(steps_.size() * 2);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        planes[i] = static_cast<std::byte>(steps_[i] & 0xff);
        planes[steps_.size() + i] = static_cast<std::byte>(steps_[i] >> 8);
    }
    return base64(deflated(planes));
}

}  // namespace yure::studio
