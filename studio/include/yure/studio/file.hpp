/// Whole files in, whole files out. A file is written beside its place, read back, and only then moved there, so a
/// reader never sees half of one and a failure leaves what was there before.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::studio {

/// What to do when something already has the name.
enum class Overwrite {
    refuse,  ///< an error that says how to ask for it
    replace  ///< the old one goes, at the moment the new one is complete
};

/// Nothing this project reads is larger; a larger file is refused before memory is asked for.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 30;  ///< bytes

/// The file's bytes; `-` reads standard input to its end. Refuses folders and files above `kLargestFile`.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);
/// The same as text, a UTF-8 byte order mark left out.
Result<std::string> read_text(const std::filesystem::path& path);

/// Writes beside `path`, flushes to the disk, compares what can be read back, and renames. An existing file keeps its
/// permissions; a link is followed. On any error what was there is unchanged and no other file is left.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> bytes, Overwrite overwrite);
Status write_file(const std::filesystem::path& path, std::string_view text, Overwrite overwrite);

}  // namespace yure::studio
