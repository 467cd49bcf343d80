/// What atomic files and atomic folders share.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "yure/core/result.hpp"

namespace yure::studio {

/// Eight random letters and digits for a name that nobody else has.
std::string unique_suffix();
/// Makes, writes and flushes a file that must not exist yet; on an error it is gone again.
Status write_new_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
/// Makes renames inside of a folder survive a power cut, as far as the system can.
void flush_folder(const std::filesystem::path& folder);

}  // namespace yure::studio
