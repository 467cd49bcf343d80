/// JSON of a model's files as a tree that can be looked through and changed. For typed reading see yure/formats.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "yure/core/result.hpp"

namespace yure::studio {

/// Refuses what is no JSON (the error says line and column) and nesting deeper than any real file's.
Result<nlohmann::ordered_json> parse_json(std::string_view text);

/// The member's text at an object, or nothing: never throws, whatever the tree is.
std::string text_at(const nlohmann::ordered_json& object, const char* key);
/// The member at an object, or null: never throws.
const nlohmann::ordered_json& member(const nlohmann::ordered_json& object, const char* key);

/// A key as one part of a JSON pointer: "/" becomes "~1", "~" becomes "~0".
std::string pointer_part(std::string_view key);

/// One thing a line, numbers that the official reader takes; for files that players read.
Result<std::string> player_text(const nlohmann::ordered_json& document);

}  // namespace yure::studio
