#include "yure/sim/vertex_groups.hpp"

#include "topology.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "yure/sim/scene.hpp"

namespace yure::sim {
namespace {

constexpr std::array<std::string_view, 6> kNames{"pin", "stiffness", "goal", "mass", "damping", "wind"};

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

float unit(float value) {
    return value > 0.0f ? std::min(value, 1.0f) : 0.0f;
}  // 0 for NaN
float smooth_ramp(float s) {
    const float t = unit(s);
    return t * t * (3.0f - 2.0f * t);
}
float mix(float from, float to, float share) {
    return from + (to - from) * share;
}
bool finite(Vec2 p) {
    return std::isfinite(p.x) && std::isfinite(p.y);
}

Vec2 nearest_on_segment(Vec2 p, Vec2 a, Vec2 b) {
    const Vec2 d = b - a;
    const float square = dot(d, d);
    return square > 0.0f ? a + d * unit(dot(p - a, d) / square) : a;
}
float distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
    return distance(p, nearest_on_segment(p, a, b));
}

float distance_to_box(Vec2 p, Vec2 corner, Vec2 opposite) {
    const Vec2 low{std::min(corner.x, opposite.x), std::min(corner.y, opposite.y)};
    const Vec2 high{std::max(corner.x, opposite.x), std::max(corner.y, opposite.y)};
    const Vec2 nearest{std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y)};
    return distance(p, nearest);
}

/// 1 at distance 0, 0 from `reach` on.
float falloff(float from_edge, float reach) {
    if (from_edge <= 0.0f) return 1.0f;
    return reach > 0.0f ? 1.0f - smooth_ramp(from_edge / reach) : 0.0f;
}

std::vector<Scene::Triangle> whole_triangles(std::size_t vertex_count, std::span<const std::uint16_t> indices) {
    std::vector<Scene::Triangle> triangles;
    for (std::size_t t = 0; t + 2 < indices.size(); t += 3)
        if (std::max({indices[t], indices[t + 1], indices[t + 2]}) < vertex_count)
            triangles.push_back({indices[t], indices[t + 1], indices[t + 2]});
    return triangles;
}

bool inside_polygon(Vec2 p, std::span<const Vec2> polygon) {
    bool inside = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const Vec2 a = polygon[i], b = polygon[j];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if (p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) inside = !inside;
    }
    return inside;
}

}  // namespace

std::string_view group_name(GroupKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<GroupKind> find_group(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name) return static_cast<GroupKind>(i);
    return std::nullopt;
}

float group_default(GroupKind kind) {
    return kind == GroupKind::pin ? 0.0f : 1.0f;
}

Weights fill_group(std::size_t vertex_count, float weight) {
    return Weights(vertex_count, unit(weight));
}

Weights outline_group(std::size_t vertex_count, std::span<const std::uint16_t> triangles, int rings, float border,
                      float inner) {
    const std::vector<MeshEdge> edges = find_edges(whole_triangles(vertex_count, triangles));
    constexpr int kUnknown = -1;
    std::vector<int> ring(vertex_count, kUnknown);
    std::vector<char> used(vertex_count, 0);
    for (const MeshEdge& edge : edges) {
        used[at(edge.a)] = used[at(edge.b)] = 1;
        if (edge.beside == 1) ring[at(edge.a)] = ring[at(edge.b)] = 0;
    }
    for (std::size_t i = 0; i < vertex_count; ++i)
        if (!used[i]) ring[i] = 0;
    for (int r = 1; r <= rings; ++r) {
        bool grown = false;
        for (const MeshEdge& edge : edges)
            for (const auto& [from, to] : {std::pair{edge.a, edge.b}, {edge.b, edge.a}})
                if (ring[at(from)] == r - 1 && ring[at(to)] == kUnknown) ring[at(to)] = r, grown = true;
        if (!grown) break;
    }
    Weights weights(vertex_count);
    for (std::size_t i = 0; i < vertex_count; ++i) {
        const bool beyond = ring[i] == kUnknown || (rings > 0 ? ring[i] >= rings : ring[i] > 0);
        const float share = beyond ? 1.0f : rings > 0 ? static_cast<float>(ring[i]) / static_cast<float>(rings) : 0.0f;
        weights[i] = unit(mix(border, inner, share));
    }
    return weights;
}

Weights gradient_group(std::span<const Vec2> points, Vec2 a, Vec2 b, float from, float to) {
    const Vec2 d = b - a;
    const float square = dot(d, d);
    Weights weights(points.size(), 0.0f);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!finite(points[i])) continue;
        const float share = square > 0.0f ? smooth_ramp(dot(points[i] - a, d) / square) : 1.0f;
        weights[i] = unit(mix(from, to, share));
    }
    return weights;
}

Weights glue_group(std::size_t vertex_count, std::span<const GlueVertex> glued, float intensity) {
    Weights weights(vertex_count, 0.0f);
    for (const GlueVertex& g : glued)
        if (g.vertex >= 0 && at(g.vertex) < vertex_count)
            weights[at(g.vertex)] = std::max(weights[at(g.vertex)], unit(glue_pin_strength(g.weight, intensity)));
    return weights;
}

Weights rectangle_group(std::span<const Vec2> points, Vec2 corner, Vec2 opposite, float feather) {
    Weights weights(points.size(), 0.0f);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (finite(points[i])) weights[i] = falloff(distance_to_box(points[i], corner, opposite), feather);
    return weights;
}

Weights lasso_group(std::span<const Vec2> points, std::span<const Vec2> polygon, float feather) {
    Weights weights(points.size(), 0.0f);
    if (polygon.size() < 3) return weights;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 p = points[i];
        if (!finite(p)) continue;
        float outside = 0.0f;
        if (!inside_polygon(p, polygon)) {
            outside = INFINITY;
            for (std::size_t k = 0; k < polygon.size(); ++k)
                outside = std::min(outside, distance_to_segment(p, polygon[k], polygon[(k + 1) % polygon.size()]));
        }
        weights[i] = falloff(outside, feather);
    }
    return weights;
}

Weights inverted_group(std::span<const float> weights) {
    Weights inverted;
    inverted.reserve(weights.size());
    for (const float w : weights) inverted.push_back(1.0f - unit(w));
    return inverted;
}

Weights brush_coverage(std::span<const Vec2> points, std::span<const Vec2> stroke, const Brush& brush) {
    Weights coverage(points.size(), 0.0f);
    if (stroke.empty() || !(brush.radius > 0.0f)) return coverage;
    const float hardness = unit(brush.hardness);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vec2 p = points[i];
        if (!finite(p)) continue;
        float away = INFINITY;
        switch (brush.tip) {
            case BrushTip::round:
                away = distance(p, stroke.front());
                for (std::size_t k = 1; k < stroke.size(); ++k)
                    away = std::min(away, distance_to_segment(p, stroke[k - 1], stroke[k]));
                break;
            case BrushTip::line:
                away = distance_to_segment(p, stroke.front(), stroke.back());
                break;
            case BrushTip::rectangle:
                away = distance_to_box(p, stroke.front(), stroke.back());
                break;
        }
        if (away <= brush.radius)
            coverage[i] = falloff(away - hardness * brush.radius, (1.0f - hardness) * brush.radius);
    }
    return coverage;
}

Weights painted_group(std::span<const float> weights, std::span<const Vec2> points,
                      std::span<const std::uint16_t> triangles, std::span<const Vec2> stroke, const Brush& brush) {
    assert(weights.size() == points.size());
    const Weights coverage = brush_coverage(points, stroke, brush);
    Weights mean(weights.begin(), weights.end());
    if (brush.mode == BrushMode::smooth) {
        std::vector<float> sum(weights.size(), 0.0f);
        std::vector<int> count(weights.size(), 0);
        for (const MeshEdge& edge : find_edges(whole_triangles(weights.size(), triangles))) {
            sum[at(edge.a)] += weights[at(edge.b)], ++count[at(edge.a)];
            sum[at(edge.b)] += weights[at(edge.a)], ++count[at(edge.b)];
        }
        for (std::size_t i = 0; i < mean.size(); ++i)
            if (count[i] > 0) mean[i] = sum[i] / static_cast<float>(count[i]);
    }
    Weights painted(weights.begin(), weights.end());
    const float value = unit(brush.value);
    for (std::size_t i = 0; i < painted.size(); ++i) {
        const float share = coverage[i] * unit(brush.strength), w = painted[i];
        if (!(share > 0.0f)) continue;
        switch (brush.mode) {
            case BrushMode::replace:
                painted[i] = mix(w, value, share);
                break;
            case BrushMode::add:
                painted[i] = w + value * share;
                break;
            case BrushMode::subtract:
                painted[i] = w - value * share;
                break;
            case BrushMode::maximum:
                painted[i] = mix(w, std::max(w, value), share);
                break;
            case BrushMode::minimum:
                painted[i] = mix(w, std::min(w, value), share);
                break;
            case BrushMode::smooth:
                painted[i] = mix(w, mean[i], share);
                break;
        }
        painted[i] = unit(painted[i]);
    }
    return painted;
}

Weights transferred_group(std::span<const Vec2> old_uvs, std::span<const std::uint16_t> old_triangles,
                          std::span<const float> old_weights, std::span<const Vec2> new_uvs, float absent) {
    assert(old_weights.size() == old_uvs.size());
    const std::vector<Scene::Triangle> triangles = whole_triangles(old_uvs.size(), old_triangles);
    Weights weights(new_uvs.size(), unit(absent));
    if (old_uvs.empty()) return weights;
    for (std::size_t i = 0; i < new_uvs.size(); ++i) {
        const Vec2 p = new_uvs[i];
        if (!finite(p)) continue;
        float nearest = INFINITY;
        // Vertices first: they also stand for meshes without triangles.
        for (std::size_t v = 0; v < old_uvs.size(); ++v) {
            const float away = distance(p, old_uvs[v]);
            if (away < nearest) nearest = away, weights[i] = unit(old_weights[v]);
        }
        for (const Scene::Triangle& t : triangles) {
            const std::array<int, 3> corner{t.a, t.b, t.c};
            const Vec2 a = old_uvs[at(t.a)], b = old_uvs[at(t.b)], c = old_uvs[at(t.c)];
            const float area = cross(b - a, c - a);
            const float u = cross(p - a, c - a) / area, v = cross(b - a, p - a) / area;
            if (area != 0.0f && u >= 0.0f && v >= 0.0f && u + v <= 1.0f) {
                weights[i] =
                    unit(old_weights[at(t.a)] * (1.0f - u - v) + old_weights[at(t.b)] * u + old_weights[at(t.c)] * v);
                break;
            }
            for (std::size_t k = 0; k < 3; ++k) {
                const int from = corner[k], to = corner[(k + 1) % 3];
                const Vec2 on = nearest_on_segment(p, old_uvs[at(from)], old_uvs[at(to)]);
                const float away = distance(p, on);
                if (!(away < nearest)) continue;
                nearest = away;
                const float span = distance(old_uvs[at(from)], old_uvs[at(to)]);
                const float share = span > 0.0f ? distance(old_uvs[at(from)], on) / span : 0.0f;
                weights[i] = unit(mix(old_weights[at(from)], old_weights[at(to)], share));
            }
        }
    }
    return weights;
}

}  // namespace yure::sim
