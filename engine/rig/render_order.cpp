#include "render_order.hpp"

#include <algorithm>

namespace yure::rig {
namespace {

constexpr std::int64_t kMaxBuckets = 2048;  // draw orders are 0..1000 in nearly all files

std::size_t at(std::int32_t value) {
    return static_cast<std::size_t>(value);
}

}  // namespace

RenderOrder::RenderOrder(const Puppet& puppet)
    : keys(puppet.group_member.type.size()),
      sorted_(puppet.group_member.type.size()),
      buckets_(kMaxBuckets),
      ranks_(puppet.mesh.id.size()) {
    stack_.reserve(puppet.group.obj_begin.size());
}

void RenderOrder::sort_group(const Puppet& puppet, std::size_t group) {
    const std::int32_t begin = puppet.group.obj_begin[group], count = puppet.group.obj_count[group];
    if (count <= 0) return;
    const auto [low, high] = std::minmax_element(keys.begin() + begin, keys.begin() + begin + count);
    const std::int64_t span = std::int64_t{*high} - *low + 1;
    if (span > kMaxBuckets) {
        for (std::int32_t k = 0; k < count; ++k) sorted_[at(begin + k)] = begin + k;
        std::sort(sorted_.begin() + begin, sorted_.begin() + begin + count, [&](std::int32_t a, std::int32_t b) {
            return keys[at(a)] != keys[at(b)] ? keys[at(a)] < keys[at(b)] : a < b;
        });
        return;
    }
    // Counting sort: stable and without comparisons; each bucket becomes the place of its next member.
    const std::int32_t lowest = *low;
    std::fill_n(buckets_.begin(), span, 0);
    for (std::int32_t k = 0; k < count; ++k) ++buckets_[at(keys[at(begin + k)] - lowest)];
    std::int32_t place = begin;
    for (std::int64_t b = 0; b < span; ++b) {
        const std::int32_t members = buckets_[static_cast<std::size_t>(b)];
        buckets_[static_cast<std::size_t>(b)] = place;
        place += members;
    }
    for (std::int32_t k = 0; k < count; ++k) sorted_[at(buckets_[at(keys[at(begin + k)] - lowest)]++)] = begin + k;
}

void RenderOrder::update(const Puppet& puppet) {
    for (std::size_t group = 0; group < puppet.group.obj_begin.size(); ++group) sort_group(puppet, group);
    stack_.clear();
    const auto open = [&](std::size_t group) {
        stack_.push_back(
            {puppet.group.obj_begin[group], puppet.group.obj_begin[group] + puppet.group.obj_count[group]});
    };
    if (!puppet.group.obj_begin.empty()) open(0);
    int rank = 0;
    while (!stack_.empty()) {
        Visit& visit = stack_.back();
        if (visit.next >= visit.end) {
            stack_.pop_back();
            continue;
        }
        const std::size_t member = at(sorted_[at(visit.next++)]);
        if (puppet.group_member.type[member] == static_cast<std::int32_t>(GroupMember::mesh))
            ranks_[at(puppet.group_member.index[member])] = rank++;
        else
            open(at(puppet.group_member.group[member]));
    }
}

}  // namespace yure::rig
