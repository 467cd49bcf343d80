/// The files of `strings/`, as the build put them into the program.
#pragma once

#include <string_view>

namespace yure::editor {

extern const std::string_view kStringsEnglish, kStringsChinese, kStringsJapanese;

}  // namespace yure::editor
