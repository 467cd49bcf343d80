#include "yure/core/hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace yure {

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

Hasher& Hasher::add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    return add_raw(text.data(), text.size());
}

Hasher& Hasher::add_raw(const void* data, std::size_t size) {
    state_ = XXH3_64bits_withSeed(data, size, state_);
    return *this;
}

std::string hash_text(std::uint64_t hash) {
    std::string text(16, '0');
    for (int digit = 15; digit >= 0; --digit, hash >>= 4) text[static_cast<std::size_t>(digit)] = "0123456789abcdef"[hash & 15];
    return text;
}

}  // namespace yure
