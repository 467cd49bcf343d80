#include "textures.hpp"

#include <string>

namespace yure::render {
namespace {

std::vector<std::uint8_t> premultiplied(std::span<const std::uint8_t> straight) {
    std::vector<std::uint8_t> out(straight.begin(), straight.end());
    for (std::size_t i = 0; i + 3 < out.size(); i += 4) {
        const unsigned alpha = out[i + 3];
        if (alpha == 255) continue;
        for (std::size_t c = 0; c < 3; ++c) out[i + c] = static_cast<std::uint8_t>((out[i + c] * alpha + 127u) / 255u);
    }
    return out;
}

}  // namespace

Result<std::vector<GlTexture>> upload_textures(std::span<const ImageView> pages, int largest) {
    std::vector<GlTexture> textures(pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const ImageView& page = pages[i];
        const std::string where = "textures[" + std::to_string(i) + "]";
        if (page.width == 0 && page.height == 0) continue;
        if (page.width <= 0 || page.height <= 0 || page.width > largest || page.height > largest)
            return Error{where, "is " + std::to_string(page.width) + " x " + std::to_string(page.height) +
                                    ", sides must be 1 to " + std::to_string(largest)};
        const std::size_t needed = static_cast<std::size_t>(page.width) * static_cast<std::size_t>(page.height) * 4;
        if (page.rgba.size() != needed)
            return Error{
                where, "has " + std::to_string(page.rgba.size()) + " bytes, its size needs " + std::to_string(needed)};
        const std::vector<std::uint8_t> pixels = premultiplied(page.rgba);
        textures[i] = GlTexture::make();
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, textures[i].name());
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, page.width, page.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
        glGenerateMipmap(GL_TEXTURE_2D);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    return textures;
}

}  // namespace yure::render
