#include "support/shared_data.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "support/catch.hpp"

namespace yure::tests {

std::filesystem::path shared_folder() {
    if (const char* given = std::getenv("YURE_SHARED")) return given;
    return std::filesystem::path(YURE_SOURCE_DIR).parent_path() / "shared";
}

bool shared_has(const std::string& relative_path) { return std::filesystem::exists(shared_path(relative_path)); }

std::filesystem::path shared_path(const std::string& relative_path) { return shared_folder() / relative_path; }

std::filesystem::path source_path(const std::string& relative_path) {
    return std::filesystem::path(YURE_SOURCE_DIR) / relative_path;
}

std::string read_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    INFO("reading " << path.string());
    REQUIRE(file.good());
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::byte> read_bytes(const std::filesystem::path& path) {
    const std::string text = read_text(path);
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

nlohmann::json read_json(const std::filesystem::path& path) { return nlohmann::json::parse(read_text(path)); }

}  // namespace yure::tests
