// Blend shapes (version 4.2 on) and offscreens (version 5.3).
#include "checker.hpp"

#include <string>

namespace yure::rig {
namespace {

/// `targets` point to objects; the rows of their records lie in the object's own keyform table.
void check_targets(Checker& c, const std::string& kind, const BlendTargetTable& t, std::size_t objects,
                   std::size_t keyforms, const Ints* vertex_count, const Ints* pos_begin) {
    const BlendRecordTable& record = c.p.blend_record;
    c.range((kind + ".target").c_str(), t.target, 0, static_cast<std::int64_t>(objects), "objects");
    c.runs((kind + ".begin").c_str(), t.begin, (kind + ".count").c_str(), t.count, record.binding.size(),
           "blend_record");
    if (c.has_errors()) return;
    std::int64_t terms = 0;
    std::vector<bool> listed(objects);
    for (std::size_t i = 0; i < t.target.size() && !c.full(); ++i) {
        if (listed[index(t.target[i])])
            c.error(kind + ".target", i, "object " + std::to_string(t.target[i]) + " is listed twice");
        listed[index(t.target[i])] = true;
        if (i > 0 && t.target[i] <= t.target[i - 1]) c.warning(kind + ".target", i, "is not above the row before it");
        for (std::int32_t k = 0; k < t.count[i] && !c.full(); ++k) {
            const std::size_t row = index(t.begin[i] + k);
            const std::int64_t first = record.kf_begin[row], n = record.kf_count[row];
            if (first < 0 || first + n > static_cast<std::int64_t>(keyforms)) {
                c.error("blend_record.kf_begin", row,
                        "the run of " + std::to_string(n) + " from " + std::to_string(first) + " ends behind the " +
                            std::to_string(keyforms) + " keyforms of " + kind);
                continue;
            }
            if (vertex_count == nullptr) continue;
            const std::int64_t points = (*vertex_count)[index(t.target[i])];
            terms += n + 2 * points;
            if (terms > kMaxMixTerms) return c.error(kind + ".count", i, "far more blend shapes than a real model has");
            for (std::int64_t kf = first; kf < first + n && !c.full(); ++kf) {
                const std::int64_t at = (*pos_begin)[static_cast<std::size_t>(kf)];
                if (at < 0 || at + 2 * points > static_cast<std::int64_t>(c.p.positions.size()))
                    c.error(
                        kind == "blend_mesh" ? "mesh_kf.pos_begin" : "warp_kf.pos_begin", static_cast<std::size_t>(kf),
                        "its " + std::to_string(points) + " points from " + std::to_string(at) +
                            " do not fit into the " + std::to_string(c.p.positions.size()) + " numbers of positions");
            }
        }
    }
}

void check_records(Checker& c) {
    const BlendRecordTable& t = c.p.blend_record;
    c.range("blend_record.binding", t.binding, 0, static_cast<std::int64_t>(c.p.blend_binding.key_begin.size()),
            "blend-shape bindings");
    c.runs("blend_record.limit_begin", t.limit_begin, "blend_record.limit_count", t.limit_count, c.p.limit_index.size(),
           "limit_index");
    c.range("limit_index", c.p.limit_index, 0, static_cast<std::int64_t>(c.p.limit.parameter.size()), "limits");
    c.range("limit.parameter", c.p.limit.parameter, 0, c.p.parameter_count(), "parameters");
    c.runs("limit.value_begin", c.p.limit.value_begin, "limit.value_count", c.p.limit.value_count,
           c.p.limit_value.key.size(), "limit_value");
    if (c.has_errors()) return;
    for (std::size_t i = 0; i < t.binding.size() && !c.full(); ++i)
        if (const std::int32_t keys = c.p.blend_binding.key_count[index(t.binding[i])]; t.kf_count[i] != keys)
            c.error("blend_record.kf_count", i,
                    "is " + std::to_string(t.kf_count[i]) + ", but its binding has " + std::to_string(keys) + " keys");
}

}  // namespace

void check_blend_shapes(Checker& c) {
    if (!c.p.has_blend_shapes()) return;
    const BlendBindingTable& t = c.p.blend_binding;
    c.runs("blend_binding.key_begin", t.key_begin, "blend_binding.key_count", t.key_count, c.p.keys.size(), "keys");
    if (c.has_errors()) return;
    for (std::size_t i = 0; i < t.key_begin.size() && !c.full(); ++i) {
        if (t.key_count[i] < 2) {
            c.error("blend_binding.key_count", i, "is " + std::to_string(t.key_count[i]) + ", but 2 keys are needed");
            continue;
        }
        if (t.base_key[i] < 0 || t.base_key[i] >= t.key_count[i])
            c.error(
                "blend_binding.base_key", i,
                "is " + std::to_string(t.base_key[i]) + ", but there are " + std::to_string(t.key_count[i]) + " keys");
        for (std::int32_t k = 1; k < t.key_count[i]; ++k)
            if (!(c.p.keys[index(t.key_begin[i] + k - 1)] < c.p.keys[index(t.key_begin[i] + k)])) {
                c.warning("blend_binding", i, "keys are not ascending at " + std::to_string(k));
                break;
            }
    }
    check_records(c);
    if (c.has_errors()) return;
    check_targets(c, "blend_warp", c.p.blend_warp, c.p.warp.band.size(), c.p.warp_kf.opacity.size(),
                  &c.p.warp.vertex_count, &c.p.warp_kf.pos_begin);
    check_targets(c, "blend_mesh", c.p.blend_mesh, c.p.mesh.band.size(), c.p.mesh_kf.opacity.size(),
                  &c.p.mesh.vertex_count, &c.p.mesh_kf.pos_begin);
    if (c.p.version < MocVersion::v5_0) return;
    check_targets(c, "blend_part", c.p.blend_part, c.p.part.band.size(), c.p.part_kf.draw_order.size(), nullptr,
                  nullptr);
    check_targets(c, "blend_rotation", c.p.blend_rotation, c.p.rotation.band.size(), c.p.rotation_kf.opacity.size(),
                  nullptr, nullptr);
    check_targets(c, "blend_glue", c.p.blend_glue, c.p.glue.band.size(), c.p.glue_intensity.size(), nullptr, nullptr);
}

void check_offscreens(Checker& c) {
    if (c.p.version < MocVersion::v5_3) return;
    const OffscreenTable& t = c.p.offscreen;
    const auto offscreens = static_cast<std::int64_t>(t.part.size());
    c.range("part.offscreen", c.p.part.offscreen, -1, offscreens, "offscreens");
    c.range("offscreen.part", t.part, 0, c.p.part_count(), "parts");
    c.runs("offscreen.mask_begin", t.mask_begin, "offscreen.mask_count", t.mask_count, c.p.masks.size(), "masks");
    c.range("part_kf.offscreen_kf", c.p.part_kf.offscreen_kf, -1,
            static_cast<std::int64_t>(c.p.offscreen_kf.opacity.size()), "offscreen keyforms");
    c.range("offscreen_kf.multiply", c.p.offscreen_kf.multiply, 0,
            static_cast<std::int64_t>(c.p.multiply_color.r.size()), "multiply colour rows");
    c.range("offscreen_kf.screen", c.p.offscreen_kf.screen, 0, static_cast<std::int64_t>(c.p.screen_color.r.size()),
            "screen colour rows");
    check_targets(c, "blend_offscreen", c.p.blend_offscreen, t.part.size(), c.p.offscreen_kf.opacity.size(), nullptr,
                  nullptr);
    if (c.has_errors()) return;
    for (std::size_t part = 0; part < c.p.part.offscreen.size() && !c.full(); ++part)
        if (const std::int32_t own = c.p.part.offscreen[part]; own >= 0 && index(t.part[index(own)]) != part)
            c.error("part.offscreen", part,
                    "names offscreen " + std::to_string(own) + ", which belongs to part " +
                        std::to_string(t.part[index(own)]));
    if (offscreens > 0)
        c.warning("offscreen",
                  std::to_string(offscreens) + " offscreens (groups drawn apart, then blended) are kept but not drawn");
    for (std::size_t i = 0; i < c.p.mesh.blend.size(); ++i)
        if (c.p.mesh.blend[i] != 0) {
            c.warning("mesh.blend", i, "extended blend modes are kept but not drawn");
            break;
        }
}

}  // namespace yure::rig
