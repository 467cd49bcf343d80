/// The canvas' painter in a window: render/ in its OpenGL context.
#pragma once

#include <array>
#include <optional>

#include "canvas/canvas_painter.hpp"
#include "yure/render/context.hpp"

namespace yure::editor {

class GlPainter final : public CanvasPainter {
  public:
    /// Precondition: the window's context is current, then and in every call.
    explicit GlPainter(render::Context context);
    Status load(const rig::Puppet* puppet, std::span<const studio::Picture> textures) override;
    Result<ImTextureID> draw(int canvas, const render::Pose& pose, const render::View& view, const render::DrawOptions& options,
                             const render::Overlays& overlays) override;

  private:
    Status make(int canvas);
    render::Context context_;
    const rig::Puppet* puppet_ = nullptr;
    std::vector<render::ImageView> pages_;
    std::array<std::optional<render::PuppetRenderer>, 2> renderers_;  // one a canvas: a picture lives until the next
};

}  // namespace yure::editor
