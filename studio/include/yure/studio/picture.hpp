/// Pictures as PNG files: textures in, renderings out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// RGBA, 8 bits a channel, straight alpha, rows from top to bottom.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

/// Any PNG (palettes, grey, 16 bits) as RGBA. `name` is for the error, which says what is wrong with the file. A
/// picture of more than `kLargestPicture` pixels is refused before memory is asked for.
inline constexpr std::size_t kLargestPicture = std::size_t{1} << 28;
Result<Picture> decode_png(std::span<const std::byte> bytes, const std::string& name);
/// The same picture gives the same bytes. Precondition: at least one pixel, rgba of the right length.
std::vector<std::byte> encode_png(int width, int height, std::span<const std::uint8_t> rgba);

/// A model's texture pages in order. One that is absent or unreadable is an empty picture and a notice.
std::vector<Picture> load_textures(const Model& model, Notices& notices);

}  // namespace yure::studio
