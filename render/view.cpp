#include "yure/render/view.hpp"

#include <algorithm>
#include <cmath>

namespace yure::render {

View View::fit(Vec2 low, Vec2 high, int width, int height, float margin) {
    View view;
    view.width = width;
    view.height = height;
    view.center = (low + high) * 0.5f;
    const Vec2 size = high - low;
    const Vec2 room{std::max(1.0f, static_cast<float>(width) - 2.0f * margin),
                    std::max(1.0f, static_cast<float>(height) - 2.0f * margin)};
    const float scale = std::min(room.x / size.x, room.y / size.y);
    if (std::isfinite(scale) && scale > 0.0f) view.scale = scale;
    return view;
}

View View::fit(const rig::Canvas& canvas, int width, int height, float margin) {
    return fit({0.0f, 0.0f}, {canvas.width, canvas.height}, width, height, margin);
}

View View::zoomed(float factor, Vec2 picture) const {
    const Vec2 fixed = to_world(picture);
    View view = *this;
    view.scale = scale * factor;
    view.center = fixed - (fixed - center) * (1.0f / factor);
    return view;
}

}  // namespace yure::render
