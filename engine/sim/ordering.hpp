// The order in which constraints are projected. Gauss-Seidel wants neighbours treated one after the other from the pins
// outwards; a processor wants constraints that are independent, to project several at once (one clip alone) or to let
// their square roots and divisions overlap (clips in lanes). This order gives both: from the pins outwards, but in
// packs of up to `kPack` constraints that share no particle. It is the one order of all kernels, so all give the same
// bits.
#pragma once

#include "kernel/kernel.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace yure::sim {

/// Reorders `list` and returns the sizes of its packs. `key(constraint)` says how far out a constraint is,
/// `touches(constraint, particle_callback)` which particles it moves. Ties are broken by the place in the list, so the
/// result is unique. `look_ahead` constraints may fall behind, no more: a wide mesh fills its packs well within it, on
/// a thin strand it ends a pack early, which keeps the order near that from the pins outwards.
template <class Constraint, class Key, class Touches>
std::vector<int> order_for_projection(std::vector<Constraint>& list, std::size_t particle_count, std::size_t look_ahead,
                                      Key key, Touches touches) {
    std::vector<float> keys;
    keys.reserve(list.size());
    for (const Constraint& constraint : list) keys.push_back(key(constraint));
    std::vector<std::size_t> waiting(list.size());
    std::iota(waiting.begin(), waiting.end(), std::size_t{0});
    std::stable_sort(waiting.begin(), waiting.end(), [&](std::size_t l, std::size_t r) { return keys[l] < keys[r]; });

    std::vector<std::size_t> used_in(particle_count, 0);  // number of the last pack that moved the particle
    std::vector<Constraint> ordered;
    ordered.reserve(list.size());
    std::vector<int> packs;
    std::vector<std::size_t> passed_over;
    std::size_t next = 0;
    for (std::size_t pack = 1; ordered.size() < list.size(); ++pack) {
        int taken = 0;
        const auto try_take = [&](std::size_t index) {
            bool free = true;
            touches(list[index],
                    [&](int particle) { free = free && used_in[static_cast<std::size_t>(particle)] != pack; });
            if (!free) return false;
            touches(list[index], [&](int particle) { used_in[static_cast<std::size_t>(particle)] = pack; });
            ordered.push_back(list[index]);
            ++taken;
            return true;
        };
        // What earlier packs passed over comes first: nothing falls behind by more than the look-ahead.
        std::size_t kept = 0;
        for (const std::size_t index : passed_over)
            if (taken == kPack || !try_take(index)) passed_over[kept++] = index;
        passed_over.resize(kept);
        while (taken < kPack && next < waiting.size() && passed_over.size() < look_ahead) {
            if (!try_take(waiting[next])) passed_over.push_back(waiting[next]);
            ++next;
        }
        packs.push_back(taken);
    }
    list.swap(ordered);
    return packs;
}

}  // namespace yure::sim
