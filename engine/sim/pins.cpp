#include "yure/sim/pins.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/joins.hpp"

namespace yure::sim {
namespace {

float smoothstep(float from, float to, float value) {
    if (!(to > from)) return value > from ? 1.0f : 0.0f;
    const float s = std::clamp((value - from) / (to - from), 0.0f, 1.0f);
    return s * s * (3.0f - 2.0f * s);
}

}  // namespace

TopPins default_top_pins(BodyKind kind, const Material& material) {
    if (kind == BodyKind::cloth) return {0.10f, 0.20f};
    if (material_name(material) == "bangs") return {0.06f, 0.12f};
    return {0.12f, 0.18f};
}

std::vector<int> connected_components(std::size_t vertex_count, std::span<const std::uint16_t> triangles) {
    Joins joins(vertex_count);
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
        for (std::size_t k = 1; k < 3; ++k)
            if (triangles[t] < vertex_count && triangles[t + k] < vertex_count) joins.join(triangles[t], triangles[t + k]);
    return joins.pieces();
}

std::vector<float> pin_top(std::span<const Vec2> rest, std::span<const std::uint16_t> triangles, TopPins rule) {
    const std::vector<int> component = connected_components(rest.size(), triangles);
    const int count = component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
    std::vector<float> top(static_cast<std::size_t>(count), INFINITY),
        bottom(static_cast<std::size_t>(count), -INFINITY);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const auto c = static_cast<std::size_t>(component[i]);
        top[c] = std::min(top[c], rest[i].y);
        bottom[c] = std::max(bottom[c], rest[i].y);
    }
    std::vector<float> pin(rest.size());
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const auto c = static_cast<std::size_t>(component[i]);
        const float height = bottom[c] - top[c];
        const float share = height > 0.0f ? (rest[i].y - top[c]) / height : 0.0f;
        pin[i] = 1.0f - smoothstep(rule.solid, rule.solid + rule.fade, share);
    }
    return pin;
}

}  // namespace yure::sim
