#include "yure/studio/json_text.hpp"

#include <nlohmann/json.hpp>

#include "yure/formats/source.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

constexpr int kDeepest = 64;

/// Whether brackets nest deeper than any real file, strings aside.
bool too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kDeepest) return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

}  // namespace

Result<ordered_json> parse_json(std::string_view text) {
    if (text.size() > formats::kMaxJsonBytes) return Error{"", "is larger than any JSON file of a model"};
    if (too_deep(text)) return Error{"", "is nested deeper than any real file"};
    try {
        return ordered_json::parse(text);
    } catch (const ordered_json::exception& fault) {
        std::string_view what = fault.what();
        if (const auto label = what.find("] "); label != std::string_view::npos) what.remove_prefix(label + 2);
        return Error{"", "is no JSON: " + std::string(what)};
    }
}

const ordered_json& member(const ordered_json& object, const char* key) {
    static const ordered_json kNothing;
    if (!object.is_object()) return kNothing;
    const auto found = object.find(key);
    return found == object.end() ? kNothing : *found;
}

std::string text_at(const ordered_json& object, const char* key) {
    const ordered_json& value = member(object, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::string pointer_part(std::string_view key) {
    std::string part;
    for (const char c : key) {
        if (c == '~')
            part += "~0";
        else if (c == '/')
            part += "~1";
        else
            part += c;
    }
    return part;
}

Result<std::string> player_text(const ordered_json& document) {
    return formats::tidy_json(document.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

}  // namespace yure::studio
