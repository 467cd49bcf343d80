#include "cards.hpp"

#include <cstdlib>

namespace Catch {
template <>
struct StringMaker<yure::tests::Bytes4> {
    static std::string convert(const yure::tests::Bytes4& c) {
        return "(" + std::to_string(c[0]) + " " + std::to_string(c[1]) + " " + std::to_string(c[2]) + " " +
               std::to_string(c[3]) + ")";
    }
};
}  // namespace Catch

namespace yure::tests {

CardScene::CardScene(const std::vector<Card>& cards) {
    puppet.version = rig::MocVersion::v3_0;
    puppet.canvas = {1.0f, 0.0f, 0.0f, 64.0f, 64.0f, 0, {}};
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const Card& card = cards[i];
        rig::MeshTable& mesh = puppet.mesh;
        mesh.id.emplace_back("Card" + std::to_string(i));
        mesh.texture.push_back(static_cast<int>(i));
        mesh.flags.push_back(static_cast<std::uint8_t>(card.flags));
        mesh.vertex_count.push_back(4);
        mesh.uv_begin.push_back(static_cast<int>(puppet.uvs.size()));
        for (const float uv : {0.f, 0.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f}) puppet.uvs.push_back(uv);
        mesh.tri_begin.push_back(static_cast<int>(puppet.triangles.size()));
        mesh.tri_count.push_back(6);
        // Top left, top right, bottom right: clockwise as seen, as editors store a front.
        for (const int vertex : {0, 1, 2, 0, 2, 3}) puppet.triangles.push_back(static_cast<std::uint16_t>(vertex));
        mesh.mask_begin.push_back(static_cast<int>(puppet.masks.size()));
        mesh.mask_count.push_back(static_cast<int>(card.masks.size()));
        puppet.masks.insert(puppet.masks.end(), card.masks.begin(), card.masks.end());

        render::Image page{1, 1, {}};
        for (const int channel : card.color) page.rgba.push_back(static_cast<std::uint8_t>(channel));
        pages.push_back(page);

        render::PosedMesh posed;
        posed.positions = {card.low, {card.high.x, card.low.y}, card.high, {card.low.x, card.high.y}};
        pose.meshes.push_back(posed);
        pose.render_order.push_back(static_cast<int>(i));
    }
}

std::vector<render::ImageView> CardScene::views() const {
    std::vector<render::ImageView> out;
    for (const render::Image& page : pages) out.push_back(page.view());
    return out;
}

std::optional<render::Context> context_or_skip() {
    Result<render::Context> context = render::Context::headless();
    if (context) return *context;
    WARN("skipped: " << context.error().text());
    return std::nullopt;
}

render::Image draw(const render::Context& context, const CardScene& scene, render::Rgba background,
                   const render::Overlays& overlays) {
    auto renderer = render::PuppetRenderer::build(context, scene.puppet, scene.views());
    INFO((renderer.ok() ? "" : renderer.error().text()));
    REQUIRE(renderer.ok());
    const render::View view = render::View::fit(scene.puppet.canvas, 64, 64);
    render::DrawOptions options;
    options.background = background;
    auto image = renderer->draw(scene.pose, view, options, overlays);
    INFO((image.ok() ? "" : image.error().text()));
    REQUIRE(image.ok());
    return std::move(*image);
}

Bytes4 at(const render::Image& image, int x, int y) {
    const auto p = image.pixel(x, y);
    return {p[0], p[1], p[2], p[3]};
}

bool near(const Bytes4& actual, const Bytes4& wanted, int tolerance) {
    bool ok = true;
    for (std::size_t c = 0; c < 4; ++c) ok = ok && std::abs(actual[c] - wanted[c]) <= tolerance;
    if (!ok)
        WARN("pixel " << Catch::StringMaker<Bytes4>::convert(actual) << ", wanted "
                      << Catch::StringMaker<Bytes4>::convert(wanted));
    return ok;
}

}  // namespace yure::tests
