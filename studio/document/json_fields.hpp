/// Reading members of JSON that has passed its schema, and keeping what it did not know. Private to studio.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/studio/document.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {

/// The member, or null: never throws, whatever the value is.
const Json& at(const Json& object, const char* key);
float float_at(const Json& object, const char* key, float otherwise);
double number_at(const Json& object, const char* key, double otherwise);
int whole_at(const Json& object, const char* key, int otherwise);
bool flag_at(const Json& object, const char* key, bool otherwise);
std::string words_at(const Json& object, const char* key);

/// The members of `given` that the schema knows and finds right. Wrong ones become problems; unknown ones go to `extra`
/// unless they are among `handled`.
Json sound_members(const Json& given, const Json& schema, std::initializer_list<std::string_view> handled,
                   std::vector<Error>& problems, Json& extra);
/// Unknown members back at the end of an object.
void append_extra(Json& json, const Json& extra);

/// Bytes of little-endian values as base64, and back; an empty list for what is no base64 or of the wrong length.
std::string floats_text(std::span<const float> values);
std::vector<float> read_floats_text(std::string_view text);
std::string doubles_text(std::span<const double> values);
std::vector<double> read_doubles_text(std::string_view text);
std::string indices_text(std::span<const std::uint16_t> values);
std::vector<std::uint16_t> read_indices_text(std::string_view text);

}  // namespace yure::studio
