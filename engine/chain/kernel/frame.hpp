// One frame of one block, readable from top to bottom: rest lengths, loops of predict and constrain (or a skip frame),
// write-back. docs/chains.md, "A frame"; the numbers below are the steps of one constraint pass there.
#pragma once

#include "kernel/contact.hpp"
#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::chain {

/// From the parent to the particle in the animated pose.
template <class V>
inline Vector<V> animated_arm(const KernelShape& shape, const KernelBlock& block, int p) {
    return load_vector<V>(block.place, p) - load_vector<V>(block.place, shape.parent[p]);
}

template <class V>
inline void prepare(const KernelShape& shape, const KernelBlock& block) {
    const typename V::Mask fixed = V::all(0.5) < V::load(block.fixed);
    for (int p = 1; p < shape.particles; ++p) {
        const int q = shape.parent[p];
        if (shape.is_end[p] != 0)
            store_vector(
                block.place, p,
                load_vector<V>(block.place, q) + load_matrix<V>(block.linear, q) * load_vector<V>(block.end_offset, p));
        const Vector<V> arm = animated_arm<V>(shape, block, p);
        store_value(block.rest_length, p, select(fixed, load_value<V>(block.bind_length, p), size(arm)));
        if (shape.additive || shape.any_limit)
            store_vector(block.offset, p, solve(load_matrix<V>(block.linear, q), arm));
    }
}

template <class V>
inline Vector<V> predict(const KernelBlock& block, int p, const Vector<V>& push, const Vector<V>& move,
                         typename V::Mask active) {
    const Vector<V> x = load_vector<V>(block.position, p), before = load_vector<V>(block.previous, p);
    const V hit = load_value<V>(block.hit, p), half = V::all(0.5);
    const V keep = select(half < hit, load_value<V>(block.keep_hit, p), load_value<V>(block.keep, p));
    const Vector<V> carried = move * load_value<V>(block.inert, p);
    store_vector(block.previous, p, select(active, x + carried, before));
    store_value(block.hit, p, select(active, V::all(0.0), hit));
    return select(active, x + (x - before) * keep + push + carried, x);
}

/// Step 4: not farther from the rest place than the stiffness lets it.
template <class V>
inline Vector<V> hold_stiff(const KernelBlock& block, int p, const Vector<V>& x, const Vector<V>& rest, V rest_length) {
    const V zero = V::all(0.0), tiny = V::all(1e-300);
    const V slack = load_value<V>(block.slack, p);
    const Vector<V> back = rest - x;
    const V away = size(back), most = slack * rest_length;
    const V share = select(most < away, (away - most) / max(away, tiny), zero);
    return x + back * select(slack < zero, zero, share);
}

/// Step 8: the length is kept, whatever else happened.
template <class V>
inline Vector<V> keep_length(const Vector<V>& x, const Vector<V>& parent, const Vector<V>& arm, V rest_length) {
    const Vector<V> away = x - parent;
    const V length = size(away), zero = V::all(0.0), one = V::all(1.0);
    // Neither nothing nor beyond what can be squared: there the animated direction counts.
    const V lost = select(length < V::all(1e-12), one, select(V::all(1e150) < length, one, zero));
    const typename V::Mask none = zero < lost;
    if (any(none)) return parent + select(none, unit(arm), away * (one / length)) * rest_length;
    return parent + away * (one / length * rest_length);
}

/// What the bone before p has been turned by, once p is where it is: the correction of q times what q itself carries.
template <class V>
inline void turn_bone(const KernelShape& shape, const KernelBlock& block, int p) {
    const int q = shape.parent[p];
    const Matrix<V> before = load_matrix<V>(block.turn, q);
    if (shape.only_child[q] != p) return store_matrix(block.turn, p, before);
    const Vector<V> to = load_vector<V>(block.position, p) - load_vector<V>(block.position, q);
    const Vector<V> z = before * load_matrix<V>(block.linear, q).z;
    store_matrix(block.turn, p, shortest_turn(before * animated_arm<V>(shape, block, p), to, z) * before);
}

/// Steps 5 to 8.
template <class V>
inline Vector<V> confine(const KernelShape& shape, const KernelBlock& block, int p, Vector<V> x,
                         const Vector<V>& parent, V loop) {
    const int q = shape.parent[p];
    const Vector<V> arm = animated_arm<V>(shape, block, p);
    const typename V::Mask active = loop < V::load(block.loops);
    if (shape.colliders > 0) {
        const V radius = load_value<V>(block.radius, p) * V::load(block.scale);
        const V one = V::all(1.0), zero = V::all(0.0);
        V hit = zero;
        for (int c = 0; c < shape.colliders; ++c) {
            const ColliderLanes<V> collider{load_vector<V>(block.collider_from, c),
                                            load_vector<V>(block.collider_to, c),
                                            load_value<V>(block.collider_radius_from, c),
                                            load_value<V>(block.collider_radius_to, c),
                                            load_value<V>(block.collider_share, c),
                                            shape.collider_is_plane[c] != 0,
                                            shape.collider_is_inside[c] != 0};
            const ContactResult<V> result = contact(collider, x, radius, unit(arm));
            x = result.position;
            hit = select(result.hit, one, hit);
        }
        store_value(block.hit, p, max(load_value<V>(block.hit, p), select(active, hit, zero)));
    }
    if (shape.limited[p] != 0) {
        store_vector(block.position, p, select(active, x, load_vector<V>(block.position, p)));
        double at[V::kLanes];  // the same number in all lanes
        __builtin_memcpy(at, &loop, sizeof at);
        block.limit(block, p, V::kLanes, at[0]);
        x = load_vector<V>(block.position, p);
    }
    if (shape.freeze_axis >= 0) {
        const Vector<V> n = unit(load_vector<V>(block.linear, 3 * q + shape.freeze_axis));
        x = x - n * dot(n, x - parent);
    }
    return keep_length(x, parent, arm, load_value<V>(block.rest_length, p));
}

template <class V>
inline void run_loop(const KernelShape& shape, const KernelBlock& block, int k) {
    const V loop = V::all(static_cast<double>(k));
    const typename V::Mask active = loop < V::load(block.loops);
    const Vector<V> none = all_of<V>(0.0, 0.0, 0.0);
    const Vector<V> push = load_vector<V>(block.push, 0);
    const Vector<V> move = k == 0 ? load_vector<V>(block.move, 0) : none;
    {
        const Vector<V> x = load_vector<V>(block.position, 0);
        store_vector(block.previous, 0, select(active, x, load_vector<V>(block.previous, 0)));
        store_vector(block.position, 0, select(active, load_vector<V>(block.place, 0), x));
    }
    if (shape.limits_follow_parent) store_matrix(block.turn, 0, identity<V>());
    for (int p = 1; p < shape.particles; ++p) {
        const int q = shape.parent[p];
        const Vector<V> parent = load_vector<V>(block.position, q);
        const Vector<V> old = load_vector<V>(block.position, p);
        const Vector<V> rest = parent + animated_arm<V>(shape, block, p);
        Vector<V> x = predict(block, p, push, move, active);
        if (k == 0 && shape.additive) {
            const Vector<V> target = load_vector<V>(block.last_place, q) +
                                     load_matrix<V>(block.dynamic, q) * load_vector<V>(block.offset, p);
            x = x + (target - x) * load_value<V>(block.additive, p);
        }
        x = x + (rest - x) * load_value<V>(block.elastic, p);
        x = hold_stiff(block, p, x, rest, load_value<V>(block.rest_length, p));
        x = confine(shape, block, p, x, parent, loop);
        store_vector(block.position, p, select(active, x, old));
        if (shape.limits_follow_parent) turn_bone<V>(shape, block, p);
    }
    for (int pass = 1; pass < shape.collision_iterations; ++pass)
        for (int p = 1; p < shape.particles; ++p) {
            const Vector<V> old = load_vector<V>(block.position, p);
            const Vector<V> x = confine(shape, block, p, old, load_vector<V>(block.position, shape.parent[p]), loop);
            store_vector(block.position, p, select(active, x, old));
            if (shape.limits_follow_parent) turn_bone<V>(shape, block, p);
        }
}

/// A frame without a loop: the chain goes along with the whole motion of its object.
template <class V>
inline void skip(const KernelShape& shape, const KernelBlock& block) {
    const V zero = V::all(0.0), half = V::all(0.5), loops = V::load(block.loops);
    const V is_skip = select(loops < half, select(zero - half < loops, V::all(1.0), zero), zero);
    const typename V::Mask active = half < is_skip;
    if (!any(active)) return;
    const Vector<V> move = load_vector<V>(block.move, 0);
    const Vector<V> root = load_vector<V>(block.position, 0);
    store_vector(block.previous, 0, select(active, root, load_vector<V>(block.previous, 0)));
    store_vector(block.position, 0, select(active, load_vector<V>(block.place, 0), root));
    for (int p = 1; p < shape.particles; ++p) {
        const Vector<V> parent = load_vector<V>(block.position, shape.parent[p]);
        const Vector<V> arm = animated_arm<V>(shape, block, p);
        const Vector<V> before = load_vector<V>(block.previous, p), old = load_vector<V>(block.position, p);
        const V rest_length = load_value<V>(block.rest_length, p);
        Vector<V> x = hold_stiff(block, p, old + move, parent + arm, rest_length);
        x = keep_length(x, parent, arm, rest_length);
        store_vector(block.previous, p, select(active, before + move, before));
        store_vector(block.position, p, select(active, x, old));
    }
}

template <class V>
inline void write_back(const KernelShape& shape, const KernelBlock& block) {
    const typename V::Mask idle = V::load(block.loops) < V::all(-0.5);
    store_matrix(block.turn, 0, identity<V>());
    for (int p = 1; p < shape.particles; ++p) turn_bone<V>(shape, block, p);
    V fastest = V::all(0.0), finite = V::all(0.0);
    for (int p = 0; p < shape.particles; ++p) {
        const Matrix<V> turn = load_matrix<V>(block.turn, shape.only_child[p] >= 0 ? shape.only_child[p] : p);
        const Matrix<V> written = turn * load_matrix<V>(block.linear, p);
        store_matrix(block.dynamic, p, select(idle, load_matrix<V>(block.dynamic, p), written));
        const Vector<V> x = load_vector<V>(block.position, p), v = x - load_vector<V>(block.previous, p);
        finite = finite + (x.x - x.x) + (x.y - x.y) + (x.z - x.z);  // 0, or NaN once anything is not finite
        if (p > 0) fastest = max(dot(v, v), fastest);
        if (shape.additive) store_vector(block.last_place, p, x);
    }
    fastest.store(block.fastest);
    select(finite < V::all(1.0), V::all(1.0), V::all(0.0)).store(block.finite);
}

template <class V>
void run_frame(const KernelShape& shape, const KernelBlock& block, int most_loops) {
    prepare<V>(shape, block);
    for (int k = 0; k < most_loops; ++k) run_loop<V>(shape, block, k);
    skip<V>(shape, block);
    write_back<V>(shape, block);
}

template <class V>
inline Kernel make_kernel(InstructionSet set) {
    return {set, V::kLanes, &run_frame<V>};
}

}  // namespace yure::chain
