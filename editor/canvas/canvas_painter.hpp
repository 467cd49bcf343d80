/// Draws the model into a picture a canvas can show. The window's painter uses render/ in its OpenGL context; tests
/// without a window have one that draws nothing but checks what it is given.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>

#include "yure/core/result.hpp"
#include "yure/render/overlay.hpp"
#include "yure/render/pose.hpp"
#include "yure/render/puppet_renderer.hpp"
#include "yure/render/view.hpp"
#include "yure/rig/puppet.hpp"
#include "yure/studio/picture.hpp"

namespace yure::editor {

class CanvasPainter {
  public:
    virtual ~CanvasPainter() = default;
    /// A model to draw from now on, on every canvas; null = none.
    virtual Status load(const rig::Puppet* puppet, std::span<const studio::Picture> textures) = 0;
    /// A picture for canvas number `canvas` (0 or 1), valid until its next one. Null texture = nothing to show.
    virtual Result<ImTextureID> draw(int canvas, const render::Pose& pose, const render::View& view, const render::DrawOptions& options,
                                     const render::Overlays& overlays) = 0;
};

/// Counts, and refuses what a real one would refuse.
class NullPainter final : public CanvasPainter {
  public:
    Status load(const rig::Puppet* puppet, std::span<const studio::Picture> textures) override;
    Result<ImTextureID> draw(int canvas, const render::Pose& pose, const render::View& view, const render::DrawOptions& options,
                             const render::Overlays& overlays) override;
    int pictures() const { return pictures_; }

  private:
    const rig::Puppet* puppet_ = nullptr;
    int pictures_ = 0;
};

}  // namespace yure::editor
