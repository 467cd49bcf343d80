#include "yure/studio/reference.hpp"

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <fstream>

using namespace yure::studio;
using yure::tests::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << "x";
}

constexpr const char* kComposed = "caf\xC3\xA9";     // é as one character
constexpr const char* kDecomposed = "cafe\xCC\x81";  // e and an accent

}  // namespace

TEST_CASE("a file is found under its exact name", "[studio][reference]") {
    TemporaryFolder folder;
    put(folder.path() / "a/Tex 模型.png");
    const Reference found = find_reference(folder.path(), "a/Tex 模型.png");
    CHECK(found.state == ReferenceState::found);
    CHECK(found.path == folder.path() / "a/Tex 模型.png");
}

TEST_CASE("case, Unicode form and slashes may differ when only one file can be meant", "[studio][reference]") {
    TemporaryFolder folder;
    put(folder.path() / "Motions" / kComposed / "A.json");
    for (const std::string& name :
         {std::string("motions/") + kComposed + "/a.JSON", std::string("Motions/") + kDecomposed + "/A.json",
          std::string("Motions\\") + kComposed + "\\A.json", std::string("./Motions//") + kComposed + "/A.json"}) {
        INFO(name);
        const Reference found = find_reference(folder.path(), name);
        CHECK(found.state == ReferenceState::variant);
        CHECK(found.relative == std::string("Motions/") + kComposed + "/A.json");
        CHECK(fs::exists(found.path));
    }
}

TEST_CASE("an exact name wins over its variants, and without one they are ambiguous", "[studio][reference]") {
    TemporaryFolder folder;
    put(folder.path() / "a.png");
    put(folder.path() / "A.png");
    put(folder.path() / "b/X.png");
    put(folder.path() / "b/x.PNG");
    CHECK(find_reference(folder.path(), "A.png").state == ReferenceState::found);
    CHECK(find_reference(folder.path(), "A.png").relative == "A.png");
    CHECK(find_reference(folder.path(), "b/x.png").state == ReferenceState::ambiguous);
}

TEST_CASE("what is not there is missing, a folder is not a file", "[studio][reference]") {
    TemporaryFolder folder;
    put(folder.path() / "sounds/a.wav");
    CHECK(find_reference(folder.path(), "sounds/b.wav").state == ReferenceState::missing);
    CHECK(find_reference(folder.path(), "no/b.wav").state == ReferenceState::missing);
    CHECK(find_reference(folder.path(), "sounds").state == ReferenceState::missing);
    CHECK(find_reference(folder.path(), "sounds/a.wav/b").state == ReferenceState::missing);
}

TEST_CASE("names that lead out of the folder are refused", "[studio][reference]") {
    TemporaryFolder folder;
    put(folder.path() / "secret.txt");
    put(folder.path() / "model/a.txt");
    for (const char* name : {"../secret.txt", "a/../../secret.txt", "..\\secret.txt", "/etc/passwd", "\\\\host\\share",
                             "C:\\a.txt", "", "model/../secret.txt"}) {
        INFO(name);
        CHECK(find_reference(folder.path() / "model", name).state == ReferenceState::outside);
    }
}

TEST_CASE("bytes that are no UTF-8 fold to themselves", "[studio][reference]") {
    CHECK(folded_name("\xFF\xFE a") == "\xFF\xFE a");
    CHECK(folded_name("ABC") == "abc");
    CHECK(folded_name(kComposed) == folded_name(kDecomposed));
}
