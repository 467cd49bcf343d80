#include "input/keys.hpp"

#include "input/actions.hpp"
#include "support/catch.hpp"

using namespace yure::editor;

TEST_CASE("keys are read and written the same way", "[editor][keys]") {
    for (const char* text : {"Ctrl+Z", "Ctrl+Shift+Z", "F", "Home", "[", "]", "Ctrl+,", "Alt+Up", "Space", "0", "Num5", "F1", "Esc"}) {
        const auto keys = read_keys(text);
        REQUIRE(keys.has_value());
        CHECK(keys_text(*keys) == text);
    }
    CHECK(read_keys("ctrl+z") == read_keys("Ctrl+Z"));
    CHECK(read_keys("5") != read_keys("Num5"));
    for (const char* text : {"", "Ctrl+", "Hyper+X", "Ctrl+Foo", "+"}) {
        CAPTURE(text);
        CHECK_FALSE(read_keys(text).has_value());
    }
    CHECK(keys_text({}).empty());
}

TEST_CASE("keys given to one action are taken from the other, and can be put back", "[editor][keys]") {
    Actions actions;
    int ran = 0;
    actions.add("a.one", {"Ctrl+Z", "F"}, [&] { ++ran; });
    Action off;
    off.off = [] { return "because"; };
    actions.add("a.two", {"Ctrl+Y"}, [&] { ran += 10; }, off);
    actions.bind("a.two", *read_keys("F"));
    CHECK(actions.owner(*read_keys("F"))->id == "a.two");
    CHECK(actions.owner(*read_keys("Ctrl+Z"))->id == "a.one");
    CHECK(actions.owner(*read_keys("Ctrl+Y")) == nullptr);
    const auto saved = actions.changes();
    actions.use_defaults("a.one");
    actions.use_defaults("a.two");
    CHECK(actions.owner(*read_keys("F"))->id == "a.one");
    CHECK(actions.changes().empty());
    actions.use_changes(saved);
    CHECK(actions.changes() == saved);
    CHECK(actions.keys_label("a.two") == "F");
    actions.unbind("a.two");
    CHECK(actions.keys_label("a.two").empty());
    CHECK(actions.run("a.one"));
    CHECK_FALSE(actions.run("a.two"));
    CHECK_FALSE(actions.run("a.three"));
    CHECK(ran == 1);
}
