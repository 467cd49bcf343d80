#include "yure/studio/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace yure::studio {

void append_number(std::string& text, float value) {
    if (!std::isfinite(value)) {
        text += "null";
        return;
    }
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(digits.data(), end);
}

void append_numbers(std::string& text, std::span<const float> values) {
    text += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != 0) text += ',';
        append_number(text, values[i]);
    }
    text += ']';
}

void append_string(std::string& text, std::string_view value) {
    text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

double tidy(float value) {
    if (!std::isfinite(value)) return value;
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    double result = value;
    std::from_chars(digits.data(), end, result);
    return result;
}

}  // namespace yure::studio
