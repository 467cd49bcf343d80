#include "deflate.hpp"

#include <zlib.h>

namespace yure::studio {

// Byte pointers of zlib and of the standard library differ in name only.

std::vector<std::byte> deflated(std::span<const std::byte> bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::vector<std::byte> packed(size);
    const int fault = compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                                static_cast<uLong>(bytes.size()), 9);
    packed.resize(fault == Z_OK ? size : 0);
    return packed;
}

Result<std::vector<std::byte>> inflated(std::span<const std::byte> stream, std::size_t size) {
    // A stream of n bytes holds at most some 1032 n: what says more is broken, and nothing is allocated for it.
    if (size > 1100 * stream.size() + 100) return Error{"", "says a size that its stream cannot have"};
    std::vector<std::byte> bytes(size);
    uLongf got = static_cast<uLongf>(size);
    const int fault = uncompress(reinterpret_cast<Bytef*>(bytes.data()), &got, reinterpret_cast<const Bytef*>(stream.data()),
                                 static_cast<uLong>(stream.size()));
    if (fault != Z_OK || got != size) return Error{"", "is a broken zlib stream"};
    return bytes;
}

}  // namespace yure::studio
