/// Hash of exact bits: what decides whether something derived is fresh or stale. 64-bit XXH3; the same input gives the
/// same number on every machine of this byte order. Not for security.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace yure {

std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0);

/// Builds one hash from many values, in order. Lengths are hashed with the data, so ["ab","c"] differs from ["a","bc"].
class Hasher {
  public:
    Hasher& add(std::string_view text);
    template <class T>
        requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
    Hasher& add(T value) {
        return add_raw(&value, sizeof value);
    }
    template <class T>
        requires std::has_unique_object_representations_v<T> || std::is_arithmetic_v<T>
    Hasher& add(std::span<const T> values) {
        add(static_cast<std::uint64_t>(values.size()));
        return add_raw(values.data(), values.size_bytes());
    }
    std::uint64_t digest() const { return state_; }

  private:
    Hasher& add_raw(const void* data, std::size_t size);
    std::uint64_t state_ = 0;
};

/// Sixteen lower-case hexadecimal digits.
std::string hash_text(std::uint64_t hash);

}  // namespace yure
