#include "topology.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace yure::sim {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

}  // namespace

float signed_area(Vec2 a, Vec2 b, Vec2 c) {
    return 0.5f * cross(b - a, c - a);
}

std::vector<MeshEdge> find_edges(const std::vector<Scene::Triangle>& triangles) {
    struct Side {
        int a, b, triangle;
    };
    std::vector<Side> sides;
    sides.reserve(triangles.size() * 3);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        const std::array<int, 3> v{triangles[t].a, triangles[t].b, triangles[t].c};
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(v[k], v[(k + 1) % 3]);
            if (low != high) sides.push_back({low, high, static_cast<int>(t)});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const Side& l, const Side& r) {
        return std::tuple(l.a, l.b, l.triangle) < std::tuple(r.a, r.b, r.triangle);
    });
    std::vector<MeshEdge> edges;
    for (const Side& side : sides) {
        if (edges.empty() || edges.back().a != side.a || edges.back().b != side.b) edges.push_back({side.a, side.b});
        MeshEdge& edge = edges.back();
        if (edge.beside == 0) edge.first = side.triangle;
        if (edge.beside == 1) edge.second = side.triangle;
        ++edge.beside;
    }
    return edges;
}

Paths shortest_paths(int count, const std::vector<Link>& links, const std::vector<int>& roots) {
    // Neighbours of particle i: entries first[i] .. first[i+1] of `neighbour`.
    std::vector<int> first(at(count) + 1, 0);
    for (const Link& link : links) ++first[at(link.a) + 1], ++first[at(link.b) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    std::vector<std::pair<int, float>> neighbour(links.size() * 2);
    std::vector<int> fill(first.begin(), first.end() - 1);
    for (const Link& link : links) {
        neighbour[at(fill[at(link.a)]++)] = {link.b, link.length};
        neighbour[at(fill[at(link.b)]++)] = {link.a, link.length};
    }

    Paths paths;
    paths.distance.assign(at(count), -1.0f);
    paths.root.assign(at(count), -1);
    paths.previous.assign(at(count), -1);
    std::vector<char> done(at(count), 0);
    using Entry = std::pair<float, int>;  // distance, particle
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const int root : roots) {
        paths.distance[at(root)] = 0.0f;
        paths.root[at(root)] = root;
        open.push({0.0f, root});
    }
    while (!open.empty()) {
        const auto [distance, i] = open.top();
        open.pop();
        if (done[at(i)]) continue;
        done[at(i)] = 1;
        paths.order.push_back(i);
        for (int k = first[at(i)]; k < first[at(i) + 1]; ++k) {
            const auto [j, length] = neighbour[at(k)];
            const float longer = distance + length;
            if (done[at(j)] || (paths.root[at(j)] >= 0 && paths.distance[at(j)] <= longer)) continue;
            paths.distance[at(j)] = longer;
            paths.root[at(j)] = paths.root[at(i)];
            paths.previous[at(j)] = i;
            open.push({longer, j});
        }
    }
    return paths;
}

std::vector<Vec2> grain_directions(const std::vector<Vec2>& rest, const std::vector<Scene::Triangle>& triangles,
                                   const std::vector<float>& distance) {
    std::vector<Vec2> grain(triangles.size(), Vec2{0.0f, 1.0f});
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const Scene::Triangle& t = triangles[i];
        const float da = distance[at(t.a)], db = distance[at(t.b)], dc = distance[at(t.c)];
        if (da < 0.0f || db < 0.0f || dc < 0.0f) continue;
        const Vec2 e = rest[at(t.b)] - rest[at(t.a)], f = rest[at(t.c)] - rest[at(t.a)];
        const float determinant = cross(e, f);
        if (std::fabs(determinant) < 1e-6f) continue;
        // gradient . e = db - da, gradient . f = dc - da
        const Vec2 gradient{((db - da) * f.y - (dc - da) * e.y) / determinant,
                            ((dc - da) * e.x - (db - da) * f.x) / determinant};
        const float size = length(gradient);
        if (size > 1e-3f) grain[i] = gradient * (1.0f / size);
    }
    return grain;
}

}  // namespace yure::sim
