/// Draws a posed puppet as runtimes draw it: meshes in render order; normal, additive and multiplicative blending;
/// masks and inverted masks; multiply and screen colours; culling of single-sided meshes. Formulas: docs/rendering.md.
///
///     auto context = Context::headless();
///     auto renderer = PuppetRenderer::build(*context, puppet, textures);
///     Pose pose;
///     pose.read(rig, evaluation);
///     auto image = renderer->draw(pose, View::fit(puppet.canvas, 800, 800));
///
/// The same calls give the same bytes on the same machine and driver.
#pragma once

#include <memory>
#include <span>

#include "yure/core/result.hpp"
#include "yure/render/context.hpp"
#include "yure/render/image.hpp"
#include "yure/render/overlay.hpp"
#include "yure/render/pose.hpp"
#include "yure/render/view.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::render {

struct DrawOptions {
    Rgba background{0.0f, 0.0f, 0.0f, 0.0f};
    /// Samples a pixel for smooth mesh edges, 1..16; as many as the driver has. Taken down for pictures above 16
    /// megapixels.
    int samples = 4;
};

class PuppetRenderer {
  public:
    /// Uploads what never changes. `textures[i]` is the puppet's texture page i; what is not there (too few pages, or
    /// one of size 0) is a notice, and the meshes on it are not drawn. An error for a page whose bytes do not match its
    /// size, and for one larger than the driver takes. Precondition: the puppet passed rig/check.hpp, as every puppet
    /// from `formats::read_moc3` has.
    static Result<PuppetRenderer> build(const Context& context, const rig::Puppet& puppet,
                                        std::span<const ImageView> textures);
    PuppetRenderer(PuppetRenderer&&) noexcept;
    PuppetRenderer& operator=(PuppetRenderer&&) noexcept;
    ~PuppetRenderer();

    /// What cannot be drawn as a runtime would: absent textures, blend modes and offscreens of version 5.3, by mesh id.
    const Notices& notices() const;

    /// A picture of `view`'s size. A mesh with a position that is not finite is left out. An error for a size outside
    /// 1..16384 (or what the driver takes) or above 64 megapixels, for a view that is not finite, and for a pose or an
    /// overlay that does not fit the puppet (its field is named).
    /// On a transparent background additive and multiplicative meshes show only where something lies behind them:
    /// like runtimes, they leave alpha alone.
    Result<Image> draw(const Pose& pose, const View& view, const DrawOptions& options = {},
                       const Overlays& overlays = {});

    /// The same picture as an OpenGL texture (premultiplied alpha, row 0 = top) in the adopted context, for a window to
    /// show. It belongs to the renderer and is valid until its next call.
    Result<unsigned> draw_texture(const Pose& pose, const View& view, const DrawOptions& options = {},
                                  const Overlays& overlays = {});

    struct State;

  private:
    explicit PuppetRenderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace yure::render
