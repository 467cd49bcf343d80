#include "yure/studio/file.hpp"

#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <sys/stat.h>

using namespace yure::studio;
using yure::tests::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a file that is written reads back the same", "[studio][file]") {
    TemporaryFolder folder;
    const fs::path path = folder.path() / "模型 テスト é.bin";
    std::vector<std::byte> bytes(100000);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
    REQUIRE(write_file(path, bytes, Overwrite::refuse).ok());
    const auto back = read_file(path);
    REQUIRE(back.ok());
    CHECK(*back == bytes);
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("an existing file is replaced only when that was asked for", "[studio][file]") {
    TemporaryFolder folder;
    const fs::path path = folder.path() / "a.txt";
    REQUIRE(write_file(path, std::string_view("one"), Overwrite::refuse).ok());
    const auto refused = write_file(path, std::string_view("two"), Overwrite::refuse);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().what.find("--force") != std::string::npos);
    CHECK(*read_text(path) == "one");
    REQUIRE(write_file(path, std::string_view("two"), Overwrite::replace).ok());
    CHECK(*read_text(path) == "two");
    CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a replaced file keeps its permissions, and a link its target", "[studio][file]") {
    TemporaryFolder folder;
    const fs::path path = folder.path() / "a.txt", link = folder.path() / "link.txt";
    REQUIRE(write_file(path, std::string_view("one"), Overwrite::refuse).ok());
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
    fs::create_symlink("a.txt", link);
    REQUIRE(write_file(link, std::string_view("two"), Overwrite::replace).ok());
    CHECK(fs::is_symlink(link));
    CHECK(*read_text(path) == "two");
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
}

TEST_CASE("a new file has the permissions that the user's mask gives", "[studio][file]") {
    TemporaryFolder folder;
    const mode_t before = umask(0027);
    REQUIRE(write_file(folder.path() / "a", std::string_view("x"), Overwrite::refuse).ok());
    umask(before);
    CHECK(fs::status(folder.path() / "a").permissions() ==
          (fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read));
}

TEST_CASE("what cannot be written or read is told by name and leaves nothing behind", "[studio][file]") {
    TemporaryFolder folder;
    const auto no_folder = write_file(folder.path() / "no/where.txt", std::string_view("x"), Overwrite::refuse);
    REQUIRE_FALSE(no_folder.ok());
    CHECK(no_folder.error().what.find("no folder") != std::string::npos);
    CHECK_FALSE(write_file(folder.path(), std::string_view("x"), Overwrite::replace).ok());
    CHECK(entries(folder.path()) == 0);

    const auto absent = read_file(folder.path() / "absent.bin");
    REQUIRE_FALSE(absent.ok());
    CHECK(absent.error().where.find("absent.bin") != std::string::npos);
    CHECK(absent.error().what == "does not exist");
    CHECK(read_file(folder.path()).error().what.find("folder") != std::string::npos);
}

TEST_CASE("a byte order mark is not part of a text", "[studio][file]") {
    TemporaryFolder folder;
    REQUIRE(write_file(folder.path() / "a", std::string_view("\xEF\xBB\xBF{}"), Overwrite::refuse).ok());
    CHECK(*read_text(folder.path() / "a") == "{}");
}
