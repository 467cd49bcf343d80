#include "cards.hpp"

#include <cmath>
#include <limits>

using namespace yure;
using namespace yure::tests;
using render::Overlays;
using render::Rgba;

namespace {
const Rgba kWhite{1.0f, 1.0f, 1.0f, 1.0f};
const Rgba kRed{1.0f, 0.0f, 0.0f, 1.0f};

CardScene small_card() {
    return CardScene({{.low = {16.0f, 16.0f}, .high = {48.0f, 48.0f}, .color = {0, 0, 255, 255}}});
}
}  // namespace

TEST_CASE("a point is a disc of its radius, whatever the zoom", "[render][overlay]") {
    YURE_REQUIRE_CONTEXT(context);
    Overlays overlays;
    overlays.points.push_back({{32.0f, 32.0f}, kRed, 5.0f});
    const CardScene scene = small_card();
    const render::Image image = draw(context, scene, kWhite, overlays);
    double area = 0.0;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x) area += at(image, x, y)[0] > at(image, x, y)[2] ? 1.0 : 0.0;
    CHECK(area == Approx(3.14159 * 25.0).margin(6.0));
    CHECK(at(image, 32, 32) == Bytes4{255, 0, 0, 255});
    CHECK(at(image, 38, 32) == Bytes4{0, 0, 255, 255});
}

TEST_CASE("a line has its width and lies over the puppet", "[render][overlay]") {
    YURE_REQUIRE_CONTEXT(context);
    Overlays overlays;
    overlays.lines.push_back({{4.0f, 32.0f}, {60.0f, 32.0f}, kRed, 4.0f});
    const render::Image image = draw(context, small_card(), kWhite, overlays);
    for (const int x : {6, 32, 58}) {
        CHECK(at(image, x, 30) == Bytes4{255, 0, 0, 255});
        CHECK(at(image, x, 33) == Bytes4{255, 0, 0, 255});
    }
    CHECK(at(image, 32, 28) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 6, 35) == Bytes4{255, 255, 255, 255});
}

TEST_CASE("a wire follows the pose or the positions it was given", "[render][overlay]") {
    YURE_REQUIRE_CONTEXT(context);
    Overlays overlays;
    overlays.wires.push_back({0, kRed, 2.0f, {}});
    render::Image image = draw(context, small_card(), kWhite, overlays);
    CHECK(at(image, 32, 16) == Bytes4{255, 0, 0, 255});  // top edge
    CHECK(at(image, 24, 24)[0] > 200);                   // the diagonal
    CHECK(at(image, 40, 24) == Bytes4{0, 0, 255, 255});  // no edge
    CHECK(at(image, 32, 8) == Bytes4{255, 255, 255, 255});
    overlays.wires[0].positions = {{8.0f, 8.0f}, {56.0f, 8.0f}, {56.0f, 56.0f}, {8.0f, 56.0f}};
    image = draw(context, small_card(), kWhite, overlays);
    CHECK(at(image, 32, 8) == Bytes4{255, 0, 0, 255});
    CHECK(at(image, 20, 16) == Bytes4{0, 0, 255, 255});
}

TEST_CASE("heat colours vertices through the ramp and mixes between them", "[render][overlay]") {
    YURE_REQUIRE_CONTEXT(context);
    Overlays overlays;
    overlays.heat.push_back({0, {1.0f, 1.0f, 1.0f, 1.0f}, 1.0f, {}});
    const Rgba hot = render::heat_color(1.0f);
    const auto byte = [](float v) { return static_cast<int>(std::lround(v * 255.0f)); };
    CHECK(
        near(at(draw(context, small_card(), kWhite, overlays), 32, 32), {byte(hot.r), byte(hot.g), byte(hot.b), 255}));
    overlays.heat[0].opacity = 0.5f;
    CHECK(near(at(draw(context, small_card(), kWhite, overlays), 32, 32),
               {byte(hot.r * 0.5f), byte(hot.g * 0.5f), byte(0.5f + hot.b * 0.5f), 255}, 2));
}

TEST_CASE("the heat ramp is continuous and bounded for any number", "[render][overlay]") {
    CHECK(render::heat_color(-3.0f) == render::heat_color(0.0f));
    CHECK(render::heat_color(7.0f) == render::heat_color(1.0f));
    CHECK(render::heat_color(std::numeric_limits<float>::quiet_NaN()) == render::heat_color(0.0f));
    Rgba last = render::heat_color(0.0f);
    for (int i = 1; i <= 1000; ++i) {
        const Rgba next = render::heat_color(static_cast<float>(i) / 1000.0f);
        CHECK(std::abs(next.r - last.r) + std::abs(next.g - last.g) + std::abs(next.b - last.b) < 0.012f);
        last = next;
    }
}

TEST_CASE("a ghost is the puppet in another pose, tinted and thinned as one layer", "[render][overlay]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({{.low = {0.0f, 0.0f}, .high = {32.0f, 64.0f}, .color = {0, 0, 255, 255}},
                           {.low = {0.0f, 0.0f}, .high = {32.0f, 64.0f}, .color = {0, 255, 0, 255}}});
    Overlays overlays;
    overlays.ghosts.push_back({scene.pose, {}, {1.0f, 0.0f, 0.0f, 0.5f}, 0.5f, false});
    for (render::PosedMesh& mesh : overlays.ghosts[0].pose.meshes)
        for (Vec2& p : mesh.positions) p.x += 32.0f;
    render::Image image = draw(context, scene, {0.0f, 0.0f, 0.0f, 1.0f}, overlays);
    // Green half way to red, then half of it; the blue card below does not shine through.
    CHECK(near(at(image, 48, 32), {64, 64, 0, 255}, 1));
    CHECK(at(image, 16, 32) == Bytes4{0, 255, 0, 255});

    overlays.ghosts[0].meshes = {0};
    image = draw(context, scene, {0.0f, 0.0f, 0.0f, 1.0f}, overlays);
    CHECK(near(at(image, 48, 32), {64, 0, 64, 255}, 1));
}

TEST_CASE("a ghost behind is covered by the puppet", "[render][overlay]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene = small_card();
    Overlays overlays;
    overlays.ghosts.push_back({scene.pose, {}, {1.0f, 0.0f, 0.0f, 1.0f}, 1.0f, true});
    for (Vec2& p : overlays.ghosts[0].pose.meshes[0].positions) p.x += 16.0f;
    const render::Image image = draw(context, scene, kWhite, overlays);
    CHECK(at(image, 40, 32) == Bytes4{0, 0, 255, 255});
    CHECK(at(image, 60, 32) == Bytes4{255, 0, 0, 255});
}

TEST_CASE("overlays that do not fit are refused by name", "[render][overlay][errors]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene = small_card();
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, scene.views());
    REQUIRE(renderer.ok());
    const auto where = [&](const Overlays& overlays) {
        const auto image = renderer->draw(scene.pose, render::View::fit(scene.puppet.canvas, 64, 64), {}, overlays);
        return image.ok() ? std::string("ok") : image.error().where;
    };
    Overlays wire, heat, ghost, odd;
    wire.wires.push_back({5, kRed, 1.0f, {}});
    CHECK(where(wire) == "overlays.wires[0]");
    heat.heat.push_back({0, {1.0f}, 1.0f, {}});
    CHECK(where(heat) == "overlays.heat[0]");
    ghost.ghosts.push_back({});
    CHECK(where(ghost) == "overlays.ghosts[0].pose.meshes");
    odd.points.push_back({{std::numeric_limits<float>::quiet_NaN(), 0.0f}, kRed, 3.0f});
    odd.lines.push_back({{0.0f, 0.0f}, {1.0f, 0.0f}, kRed, -1.0f});
    CHECK(where(odd) == "ok");
}
