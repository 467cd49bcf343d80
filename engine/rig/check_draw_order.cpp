// Draw-order groups: a tree over all meshes, and the ranges a runtime trusts when it sorts.
#include "checker.hpp"
#include "draw_order.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace yure::rig {
namespace {

void check_members(Checker& c) {
    const GroupMemberTable& t = c.p.group_member;
    std::vector<std::int32_t> mesh_seen(c.p.mesh.id.size(), -1), group_seen(c.p.group.obj_begin.size(), -1);
    if (!group_seen.empty()) group_seen[0] = 0;
    for (std::size_t i = 0; i < t.type.size() && !c.full(); ++i) {
        const bool is_mesh = t.type[i] == static_cast<std::int32_t>(GroupMember::mesh);
        const std::size_t objects = is_mesh ? c.p.mesh.id.size() : c.p.part.id.size();
        if (t.index[i] < 0 || index(t.index[i]) >= objects) {
            c.error("group_member.index", i,
                    "is " + std::to_string(t.index[i]) + ", but there are " + std::to_string(objects) +
                        (is_mesh ? " meshes" : " parts"));
        } else if (!is_mesh && (t.group[i] < 0 || index(t.group[i]) >= group_seen.size())) {
            c.error("group_member.group", i,
                    "is " + std::to_string(t.group[i]) + ", but there are " + std::to_string(group_seen.size()) +
                        " groups");
        }
    }
    if (c.has_errors()) return;
    for (std::size_t g = 0; g < group_seen.size() && !c.full(); ++g)
        for (std::int32_t k = 0; k < c.p.group.obj_count[g] && !c.full(); ++k) {
            const std::size_t member = index(c.p.group.obj_begin[g] + k);
            const bool is_mesh = t.type[member] == static_cast<std::int32_t>(GroupMember::mesh);
            auto& seen = is_mesh ? mesh_seen[index(t.index[member])] : group_seen[index(t.group[member])];
            if (seen >= 0)
                c.error(is_mesh ? "group_member.index" : "group_member.group", member,
                        is_mesh ? "mesh " + std::to_string(t.index[member]) + " occurs twice in the draw-order groups"
                                : "group " + std::to_string(t.group[member]) + " is opened twice (or is the root)");
            seen = static_cast<std::int32_t>(g);
        }
    if (c.has_errors()) return;
    // Every group is opened at most once and never the root, so what cannot be reached is a cycle or an orphan.
    for (std::size_t i = 0; i < mesh_seen.size(); ++i)
        if (mesh_seen[i] < 0) c.warning("mesh.id", i, "is in no draw-order group, so its render order is undefined");
}

/// Groups the root opens, in an order where children come after their parents. Unreached ones are a cycle or orphans.
std::vector<std::size_t> reachable_groups(const Puppet& p) {
    std::vector<std::size_t> order;
    if (p.group.obj_begin.empty()) return order;
    order.push_back(0);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::int32_t k = 0; k < p.group.obj_count[order[i]]; ++k) {
            const std::size_t member = index(p.group.obj_begin[order[i]] + k);
            if (p.group_member.type[member] == static_cast<std::int32_t>(GroupMember::part))
                order.push_back(index(p.group_member.group[member]));
        }
    return order;
}

void check_tree(Checker& c) {
    const Puppet& p = c.p;
    const std::vector<std::size_t> order = reachable_groups(p);
    std::vector<bool> reached(p.group.obj_begin.size());
    for (const std::size_t g : order) reached[g] = true;
    for (std::size_t g = 0; g < reached.size(); ++g)
        if (!reached[g])
            c.error("group.obj_begin", g, "the root group does not lead to this group (a cycle or an orphan)");
    if (c.has_errors()) return;

    std::vector<std::int64_t> slots(p.group.obj_begin.size());
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        for (std::int32_t k = 0; k < p.group.obj_count[*it]; ++k) {
            const std::size_t member = index(p.group.obj_begin[*it] + k);
            if (p.group_member.type[member] == static_cast<std::int32_t>(GroupMember::mesh)) {
                slots[*it] += 1;
            } else {
                slots[*it] += slots[index(p.group_member.group[member])];
                if (p.version >= MocVersion::v5_3 && p.part.offscreen[index(p.group_member.index[member])] >= 0)
                    slots[*it] += 1;
            }
        }
        if (slots[*it] != p.group.total_count[*it])
            c.warning("group.total_count", *it,
                      "is " + std::to_string(p.group.total_count[*it]) + ", but the group has " +
                          std::to_string(slots[*it]) + " render slots");
    }
    for (std::size_t g = 0; g < slots.size(); ++g) {
        const OrderRange need = group_order_range(p, static_cast<int>(g));
        if (need.empty()) continue;
        if (need.min < p.group.min_order[g])
            c.warning(
                "group.min_order", g,
                "is " + std::to_string(p.group.min_order[g]) + ", but a member can reach " + std::to_string(need.min));
        if (need.max > p.group.max_order[g])
            c.warning(
                "group.max_order", g,
                "is " + std::to_string(p.group.max_order[g]) + ", but a member can reach " + std::to_string(need.max));
    }
}

}  // namespace

void check_draw_order(Checker& c) {
    c.runs("group.obj_begin", c.p.group.obj_begin, "group.obj_count", c.p.group.obj_count, c.p.group_member.type.size(),
           "group_member");
    if (c.has_errors()) return;
    check_members(c);
    if (c.has_errors()) return;
    check_tree(c);
}

}  // namespace yure::rig
