#include "evaluation_buffers.hpp"

#include <algorithm>

namespace yure::rig {
namespace {

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}

std::vector<int> rows_of(const std::vector<bool>& used) {
    std::vector<int> rows;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i]) rows.push_back(static_cast<int>(i));
    return rows;
}

}  // namespace

Selection Selection::all(const Rig::Program& program) {
    const Puppet& p = program.puppet;
    Selection s;
    s.everything = true;
    s.parts = rows_of(std::vector<bool>(p.part.id.size(), true));
    s.deformers = rows_of(std::vector<bool>(p.deformer.id.size(), true));
    s.meshes = rows_of(std::vector<bool>(p.mesh.id.size(), true));
    s.glues = rows_of(std::vector<bool>(p.glue.id.size(), true));
    s.finish(program);
    return s;
}

Selection Selection::of(const Rig::Program& program, std::span<const int> meshes) {
    const Puppet& p = program.puppet;
    std::vector<bool> part(p.part.id.size()), deformer(p.deformer.id.size()), mesh(p.mesh.id.size()),
        glue(p.glue.id.size());
    std::vector<int> open(meshes.begin(), meshes.end());
    while (!open.empty()) {
        const int row = open.back();
        open.pop_back();
        if (mesh[at(row)]) continue;
        mesh[at(row)] = true;
        for (const int g : program.mesh_glues[at(row)]) {
            glue[at(g)] = true;
            open.push_back(p.glue.mesh_a[at(g)]);
            open.push_back(p.glue.mesh_b[at(g)]);
        }
    }
    const auto use_part = [&](int row) {
        for (; row >= 0 && !part[at(row)]; row = p.part.parent[at(row)]) part[at(row)] = true;
    };
    for (std::size_t row = 0; row < mesh.size(); ++row) {
        if (!mesh[row]) continue;
        use_part(p.mesh.part[row]);
        for (int d = p.mesh.parent[row]; d >= 0 && !deformer[at(d)]; d = p.deformer.parent[at(d)]) {
            deformer[at(d)] = true;
            use_part(p.deformer.part[at(d)]);
        }
    }
    Selection s;
    s.parts = rows_of(part);
    s.deformers = rows_of(deformer);
    s.meshes = rows_of(mesh);
    s.glues = rows_of(glue);
    s.finish(program);
    return s;
}

void Selection::finish(const Rig::Program& program) {
    const Puppet& p = program.puppet;
    bands.assign(p.band.begin.size(), false);
    records.assign(p.blend_record.binding.size(), false);
    const auto use = [&](int band, const Blends& blends) {
        bands[at(band)] = true;
        std::fill_n(records.begin() + blends.records.begin, blends.records.count, true);
    };
    for (const int i : parts) use(p.part.band[at(i)], program.part_blends[at(i)]);
    for (const int i : deformers) {
        const std::size_t own = at(p.deformer.specific[at(i)]);
        const bool is_warp = p.deformer.type[at(i)] == static_cast<std::int32_t>(DeformerType::warp);
        use(p.deformer.band[at(i)], is_warp ? program.warp_blends[own] : program.rotation_blends[own]);
    }
    for (const int i : meshes) use(p.mesh.band[at(i)], program.mesh_blends[at(i)]);
    for (const int i : glues) use(p.glue.band[at(i)], program.glue_blends[at(i)]);
}

}  // namespace yure::rig
