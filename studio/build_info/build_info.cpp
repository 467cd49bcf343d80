#include "yure/studio/build_info.hpp"

#include "yure_commit.hpp"

namespace yure::studio {
namespace {

constexpr BuildInfo kBuildInfo{YURE_VERSION, YURE_COMMIT,
#if defined(__clang__)
                               "Clang " __clang_version__,
#else
                               "GCC " __VERSION__,
#endif
                               YURE_BUILD_TYPE, YURE_SYSTEM, YURE_SANITIZERS};

}  // namespace

const BuildInfo& build_info() { return kBuildInfo; }

std::string build_info_text(std::string_view program) {
    const BuildInfo& info = kBuildInfo;
    std::string text = std::string(program) + " " + std::string(info.version) + "\n";
    text += info.commit.empty() ? "built from a source archive" : "built from commit " + std::string(info.commit);
    text += " by " + std::string(info.compiler) + ", " + std::string(info.build_type) + ", " + std::string(info.system);
    if (!info.sanitizers.empty()) text += ", with sanitizers: " + std::string(info.sanitizers);
    return text + "\n";
}

}  // namespace yure::studio
