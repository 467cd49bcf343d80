#include "png_file.hpp"

#include <cstdio>
#include <memory>
#include <png.h>

namespace yure::demo {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// libpng wants its own jump for errors; everything that needs tidying lives outside of this function.
bool write_rows(std::FILE* file, const Image& image, std::vector<png_const_bytep>& rows) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    if (png == nullptr) return false;
    png_infop info = png_create_info_struct(png);
    if (info == nullptr || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_init_io(png, file);
    png_set_compression_level(png, 9);
    png_set_filter(png, 0, PNG_ALL_FILTERS);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
                 PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (const png_const_bytep row : rows) png_write_row(png, row);
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

}  // namespace

Status write_png(const std::filesystem::path& path, const Image& image) {
    const File file(std::fopen(path.c_str(), "wb"));
    if (!file) return Error{path.string(), "cannot be written"};
    std::vector<png_const_bytep> rows;
    for (int y = 0; y < image.height; ++y) rows.push_back(image.pixel(0, y));
    if (!write_rows(file.get(), image, rows)) return Error{path.string(), "was not written completely"};
    return {};
}

Result<Image> read_png(const std::filesystem::path& path) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, path.c_str())) return Error{path.string(), png.message};
    png.format = PNG_FORMAT_RGBA;
    Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgba.resize(PNG_IMAGE_SIZE(png));
    if (!png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr)) return Error{path.string(), png.message};
    return image;
}

}  // namespace yure::demo
