// Pin: the rig holds a vertex at its anchor a (its goal, or the partner's vertex of a glue).
//
//     C = |x - a|,   compliance per unit mass alpha = 1e-4 (1 - p)/p:   x += (a - x) / (1 + alpha/h^2)
//
// From p = 0.999 on the vertex is kinematic: it is put on the anchor when positions are predicted, and has no inverse
// mass for anything else.
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

template <class V>
inline void move_kinematic(const KernelScene& scene, const KernelBlock& block, V t) {
    for (int i = 0; i < scene.pins; ++i) {
        const TunedPin& pin = scene.pin[i];
        if (pin.share < 1.0f) continue;
        store_point(block.position, pin.particle,
                    blend(load_point<V>(block.anchor_from, i), load_point<V>(block.anchor_to, i), t));
    }
}

template <class V>
inline void solve_pin(const KernelScene& scene, const KernelBlock& block, V t) {
    for (int i = 0; i < scene.pins; ++i) {
        const TunedPin& pin = scene.pin[i];
        if (pin.share >= 1.0f) continue;
        const Point<V> anchor = blend(load_point<V>(block.anchor_from, i), load_point<V>(block.anchor_to, i), t);
        const Point<V> x = load_point<V>(block.position, pin.particle);
        store_point(block.position, pin.particle, x + (anchor - x) * V::all(pin.share));
    }
}

}  // namespace yure::sim
