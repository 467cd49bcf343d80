/// The smallest puppets a renderer can be asked about: flat cards of one colour each, on a canvas of 64 x 64 px.
#pragma once

#include "support/catch.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "yure/render/puppet_renderer.hpp"

namespace yure::tests {

using Bytes4 = std::array<int, 4>;

/// A card from `low` to `high` (world px). Its front shows; texture page = number of the card.
struct Card {
    Vec2 low{0.0f, 0.0f}, high{64.0f, 64.0f};
    Bytes4 color{255, 255, 255, 255};  ///< straight alpha
    int flags = 0;                     ///< rig::DrawFlag
    std::vector<int> masks = {};       ///< cards
};

struct CardScene {
    rig::Puppet puppet;
    std::vector<render::Image> pages;
    render::Pose pose;

    explicit CardScene(const std::vector<Card>& cards);
    std::vector<render::ImageView> views() const;
    render::PosedMesh& card(int index) { return pose.meshes[static_cast<std::size_t>(index)]; }
};

/// The machine's headless context, or nothing (then the reason was printed): tests of pictures return early.
std::optional<render::Context> context_or_skip();

/// Draws the scene on 64 x 64 px at scale 1; fails the test on an error.
render::Image draw(const render::Context& context, const CardScene& scene, render::Rgba background = {0, 0, 0, 0},
                   const render::Overlays& overlays = {});

/// A pixel's four bytes.
Bytes4 at(const render::Image& image, int x, int y);

/// Every channel within `tolerance` of what is wanted.
bool near(const Bytes4& actual, const Bytes4& wanted, int tolerance = 1);

}  // namespace yure::tests

/// Declares `context`, or ends the test with a printed reason.
#define YURE_REQUIRE_CONTEXT(context)                                \
    const auto context##_or_none = ::yure::tests::context_or_skip(); \
    if (!context##_or_none) return;                                  \
    const ::yure::render::Context& context = *context##_or_none
