#include "base64.hpp"

#include <cstdint>

namespace yure::studio {

std::string base64(std::span<const std::byte> bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kDigits[(group >> (18 - 6 * k)) & 63];
    }
    return text;
}

Result<std::vector<std::byte>> from_base64(std::string_view text) {
    std::vector<std::byte> bytes;
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : text) {
        if (c == '=') break;
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (value < 0) return Error{"", "holds a character that is not base64"};
        group = (group << 6 | static_cast<std::uint32_t>(value)) & 0xffffff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(static_cast<std::byte>((group >> bits) & 0xff));
    }
    return bytes;
}

}  // namespace yure::studio
