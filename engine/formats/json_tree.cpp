#include "json_tree.hpp"

#include <charconv>
#include <cmath>

namespace yure::formats {
namespace {

template <class T>
std::string plain(T value) {
    if (!std::isfinite(value)) return "0";
    if (value == T{0}) return "0";  // also for -0
    char digits[512];               // the longest double, 5e-324, has 1 + 1 + 324 characters after the sign
    const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
    return {digits, end};
}

template <class T>
std::optional<T> parse_number(std::string_view characters) {
    T value{};
    const auto [end, error] = std::from_chars(characters.data(), characters.data() + characters.size(), value);
    if (error == std::errc::result_out_of_range) {
        // Too small is 0; too large has no value. The double tells them apart (its own range is checked by the parser).
        if constexpr (std::is_same_v<T, float>) {
            const auto wide = parse_number<double>(characters);
            if (wide && std::abs(*wide) < 1.0) return static_cast<float>(*wide);
            return std::nullopt;
        } else {
            return characters.find("e-") != std::string_view::npos || characters.find("E-") != std::string_view::npos ||
                           characters.substr(0, 2) == "0." || characters.substr(0, 3) == "-0."
                       ? std::optional<T>(T{0})
                       : std::nullopt;
        }
    }
    if (error != std::errc{} || end != characters.data() + characters.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

}  // namespace

std::string plain_digits(float value) {
    return plain(value);
}
std::string plain_digits(double value) {
    return plain(value);
}

float official_number(std::string_view characters) {
    float value = 0.0f, place = 0.1f;
    bool fraction = false, negative = false;
    for (const char c : characters) {
        if (c == '-') {
            negative = true;
        } else if (c == '.') {
            fraction = true;
        } else if (c >= '0' && c <= '9') {
            const auto digit = static_cast<float>(c - '0');
            if (fraction) {
                value = value + digit * place;
                place = place * 0.1f;
            } else {
                value = value * 10.0f + digit;
            }
        }
    }
    return negative ? value * -1.0f : value;
}

JsonTree JsonTree::of(Kind kind) {
    JsonTree tree;
    tree.kind_ = kind;
    return tree;
}

JsonTree JsonTree::text(std::string_view value) {
    JsonTree tree;
    tree.set_text(value);
    return tree;
}

const JsonTree* JsonTree::find(std::string_view key) const {
    for (std::size_t i = keys_.size(); i-- > 0;)
        if (keys_[i] == key) return &items_[i];
    return nullptr;
}

JsonTree* JsonTree::find(std::string_view key) {
    for (std::size_t i = keys_.size(); i-- > 0;)
        if (keys_[i] == key) return &items_[i];
    return nullptr;
}

std::optional<double> JsonTree::as_double() const {
    if (kind_ != Kind::number) return std::nullopt;
    return parse_number<double>(characters_);
}

std::optional<float> JsonTree::as_float(NumberReading reading) const {
    if (kind_ != Kind::number) return std::nullopt;
    // An exponent is an error for the official reader, so there is nothing to imitate.
    if (reading == NumberReading::official && characters_.find_first_of("eE") == std::string::npos) {
        const float value = official_number(characters_);
        return std::isfinite(value) ? std::optional<float>(value) : std::nullopt;
    }
    return parse_number<float>(characters_);
}

JsonTree& JsonTree::member(std::string_view key) {
    make(Kind::object);
    if (JsonTree* found = find(key)) return *found;
    append(std::string(key), {});
    return items_.back();
}

void JsonTree::erase(std::string_view key) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (keys_[i] == key) continue;
        if (kept != i) {
            keys_[kept] = std::move(keys_[i]);
            items_[kept] = std::move(items_[i]);
        }
        ++kept;
    }
    keys_.resize(kept);
    items_.resize(kept);
}

void JsonTree::append(std::string key, JsonTree value) {
    keys_.push_back(std::move(key));
    items_.push_back(std::move(value));
}

void JsonTree::append(JsonTree value) {
    items_.push_back(std::move(value));
}

void JsonTree::make(Kind kind) {
    if (kind_ != kind) *this = of(kind);
}

void JsonTree::set_text(std::string_view value) {
    make(Kind::string);
    characters_ = value;
}

void JsonTree::set_flag(bool value) {
    make(Kind::boolean);
    boolean_ = value;
}

void JsonTree::set_number_characters(std::string characters) {
    make(Kind::number);
    characters_ = std::move(characters);
}

void JsonTree::set_whole(std::int64_t value) {
    if (as_double() == static_cast<double>(value)) return;
    set_number_characters(std::to_string(value));
}

void JsonTree::set_float(float value, NumberReading reading) {
    if (as_float(reading) == value) return;
    set_number_characters(plain_digits(value));
}

void JsonTree::set_or_erase(std::string_view key, std::string_view value) {
    if (value.empty())
        erase(key);
    else
        member(key).set_text(value);
}

}  // namespace yure::formats
