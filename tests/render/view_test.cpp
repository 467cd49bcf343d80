#include "yure/render/view.hpp"

#include "cards.hpp"

#include "yure/core/random.hpp"

using namespace yure;
using namespace yure::tests;
using render::View;

TEST_CASE("fit shows the whole canvas, centred", "[render][view]") {
    const rig::Canvas canvas{1.0f, 0.0f, 0.0f, 200.0f, 100.0f, 0, {}};
    const View view = View::fit(canvas, 120, 120, 10.0f);
    CHECK(view.scale == Approx(0.5f));
    CHECK(view.to_picture({0.0f, 0.0f}).x == Approx(10.0f));
    CHECK(view.to_picture({0.0f, 0.0f}).y == Approx(35.0f));
    CHECK(view.to_picture({200.0f, 100.0f}).x == Approx(110.0f));
    CHECK(View::fit(Vec2{5.0f, 5.0f}, Vec2{5.0f, 5.0f}, 10, 10).scale == 1.0f);
}

TEST_CASE("picture and world convert back and forth, and zooming keeps the point under the cursor", "[render][view]") {
    Random random(7);
    const auto coordinate = [&] { return static_cast<float>(random.uniform(-3000.0, 3000.0)); };
    for (int i = 0; i < 200; ++i) {
        View view{640, 480, {coordinate(), coordinate()}, static_cast<float>(random.uniform(0.05, 20.0))};
        const Vec2 picture{static_cast<float>(random.uniform(0.0, 640.0)),
                           static_cast<float>(random.uniform(0.0, 480.0))};
        CHECK(distance(view.to_picture(view.to_world(picture)), picture) < 0.02f);
        const View zoomed = view.zoomed(static_cast<float>(random.uniform(0.3, 3.0)), picture);
        CHECK(distance(zoomed.to_picture(view.to_world(picture)), picture) < 0.05f);
    }
}

TEST_CASE("a view that is moved and scaled draws the puppet moved and scaled", "[render][view]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({{.low = {10.0f, 20.0f}, .high = {20.0f, 25.0f}, .color = {255, 0, 0, 255}}});
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, scene.views());
    REQUIRE(renderer.ok());
    const View view{100, 60, {15.0f, 22.5f}, 4.0f};  // the card covers 40 x 20 px in the middle
    const auto image = renderer->draw(scene.pose, view);
    REQUIRE(image.ok());
    CHECK(image->width == 100);
    CHECK(image->height == 60);
    int covered = 0;
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 100; ++x) {
            const bool inside = x >= 30 && x < 70 && y >= 20 && y < 40;
            if (at(*image, x, y)[3] == (inside ? 255 : 0)) ++covered;
        }
    CHECK(covered == 6000);
}
