/// From world px to OpenGL's clip square, with row 0 of the framebuffer as the picture's top. That turns the picture
/// over against OpenGL's habit: what winds clockwise as seen is counter-clockwise there.
#pragma once

#include "yure/render/view.hpp"

namespace yure::render {

struct ViewTransform {
    Vec2 scale, offset;  ///< clip = world * scale + offset
};

inline ViewTransform clip_transform(const View& view) {
    const Vec2 scale{2.0f * view.scale / static_cast<float>(view.width),
                     2.0f * view.scale / static_cast<float>(view.height)};
    return {scale, {-view.center.x * scale.x, -view.center.y * scale.y}};
}

}  // namespace yure::render
