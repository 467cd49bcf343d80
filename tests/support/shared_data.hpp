/// Data that lies beside the project and may be absent: reference models and golden values. A test that needs it starts
/// with YURE_REQUIRE_SHARED, which prints why and returns when it is not there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace yure::tests {

/// The folder beside the project (or $YURE_SHARED); it may not exist.
std::filesystem::path shared_folder();
bool shared_has(const std::string& relative_path);
std::filesystem::path shared_path(const std::string& relative_path);

/// The project's own root, for assets and fixtures.
std::filesystem::path source_path(const std::string& relative_path);

/// Whole file; fails the test when it cannot be read.
std::vector<std::byte> read_bytes(const std::filesystem::path& path);
std::string read_text(const std::filesystem::path& path);
nlohmann::json read_json(const std::filesystem::path& path);

}  // namespace yure::tests

#define YURE_REQUIRE_SHARED(relative_path)                                                                \
    do {                                                                                                  \
        if (!::yure::tests::shared_has(relative_path)) {                                                  \
            WARN("skipped: no " << ::yure::tests::shared_path(relative_path).string() << " on this machine"); \
            return;                                                                                       \
        }                                                                                                 \
    } while (false)
