#include "yure/studio/schema.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace yure::studio {
namespace schema {
namespace {

Json described(const char* type, const char* description) {
    Json form{{"type", type}};
    if (description[0] != '\0') form["description"] = description;
    return form;
}

}  // namespace

Json number(const char* description, double minimum, double maximum) {
    Json form = described("number", description);
    form["minimum"] = minimum;
    form["maximum"] = maximum;
    return form;
}

Json any_number(const char* description) {
    return described("number", description);
}

Json whole(const char* description, int minimum, int maximum) {
    Json form = described("integer", description);
    form["minimum"] = minimum;
    form["maximum"] = maximum;
    return form;
}

Json flag(const char* description) {
    return described("boolean", description);
}

Json any_text(const char* description, int longest) {
    Json form = described("string", description);
    form["maxLength"] = longest;
    return form;
}

Json text(const char* description, int longest) {
    Json form = any_text(description, longest);
    form["minLength"] = 1;
    return form;
}

Json choice(const char* description, std::vector<std::string> values) {
    Json form = described("string", description);
    form["enum"] = std::move(values);
    return form;
}

Json list(const char* description, Json items, int least, int most) {
    Json form = described("array", description);
    form["items"] = std::move(items);
    if (least > 0) form["minItems"] = least;
    form["maxItems"] = most;
    return form;
}

Json object(const char* description, std::initializer_list<std::pair<std::string, Json>> properties,
            std::vector<std::string> required) {
    Json form = described("object", description);
    form["properties"] = Json::object();
    for (const auto& [name, inner] : properties) form["properties"][name] = inner;
    if (!required.empty()) form["required"] = std::move(required);
    form["additionalProperties"] = false;
    return form;
}

Json map(const char* description, Json values) {
    Json form = described("object", description);
    form["additionalProperties"] = std::move(values);
    return form;
}

Json open(const char* description) {
    return described("object", description);
}

Json or_null(Json inner) {
    inner["type"] = Json::array({inner["type"], "null"});
    if (inner.contains("enum")) inner["enum"].push_back(nullptr);
    return inner;
}

}  // namespace schema

namespace {

using Json = nlohmann::ordered_json;

std::string number_text(const Json& number) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", number.get<double>());
    return text;
}

bool has_type(const Json& value, const std::string& type) {
    if (type == "number") return value.is_number() && std::isfinite(value.get<double>());
    if (type == "integer")
        return value.is_number_integer() ||
               (value.is_number() && std::abs(value.get<double>()) < 1e9 && std::trunc(value.get<double>()) == value.get<double>());
    if (type == "boolean") return value.is_boolean();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    if (type == "object") return value.is_object();
    return type == "null" && value.is_null();
}

std::string type_words(const Json& type) {
    static const std::vector<std::pair<std::string, std::string>> kWords{
        {"number", "a number"}, {"integer", "a whole number"}, {"boolean", "true or false"}, {"string", "a text"},
        {"array", "a list"},    {"object", "an object"},       {"null", "null"}};
    std::string words;
    const auto add = [&](const Json& name) {
        for (const auto& [key, word] : kWords)
            if (name == key) words += (words.empty() ? "" : " or ") + word;
    };
    if (type.is_array())
        for (const Json& name : type) add(name);
    else
        add(type);
    return words;
}

void check_object(const Json& schema, const Json& value, const std::string& where, std::vector<Error>& issues) {
    static const Json kNone = Json::object();
    const Json& properties = schema.contains("properties") ? schema["properties"] : kNone;
    for (const auto& [name, inner] : value.items()) {
        const std::string path = field_path(where, name);
        if (const auto known = properties.find(name); known != properties.end()) {
            check_schema(*known, inner, path, issues);
        } else if (const auto more = schema.find("additionalProperties"); more != schema.end()) {
            if (more->is_object()) {
                check_schema(*more, inner, path, issues);
            } else if (*more == false) {
                std::string names;
                for (const auto& [known_name, form] : properties.items()) names += (names.empty() ? "" : ", ") + known_name;
                issues.push_back({path, names.empty() ? "is not known here" : "is not known here; there are: " + names});
            }
        }
    }
    if (const auto required = schema.find("required"); required != schema.end())
        for (const Json& name : *required)
            if (!value.contains(name.get_ref<const std::string&>()))
                issues.push_back({field_path(where, name.get<std::string>()), "is missing"});
}

void check_limits(const Json& schema, const Json& value, const std::string& where, std::vector<Error>& issues) {
    if (value.is_number()) {
        const bool low = schema.contains("minimum"), high = schema.contains("maximum");
        if ((low && value < schema["minimum"]) || (high && value > schema["maximum"]))
            issues.push_back({where, "is " + number_text(value) + ", but must be " +
                                         (low && high ? number_text(schema["minimum"]) + " to " + number_text(schema["maximum"])
                                          : low       ? "at least " + number_text(schema["minimum"])
                                                      : "at most " + number_text(schema["maximum"]))});
    } else if (value.is_string()) {
        const std::size_t length = value.get_ref<const std::string&>().size();
        if (length < schema.value("minLength", std::size_t{0})) issues.push_back({where, "must not be empty"});
        if (schema.contains("maxLength") && length > schema["maxLength"].get<std::size_t>())
            issues.push_back({where, "is longer than " + number_text(schema["maxLength"]) + " bytes"});
    } else if (value.is_array()) {
        if (value.size() < schema.value("minItems", std::size_t{0}))
            issues.push_back({where, "has " + std::to_string(value.size()) + " entries, but must have at least " +
                                         number_text(schema["minItems"])});
        if (schema.contains("maxItems") && value.size() > schema["maxItems"].get<std::size_t>())
            issues.push_back({where, "has " + std::to_string(value.size()) + " entries, but must have at most " +
                                         number_text(schema["maxItems"])});
    }
}

}  // namespace

std::string field_path(const std::string& where, const std::string& member) {
    return where.empty() ? member : where + "." + member;
}

void check_schema(const Json& schema, const Json& value, const std::string& where, std::vector<Error>& issues) {
    if (const auto type = schema.find("type"); type != schema.end()) {
        const bool fits = type->is_array() ? std::any_of(type->begin(), type->end(),
                                                         [&](const Json& name) { return has_type(value, name); })
                                           : has_type(value, *type);
        if (!fits) {
            issues.push_back({where, "must be " + type_words(*type)});
            return;
        }
    }
    if (value.is_null()) return;
    if (const auto choices = schema.find("enum"); choices != schema.end()) {
        if (std::find(choices->begin(), choices->end(), value) != choices->end()) return;
        std::string names;
        for (const Json& choice : *choices)
            names += (names.empty() ? "" : ", ") + (choice.is_string() ? choice.get<std::string>() : choice.dump());
        issues.push_back({where, "is none of " + names});
        return;
    }
    check_limits(schema, value, where, issues);
    if (value.is_object()) check_object(schema, value, where, issues);
    const auto items = schema.find("items");
    if (value.is_array() && items != schema.end())
        for (std::size_t i = 0; i < value.size() && issues.size() < 64; ++i)
            check_schema(*items, value[i], where + "[" + std::to_string(i) + "]", issues);
}

}  // namespace yure::studio
