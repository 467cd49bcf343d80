/// Pictures as PNG files.
#pragma once

#include "painter.hpp"

#include <filesystem>

#include "yure/core/result.hpp"

namespace yure::demo {

Status write_png(const std::filesystem::path& path, const Image& image);
Result<Image> read_png(const std::filesystem::path& path);

}  // namespace yure::demo
