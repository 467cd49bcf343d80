// Pin: the rig holds a vertex at its anchor a (its goal, or the partner's vertex of a glue).
//
//     C = |x - a|,   compliance per unit mass alpha = 1e-4 (1 - p)/p:   x += (a - x) / (1 + alpha/h^2)
//
// From p = 0.999 on the vertex is kinematic: it is put on the anchor when positions are predicted, and has no inverse
// mass for anything else.
#pragma once

#include "kernel/lane_access.hpp"

namespace yure::sim {

template <class A>
inline void move_kinematic(const KernelScene& scene, const KernelBlock& block, typename A::Vector t) {
    using V = typename A::Vector;
    for (int i = 0; i < scene.kinematic_pins; i += A::kTogether) {
        const typename V::Mask soft = A::number(scene.pin_share + i) < V::all(1.0f);
        const Point<V> anchor = blend(A::point(block.anchor_from, i), A::point(block.anchor_to, i), t) -
                                A::gather(block.base, scene.pin_particle + i);
        const Point<V> x = A::gather(block.position, scene.pin_particle + i);
        A::scatter(block.position, scene.pin_particle + i, select(soft, x, anchor));
    }
}

template <class A>
inline void solve_pin(const KernelScene& scene, const KernelBlock& block, typename A::Vector t) {
    using V = typename A::Vector;
    for (int i = scene.kinematic_pins / A::kTogether * A::kTogether; i < scene.pins; i += A::kTogether) {
        const V share = A::number(scene.pin_share + i);
        const Point<V> anchor = blend(A::point(block.anchor_from, i), A::point(block.anchor_to, i), t) -
                                A::gather(block.base, scene.pin_particle + i);
        const Point<V> x = A::gather(block.position, scene.pin_particle + i);
        A::scatter(block.position, scene.pin_particle + i, select(share < V::all(1.0f), x + (anchor - x) * share, x));
    }
}

}  // namespace yure::sim
