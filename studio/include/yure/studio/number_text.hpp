/// Numbers in the JSON that the program prints: the shortest digits that read back to the same float.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace yure::studio {

/// "0.1", "-3", "1e-09"; "null" for what is not finite, which JSON cannot say.
void append_number(std::string& text, float value);
/// "[1,2.5,-3]".
void append_numbers(std::string& text, std::span<const float> values);
/// A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD.
void append_string(std::string& text, std::string_view value);
/// The double that prints as the shortest digits of the float: 0.1f gives 0.1, not 0.10000000149.
double tidy(float value);

}  // namespace yure::studio
