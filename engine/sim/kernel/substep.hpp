// One frame of one block: the order of a substep, readable from top to bottom.
#pragma once

#include "kernel/constraint_area.hpp"
#include "kernel/constraint_bend.hpp"
#include "kernel/constraint_distance.hpp"
#include "kernel/constraint_goal.hpp"
#include "kernel/constraint_long_range.hpp"
#include "kernel/constraint_obstacle.hpp"
#include "kernel/constraint_pin.hpp"
#include "kernel/constraint_weld.hpp"

namespace yure::sim {

inline constexpr float kFastest = 2e4f;   // px/s along each axis; keeps any input bounded
inline constexpr float kFarthest = 1e6f;  // px from the drawing; beyond, a state counts as lost

/// Semi-implicit Euler. The old velocity decays by exp(-damping h); what gravity and wind add in this substep does not,
/// or the weight of a body at rest would depend on its damping.
template <class V>
inline void predict(const KernelScene& scene, const KernelBlock& block, V h) {
    const Point<V> wind = load_point<V>(block.wind, 0);
    const V gravity_x = V::all(scene.gravity_x), gravity_y = V::all(scene.gravity_y);
    const V fastest = V::all(kFastest), slowest = V::all(-kFastest);
    for (int i = 0; i < scene.particles; ++i) {
        const TunedParticle& particle = scene.particle[i];
        const V share = V::all(particle.wind), decay = V::all(particle.decay);
        Point<V> v = load_point<V>(block.velocity, i);
        v.x = v.x * decay + (gravity_x + wind.x * share) * h;
        v.y = v.y * decay + (gravity_y + wind.y * share) * h;
        v.x = min(max(v.x, slowest), fastest);
        v.y = min(max(v.y, slowest), fastest);
        store_point(block.velocity, i, v);
        const Point<V> x = load_point<V>(block.position, i) + v * h;
        store_point(block.predicted, i, x);
        store_point(block.position, i, x);
    }
}

/// Velocity changes by what the constraints moved, not by (new - old)/h: the rounding of positions (1/30,000 px at some
/// 100 px, which is 0.03 px/s at 960 Hz) would otherwise swallow the damping of slow motion.
template <class V>
inline void update_velocities(const KernelScene& scene, const KernelBlock& block, V inverse_h) {
    for (int i = 0; i < scene.particles; ++i) {
        const Point<V> moved = load_point<V>(block.position, i) - load_point<V>(block.predicted, i);
        store_point(block.velocity, i, load_point<V>(block.velocity, i) + moved * inverse_h);
    }
}

template <class V>
void run_frame(const KernelScene& scene, const KernelBlock& block, const KernelFrame& frame) {
    const V h = V::all(frame.h);
    const V fraction = V::all(1.0f / static_cast<float>(frame.substeps));
    for (int k = 1; k <= frame.substeps; ++k) {
        const V t = V::all(static_cast<float>(k) / static_cast<float>(frame.substeps));
        const bool backwards = k % 2 == 0;  // sweeps alternate, so that no direction is favoured
        predict<V>(scene, block, h);
        move_kinematic<V>(scene, block, t);
        solve_pin<V>(scene, block, t);
        solve_distance<V>(scene, block, t, backwards);
        solve_area<V>(scene, block, t, backwards);
        solve_bend<V>(scene, block, t, backwards);
        solve_weld<V>(scene, block, t, backwards);
        solve_goal<V>(scene, block, t);
        solve_obstacle<V>(scene, block, t, fraction, h, true);
        solve_long_range<V>(scene, block, t);
        solve_distance<V>(scene, block, t, !backwards);
        // Edges come last among the forces, but they must neither flip a triangle nor push it into an obstacle.
        solve_flip_guard<V>(scene, block, t, backwards);
        solve_obstacle<V>(scene, block, t, fraction, h, false);
        update_velocities<V>(scene, block, V::all(frame.inverse_h));
    }
}

template <class V>
void prepare_frame(const KernelScene& scene, const KernelBlock& block) {
    const typename V::Mask fresh = V::all(0.0f) < V::load(block.fresh);
    prepare_distance<V>(scene, block, fresh);
    prepare_area<V>(scene, block, fresh);
    prepare_bend<V>(scene, block, fresh);
    prepare_weld<V>(scene, block, fresh);
    prepare_long_range<V>(scene, block, fresh);
}

/// Says per lane whether a triangle lies flipped whose goal does not, and whether the state is lost.
template <class V>
void inspect_block(const KernelScene& scene, const KernelBlock& block) {
    const V zero = V::all(0.0f), one = V::all(1.0f);
    V flipped = zero;
    for (int i = 0; i < scene.areas; ++i) {
        const TunedArea& t = scene.area[i];
        const V now = signed_area(load_point<V>(block.position, t.a), load_point<V>(block.position, t.b),
                                  load_point<V>(block.position, t.c), t.half_sign)
                          .value;
        const V goal = signed_area(load_point<V>(block.goal_to, t.a), load_point<V>(block.goal_to, t.b),
                                   load_point<V>(block.goal_to, t.c), t.half_sign)
                           .value;
        const V smallest = load_value<V>(block.area_to, i) * V::all(1e-3f);
        flipped = max(flipped, select(now < smallest, select(smallest < goal, one, zero), zero));
    }
    V found = one;
    const V far = V::all(kFarthest);
    for (int i = 0; i < scene.particles; ++i) {
        const Point<V> x = load_point<V>(block.position, i);
        found = select(absolute(x.x) < far, select(absolute(x.y) < far, found, zero), zero);  // zero for NaN, too
    }
    const V trouble = select(found < one, V::all(2.0f), zero);
    (trouble + flipped).store(block.trouble);
}

template <class V>
inline Kernel make_kernel(InstructionSet set) {
    return {set, V::kLanes, &prepare_frame<V>, &run_frame<V>, &inspect_block<V>};
}

}  // namespace yure::sim
