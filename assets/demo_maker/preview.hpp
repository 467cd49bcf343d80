/// A small software renderer for posed models: textured triangles, masks, blending, draw order. For looking at the demo
/// character without a graphics card.
#pragma once

#include "painter.hpp"

#include <string>
#include <vector>

#include "yure/rig/puppet.hpp"
#include "yure/rig/rig.hpp"

namespace yure::demo {

struct PreviewView {
    Box crop;            ///< canvas px
    double scale = 0.5;  ///< picture px per canvas px
    Rgba background_top{0, 0, 0, 0}, background_bottom{0, 0, 0, 0};
};

/// `pose` is evaluated. Supersampled twice in both directions; the result has straight alpha.
Image render(const rig::Puppet& puppet, const rig::Evaluation& pose, const std::vector<Image>& pages,
             const PreviewView& view);

}  // namespace yure::demo
