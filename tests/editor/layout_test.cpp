#include "layout/layout.hpp"

#include "support/catch.hpp"
#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::editor;

namespace {

const std::vector<std::string> kKnown{"canvas", "outline", "parameters", "simulation", "inspector", "history", "jobs"};

Layout known_standard(const char* name = "standard") { return Layout::from_json(Layout::standard(name).to_json(), kKnown); }

int count_of(const LayoutNode& node, const std::string& panel) {
    if (node.is_leaf()) return static_cast<int>(std::count(node.tabs.begin(), node.tabs.end(), panel));
    return count_of(*node.first, panel) + count_of(*node.second, panel);
}

bool sound(const LayoutNode& node) {
    if (node.is_leaf())
        return node.second == nullptr && !node.tabs.empty() && std::find(node.tabs.begin(), node.tabs.end(), node.active) != node.tabs.end();
    return node.second != nullptr && node.tabs.empty() && node.size > 0.0f && sound(*node.first) && sound(*node.second);
}

}  // namespace

TEST_CASE("a layout is the same after it was written and read", "[editor][layout]") {
    for (const char* name : {"standard", "simulate", "compare"}) {
        const Layout layout = known_standard(name);
        CHECK(sound(layout.root()));
        CHECK(layout.shows(kCanvasPanel));
        CHECK(Layout::from_json(layout.to_json(), kKnown).to_json() == layout.to_json());
    }
}

TEST_CASE("panels are hidden, shown again and moved; the canvas stays", "[editor][layout]") {
    Layout layout = known_standard();
    layout.hide("history");
    CHECK_FALSE(layout.shows("history"));
    layout.show("history");
    CHECK(layout.is_active("history"));
    layout.hide(kCanvasPanel);
    CHECK(layout.shows(kCanvasPanel));
    layout.move("jobs", kCanvasPanel, Side::bottom);
    CHECK(count_of(layout.root(), "jobs") == 1);
    CHECK(sound(layout.root()));
    layout.move("jobs", "jobs", Side::left);  // alone in its leaf: nowhere to go
    CHECK(sound(layout.root()));
    for (const std::string& panel : kKnown) layout.hide(panel);
    CHECK(layout.root().is_leaf());
    layout.show("parameters");
    CHECK(layout.shows("parameters"));
    CHECK(sound(layout.root()));
}

TEST_CASE("any sequence of moves leaves a sound tree with each panel once", "[editor][layout]") {
    Random random(5);
    Layout layout = known_standard();
    for (int i = 0; i < 3000; ++i) {
        const std::string panel = kKnown[random.next() % kKnown.size()], beside = kKnown[random.next() % kKnown.size()];
        switch (random.next() % 4) {
        case 0: layout.hide(panel); break;
        case 1: layout.show(panel); break;
        default: layout.move(panel, beside, static_cast<Side>(random.next() % 5)); break;
        }
        REQUIRE(sound(layout.root()));
        REQUIRE(layout.shows(kCanvasPanel));
        for (const std::string& each : kKnown) REQUIRE(count_of(layout.root(), each) <= 1);
    }
}

TEST_CASE("a layout file that makes no sense gives the standard one", "[editor][layout]") {
    using Json = nlohmann::ordered_json;
    for (const char* text : {"null", "3", "{}", R"({"tabs":["outline"]})", R"({"tabs":"canvas"})", R"({"first":{},"second":[]})",
                             R"({"tabs":[3,"canvas2"]})"})
        CHECK(Layout::from_json(Json::parse(text), kKnown).to_json() == Layout::standard().to_json());
    const Layout odd = Layout::from_json(
        Json::parse(R"({"first":{"tabs":["canvas","canvas","nobody"],"active":"nobody"},"second":{"tabs":["jobs"]},"size":1e40,"keeps":"first","stacked":3})"),
        kKnown);
    CHECK(sound(odd.root()));
    CHECK(count_of(odd.root(), "canvas") == 1);
}
