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

inline constexpr float kFastest = 2e4f;        // px/s along each axis; keeps any input bounded
inline constexpr float kFarthest = 1e6f;       // px from the drawing; beyond, a state counts as lost
inline constexpr float kFlippedShare = 1e-3f;  // of the rest area; a triangle below it counts as flipped

/// Semi-implicit Euler. The old velocity decays by exp(-damping h); what gravity and wind add in this substep does not,
/// or the weight of a body at rest would depend on its damping.
template <class A>
inline void predict(const KernelScene& scene, const KernelBlock& block, typename A::Vector h) {
    using V = typename A::Vector;
    const Point<V> wind = A::clip_point(block.wind, 0);
    const V gravity_x = V::all(scene.gravity_x), gravity_y = V::all(scene.gravity_y);
    const V fastest = V::all(kFastest), slowest = V::all(-kFastest);
    for (int i = 0; i < scene.particles; i += A::kTogether) {
        const V windward = A::number(scene.wind_share + i), decay = A::number(scene.decay + i);
        const V falls = A::number(scene.fall_share + i);
        Point<V> v = A::point(block.velocity, i);
        v.x = v.x * decay + (gravity_x * falls + wind.x * windward) * h;
        v.y = v.y * decay + (gravity_y * falls + wind.y * windward) * h;
        v.x = min(max(v.x, slowest), fastest);
        v.y = min(max(v.y, slowest), fastest);
        A::put_point(block.velocity, i, v);
        const Point<V> x = A::point(block.position, i) + v * h;
        A::put_point(block.predicted, i, x);
        A::put_point(block.position, i, x);
    }
}

/// Velocity changes by what the constraints moved, not by (new - old)/h: the rounding of positions (1/30,000 px at some
/// 100 px, which is 0.03 px/s at 960 Hz) would otherwise swallow the damping of slow motion.
template <class A>
inline void update_velocities(const KernelScene& scene, const KernelBlock& block, typename A::Vector inverse_h) {
    using V = typename A::Vector;
    for (int i = 0; i < scene.particles; i += A::kTogether) {
        const Point<V> moved = A::point(block.position, i) - A::point(block.predicted, i);
        A::put_point(block.velocity, i, A::point(block.velocity, i) + moved * inverse_h);
    }
}

template <class A>
void run_frame(const KernelScene& scene, const KernelBlock& block, const KernelFrame& frame) {
    using V = typename A::Vector;
    const V h = V::all(frame.h);
    const V fraction = V::all(1.0f / static_cast<float>(frame.substeps));
    for (int k = 1; k <= frame.substeps; ++k) {
        const V t = V::all(static_cast<float>(k) / static_cast<float>(frame.substeps));
        const bool backwards = k % 2 == 0;  // sweeps alternate, so that no direction is favoured
        predict<A>(scene, block, h);
        move_kinematic<A>(scene, block, t);
        solve_pin<A>(scene, block, t);
        solve_distance<A>(scene, block, t, backwards);
        solve_area<A>(scene, block, t, backwards);
        solve_bend<A>(scene, block, t, backwards);
        solve_weld<A>(scene, block, t, backwards);
        solve_goal<A>(scene, block, t);
        solve_obstacle<A>(scene, block, t, fraction, h, true);
        solve_long_range<A>(scene, block, t);
        solve_distance<A>(scene, block, t, !backwards);
        solve_long_range<A>(scene, block, t);
        // Edges come last among the forces, but they must neither flip a triangle, nor push it beyond its limit or into
        // an obstacle.
        solve_flip_guard<A>(scene, block, t, backwards);
        solve_obstacle<A>(scene, block, t, fraction, h, false);
        update_velocities<A>(scene, block, V::all(frame.inverse_h));
    }
}

template <class A>
void prepare_frame(const KernelScene& scene, const KernelBlock& block) {
    prepare_distance<A>(scene, block);
    prepare_area<A>(scene, block);
    prepare_bend<A>(scene, block);
    prepare_weld<A>(scene, block);
    prepare_long_range<A>(scene, block);
}

/// Says per clip whether a triangle lies flipped whose goal does not, and whether the state is lost.
template <class A>
void inspect_block(const KernelScene& scene, const KernelBlock& block) {
    using V = typename A::Vector;
    const V zero = V::all(0.0f), one = V::all(1.0f);
    V trouble = zero;
    sweep<A>(scene.area, scene.area_packs, false, [&](const AreaPack& c, int k, int i) {
        const AreaSides<V> base = load_sides<A>(block.base, c, k), x = load_sides<A>(block.position, c, k),
                           g = load_sides<A>(block.goal_to, c, k);
        const V half_sign = A::number(c.half_sign + k);
        const V now = signed_area(base.e + x.e, base.f + x.f, half_sign).value;
        const V goal = signed_area(g.e, g.f, half_sign).value;
        const V smallest = A::value(block.area_to, i) * V::all(kFlippedShare);
        trouble = max(trouble, select(now < smallest, select(smallest < goal, one, zero), zero));
    });
    const V far = V::all(kFarthest), lost = V::all(2.0f);
    for (int i = 0; i < scene.particles; i += A::kTogether) {
        const Point<V> x = A::point(block.base, i) + A::point(block.position, i);
        // Lost for NaN, too.
        trouble = select(absolute(x.x) < far, select(absolute(x.y) < far, trouble, lost), lost);
    }
    A::put_largest(block.trouble, trouble);
}

template <class A>
inline Kernel make_kernel(InstructionSet set) {
    return {set, A::kClips, A::Vector::kLanes, &prepare_frame<A>, &run_frame<A>, &inspect_block<A>};
}

}  // namespace yure::sim
