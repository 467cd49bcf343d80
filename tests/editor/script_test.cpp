#include "script/script.hpp"

#include "support/catch.hpp"

using namespace yure::editor;

TEST_CASE("scripts are read word by word", "[editor][script]") {
    const auto lines = read_script("# a comment\n\nopen \"a b/c.yure\"\r\n  click  simulation/bake   # said twice\nwait 3");
    REQUIRE_FALSE(lines.ok());  // "#", "said", "twice" are words too many
    CHECK(lines.error().where == "line 4");
    const auto good = read_script("open \"a b/c.yure\"\nclick simulation/bake right\nwait_jobs\n");
    REQUIRE(good.ok());
    REQUIRE(good->size() == 3);
    CHECK((*good)[0].words == std::vector<std::string>{"open", "a b/c.yure"});
    CHECK((*good)[1].words.size() == 3);
    CHECK((*good)[2].number == 3);
}

TEST_CASE("a script's faults name the line", "[editor][script]") {
    for (const auto& [text, where] : {std::pair{"fly away", "line 1"}, {"wait 3\nclick", "line 2"}, {"\n\nopen \"x", "line 3"}, {"drag a 1", "line 1"}}) {
        const auto lines = read_script(text);
        REQUIRE_FALSE(lines.ok());
        CHECK(lines.error().where == where);
    }
}
