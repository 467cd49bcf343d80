/// Bytes as text and back (RFC 4648, with padding). Private to studio.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::studio {

std::string base64(std::span<const std::byte> bytes);
/// Up to the first '='; an error for a character that does not belong.
Result<std::vector<std::byte>> from_base64(std::string_view text);

}  // namespace yure::studio
