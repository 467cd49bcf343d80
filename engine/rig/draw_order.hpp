/// Draw orders as whole numbers, and the range a group of objects can reach. Private to engine/rig.
#pragma once

#include <algorithm>
#include <cstdint>

#include "yure/rig/puppet.hpp"

namespace yure::rig {

/// The runtime's rounding: a thousandth up, then towards zero. Numbers no int can hold are cut (a NaN counts as 0).
inline int whole_draw_order(float value) {
    const float raised = value + 0.001f;
    if (!(raised > -2.0e9f)) return raised != raised ? 0 : -2000000000;
    return raised < 2.0e9f ? static_cast<int>(raised) : 2000000000;
}

struct OrderRange {
    int min = 1, max = 0;  ///< min > max = nothing
    bool empty() const { return min > max; }
    void add(OrderRange other) {
        if (other.empty()) return;
        *this = empty() ? other : OrderRange{std::min(min, other.min), std::max(max, other.max)};
    }
};

/// Lowest and highest draw order any direct member of a group can have: its keyforms, widened by what its blend shapes
/// add (from version 5.0 on; sums are cut to 0..1000 there). Precondition: everything but the groups passed `check`.
OrderRange group_order_range(const Puppet& puppet, int group);

}  // namespace yure::rig
