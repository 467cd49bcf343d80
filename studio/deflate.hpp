/// zlib streams. Private to studio.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::studio {

/// At the strongest level.
std::vector<std::byte> deflated(std::span<const std::byte> bytes);
/// Exactly `size` bytes; an error when the stream is broken or holds another number.
Result<std::vector<std::byte>> inflated(std::span<const std::byte> stream, std::size_t size);

}  // namespace yure::studio
