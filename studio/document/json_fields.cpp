#include "json_fields.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "yure/studio/json_text.hpp"
#include "yure/studio/schema.hpp"

namespace yure::studio {
namespace {

static_assert(std::endian::native == std::endian::little, "base64 tables are little-endian");

constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::span<const unsigned char> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        const unsigned value = static_cast<unsigned>(bytes[i]) << 16 | (left > 1 ? static_cast<unsigned>(bytes[i + 1]) << 8 : 0u) |
                               (left > 2 ? static_cast<unsigned>(bytes[i + 2]) : 0u);
        text += kDigits[value >> 18];
        text += kDigits[value >> 12 & 63];
        text += left > 1 ? kDigits[value >> 6 & 63] : '=';
        text += left > 2 ? kDigits[value & 63] : '=';
    }
    return text;
}

int digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::vector<unsigned char> from_base64(std::string_view text) {
    std::vector<unsigned char> bytes;
    if (text.size() % 4 != 0) return bytes;
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    bytes.reserve(text.size() * 3 / 4);
    unsigned value = 0;
    int bits = 0;
    for (const char c : text) {
        const int d = digit(c);
        if (d < 0) return {};
        value = value << 6 | static_cast<unsigned>(d);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes.push_back(static_cast<unsigned char>(value >> bits & 255u));
        }
    }
    return bytes;
}

template <class T>
std::string values_text(std::span<const T> values) {
    return to_base64({reinterpret_cast<const unsigned char*>(values.data()), values.size_bytes()});
}

template <class T>
std::vector<T> read_values_text(std::string_view text) {
    const std::vector<unsigned char> bytes = from_base64(text);
    if (bytes.size() % sizeof(T) != 0) return {};
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

}  // namespace

const Json& at(const Json& object, const char* key) {
    return member(object, key);
}

float float_at(const Json& object, const char* key, float otherwise) {
    const Json& value = at(object, key);
    if (!value.is_number()) return otherwise;
    const float number = value.get<float>();
    return std::isfinite(number) ? number : otherwise;
}

double number_at(const Json& object, const char* key, double otherwise) {
    const Json& value = at(object, key);
    if (!value.is_number()) return otherwise;
    const double number = value.get<double>();
    return std::isfinite(number) ? number : otherwise;
}

int whole_at(const Json& object, const char* key, int otherwise) {
    const Json& value = at(object, key);
    return value.is_number() && std::abs(value.get<double>()) < 2e9 ? static_cast<int>(value.get<double>()) : otherwise;
}

bool flag_at(const Json& object, const char* key, bool otherwise) {
    const Json& value = at(object, key);
    return value.is_boolean() ? value.get<bool>() : otherwise;
}

std::string words_at(const Json& object, const char* key) {
    return text_at(object, key);
}

namespace {

/// As much of a wrong value as the schema allows: an object without its wrong members. Null when nothing is left.
Json sound_part(const Json& schema, const Json& value) {
    std::vector<Error> wrong;
    check_schema(schema, value, "", wrong);
    if (wrong.empty()) return value;
    if (!value.is_object()) return nullptr;
    Json sound = Json::object();
    for (const auto& [name, inner] : value.items()) {
        const Json& properties = at(schema, "properties");
        const auto form = properties.is_object() ? properties.find(name) : properties.end();
        const Json& rule = properties.is_object() && form != properties.end() ? *form : at(schema, "additionalProperties");
        if (!rule.is_object()) continue;
        if (Json part = sound_part(rule, inner); !part.is_null()) sound[name] = std::move(part);
    }
    wrong.clear();
    check_schema(schema, sound, "", wrong);
    return wrong.empty() ? sound : Json(nullptr);
}

}  // namespace

Json sound_members(const Json& given, const Json& schema, std::initializer_list<std::string_view> handled,
                   std::vector<Error>& problems, Json& extra) {
    Json sound = Json::object();
    if (!given.is_object()) {
        problems.push_back({"", "must be an object"});
        return sound;
    }
    const Json& properties = schema["properties"];
    for (const auto& [name, value] : given.items()) {
        if (std::find(handled.begin(), handled.end(), name) != handled.end()) {
            sound[name] = value;
        } else if (const auto form = properties.find(name); form == properties.end()) {
            extra[name] = value;
        } else {
            std::vector<Error> wrong;
            check_schema(*form, value, name, wrong);
            if (Json part = sound_part(*form, value); wrong.empty() || !part.is_null()) sound[name] = std::move(part);
            problems.insert(problems.end(), wrong.begin(), wrong.end());
        }
    }
    return sound;
}

void append_extra(Json& json, const Json& extra) {
    if (!extra.is_object()) return;
    for (const auto& [name, value] : extra.items())
        if (!json.contains(name)) json[name] = value;
}

std::string floats_text(std::span<const float> values) {
    return values_text(values);
}
std::vector<float> read_floats_text(std::string_view text) {
    std::vector<float> values = read_values_text<float>(text);
    for (float& value : values)
        if (!std::isfinite(value)) value = 0.0f;
    return values;
}
std::string doubles_text(std::span<const double> values) {
    return values_text(values);
}
std::vector<double> read_doubles_text(std::string_view text) {
    return read_values_text<double>(text);
}
std::string indices_text(std::span<const std::uint16_t> values) {
    return values_text(values);
}
std::vector<std::uint16_t> read_indices_text(std::string_view text) {
    return read_values_text<std::uint16_t>(text);
}

}  // namespace yure::studio
