// What a kernel's vector holds, and so where its numbers stand in memory. The code of a constraint is written once over
// an access type A and takes A::kTogether constraints at a time.
#pragma once

#include "kernel/kernel.hpp"
#include "kernel/lane_math.hpp"

namespace yure::sim {

/// One number of V::kLanes clips, of one constraint.
template <class V>
struct ClipsInLanes {
    using Vector = V;
    static constexpr int kClips = V::kLanes;
    static constexpr int kTogether = 1;

    /// A constant of the constraint.
    static V number(const float* column) { return V::all(*column); }
    /// A value or point of the constraint (or particle) and the clip, by its place in the list.
    static V value(const float* values, int i) { return V::load(values + static_cast<long>(i) * V::kLanes); }
    static void put_value(float* values, int i, V v) { v.store(values + static_cast<long>(i) * V::kLanes); }
    static Point<V> point(const float* points, int i) {
        const float* at = points + static_cast<long>(i) * (2 * V::kLanes);
        return {V::load(at), V::load(at + V::kLanes)};
    }
    static void put_point(float* points, int i, Point<V> p) {
        float* at = points + static_cast<long>(i) * (2 * V::kLanes);
        p.x.store(at);
        p.y.store(at + V::kLanes);
    }
    /// A point named by an index that is part of the constraint.
    static Point<V> gather(const float* points, const int* index) { return point(points, *index); }
    static void scatter(float* points, const int* index, Point<V> p) { put_point(points, *index, p); }
    /// A value or point of the clip alone.
    static V clip_value(const float* values, int i) { return value(values, i); }
    static Point<V> clip_point(const float* points, int i) { return point(points, i); }
    /// The largest number of each clip.
    static void put_largest(float* values, V v) { v.store(values); }
};

/// One number of V::kLanes constraints of a pack (or of as many particles), of one clip.
template <class V>
struct ClipAlone {
    using Vector = V;
    static constexpr int kClips = 1;
    static constexpr int kTogether = V::kLanes;

    static V number(const float* column) { return V::load_unaligned(column); }
    static V value(const float* values, int i) { return V::load(values + i); }
    static void put_value(float* values, int i, V v) { v.store(values + i); }
    static Point<V> point(const float* points, int i) {
        Point<V> p;
        V::load_pairs(points + 2l * i, p.x, p.y);
        return p;
    }
    static void put_point(float* points, int i, Point<V> p) { V::store_pairs(points + 2l * i, p.x, p.y); }
    static Point<V> gather(const float* points, const int* index) {
        Point<V> p;
        V::gather_pairs(points, index, p.x, p.y);
        return p;
    }
    static void scatter(float* points, const int* index, Point<V> p) { V::scatter_pairs(points, index, p.x, p.y); }
    static V clip_value(const float* values, int i) { return V::all(values[i]); }
    static Point<V> clip_point(const float* points, int i) {
        return {V::all(points[2 * i]), V::all(points[2 * i + 1])};
    }
    static void put_largest(float* values, V v) {
        alignas(64) float each[V::kLanes];
        v.store(each);
        float most = each[0];
        for (int k = 1; k < V::kLanes; ++k) most = most < each[k] ? each[k] : most;
        *values = most;
    }
};

/// From one particle to another, each given by its index and its position from its base.
template <class A>
inline Point<typename A::Vector> between(const KernelBlock& block, const int* from, Point<typename A::Vector> x_from,
                                         const int* to, Point<typename A::Vector> x_to) {
    return (A::gather(block.base, to) - A::gather(block.base, from)) + (x_to - x_from);
}

/// Calls `project(pack, k, i)` for the constraints k, k + 1, … k + A::kTogether - 1 of each pack; i is the index of
/// their state. Backwards means the packs: constraints of one pack do not touch each other.
template <class A, class Pack, class Project>
inline void sweep(const Pack* packs, int count, bool backwards, Project project) {
    const int step = backwards ? -1 : 1;
    int n = backwards ? count - 1 : 0;
    for (int left = count; left > 0; --left, n += step) {
        const Pack& pack = packs[n];
        for (int k = 0; k < pack.count; k += A::kTogether) project(pack, k, n * kPack + k);
    }
}

}  // namespace yure::sim
