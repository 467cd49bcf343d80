/// Which part of the world a picture shows. World = canvas pixels, y down; picture = pixels, origin at the top left
/// corner of the top left pixel, y down. Both turn the same way, so a view only moves and scales.
#pragma once

#include "yure/core/vec2.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::render {

struct View {
    int width = 0, height = 0;  ///< picture px, > 0
    Vec2 center;                ///< world px shown in the middle of the picture
    float scale = 1.0f;         ///< picture px per world px, > 0

    /// The rectangle between two world corners, whole, centred and as large as `margin` (picture px on each side)
    /// allows. An empty or unusable rectangle is shown at scale 1 around its corner.
    static View fit(Vec2 low, Vec2 high, int width, int height, float margin = 0.0f);
    /// The whole canvas.
    static View fit(const rig::Canvas& canvas, int width, int height, float margin = 0.0f);

    Vec2 to_picture(Vec2 world) const {
        return (world - center) * scale + Vec2{0.5f * static_cast<float>(width), 0.5f * static_cast<float>(height)};
    }
    Vec2 to_world(Vec2 picture) const {
        return (picture - Vec2{0.5f * static_cast<float>(width), 0.5f * static_cast<float>(height)}) * (1.0f / scale) +
               center;
    }
    /// The view after turning the wheel: scaled by `factor`, with the world point under `picture` staying there.
    View zoomed(float factor, Vec2 picture) const;
};

}  // namespace yure::render
