#include "cards.hpp"

#include <thread>

using namespace yure;
using namespace yure::tests;

TEST_CASE("a context names its driver", "[render][context]") {
    YURE_REQUIRE_CONTEXT(context);
    CHECK(context.description().find("OpenGL") != std::string::npos);
}

TEST_CASE("a renderer draws from any thread and outlives the handle of its context", "[render][context]") {
    YURE_REQUIRE_CONTEXT(first);
    const CardScene scene({{.color = {255, 0, 0, 255}}});
    auto renderer = [&] {
        Result<render::Context> own = render::Context::headless();
        REQUIRE(own.ok());
        return render::PuppetRenderer::build(*own, scene.puppet, scene.views());
    }();
    REQUIRE(renderer.ok());
    const render::View view = render::View::fit(scene.puppet.canvas, 64, 64);
    render::Image elsewhere;
    std::thread([&] {
        auto image = renderer->draw(scene.pose, view);
        if (image) elsewhere = std::move(*image);
    }).join();
    CHECK(elsewhere == draw(first, scene));
    CHECK(*renderer->draw(scene.pose, view) == elsewhere);
}

TEST_CASE("two contexts in one program do not disturb each other", "[render][context]") {
    YURE_REQUIRE_CONTEXT(first);
    YURE_REQUIRE_CONTEXT(second);
    const CardScene red({{.color = {255, 0, 0, 255}}}), blue({{.color = {0, 0, 255, 255}}});
    auto a = render::PuppetRenderer::build(first, red.puppet, red.views());
    auto b = render::PuppetRenderer::build(second, blue.puppet, blue.views());
    REQUIRE((a.ok() && b.ok()));
    const render::View view = render::View::fit(red.puppet.canvas, 64, 64);
    for (int i = 0; i < 3; ++i) {
        CHECK(at(*a->draw(red.pose, view), 32, 32) == Bytes4{255, 0, 0, 255});
        CHECK(at(*b->draw(blue.pose, view), 32, 32) == Bytes4{0, 0, 255, 255});
    }
}
