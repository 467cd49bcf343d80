/// Pages that name tests name tests that there are.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

using namespace yure::tests;
namespace fs = std::filesystem;

namespace {

std::set<std::string> matches(const std::string& text, const char* pattern) {
    std::set<std::string> found;
    const std::regex regex(pattern);
    for (auto it = std::sregex_iterator(text.begin(), text.end(), regex); it != std::sregex_iterator(); ++it) found.insert((*it)[1].str());
    return found;
}

/// Names of all tests: Catch2's cases and Python's methods.
std::set<std::string> test_names() {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(source_path("tests"))) {
        const std::string extension = entry.path().extension().string();
        if (!entry.is_regular_file() || (extension != ".cpp" && extension != ".py")) continue;
        names.merge(matches(read_text(entry.path()), extension == ".py" ? R"(def (test_\w+))" : R"re(TEST_CASE\(\s*"([^"]+)")re"));
    }
    return names;
}

}  // namespace

TEST_CASE("every test that the page of complaints names is there, and every complaint has one", "[docs]") {
    const std::string page = read_text(source_path("docs/users.md"));
    const std::set<std::string> known = test_names();
    REQUIRE(known.size() > 300);
    std::istringstream lines(page);
    int rows = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("| U")) continue;
        ++rows;
        INFO(line);
        const std::set<std::string> named = matches(line, "`([^`]+)`(?:,| \\|)");
        CHECK_FALSE(named.empty());
        for (const std::string& name : matches(line.substr(line.rfind(" | ")), "`([^`]+)`")) CHECK(known.contains(name));
    }
    CHECK(rows > 40);
}

TEST_CASE("every row of the reference's complaints is answered", "[docs]") {
    YURE_REQUIRE_SHARED("reference/users.md");
    const std::set<std::string> asked = matches(read_text(shared_path("reference/users.md")), R"(\| (U\d+) \|)");
    const std::set<std::string> answered = matches(read_text(source_path("docs/users.md")), R"(\b(U\d+)\b)");
    REQUIRE(asked.size() > 40);
    for (const std::string& row : asked) {
        INFO(row);
        CHECK(answered.contains(row));
    }
}
