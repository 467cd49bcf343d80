/// The upright box around a mesh at rest, world px.
#pragma once

#include <algorithm>
#include <cmath>

#include "yure/studio/presets/subject.hpp"

namespace yure::studio::presets {

struct Box {
    Vec2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};  ///< nothing in it yet

    void add(Vec2 v) {
        low = {std::min(low.x, v.x), std::min(low.y, v.y)};
        high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
    float width() const { return high.x - low.x; }
    float height() const { return high.y - low.y; }
    Vec2 middle() const { return 0.5f * (low + high); }
    bool meets(const Box& other) const {
        return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y;
    }
};

inline Box box_of(const SubjectMesh& mesh) {
    Box box;
    for (const Vec2 v : mesh.rest) box.add(v);
    return box;
}

}  // namespace yure::studio::presets
