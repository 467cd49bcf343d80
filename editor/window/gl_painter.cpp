#include "window/gl_painter.hpp"

namespace yure::editor {

GlPainter::GlPainter(render::Context context) : context_(std::move(context)) {}

Status GlPainter::load(const rig::Puppet* puppet, std::span<const studio::Picture> textures) {
    puppet_ = puppet;
    renderers_ = {};
    pages_.clear();
    for (const studio::Picture& page : textures) pages_.push_back({page.width, page.height, page.rgba});
    return puppet_ != nullptr ? make(0) : Status{};
}

Status GlPainter::make(int canvas) {
    auto made = render::PuppetRenderer::build(context_, *puppet_, pages_);
    if (!made) return made.error();
    renderers_[static_cast<std::size_t>(canvas)].emplace(std::move(*made));
    return {};
}

Result<ImTextureID> GlPainter::draw(int canvas, const render::Pose& pose, const render::View& view, const render::DrawOptions& options,
                                    const render::Overlays& overlays) {
    if (puppet_ == nullptr) return ImTextureID{nullptr};
    auto& renderer = renderers_[static_cast<std::size_t>(canvas)];
    if (!renderer)
        if (const Status made = make(canvas); !made) return made.error();
    const Result<unsigned> texture = renderer->draw_texture(pose, view, options, overlays);
    if (!texture) return texture.error();
    return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(*texture));
}

}  // namespace yure::editor
