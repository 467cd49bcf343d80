#include "draw_order.hpp"

#include <algorithm>
#include <cstddef>

namespace yure::rig {
namespace {

std::size_t at(std::int32_t value) {
    return static_cast<std::size_t>(value);
}

/// Keyform orders of one object, plus the largest swing of each of its blend shapes.
OrderRange object_range(const Puppet& p, std::int32_t object, std::int32_t kf_begin, std::int32_t kf_count,
                        const Floats& orders, const BlendTargetTable& blends) {
    if (kf_count <= 0) return {};
    const auto first = orders.begin() + kf_begin;
    auto [low, high] = std::minmax_element(first, first + kf_count);
    float min = *low, max = *high;
    if (p.version >= MocVersion::v5_0) {
        bool listed = false;
        // Targets usually ascend, but nothing enforces it.
        for (std::size_t i = 0; i < blends.target.size(); ++i) {
            if (blends.target[i] != object) continue;
            listed = true;
            for (std::int32_t k = 0; k < blends.count[i]; ++k) {
                const std::size_t record = at(blends.begin[i] + k);
                const std::int32_t base = p.blend_binding.base_key[at(p.blend_record.binding[record])];
                float down = 0.0f, up = 0.0f;
                for (std::int32_t row = 0; row < p.blend_record.kf_count[record]; ++row) {
                    if (row == base) continue;
                    const float difference = orders[at(p.blend_record.kf_begin[record] + row)];
                    down = std::min(down, difference);
                    up = std::max(up, difference);
                }
                min += down;
                max += up;
            }
        }
        if (listed) min = std::clamp(min, 0.0f, 1000.0f), max = std::clamp(max, 0.0f, 1000.0f);
    }
    return {whole_draw_order(min), whole_draw_order(max)};
}

}  // namespace

OrderRange group_order_range(const Puppet& p, int group) {
    OrderRange range;
    const auto g = static_cast<std::size_t>(group);
    for (std::int32_t k = 0; k < p.group.obj_count[g]; ++k) {
        const std::size_t member = at(p.group.obj_begin[g] + k);
        const std::int32_t object = p.group_member.index[member];
        if (p.group_member.type[member] == static_cast<std::int32_t>(GroupMember::mesh))
            range.add(object_range(p, object, p.mesh.kf_begin[at(object)], p.mesh.kf_count[at(object)],
                                   p.mesh_kf.draw_order, p.blend_mesh));
        else
            range.add(object_range(p, object, p.part.kf_begin[at(object)], p.part.kf_count[at(object)],
                                   p.part_kf.draw_order, p.blend_part));
    }
    return range;
}

}  // namespace yure::rig
