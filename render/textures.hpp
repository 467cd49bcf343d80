/// Texture pages on the graphics side: alpha premultiplied before filtering, so that edges get no dark or bright
/// fringe.
#pragma once

#include "gl.hpp"

#include <span>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/render/image.hpp"

namespace yure::render {

/// One texture per page, linear filtering over all mip levels, clamped at the edge; an object without a name where the
/// page has no pixels. `largest` = longest side the driver takes, px.
Result<std::vector<GlTexture>> upload_textures(std::span<const ImageView> pages, int largest);

}  // namespace yure::render
