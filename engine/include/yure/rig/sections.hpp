/// The one list of what a moc3 file holds: every section in slot order, with the array of the puppet it lives in.
/// Reader, writer, checks and version changes all walk this list, so a section is described in exactly one place.
/// Source: docs/moc3.md, "sections".
#pragma once

#include <cstdint>

#include "yure/rig/puppet.hpp"

namespace yure::rig {

/// Words of the file's count table.
enum CountWord : int {
    kParts,
    kDeformers,
    kWarps,
    kRotations,
    kMeshes,
    kParameters,
    kPartKf,
    kWarpKf,
    kRotationKf,
    kMeshKf,
    kPositions,
    kBandBindings,
    kBands,
    kBindings,
    kKeys,
    kUvs,
    kTriangles,
    kMasks,
    kGroups,
    kGroupMembers,
    kGlues,
    kGlueInfos,
    kGlueKf,
    kMultiplyColors,
    kScreenColors,
    kBlendBindings,
    kBlendRecords,
    kBlendWarps,
    kBlendMeshes,
    kLimitIndices,
    kLimits,
    kLimitValues,
    kBlendParts,
    kBlendRotations,
    kBlendGlues,
    kOffscreens,
    kOffscreenKf,
    kBlendOffscreens,
    kCountWords
};

struct Section {
    int slot = 0;           ///< place in the offset table
    MocVersion since{};     ///< first version that has it
    CountWord count{};      ///< word that counts its rows
    const char* name = "";  ///< as in docs/moc3.md and in error messages
};

/// Stands for a section that only reserves 8 bytes a row for the runtime's pointers.
struct RuntimeSlot {};

/// Calls `visit(const Section&, array)` for every section of every version, in slot order (slots 0 and 1 are the count
/// table and the canvas, which are not arrays). `array` is a reference to Ids, Ints, Floats, a vector of 8- or 16-bit
/// words, or a RuntimeSlot. `P` is `Puppet` or `const Puppet`.
template <class P, class Visitor>
void for_each_section(P& p, Visitor&& visit) {
    int slot = 2;
    MocVersion since = MocVersion::v3_0;
    CountWord count = kParts;
    const auto on = [&](const char* name, auto& array) { visit(Section{slot++, since, count, name}, array); };
    RuntimeSlot runtime;

    on("part.runtime", runtime), on("part.id", p.part.id), on("part.band", p.part.band);
    on("part.kf_begin", p.part.kf_begin), on("part.kf_count", p.part.kf_count);
    on("part.visible", p.part.visible), on("part.enabled", p.part.enabled), on("part.parent", p.part.parent);
    count = kDeformers;
    on("deformer.runtime", runtime), on("deformer.id", p.deformer.id), on("deformer.band", p.deformer.band);
    on("deformer.visible", p.deformer.visible), on("deformer.enabled", p.deformer.enabled);
    on("deformer.part", p.deformer.part), on("deformer.parent", p.deformer.parent);
    on("deformer.type", p.deformer.type), on("deformer.specific", p.deformer.specific);
    count = kWarps;
    on("warp.band", p.warp.band), on("warp.kf_begin", p.warp.kf_begin), on("warp.kf_count", p.warp.kf_count);
    on("warp.vertex_count", p.warp.vertex_count), on("warp.rows", p.warp.rows), on("warp.cols", p.warp.cols);
    count = kRotations;
    on("rotation.band", p.rotation.band), on("rotation.kf_begin", p.rotation.kf_begin);
    on("rotation.kf_count", p.rotation.kf_count), on("rotation.base_angle", p.rotation.base_angle);
    count = kMeshes;
    on("mesh.runtime0", runtime), on("mesh.runtime1", runtime), on("mesh.runtime2", runtime);
    on("mesh.runtime3", runtime), on("mesh.id", p.mesh.id), on("mesh.band", p.mesh.band);
    on("mesh.kf_begin", p.mesh.kf_begin), on("mesh.kf_count", p.mesh.kf_count), on("mesh.visible", p.mesh.visible);
    on("mesh.enabled", p.mesh.enabled), on("mesh.part", p.mesh.part), on("mesh.parent", p.mesh.parent);
    on("mesh.texture", p.mesh.texture), on("mesh.flags", p.mesh.flags);
    on("mesh.vertex_count", p.mesh.vertex_count), on("mesh.uv_begin", p.mesh.uv_begin);
    on("mesh.tri_begin", p.mesh.tri_begin), on("mesh.tri_count", p.mesh.tri_count);
    on("mesh.mask_begin", p.mesh.mask_begin), on("mesh.mask_count", p.mesh.mask_count);
    count = kParameters;
    on("parameter.runtime", runtime), on("parameter.id", p.parameter.id), on("parameter.max", p.parameter.max);
    on("parameter.min", p.parameter.min), on("parameter.default_value", p.parameter.default_value);
    on("parameter.repeat", p.parameter.repeat), on("parameter.decimals", p.parameter.decimals);
    on("parameter.pbind_begin", p.parameter.pbind_begin), on("parameter.pbind_count", p.parameter.pbind_count);
    count = kPartKf;
    on("part_kf.draw_order", p.part_kf.draw_order);
    count = kWarpKf;
    on("warp_kf.opacity", p.warp_kf.opacity), on("warp_kf.pos_begin", p.warp_kf.pos_begin);
    count = kRotationKf;
    on("rotation_kf.opacity", p.rotation_kf.opacity), on("rotation_kf.angle", p.rotation_kf.angle);
    on("rotation_kf.origin_x", p.rotation_kf.origin_x), on("rotation_kf.origin_y", p.rotation_kf.origin_y);
    on("rotation_kf.scale", p.rotation_kf.scale), on("rotation_kf.reflect_x", p.rotation_kf.reflect_x);
    on("rotation_kf.reflect_y", p.rotation_kf.reflect_y);
    count = kMeshKf;
    on("mesh_kf.opacity", p.mesh_kf.opacity), on("mesh_kf.draw_order", p.mesh_kf.draw_order);
    on("mesh_kf.pos_begin", p.mesh_kf.pos_begin);
    count = kPositions, on("positions", p.positions);
    count = kBandBindings, on("band_bindings", p.band_bindings);
    count = kBands, on("band.begin", p.band.begin), on("band.count", p.band.count);
    count = kBindings, on("binding.key_begin", p.binding.key_begin), on("binding.key_count", p.binding.key_count);
    count = kKeys, on("keys", p.keys);
    count = kUvs, on("uvs", p.uvs);
    count = kTriangles, on("triangles", p.triangles);
    count = kMasks, on("masks", p.masks);
    count = kGroups;
    on("group.obj_begin", p.group.obj_begin), on("group.obj_count", p.group.obj_count);
    on("group.total_count", p.group.total_count), on("group.max_order", p.group.max_order);
    on("group.min_order", p.group.min_order);
    count = kGroupMembers;
    on("group_member.type", p.group_member.type), on("group_member.index", p.group_member.index);
    on("group_member.group", p.group_member.group);
    count = kGlues;
    on("glue.runtime", runtime), on("glue.id", p.glue.id), on("glue.band", p.glue.band);
    on("glue.kf_begin", p.glue.kf_begin), on("glue.kf_count", p.glue.kf_count), on("glue.mesh_a", p.glue.mesh_a);
    on("glue.mesh_b", p.glue.mesh_b), on("glue.info_begin", p.glue.info_begin);
    on("glue.info_count", p.glue.info_count);
    count = kGlueInfos, on("glue_info.weight", p.glue_info.weight), on("glue_info.vertex", p.glue_info.vertex);
    count = kGlueKf, on("glue_intensity", p.glue_intensity);

    since = MocVersion::v3_3;
    count = kWarps, on("warp.quad", p.warp.quad);

    since = MocVersion::v4_2;
    count = kParameters;
    on("parameter.runtime2", runtime), on("parameter.key_begin", p.parameter.key_begin);
    on("parameter.key_count", p.parameter.key_count);
    count = kWarps, on("warp.color_begin", p.warp.color_begin);
    count = kRotations, on("rotation.color_begin", p.rotation.color_begin);
    count = kMeshes, on("mesh.color_begin", p.mesh.color_begin);
    count = kMultiplyColors;
    on("multiply_color.r", p.multiply_color.r), on("multiply_color.g", p.multiply_color.g);
    on("multiply_color.b", p.multiply_color.b);
    count = kScreenColors;
    on("screen_color.r", p.screen_color.r), on("screen_color.g", p.screen_color.g);
    on("screen_color.b", p.screen_color.b);
    count = kParameters;
    on("parameter.type", p.parameter.type), on("parameter.bs_begin", p.parameter.bs_begin);
    on("parameter.bs_count", p.parameter.bs_count);
    count = kBlendBindings;
    on("blend_binding.key_begin", p.blend_binding.key_begin), on("blend_binding.key_count", p.blend_binding.key_count);
    on("blend_binding.base_key", p.blend_binding.base_key);
    count = kBlendRecords;
    on("blend_record.binding", p.blend_record.binding), on("blend_record.kf_begin", p.blend_record.kf_begin);
    on("blend_record.kf_count", p.blend_record.kf_count), on("blend_record.limit_begin", p.blend_record.limit_begin);
    on("blend_record.limit_count", p.blend_record.limit_count);
    count = kBlendWarps;
    on("blend_warp.target", p.blend_warp.target), on("blend_warp.begin", p.blend_warp.begin);
    on("blend_warp.count", p.blend_warp.count);
    count = kBlendMeshes;
    on("blend_mesh.target", p.blend_mesh.target), on("blend_mesh.begin", p.blend_mesh.begin);
    on("blend_mesh.count", p.blend_mesh.count);
    count = kLimitIndices, on("limit_index", p.limit_index);
    count = kLimits;
    on("limit.parameter", p.limit.parameter), on("limit.value_begin", p.limit.value_begin);
    on("limit.value_count", p.limit.value_count);
    count = kLimitValues, on("limit_value.key", p.limit_value.key), on("limit_value.weight", p.limit_value.weight);

    since = MocVersion::v5_0;
    count = kWarpKf, on("warp_kf.multiply", p.warp_kf.multiply), on("warp_kf.screen", p.warp_kf.screen);
    count = kRotationKf;
    on("rotation_kf.multiply", p.rotation_kf.multiply), on("rotation_kf.screen", p.rotation_kf.screen);
    count = kMeshKf, on("mesh_kf.multiply", p.mesh_kf.multiply), on("mesh_kf.screen", p.mesh_kf.screen);
    count = kBlendParts;
    on("blend_part.target", p.blend_part.target), on("blend_part.begin", p.blend_part.begin);
    on("blend_part.count", p.blend_part.count);
    count = kBlendRotations;
    on("blend_rotation.target", p.blend_rotation.target), on("blend_rotation.begin", p.blend_rotation.begin);
    on("blend_rotation.count", p.blend_rotation.count);
    count = kBlendGlues;
    on("blend_glue.target", p.blend_glue.target), on("blend_glue.begin", p.blend_glue.begin);
    on("blend_glue.count", p.blend_glue.count);

    since = MocVersion::v5_3;
    count = kParts, on("part.offscreen", p.part.offscreen);
    count = kMeshes, on("mesh.blend", p.mesh.blend);
    count = kOffscreens;
    on("offscreen.runtime", runtime), on("offscreen.part", p.offscreen.part), on("offscreen.flags", p.offscreen.flags);
    on("offscreen.blend", p.offscreen.blend), on("offscreen.mask_begin", p.offscreen.mask_begin);
    on("offscreen.mask_count", p.offscreen.mask_count);
    count = kPartKf, on("part_kf.offscreen_kf", p.part_kf.offscreen_kf);
    count = kOffscreenKf;
    on("offscreen_kf.opacity", p.offscreen_kf.opacity), on("offscreen_kf.multiply", p.offscreen_kf.multiply);
    on("offscreen_kf.screen", p.offscreen_kf.screen);
    count = kBlendOffscreens;
    on("blend_offscreen.target", p.blend_offscreen.target), on("blend_offscreen.begin", p.blend_offscreen.begin);
    on("blend_offscreen.count", p.blend_offscreen.count);
}

/// Words in the count table of a version's files.
constexpr int count_words(MocVersion version) {
    return version >= MocVersion::v5_0 ? 64 : 32;
}

}  // namespace yure::rig
