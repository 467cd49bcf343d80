#include "words/words.hpp"

#include <fstream>
#include <regex>
#include <set>

#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

using namespace yure;
using namespace yure::editor;

namespace {

std::multiset<std::string> places(const std::string& text) {
    std::multiset<std::string> found;
    static const std::regex place("\\{[0-9]\\}");
    for (std::sregex_iterator each(text.begin(), text.end(), place), end; each != end; ++each) found.insert(each->str());
    return found;
}

}  // namespace

TEST_CASE("every language has every text, with the same places to fill", "[editor][words]") {
    const StringTable& english = built_in_strings(Language::english);
    REQUIRE(english.size() > 150);
    for (const Language language : kLanguages) {
        const StringTable& table = built_in_strings(language);
        for (const auto& [key, text] : english) {
            CAPTURE(language_code(language), key);
            REQUIRE(table.contains(key));
            CHECK_FALSE(table.at(key).empty());
            CHECK(places(table.at(key)) == places(text));
        }
        for (const auto& [key, text] : table) {
            CAPTURE(language_code(language), key, text);
            CHECK(english.contains(key));
        }
    }
}

TEST_CASE("tables have no line that cannot be read and no key twice", "[editor][words]") {
    for (const Language language : kLanguages) {
        const std::string file = tests::read_text(tests::source_path("editor/strings/" + std::string(language_code(language)) + ".strings"));
        std::vector<int> faults;
        const StringTable table = read_strings(file, &faults);
        CAPTURE(language_code(language), faults);
        CHECK(faults.empty());
        std::size_t lines = 0;
        static const std::regex entry("(^|\n)[a-z0-9_.]+ = ");
        for (std::sregex_iterator each(file.begin(), file.end(), entry), end; each != end; ++each) ++lines;
        CHECK(lines == table.size());
    }
}

TEST_CASE("every key that a source asks for has a text", "[editor][words]") {
    static const std::regex asked("\\btr\\(\"([a-z0-9_.]+)\"[,)]");
    std::size_t count = 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(tests::source_path("editor"))) {
        if (file.path().extension() != ".cpp") continue;
        const std::string text = tests::read_text(file.path());
        for (std::sregex_iterator each(text.begin(), text.end(), asked), end; each != end; ++each) {
            ++count;
            CAPTURE(file.path().filename().string(), (*each)[1].str());
            CHECK(built_in_strings(Language::english).contains((*each)[1].str()));
        }
    }
    CHECK(count > 100);
}

TEST_CASE("texts: places, escapes, fallback, a user's own table", "[editor][words]") {
    const StringTable table = read_strings("a.b = one\\ntwo\n# c = no\n\nbroken\nx = {0} of {1} {7}\n");
    CHECK(table.size() == 2);
    CHECK(table.at("a.b") == "one\ntwo");
    std::vector<int> faults;
    read_strings("ok = 1\nbroken\n = 3\n", &faults);
    CHECK(faults == std::vector<int>{2, 3});

    const tests::TemporaryFolder folder;
    std::ofstream(folder.path() / "ja.strings") << "button.cancel = やめる\n";
    use_language(Language::japanese, folder.path());
    CHECK(std::string(tr("button.cancel")) == "やめる");
    CHECK(std::string(tr("button.close")) == built_in_strings(Language::japanese).at("button.close"));
    CHECK(std::string(tr("no.such.key")) == "no.such.key");
    CHECK_FALSE(has_text("no.such.key"));
    use_language(Language::english);
    CHECK(tr("status.baked", {"2", "{1}"}) == "2/{1} baked");
}
