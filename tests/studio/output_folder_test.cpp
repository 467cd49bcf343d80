#include "yure/studio/output_folder.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>

using namespace yure::studio;
using yure::tests::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

void put(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

yure::Status make(const fs::path& target, Overwrite overwrite, const std::string& text) {
    auto out = OutputFolder::begin(target, overwrite);
    if (!out) return out.error();
    if (auto status = out->write("model/a.txt", text); !status) return status;
    return out->commit();
}

}  // namespace

TEST_CASE("a folder appears whole when it is committed, with its parents", "[studio][output]") {
    TemporaryFolder folder;
    const fs::path target = folder.path() / "deep/er/out";
    {
        auto out = OutputFolder::begin(target, Overwrite::refuse);
        REQUIRE(out.ok());
        REQUIRE(out->write("model/texture/a.bin", std::string_view("abc")).ok());
        CHECK_FALSE(fs::exists(target));
        REQUIRE(out->commit().ok());
    }
    CHECK(*read_text(target / "model/texture/a.bin") == "abc");
    CHECK(entries(target) == 2);  // model, list
    CHECK(entries(target.parent_path()) == 1);
}

TEST_CASE("a folder that is not committed leaves nothing, nor the parents made for it", "[studio][output]") {
    TemporaryFolder folder;
    {
        auto out = OutputFolder::begin(folder.path() / "deep/er/out", Overwrite::refuse);
        REQUIRE(out.ok());
        REQUIRE(out->write("a", std::string_view("abc")).ok());
    }
    CHECK(entries(folder.path()) == 0);
}

TEST_CASE("an empty folder may be filled, a filled one only when that was asked for", "[studio][output]") {
    TemporaryFolder folder;
    const fs::path target = folder.path() / "out";
    fs::create_directory(target);
    REQUIRE(make(target, Overwrite::refuse, "one").ok());
    const auto refused = make(target, Overwrite::refuse, "two");
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().what.find("--force") != std::string::npos);
    CHECK(*read_text(target / "model/a.txt") == "one");
    REQUIRE(make(target, Overwrite::replace, "two").ok());
    CHECK(*read_text(target / "model/a.txt") == "two");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("somebody else's files are never replaced", "[studio][output]") {
    TemporaryFolder folder;
    SECTION("in a folder that was not made here") {
        put(folder.path() / "out/thesis.txt", "years of work");
        const auto refused = make(folder.path() / "out", Overwrite::replace, "x");
        REQUIRE_FALSE(refused.ok());
        CHECK(refused.error().what.find("was not made by this program") != std::string::npos);
        CHECK(*read_text(folder.path() / "out/thesis.txt") == "years of work");
    }
    SECTION("in a folder that was made here and got a file since") {
        REQUIRE(make(folder.path() / "out", Overwrite::refuse, "one").ok());
        put(folder.path() / "out/model/notes.txt", "mine");
        const auto refused = make(folder.path() / "out", Overwrite::replace, "x");
        REQUIRE_FALSE(refused.ok());
        CHECK(refused.error().what.find("model/notes.txt") != std::string::npos);
        CHECK(*read_text(folder.path() / "out/model/notes.txt") == "mine");
        CHECK(*read_text(folder.path() / "out/model/a.txt") == "one");
    }
    SECTION("in a file of that name") {
        put(folder.path() / "out", "a file");
        CHECK_FALSE(make(folder.path() / "out", Overwrite::replace, "x").ok());
        CHECK(*read_text(folder.path() / "out") == "a file");
    }
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a file that appears during the job stops the replacement", "[studio][output]") {
    TemporaryFolder folder;
    auto out = OutputFolder::begin(folder.path() / "out", Overwrite::refuse);
    REQUIRE(out.ok());
    REQUIRE(out->write("a", std::string_view("abc")).ok());
    put(folder.path() / "out/theirs.txt", "mine");
    CHECK_FALSE(out->commit().ok());
    CHECK(*read_text(folder.path() / "out/theirs.txt") == "mine");
}

TEST_CASE("names that leave the folder, and names used twice, are refused", "[studio][output]") {
    TemporaryFolder folder;
    auto out = OutputFolder::begin(folder.path() / "out", Overwrite::refuse);
    REQUIRE(out.ok());
    for (const char* name : {"../a", "/tmp/a", "a/../../b", "", "a/", "./a"}) {
        INFO(name);
        CHECK_FALSE(out->write(name, std::string_view("x")).ok());
    }
    REQUIRE(out->write("a", std::string_view("x")).ok());
    CHECK_FALSE(out->write("a", std::string_view("y")).ok());
}

TEST_CASE("a copied file keeps every byte", "[studio][output]") {
    TemporaryFolder folder;
    put(folder.path() / "source.bin", std::string("a\0b\r\n", 5));
    auto out = OutputFolder::begin(folder.path() / "out", Overwrite::refuse);
    REQUIRE(out.ok());
    REQUIRE(out->copy("b/c.bin", folder.path() / "source.bin").ok());
    CHECK_FALSE(out->copy("d.bin", folder.path() / "absent.bin").ok());
    REQUIRE(out->commit().ok());
    CHECK(*read_file(folder.path() / "out/b/c.bin") == *read_file(folder.path() / "source.bin"));
}
