// What follows from triangles alone: edges, who lies beside them, paths to the roots, grain. Private to engine/sim.
#pragma once

#include <vector>

#include "yure/core/vec2.hpp"
#include "yure/sim/scene.hpp"

namespace yure::sim {

/// An edge of the mesh, a < b. `first`, `second`: the triangles beside it (indices of the list given), -1 = none;
/// where more than two meet, the first two.
struct MeshEdge {
    int a, b;
    int first = -1, second = -1;
    int beside = 0;  ///< how many triangles meet here
};

/// Every edge once, ordered by (a, b). Sides whose ends are the same vertex are left out.
std::vector<MeshEdge> find_edges(const std::vector<Scene::Triangle>& triangles);

/// A link between two particles that a path may take.
struct Link {
    int a, b;
    float length;
};

struct Paths {
    std::vector<float> distance;  ///< to the nearest root along links, -1 where none is reached
    std::vector<int> root;        ///< that root, -1 where none
    std::vector<int> previous;    ///< next particle towards it, -1 at roots and where none
    std::vector<int> order;       ///< particles that reach a root, nearer ones first
};

/// Dijkstra from all roots at once. Ties are settled by the particle's index, so the result is unique.
Paths shortest_paths(int count, const std::vector<Link>& links, const std::vector<int>& roots);

/// Per triangle the unit gradient of `distance`; straight down where it is not defined.
std::vector<Vec2> grain_directions(const std::vector<Vec2>& rest, const std::vector<Scene::Triangle>& triangles,
                                   const std::vector<float>& distance);

float signed_area(Vec2 a, Vec2 b, Vec2 c);

}  // namespace yure::sim
