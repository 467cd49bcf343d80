/// What this program was built from: for `--version`, and for reports of faults.
#pragma once

#include <string>
#include <string_view>

namespace yure::studio {

struct BuildInfo {
    std::string_view version;     ///< MAJOR.MINOR.PATCH
    std::string_view commit;      ///< short hash, with "+changes" when files differed from it; empty = not built from a checkout
    std::string_view compiler;    ///< name and version
    std::string_view build_type;  ///< CMake's, e.g. RelWithDebInfo
    std::string_view system;      ///< operating system and processor, e.g. Linux x86_64
    std::string_view sanitizers;  ///< e.g. address,undefined; empty = none
};

const BuildInfo& build_info();

/// Two lines, the first one "PROGRAM MAJOR.MINOR.PATCH".
std::string build_info_text(std::string_view program);

}  // namespace yure::studio
