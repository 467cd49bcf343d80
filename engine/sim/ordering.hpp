// The order in which constraints are projected. Gauss-Seidel wants neighbours treated one after the other from the pins
// outwards; a processor wants neighbours in the list to be independent, so that their long latencies (square root,
// division) overlap. This order gives both: from the pins outwards, but within each window of `kWindow` constraints
// none shares a particle with another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace yure::sim {

inline constexpr std::size_t kWindow = 6;

/// `key(constraint)` says how far out a constraint is, `touches(constraint, particle_callback)` which particles it
/// moves. Ties are broken by the place in the list, so the result is unique.
template <class Constraint, class Key, class Touches>
void order_for_projection(std::vector<Constraint>& list, std::size_t particle_count, Key key, Touches touches) {
    std::vector<std::size_t> waiting(list.size());
    std::iota(waiting.begin(), waiting.end(), std::size_t{0});
    std::stable_sort(waiting.begin(), waiting.end(),
                     [&](std::size_t l, std::size_t r) { return key(list[l]) < key(list[r]); });

    constexpr std::size_t kLookAhead = 64;
    std::vector<std::size_t> used_in(particle_count, 0);  // number of the last window that moved the particle
    std::vector<Constraint> ordered;
    ordered.reserve(list.size());
    std::vector<std::size_t> passed_over;
    std::size_t next = 0;
    for (std::size_t window = 1; ordered.size() < list.size(); ++window) {
        std::size_t taken = 0;
        const auto try_take = [&](std::size_t index) {
            bool free = true;
            touches(list[index],
                    [&](int particle) { free = free && used_in[static_cast<std::size_t>(particle)] != window; });
            if (!free) return false;
            touches(list[index], [&](int particle) { used_in[static_cast<std::size_t>(particle)] = window; });
            ordered.push_back(list[index]);
            ++taken;
            return true;
        };
        // What earlier windows passed over comes first: nothing falls behind by more than the look-ahead.
        std::size_t kept = 0;
        for (const std::size_t index : passed_over)
            if (taken == kWindow || !try_take(index)) passed_over[kept++] = index;
        passed_over.resize(kept);
        while (taken < kWindow && next < waiting.size() && passed_over.size() < kLookAhead) {
            if (!try_take(waiting[next])) passed_over.push_back(waiting[next]);
            ++next;
        }
    }
    list.swap(ordered);
}

}  // namespace yure::sim
