#include "cards.hpp"

#include <limits>

using namespace yure;
using namespace yure::tests;

namespace {

/// A page with four quarters: red green / blue white, each of `side` px.
render::Image quarters(int side) {
    render::Image page{2 * side, 2 * side, {}};
    for (int y = 0; y < 2 * side; ++y)
        for (int x = 0; x < 2 * side; ++x) {
            const bool right = x >= side, low = y >= side;
            const bool red = right == low, green = right, blue = low;
            for (const bool channel : {red, green, blue, true})
                page.rgba.push_back(static_cast<std::uint8_t>(channel ? 255 : 0));
        }
    return page;
}

Vec2 mirrored(Vec2 p) {
    return {64.0f - p.x, p.y};
}

}  // namespace

TEST_CASE("row 0 of a texture is v = 0 and shows at the top", "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({Card{}});
    scene.pages[0] = quarters(16);
    render::Image image = draw(context, scene);
    CHECK(at(image, 16, 16) == Bytes4{255, 0, 0, 255});
    CHECK(at(image, 48, 16) == Bytes4{0, 255, 0, 255});
    CHECK(at(image, 16, 48) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 48, 48) == Bytes4{255, 255, 255, 255});

    scene.puppet.canvas.flags = 1;  // y not reversed: such files count v from the bottom, and wind the other way
    scene.puppet.triangles = {0, 3, 2, 0, 2, 1};
    image = draw(context, scene);
    CHECK(at(image, 16, 16) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 48, 48) == Bytes4{0, 255, 0, 255});
}

TEST_CASE("a single-sided mesh vanishes when it shows its back, a double-sided one does not", "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    for (const bool double_sided : {false, true}) {
        CardScene scene({{.color = {255, 0, 0, 255}, .flags = double_sided ? int{rig::kDoubleSided} : 0}});
        CHECK(at(draw(context, scene), 32, 32) == Bytes4{255, 0, 0, 255});
        for (Vec2& p : scene.card(0).positions) p = mirrored(p);
        const Bytes4 wanted = double_sided ? Bytes4{255, 0, 0, 255} : Bytes4{0, 0, 0, 0};
        CHECK(at(draw(context, scene), 32, 32) == wanted);
    }
}

TEST_CASE("a single-sided mask is culled as well", "[render][mesh][mask]") {
    YURE_REQUIRE_CONTEXT(context);
    for (const bool double_sided : {false, true}) {
        CardScene scene({{.color = {0, 0, 255, 255}, .masks = {1}},
                         {.color = {255, 255, 255, 255}, .flags = double_sided ? int{rig::kDoubleSided} : 0}});
        scene.card(1).visible = false;
        for (Vec2& p : scene.card(1).positions) p = mirrored(p);
        CHECK(at(draw(context, scene), 32, 32)[3] == (double_sided ? 255 : 0));
    }
}

TEST_CASE("edges of meshes are smooth", "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({{.high = {32.5f, 64.0f}, .color = {255, 255, 255, 255}}});
    const render::Image image = draw(context, scene);
    CHECK(at(image, 31, 32)[3] == 255);
    CHECK(at(image, 33, 32)[3] == 0);
    CHECK(std::abs(at(image, 32, 32)[3] - 128) <= 64);  // half covered; four samples can miss by one
}

TEST_CASE("a texture made small is averaged, not sampled here and there", "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({Card{}});
    constexpr int kSide = 512;
    scene.pages[0] = {kSide, kSide, {}};
    for (int y = 0; y < kSide; ++y)
        for (int x = 0; x < kSide; ++x)
            for (const int channel : {(x + y) % 2 * 255, 255, 0, 255})
                scene.pages[0].rgba.push_back(static_cast<std::uint8_t>(channel));
    CHECK(near(at(draw(context, scene), 32, 32), {128, 255, 0, 255}, 2));
}

TEST_CASE("transparent texels lend no colour to their neighbours", "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({Card{}});
    scene.pages[0] = {2, 1, {255, 0, 0, 255, 0, 255, 0, 0}};  // opaque red beside transparent green
    const render::Image image = draw(context, scene);
    for (int x = 0; x < 64; ++x) {
        const Bytes4 pixel = at(image, x, 32);
        CHECK(pixel[1] == 0);
        if (pixel[3] > 8) CHECK(pixel[0] >= 250);
    }
}

TEST_CASE("a hidden mesh and one with a position that is not finite are left out, the rest is drawn",
          "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {255, 0, 0, 255}}, {.color = {0, 255, 0, 255}}, {.color = {0, 0, 255, 255}}});
    scene.card(1).hidden = true;
    scene.card(1).positions.clear();
    scene.card(2).positions[2].x = std::numeric_limits<float>::quiet_NaN();
    CHECK(at(draw(context, scene), 32, 32) == Bytes4{255, 0, 0, 255});
}

TEST_CASE("meshes without a texture page are told and not drawn", "[render][mesh]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {255, 0, 0, 255}}, {.color = {0, 255, 0, 255}}});
    const auto pages = scene.views();
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, std::span(pages).first(1));
    REQUIRE(renderer.ok());
    REQUIRE(renderer->notices().size() == 1);
    CHECK(renderer->notices()[0].where == "Card1");
    const auto image = renderer->draw(scene.pose, render::View::fit(scene.puppet.canvas, 64, 64));
    REQUIRE(image.ok());
    CHECK(at(*image, 32, 32) == Bytes4{255, 0, 0, 255});
}

TEST_CASE("drawing twice, and with a second renderer, gives the same bytes", "[render][determinism]") {
    YURE_REQUIRE_CONTEXT(context);
    std::vector<Card> cards;
    for (int i = 0; i < 40; ++i) {
        const float x = static_cast<float>(i * 7 % 50), y = static_cast<float>(i * 13 % 47);
        cards.push_back({.low = {x, y},
                         .high = {x + 13.3f, y + 17.7f},
                         .color = {i * 37 % 256, i * 91 % 256, i * 53 % 256, 40 + i * 5},
                         .flags = i % 3 == 0 ? int{rig::kAdditive} : 0,
                         .masks = i > 5 && i % 4 == 0 ? std::vector<int>{i - 5, i - 3} : std::vector<int>{}});
    }
    const CardScene scene(cards);
    const render::Image first = draw(context, scene, {1, 1, 1, 1});
    CHECK(draw(context, scene, {1, 1, 1, 1}) == first);
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, scene.views());
    REQUIRE(renderer.ok());
    const render::View view = render::View::fit(scene.puppet.canvas, 64, 64);
    for (int i = 0; i < 3; ++i) CHECK(*renderer->draw(scene.pose, view, {{1, 1, 1, 1}}) == first);
}

TEST_CASE("what does not fit the puppet is refused by name and draws nothing", "[render][errors]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({Card{}, Card{}});
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, scene.views());
    REQUIRE(renderer.ok());
    const render::View view = render::View::fit(scene.puppet.canvas, 64, 64);
    const auto where = [&](const render::Pose& pose, const render::View& v) {
        const auto image = renderer->draw(pose, v);
        return image.ok() ? std::string("ok") : image.error().where;
    };
    CHECK(where(scene.pose, view) == "ok");
    render::Pose pose = scene.pose;
    pose.meshes.pop_back();
    CHECK(where(pose, view) == "pose.meshes");
    pose = scene.pose;
    pose.render_order.pop_back();
    CHECK(where(pose, view) == "pose.render_order");
    pose = scene.pose;
    pose.meshes[1].positions.pop_back();
    CHECK(where(pose, view) == "pose.meshes[1].positions");
    for (const int side : {0, -5, 1 << 20, std::numeric_limits<int>::max()})
        CHECK(where(scene.pose, {side, 64, {}, 1.0f}) == "picture size");
    CHECK(where(scene.pose, {16000, 16000, {}, 1.0f}) == "picture size");
    CHECK(where(scene.pose, {64, 64, {}, 0.0f}) == "view");
    CHECK(where(scene.pose, {64, 64, {std::numeric_limits<float>::infinity(), 0.0f}, 1.0f}) == "view");

    auto views = scene.views();
    views[1].height = 2;
    const auto short_page = render::PuppetRenderer::build(context, scene.puppet, views);
    REQUIRE_FALSE(short_page.ok());
    CHECK(short_page.error().where == "textures[1]");
}
