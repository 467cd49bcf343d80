// Parts, deformers, meshes and glues: their parents, their keyforms, and everything their rows point to.
#include "checker.hpp"

#include <string>

namespace yure::rig {
namespace {

/// Band, run of keyforms, and that the run has as many rows as the band's grid has corners.
void check_keyforms(Checker& c, const std::string& kind, const Ints& band, const Ints& kf_begin, const Ints& kf_count,
                    std::size_t rows) {
    const std::string begin_name = kind + ".kf_begin", count_name = kind + ".kf_count", band_name = kind + ".band";
    c.range(band_name.c_str(), band, 0, static_cast<std::int64_t>(c.p.band.begin.size()), "bands");
    c.runs(begin_name.c_str(), kf_begin, count_name.c_str(), kf_count, rows, (kind + "_kf").c_str());
    if (c.has_errors()) return;
    for (std::size_t i = 0; i < band.size() && !c.full(); ++i)
        if (const std::int64_t corners = grid_size(c.p, band[i]); corners != kf_count[i])
            c.error(count_name, i,
                    "is " + std::to_string(kf_count[i]) + ", but the keys of its axes make " + std::to_string(corners) +
                        " keyforms");
}

void check_positions(Checker& c, const std::string& kind, const Ints& band, const Ints& kf_begin, const Ints& kf_count,
                     const Ints& vertex_count, const Ints& pos_begin) {
    std::int64_t vertices = 0, terms = 0;
    const auto size = static_cast<std::int64_t>(c.p.positions.size());
    const std::string name = kind + "_kf.pos_begin";
    for (std::size_t i = 0; i < band.size() && !c.full(); ++i) {
        if (vertex_count[i] < 0) {
            c.error(kind + ".vertex_count", i, "is negative (" + std::to_string(vertex_count[i]) + ")");
            continue;
        }
        for (std::int32_t k = 0; k < kf_count[i] && !c.full(); ++k) {
            const std::size_t row = index(kf_begin[i] + k);
            if (pos_begin[row] < 0 || pos_begin[row] + 2 * std::int64_t{vertex_count[i]} > size)
                c.error(name, row,
                        "its " + std::to_string(vertex_count[i]) + " points from " + std::to_string(pos_begin[row]) +
                            " do not fit into the " + std::to_string(size) + " numbers of positions");
            else if (pos_begin[row] % 16 != 0)
                c.warning(name, row, "is not a multiple of 16");
        }
        vertices += vertex_count[i];
        terms += vertex_count[i] * grid_pairs(c.p, band[i]);
        if (vertices > kMaxVertices || terms > kMaxMixTerms)
            return c.error(kind + ".vertex_count", i, "all together have far more vertices than a real model");
    }
}

void check_colors(Checker& c, const std::string& kind, const Ints& color_begin, const Ints& kf_count,
                  const Ints& multiply, const Ints& screen) {
    if (c.p.version < MocVersion::v4_2) return;
    const std::size_t rows = std::min(c.p.multiply_color.r.size(), c.p.screen_color.r.size());
    c.runs((kind + ".color_begin").c_str(), color_begin, (kind + ".kf_count").c_str(), kf_count, rows,
           "multiply_color and screen_color");
    if (c.p.version < MocVersion::v5_0) return;
    c.range((kind + "_kf.multiply").c_str(), multiply, 0, static_cast<std::int64_t>(c.p.multiply_color.r.size()),
            "multiply colour rows");
    c.range((kind + "_kf.screen").c_str(), screen, 0, static_cast<std::int64_t>(c.p.screen_color.r.size()),
            "screen colour rows");
}

void check_parts(Checker& c) {
    const PartTable& t = c.p.part;
    check_keyforms(c, "part", t.band, t.kf_begin, t.kf_count, c.p.part_kf.draw_order.size());
    c.parents_come_first("part.parent", t.parent);
}

void check_warps(Checker& c) {
    const WarpTable& t = c.p.warp;
    check_keyforms(c, "warp", t.band, t.kf_begin, t.kf_count, c.p.warp_kf.opacity.size());
    for (std::size_t i = 0; i < t.rows.size() && !c.full(); ++i) {
        if (t.rows[i] < 1) c.error("warp.rows", i, "is " + std::to_string(t.rows[i]) + ", but must be 1 or more");
        if (t.cols[i] < 1) c.error("warp.cols", i, "is " + std::to_string(t.cols[i]) + ", but must be 1 or more");
        if (t.rows[i] < 1 || t.cols[i] < 1) continue;
        const std::int64_t points = (std::int64_t{t.rows[i]} + 1) * (std::int64_t{t.cols[i]} + 1);
        if (points != t.vertex_count[i])
            c.error("warp.vertex_count", i,
                    "is " + std::to_string(t.vertex_count[i]) + ", but a grid of " + std::to_string(t.rows[i]) +
                        " by " + std::to_string(t.cols[i]) + " cells has " + std::to_string(points) + " points");
    }
    if (c.has_errors()) return;
    check_positions(c, "warp", t.band, t.kf_begin, t.kf_count, t.vertex_count, c.p.warp_kf.pos_begin);
    check_colors(c, "warp", t.color_begin, t.kf_count, c.p.warp_kf.multiply, c.p.warp_kf.screen);
}

void check_rotations(Checker& c) {
    const RotationTable& t = c.p.rotation;
    check_keyforms(c, "rotation", t.band, t.kf_begin, t.kf_count, c.p.rotation_kf.opacity.size());
    check_colors(c, "rotation", t.color_begin, t.kf_count, c.p.rotation_kf.multiply, c.p.rotation_kf.screen);
}

void check_deformers(Checker& c) {
    const DeformerTable& t = c.p.deformer;
    c.range("deformer.band", t.band, 0, static_cast<std::int64_t>(c.p.band.begin.size()), "bands");
    c.range("deformer.part", t.part, -1, c.p.part_count(), "parts");
    c.parents_come_first("deformer.parent", t.parent);
    std::vector<bool> warp_used(c.p.warp.band.size()), rotation_used(c.p.rotation.band.size());
    for (std::size_t i = 0; i < t.id.size() && !c.full(); ++i) {
        const bool is_warp = t.type[i] == static_cast<std::int32_t>(DeformerType::warp);
        const Ints& bands = is_warp ? c.p.warp.band : c.p.rotation.band;
        std::vector<bool>& used = is_warp ? warp_used : rotation_used;
        if (t.specific[i] < 0 || index(t.specific[i]) >= bands.size()) {
            c.error("deformer.specific", i,
                    "is " + std::to_string(t.specific[i]) + ", but there are " + std::to_string(bands.size()) +
                        (is_warp ? " warps" : " rotations"));
            continue;
        }
        if (bands[index(t.specific[i])] != t.band[i])
            c.error("deformer.band", i, "differs from the band of its own warp or rotation row");
        if (used[index(t.specific[i])]) c.error("deformer.specific", i, "is already used by an earlier deformer");
        used[index(t.specific[i])] = true;
    }
}

void check_meshes(Checker& c) {
    const MeshTable& t = c.p.mesh;
    const std::int64_t meshes = c.p.mesh_count();
    check_keyforms(c, "mesh", t.band, t.kf_begin, t.kf_count, c.p.mesh_kf.opacity.size());
    c.range("mesh.part", t.part, -1, c.p.part_count(), "parts");
    c.range("mesh.parent", t.parent, -1, c.p.deformer_count(), "deformers");
    c.runs("mesh.tri_begin", t.tri_begin, "mesh.tri_count", t.tri_count, c.p.triangles.size(), "triangles");
    c.runs("mesh.mask_begin", t.mask_begin, "mesh.mask_count", t.mask_count, c.p.masks.size(), "masks");
    c.range("masks", c.p.masks, -1, meshes, "meshes");
    for (std::size_t i = 0; i < c.p.masks.size(); ++i)
        if (c.p.masks[i] == -1) c.warning("masks", i, "is -1: counts as no mask");
    if (c.has_errors()) return;
    check_positions(c, "mesh", t.band, t.kf_begin, t.kf_count, t.vertex_count, c.p.mesh_kf.pos_begin);
    check_colors(c, "mesh", t.color_begin, t.kf_count, c.p.mesh_kf.multiply, c.p.mesh_kf.screen);
    for (std::size_t i = 0; i < t.id.size() && !c.full(); ++i) {
        if (t.texture[i] < 0) c.error("mesh.texture", i, "is negative");
        if (t.uv_begin[i] < 0 || t.uv_begin[i] + 2 * std::int64_t{t.vertex_count[i]} > std::int64_t(c.p.uvs.size()))
            c.error("mesh.uv_begin", i,
                    "its " + std::to_string(t.vertex_count[i]) + " points from " + std::to_string(t.uv_begin[i]) +
                        " do not fit into the " + std::to_string(c.p.uvs.size()) + " numbers of uvs");
        if (t.tri_count[i] % 3 != 0) c.error("mesh.tri_count", i, "is not a multiple of 3");
        for (std::int32_t k = 0; k < t.tri_count[i] && !c.full(); ++k)
            if (const std::size_t entry = index(t.tri_begin[i] + k); c.p.triangles[entry] >= t.vertex_count[i])
                c.error("triangles", entry,
                        "is " + std::to_string(c.p.triangles[entry]) + ", but mesh " + std::to_string(i) + " has " +
                            std::to_string(t.vertex_count[i]) + " vertices");
    }
}

void check_glues(Checker& c) {
    const GlueTable& t = c.p.glue;
    check_keyforms(c, "glue", t.band, t.kf_begin, t.kf_count, c.p.glue_intensity.size());
    c.range("glue.mesh_a", t.mesh_a, 0, c.p.mesh_count(), "meshes");
    c.range("glue.mesh_b", t.mesh_b, 0, c.p.mesh_count(), "meshes");
    c.runs("glue.info_begin", t.info_begin, "glue.info_count", t.info_count, c.p.glue_info.weight.size(), "glue_info");
    if (c.has_errors()) return;
    for (std::size_t i = 0; i < t.id.size() && !c.full(); ++i) {
        if (t.info_count[i] % 2 != 0) c.error("glue.info_count", i, "is odd, but entries come in pairs");
        for (std::int32_t k = 0; k < t.info_count[i] && !c.full(); ++k) {
            const std::size_t entry = index(t.info_begin[i] + k);
            const std::int32_t mesh = k % 2 == 0 ? t.mesh_a[i] : t.mesh_b[i];
            if (c.p.glue_info.vertex[entry] >= c.p.mesh.vertex_count[index(mesh)])
                c.error("glue_info.vertex", entry,
                        "is " + std::to_string(c.p.glue_info.vertex[entry]) + ", but mesh " + std::to_string(mesh) +
                            " has " + std::to_string(c.p.mesh.vertex_count[index(mesh)]) + " vertices");
        }
    }
}

}  // namespace

void check_objects(Checker& c) {
    for (const auto stage : {check_parts, check_warps, check_rotations, check_deformers, check_meshes, check_glues}) {
        if (c.has_errors()) return;
        stage(c);
    }
}

}  // namespace yure::rig
