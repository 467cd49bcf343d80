#include "yure/studio/picture.hpp"

#include <cassert>
#include <png.h>
#include <string>

#include "yure/studio/file.hpp"

namespace yure::studio {

Result<Picture> decode_png(std::span<const std::byte> bytes, const std::string& name) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0)
        return Error{name, std::string("is no readable PNG: ") + image.message};
    if (image.width == 0 || image.height == 0 || std::size_t{image.width} * image.height > kLargestPicture) {
        png_image_free(&image);
        return Error{name, "is " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                               " pixels, too large to read"};
    }
    image.format = PNG_FORMAT_RGBA;
    Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
    picture.rgba.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0)
        return Error{name, std::string("is a damaged PNG: ") + image.message};
    return picture;
}

std::vector<std::byte> encode_png(int width, int height, std::span<const std::uint8_t> rgba) {
    assert(width > 0 && height > 0 &&
           rgba.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.format = PNG_FORMAT_RGBA;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    std::vector<std::byte> bytes(PNG_IMAGE_PNG_SIZE_MAX(image));
    png_alloc_size_t size = bytes.size();
    const int written = png_image_write_to_memory(&image, bytes.data(), &size, 0, rgba.data(), 0, nullptr);
    assert(written != 0);
    bytes.resize(written != 0 ? size : 0);
    return bytes;
}

std::vector<Picture> load_textures(const Model& model, Notices& notices) {
    std::vector<Picture> pages;
    for (const ModelFile* file : model.location.all(FileRole::texture)) {
        const auto index = static_cast<std::size_t>(std::max(0, file->index));
        if (pages.size() <= index) pages.resize(index + 1);
        if (!file->reference.found()) {
            notices.push_back({file->named, "the texture is not there; what it would cover is not drawn"});
            continue;
        }
        const Result<std::vector<std::byte>> bytes = read_file(file->reference.path);
        Result<Picture> page = bytes ? decode_png(*bytes, file->named) : Result<Picture>(bytes.error());
        if (page)
            pages[index] = std::move(*page);
        else
            notices.push_back({file->named, page.error().what + "; what it would cover is not drawn"});
    }
    return pages;
}

}  // namespace yure::studio
