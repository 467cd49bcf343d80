/// The ramp that pins and looseness fade by.
#pragma once

#include <algorithm>

namespace yure::studio::presets {

/// 0 up to `from`, 1 from `to` on, smooth between; a step where they are equal.
inline float smoothstep(float from, float to, float value) {
    if (!(to > from)) return value > from ? 1.0f : 0.0f;
    const float s = std::clamp((value - from) / (to - from), 0.0f, 1.0f);
    return s * s * (3.0f - 2.0f * s);
}

}  // namespace yure::studio::presets
