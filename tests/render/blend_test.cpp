/// Colours: each expected value is worked out by hand from the formulas of docs/rendering.md.
#include "cards.hpp"

using namespace yure;
using namespace yure::tests;
using render::Rgba;

namespace {
const Rgba kGrey{0.4f, 0.6f, 0.8f, 1.0f};  // 102 153 204
}

TEST_CASE("normal blending lays a half transparent colour over what is behind", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({{.color = {200, 100, 0, 128}}});
    // src * 128/255 + dst * 127/255
    CHECK(near(at(draw(context, scene, kGrey), 32, 32), {151, 126, 102, 255}));
}

TEST_CASE("additive blending adds what the alpha lets through and saturates", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene half({{.color = {200, 100, 0, 128}, .flags = rig::kAdditive}});
    CHECK(near(at(draw(context, half, kGrey), 32, 32), {202, 203, 204, 255}));
    const CardScene full({{.color = {200, 100, 0, 255}, .flags = rig::kAdditive}});
    CHECK(near(at(draw(context, full, kGrey), 32, 32), {255, 253, 204, 255}));
}

TEST_CASE("what saturated in an additive layer stays saturated for the layers above", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({{.color = {255, 255, 255, 255}, .flags = rig::kAdditive},
                           {.color = {255, 255, 255, 255}, .flags = rig::kAdditive},
                           {.color = {0, 0, 0, 128}}});
    CHECK(near(at(draw(context, scene, {0.0f, 0.0f, 0.0f, 1.0f}), 32, 32), {127, 127, 127, 255}));
}

TEST_CASE("multiplicative blending multiplies, and less so where the colour is transparent", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene full({{.color = {200, 100, 0, 255}, .flags = rig::kMultiplicative}});
    CHECK(near(at(draw(context, full, kGrey), 32, 32), {80, 60, 0, 255}));
    const CardScene half({{.color = {200, 100, 0, 128}, .flags = rig::kMultiplicative}});
    // dst * (src * a + 1 - a)
    CHECK(near(at(draw(context, half, kGrey), 32, 32), {91, 106, 102, 255}));
}

TEST_CASE("additive and multiplicative meshes leave the picture's alpha alone", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    for (const int flag : {rig::kAdditive, rig::kMultiplicative}) {
        const CardScene alone({{.color = {200, 100, 50, 255}, .flags = flag}});
        CHECK(at(draw(context, alone), 32, 32) == Bytes4{0, 0, 0, 0});
    }
    const CardScene over_half({{.color = {100, 100, 100, 128}}, {.color = {50, 0, 0, 255}, .flags = rig::kAdditive}});
    // Premultiplied: 50.2 + 50 of 128, so 200 straight.
    CHECK(near(at(draw(context, over_half), 32, 32), {200, 100, 100, 128}, 2));
}

TEST_CASE("a transparent background gives straight alpha without darkened colour", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    const CardScene scene({{.high = {32.0f, 64.0f}, .color = {200, 100, 0, 128}}});
    const render::Image image = draw(context, scene);
    CHECK(near(at(image, 10, 32), {200, 100, 0, 128}, 1));
    CHECK(at(image, 50, 32) == Bytes4{0, 0, 0, 0});
}

TEST_CASE("opacity scales colour and alpha together; zero and invisible meshes are not drawn", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {200, 100, 0, 255}}});
    scene.card(0).opacity = 0.25f;
    CHECK(near(at(draw(context, scene), 32, 32), {200, 100, 0, 64}, 1));
    scene.card(0).opacity = 0.0f;
    CHECK(at(draw(context, scene), 32, 32) == Bytes4{0, 0, 0, 0});
    scene.card(0).opacity = 1.0f;
    scene.card(0).visible = false;
    CHECK(at(draw(context, scene), 32, 32) == Bytes4{0, 0, 0, 0});
}

TEST_CASE("multiply colours darken, then screen colours lighten", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {200, 100, 50, 255}}});
    scene.card(0).multiply = {0.5f, 1.0f, 0.0f};
    CHECK(near(at(draw(context, scene), 32, 32), {100, 100, 0, 255}));
    scene.card(0).screen = {0.2f, 0.4f, 1.0f};
    // c + s - c s with c = (100, 100, 0)/255
    CHECK(near(at(draw(context, scene), 32, 32), {131, 162, 255, 255}));
}

TEST_CASE("screen colours lighten only as much as there is of the mesh", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {0, 0, 0, 128}}});
    scene.card(0).screen = {1.0f, 0.5f, 0.0f};
    CHECK(near(at(draw(context, scene), 32, 32), {255, 128, 0, 128}, 1));
}

TEST_CASE("render order decides who covers whom, not the order in the file", "[render][order]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {255, 0, 0, 255}}, {.color = {0, 255, 0, 255}}});
    CHECK(at(draw(context, scene), 32, 32) == Bytes4{0, 255, 0, 255});
    scene.pose.render_order = {1, 0};
    CHECK(at(draw(context, scene), 32, 32) == Bytes4{255, 0, 0, 255});
}

TEST_CASE("blend modes of version 5.3 fall back to normal and are told by mesh", "[render][blend]") {
    YURE_REQUIRE_CONTEXT(context);
    CardScene scene({{.color = {200, 100, 0, 255}}, {.color = {50, 60, 70, 255}}, {.color = {9, 9, 9, 255}}});
    scene.puppet.version = rig::MocVersion::v5_3;
    scene.puppet.mesh.blend = {2, 12, 1};  // multiply (old), overlay, add (old)
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, scene.views());
    REQUIRE(renderer.ok());
    REQUIRE(renderer->notices().size() == 1);
    CHECK(renderer->notices()[0].where == "Card1");
    CHECK(near(at(draw(context, scene, kGrey), 32, 32), {59, 69, 79, 255}));  // overlay drawn normally, then 9 added
}
