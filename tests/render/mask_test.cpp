#include "cards.hpp"

using namespace yure;
using namespace yure::tests;

namespace {

/// Card 0 is what is masked: blue, everywhere. The others are masks; they are made invisible, so that only their mask
/// shows.
CardScene masked(std::vector<Card> masks, int flags = 0) {
    std::vector<int> numbers;
    for (std::size_t i = 0; i < masks.size(); ++i) numbers.push_back(static_cast<int>(i) + 1);
    masks.insert(masks.begin(), Card{.color = {0, 0, 255, 255}, .flags = flags, .masks = numbers});
    CardScene scene(masks);
    for (std::size_t i = 1; i < masks.size(); ++i) scene.pose.meshes[i].visible = false;
    return scene;
}

const Card kLeft{.high = {32.0f, 64.0f}, .color = {255, 255, 255, 255}};
const Card kTop{.high = {64.0f, 32.0f}, .color = {255, 255, 255, 255}};

}  // namespace

TEST_CASE("a masked mesh shows where its mask is", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    const render::Image image = draw(context, masked({kLeft}));
    CHECK(at(image, 31, 32) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 32, 32) == Bytes4{0, 0, 0, 0});
}

TEST_CASE("an inverted mask shows the rest", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    const render::Image image = draw(context, masked({kLeft}, rig::kInvertedMask));
    CHECK(at(image, 31, 32) == Bytes4{0, 0, 0, 0});
    CHECK(at(image, 32, 32) == Bytes4{0, 0, 255, 255});
}

TEST_CASE("several masks show where any of them is", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    const render::Image image = draw(context, masked({kLeft, kTop}));
    CHECK(at(image, 10, 50) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 50, 10) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 10, 10) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 50, 50) == Bytes4{0, 0, 0, 0});
}

TEST_CASE("transparent masks join as 1 - (1-a)(1-b), inverted ones as (1-a)(1-b)", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    Card half_left = kLeft, half_top = kTop;
    half_left.color[3] = 128;
    half_top.color[3] = 64;
    const render::Image inside = draw(context, masked({half_left, half_top}));
    CHECK(near(at(inside, 10, 50), {0, 0, 255, 128}));
    CHECK(near(at(inside, 50, 10), {0, 0, 255, 64}));
    CHECK(near(at(inside, 10, 10), {0, 0, 255, 160}));
    const render::Image outside = draw(context, masked({half_left, half_top}, rig::kInvertedMask));
    CHECK(near(at(outside, 10, 10), {0, 0, 255, 95}));
    CHECK(near(at(outside, 50, 50), {0, 0, 255, 255}));
}

TEST_CASE("a mask counts by its texture alone, not by opacity, colours or visibility", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene = masked({kLeft});
    scene.card(1).opacity = 0.0f;
    scene.card(1).multiply = {0.0f, 0.0f, 0.0f};
    CHECK(at(draw(context, scene), 10, 32) == Bytes4{0, 0, 255, 255});
}

TEST_CASE("a hidden mask masks everything away, and nothing when inverted", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    for (const int flags : {0, int{rig::kInvertedMask}}) {
        CardScene scene = masked({kLeft}, flags);
        scene.card(1).hidden = true;
        scene.card(1).positions.clear();
        const Bytes4 wanted = flags == 0 ? Bytes4{0, 0, 0, 0} : Bytes4{0, 0, 255, 255};
        CHECK(at(draw(context, scene), 10, 32) == wanted);
    }
}

TEST_CASE("more masks than are kept at once still mask each mesh with its own", "[render][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    std::vector<Card> cards;
    constexpr int kColumns = 8;
    for (int i = 0; i < kColumns; ++i) {  // masks: columns of 8 px
        const float x = 8.0f * static_cast<float>(i);
        cards.push_back({.low = {x, 0.0f}, .high = {x + 8.0f, 64.0f}});
    }
    for (int round = 0; round < 2; ++round)  // later rounds find some masks evicted
        for (int i = 0; i < kColumns; ++i) {
            const float y = 32.0f * static_cast<float>(round);
            cards.push_back(
                {.low = {0.0f, y}, .high = {64.0f, y + 32.0f}, .color = {20 * i, 0, 100, 255}, .masks = {i}});
        }
    CardScene scene(cards);
    for (int i = 0; i < kColumns; ++i) scene.card(i).visible = false;
    const render::Image image = draw(context, scene);
    for (int i = 0; i < kColumns; ++i)
        for (const int y : {10, 50}) CHECK(near(at(image, 8 * i + 4, y), {20 * i, 0, 100, 255}));
}
