/// Pictures in memory, as they go in (textures) and come out (drawings). Files are somebody else's job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace yure::render {

/// A colour with straight (not premultiplied) alpha, each channel 0..1.
struct Rgba {
    float r = 0.0f, g = 0.0f, b = 0.0f, a = 1.0f;
    bool operator==(const Rgba&) const = default;
};

/// Pixels somebody else owns: RGBA, 8 bits a channel, straight alpha, rows from top to bottom, no padding.
struct ImageView {
    int width = 0, height = 0;           ///< px
    std::span<const std::uint8_t> rgba;  ///< width * height * 4 bytes
};

/// The same, owned.
struct Image {
    int width = 0, height = 0;       ///< px
    std::vector<std::uint8_t> rgba;  ///< width * height * 4 bytes

    ImageView view() const { return {width, height, rgba}; }
    /// The four bytes of a pixel. Precondition: inside the picture.
    std::span<const std::uint8_t, 4> pixel(int x, int y) const {
        const auto at =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
        return std::span<const std::uint8_t, 4>(rgba.data() + at, 4);
    }
    bool operator==(const Image&) const = default;
};

}  // namespace yure::render
