#include "yure/sim/pins.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace yure::sim {
namespace {

int find_root(std::vector<int>& parent, int i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
        int& up = parent[static_cast<std::size_t>(i)];
        up = parent[static_cast<std::size_t>(up)];
        i = up;
    }
    return i;
}

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
    std::vector<int> parent(vertex_count);
    std::iota(parent.begin(), parent.end(), 0);
    for (std::size_t t = 0; t + 2 < triangles.size(); t += 3)
        for (std::size_t k = 1; k < 3; ++k) {
            if (triangles[t] >= vertex_count || triangles[t + k] >= vertex_count) continue;
            const int a = find_root(parent, triangles[t]);
            const int b = find_root(parent, triangles[t + k]);
            // The smaller index leads, so components come out numbered by their first vertex.
            parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
        }
    std::vector<int> component(vertex_count, -1);
    int count = 0;
    for (std::size_t i = 0; i < vertex_count; ++i) {
        const auto lead = static_cast<std::size_t>(find_root(parent, static_cast<int>(i)));
        if (component[lead] < 0) component[lead] = count++;
        component[i] = component[lead];
    }
    return component;
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
