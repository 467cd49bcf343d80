#include "fuzz.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace yure::fuzz {

namespace fs = std::filesystem;

std::vector<std::string> files_in(const std::string& folder, const std::string& suffix) {
    std::vector<fs::path> paths;
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored))
        if (entry.is_regular_file() && entry.path().filename().string().ends_with(suffix))
            paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> contents;
    for (const fs::path& path : paths) {
        std::ifstream file(path, std::ios::binary);
        contents.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return contents;
}

std::string shared_folder(const std::string& relative_path) {
    const char* given = std::getenv("YURE_SHARED");
    const fs::path shared = given != nullptr ? fs::path(given) : fs::path(YURE_SOURCE_DIR).parent_path() / "shared";
    return (shared / relative_path).string();
}

}  // namespace yure::fuzz
