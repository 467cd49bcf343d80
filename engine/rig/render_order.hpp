/// Render order from draw orders: members of a group sorted by draw order, stable in file order, sub-groups walked at
/// their part's place. Private to engine/rig.
#pragma once

#include <cstdint>
#include <vector>

#include "yure/rig/puppet.hpp"

namespace yure::rig {

class RenderOrder {
  public:
    explicit RenderOrder(const Puppet& puppet);

    /// `keys` holds the draw order of every group member, in the table's order.
    std::vector<int> keys;
    void update(const Puppet& puppet);
    const std::vector<int>& ranks() const { return ranks_; }  ///< per mesh, 0 = furthest back

  private:
    void sort_group(const Puppet& puppet, std::size_t group);

    struct Visit {
        std::int32_t next = 0, end = 0;  ///< places in `sorted_`
    };
    std::vector<std::int32_t> sorted_;  ///< rows of group_member, each group's run sorted in place
    std::vector<std::int32_t> buckets_;
    std::vector<Visit> stack_;
    std::vector<int> ranks_;
};

}  // namespace yure::rig
