/// JSON Schema (2020-12), the part of it that commands are described and checked with: type (also several), enum,
/// minimum, maximum, minLength, maxLength, pattern-free strings, items, minItems, maxItems, properties, required,
/// additionalProperties (false or a schema), description, default.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::studio {

namespace schema {

using Json = nlohmann::ordered_json;

Json number(const char* description, double minimum, double maximum);
Json any_number(const char* description);
Json whole(const char* description, int minimum, int maximum);
Json flag(const char* description);
/// 1..`longest` bytes.
Json text(const char* description, int longest = 1000);
/// As `text`, but may be empty.
Json any_text(const char* description, int longest = 1000);
Json choice(const char* description, std::vector<std::string> values);
Json list(const char* description, Json items, int least = 0, int most = 100000);
Json object(const char* description, std::initializer_list<std::pair<std::string, Json>> properties,
            std::vector<std::string> required = {});
/// Object with any names and values of one form.
Json map(const char* description, Json values);
/// Any object.
Json open(const char* description);
/// The same, or null.
Json or_null(Json inner);

}  // namespace schema

/// Everything in `value` that the schema does not allow, with the member's path ("material.goal", "inputs[2].id";
/// `where` is put in front) and what would be allowed.
void check_schema(const nlohmann::ordered_json& schema, const nlohmann::ordered_json& value, const std::string& where,
                  std::vector<Error>& issues);

/// "material" + "goal" = "material.goal"; "" + "goal" = "goal".
std::string field_path(const std::string& where, const std::string& member);

}  // namespace yure::studio
