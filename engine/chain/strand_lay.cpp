#include "strand_lay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <queue>

#include "yure/core/joins.hpp"

namespace yure::chain {
namespace {

constexpr float kHeld = 0.5f;
constexpr double kFar = std::numeric_limits<double>::infinity();

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

double apart(Vec2 a, Vec2 b) {
    return static_cast<double>(distance(a, b));
}

/// Ways along the mesh's edges from the held particles of a piece; infinite elsewhere.
std::vector<double> ways_from_pins(const StrandMesh& mesh, std::span<const int> piece_of, int piece) {
    std::vector<std::vector<int>> beside(mesh.rest.size());
    for (const auto& t : mesh.triangles) {
        if (piece_of[at(t[0])] != piece) continue;
        for (int k = 0; k < 3; ++k) {
            beside[at(t[at(k)])].push_back(t[at((k + 1) % 3)]);
            beside[at(t[at((k + 1) % 3)])].push_back(t[at(k)]);
        }
    }
    std::vector<double> way(mesh.rest.size(), kFar);
    using Reached = std::pair<double, int>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    for (std::size_t i = 0; i < mesh.rest.size(); ++i)
        if (piece_of[i] == piece && mesh.pin[i] >= kHeld) next.push({way[i] = 0.0, static_cast<int>(i)});
    while (!next.empty()) {
        const auto [length, particle] = next.top();
        next.pop();
        if (length > way[at(particle)]) continue;
        for (const int other : beside[at(particle)]) {
            const double through = length + apart(mesh.rest[at(particle)], mesh.rest[at(other)]);
            if (through < way[at(other)]) next.push({way[at(other)] = through, other});
        }
    }
    return way;
}

JointBinding normalised(const std::map<int, double>& weights) {
    double sum = 0.0;
    for (const auto& [particle, weight] : weights) sum += weight;
    JointBinding joint;
    for (const auto& [particle, weight] : weights) joint.push_back({particle, weight / sum});
    return joint;
}

/// The middle of the line on which the way is `level`: its pieces within the triangles, by their lengths.
JointBinding middle_of_level(const StrandMesh& mesh, std::span<const double> way, double level) {
    std::map<int, double> weights;
    for (const auto& t : mesh.triangles) {
        std::array<std::pair<int, int>, 2> edge;
        std::array<double, 2> share{};
        int crossed = 0;
        for (int k = 0; k < 3 && crossed < 2; ++k) {
            const int a = t[at(k)], b = t[at((k + 1) % 3)];
            const double from = way[at(a)], to = way[at(b)];
            if (!std::isfinite(from) || !std::isfinite(to) || (from < level) == (to < level)) continue;
            edge[at(crossed)] = {a, b};
            share[at(crossed)] = (level - from) / (to - from);
            ++crossed;
        }
        if (crossed < 2) continue;
        std::array<Vec2, 2> end;
        for (std::size_t k = 0; k < 2; ++k) {
            const Vec2 a = mesh.rest[at(edge[k].first)], b = mesh.rest[at(edge[k].second)];
            end[k] = a + static_cast<float>(share[k]) * (b - a);
        }
        const double size = std::max(1e-9, apart(end[0], end[1]));
        for (std::size_t k = 0; k < 2; ++k) {
            weights[edge[k].first] += size * (1.0 - share[k]);
            weights[edge[k].second] += size * share[k];
        }
    }
    return weights.empty() ? JointBinding{} : normalised(weights);
}

Vec2 place(const StrandMesh& mesh, const JointBinding& joint) {
    double x = 0.0, y = 0.0;
    for (const auto& [particle, weight] : joint) {
        x += weight * static_cast<double>(mesh.rest[at(particle)].x);
        y += weight * static_cast<double>(mesh.rest[at(particle)].y);
    }
    return {static_cast<float>(x), static_cast<float>(y)};
}

struct OnTriangle {
    std::array<double, 3> weights{};
    double away = kFar;
};

/// The place of a triangle that is nearest to a point, as weights of its corners (Ericson, Real-Time Collision
/// Detection, 5.1.5).
OnTriangle nearest_on(Vec2 p, Vec2 a, Vec2 b, Vec2 c) {
    const auto d = [](Vec2 u, Vec2 v) { return static_cast<double>(dot(u, v)); };
    const Vec2 ab = b - a, ac = c - a;
    const double d1 = d(ab, p - a), d2 = d(ac, p - a), d3 = d(ab, p - b), d4 = d(ac, p - b), d5 = d(ab, p - c), d6 = d(ac, p - c);
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    OnTriangle on;
    if (d1 <= 0.0 && d2 <= 0.0) {
        on.weights = {1.0, 0.0, 0.0};
    } else if (d3 >= 0.0 && d4 <= d3) {
        on.weights = {0.0, 1.0, 0.0};
    } else if (d6 >= 0.0 && d5 <= d6) {
        on.weights = {0.0, 0.0, 1.0};
    } else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        const double v = d1 / (d1 - d3);
        on.weights = {1.0 - v, v, 0.0};
    } else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        const double w = d2 / (d2 - d6);
        on.weights = {1.0 - w, 0.0, w};
    } else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        on.weights = {0.0, 1.0 - w, w};
    } else {
        const double sum = va + vb + vc;
        if (!(std::abs(sum) > 0.0)) return on;  // without area: its edges have been looked at as good as they go
        on.weights = {va / sum, vb / sum, vc / sum};
    }
    const Vec2 q = static_cast<float>(on.weights[0]) * a + static_cast<float>(on.weights[1]) * b + static_cast<float>(on.weights[2]) * c;
    on.away = apart(p, q);
    return on;
}

}  // namespace

std::vector<int> pieces_of(const StrandMesh& mesh) {
    Joins joins(mesh.rest.size());
    for (const auto& t : mesh.triangles) joins.join(t[0], t[1]), joins.join(t[0], t[2]);
    return joins.pieces();
}

Strand lay_along(const StrandMesh& mesh, std::span<const int> piece_of, int piece, int segments) {
    Strand strand;
    const std::vector<double> way = ways_from_pins(mesh, piece_of, piece);
    double farthest = 0.0;
    for (const double length : way)
        if (std::isfinite(length)) farthest = std::max(farthest, length);
    if (!(farthest > 0.0)) return strand;  // no pin, or nothing but pins
    for (int k = 0; k <= segments; ++k) {
        // The ends lie just inside of the first and last line, where the lines still cross the piece.
        const double share = std::clamp(static_cast<double>(k) / segments, 1e-3, 1.0 - 1e-3);
        JointBinding joint = middle_of_level(mesh, way, share * farthest);
        if (joint.empty()) continue;
        const Vec2 here = place(mesh, joint);
        if (!strand.rest.empty() && apart(strand.rest.back(), here) < 1e-3) continue;
        strand.rest.push_back(here);
        strand.joints.push_back(std::move(joint));
    }
    if (strand.joints.size() < 2) strand = {};
    return strand;
}

Strand lay_through(const StrandMesh& mesh, std::span<const Vec2> points) {
    Strand strand;
    for (const Vec2 point : points) {
        OnTriangle best;
        std::array<int, 3> corners{};
        for (const auto& t : mesh.triangles) {
            const OnTriangle on = nearest_on(point, mesh.rest[at(t[0])], mesh.rest[at(t[1])], mesh.rest[at(t[2])]);
            if (on.away < best.away) best = on, corners = t;
        }
        if (!std::isfinite(best.away)) return {};
        std::map<int, double> weights;
        for (std::size_t k = 0; k < 3; ++k)
            if (best.weights[k] > 0.0) weights[corners[k]] += best.weights[k];
        JointBinding joint = normalised(weights);
        strand.rest.push_back(place(mesh, joint));
        strand.joints.push_back(std::move(joint));
    }
    return strand;
}

}  // namespace yure::chain
