/// A document as named parts of JSON: "model", "settings", "body/hair", "bake/hair" … What differs between two documents
/// is found and written down part by part. Private to studio.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "yure/studio/document.hpp"

namespace yure::studio {

/// Hash of every part. "order/bodies" are the ids in order.
std::map<std::string, std::uint64_t> part_hashes(const Document& document);
Json part_json(const Document& document, const std::string& part);
/// Puts a part in place; null removes it. Orders come after what they order. What is wrong becomes a problem.
void set_part(Document& document, const std::string& part, const Json& json, std::vector<Error>& problems);

/// {"body/hair": {…}, "bake/hair": null …}: what turns `before` into `after`.
Json part_changes(const Document& before, const Document& after);
void apply_part_changes(Document& document, const Json& changes, std::vector<Error>& problems);

}  // namespace yure::studio
