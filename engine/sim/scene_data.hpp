// The compiled scene: what `Scene::build` makes of a spec and the solver reads. Private to engine/sim.
//
// Constraint lists hold compliances (independent of the step length); `tuned.hpp` turns them into what the kernels use.
// They stand in the order in which they are projected, in packs whose sizes stand beside them (ordering.hpp).
#pragma once

#include <array>
#include <vector>

#include "yure/sim/scene.hpp"

namespace yure::sim {

struct DistanceConstraint {
    int a, b;
    float rest_length;           // px at the default pose; 0 where two joined vertices coincide
    float stretch, compression;  // compliances
};

struct AreaConstraint {
    int a, b, c;
    float sign;        // of the signed area at the default pose
    float compliance;  // per px^2 of rest area; < 0: no area constraint, the flip guard only
};

// Two triangles (p, q, r) and (q, p, s) across the edge p-q.
struct BendConstraint {
    int p, q, r, s;
    // Rest shape gradients of q and r in the first triangle, of q and s in the second, 1/px; those of p are what is
    // left.
    Vec2 first_q, first_r, second_q, second_s;
    float compliance;
};

struct WeldConstraint {
    int a, b;
    float mobility_a, mobility_b;  // inverse mass times glue weight
};

struct Scene::Data {
    SceneSpec spec;
    Notices notices;
    int count = 0;
    std::vector<int> first;  // particle of each mesh's first vertex
    Vec2 origin;             // whole px: the solver works relative to it, where float is finest
    float extent = 0.0f;     // px, diagonal of the box around the drawing
    std::vector<Vec2> rest;  // px from the origin
    std::vector<float> pin;
    std::vector<int> glue_pin;         // per glue pin of the spec: particle it holds, -1 = not used
    std::vector<float> inverse_mass;   // 0 for kinematic particles
    std::vector<float> damping, wind;  // 1/s; factor
    std::vector<float> goal;           // effective value 0..1 per particle, 0 = none
    std::vector<Vec2> goal_offset;
    float calibration_error = -1.0f;

    std::vector<Triangle> triangle;
    std::vector<Vec2> grain;
    std::vector<float> root_distance;
    std::vector<int> root;
    std::vector<int> previous;    // next particle on the path to the root, -1 at roots
    std::vector<int> path_order;  // particles that have a root, nearer ones first

    std::vector<DistanceConstraint> distance;
    std::vector<AreaConstraint> area;
    std::vector<BendConstraint> bend;
    std::vector<WeldConstraint> weld;
    std::vector<int> distance_packs, area_packs, bend_packs, weld_packs;

    bool kinematic(int i) const { return pin[static_cast<std::size_t>(i)] >= kKinematicPin; }
};

}  // namespace yure::sim
