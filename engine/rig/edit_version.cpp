// Raising the file version: what a newer version stores in addition, filled so that nothing moves.
#include "bindings.hpp"
#include "edit_tables.hpp"

#include <string>

#include "yure/rig/edit.hpp"

namespace yure::rig {
namespace {

std::size_t at(int value) {
    return static_cast<std::size_t>(value);
}

/// One white/black colour row for every keyform: deformers in list order, then meshes.
void add_identity_colors(Puppet& p) {
    std::int32_t next = 0;
    p.warp.color_begin.assign(p.warp.band.size(), 0);
    p.rotation.color_begin.assign(p.rotation.band.size(), 0);
    for (std::size_t d = 0; d < p.deformer.type.size(); ++d) {
        const bool is_warp = p.deformer.type[d] == static_cast<std::int32_t>(DeformerType::warp);
        const std::size_t own = at(p.deformer.specific[d]);
        (is_warp ? p.warp.color_begin : p.rotation.color_begin)[own] = next;
        next += (is_warp ? p.warp.kf_count : p.rotation.kf_count)[own];
    }
    p.mesh.color_begin.clear();
    for (const std::int32_t count : p.mesh.kf_count) {
        p.mesh.color_begin.push_back(next);
        next += count;
    }
    for (std::int32_t row = 0; row < next; ++row) append_color(p, {1.0f, 1.0f, 1.0f}, {});
}

void to_4_2(Puppet& p) {
    const std::size_t parameters = p.parameter.id.size();
    const Bindings bindings = Bindings::of(p);
    p.version = MocVersion::v4_2;
    p.parameter.type.assign(parameters, 0);
    p.parameter.bs_begin.assign(parameters, 0);
    p.parameter.bs_count.assign(parameters, 0);
    bindings.store(p);
    add_identity_colors(p);
}

/// Points every keyform at the colour rows version 4.2 finds by counting. Rows of no grid hold differences of blend
/// shapes: those move vertices only in 4.2, so they must add nothing to opacity, draw order or colour from 5.0 on.
void name_color_rows(Puppet& p, const Ints& kf_begin, const Ints& kf_count, const Ints& color_begin, Floats& opacity,
                     Floats* draw_order, Ints& multiply, Ints& screen) {
    multiply.assign(opacity.size(), -1);
    for (std::size_t i = 0; i < kf_begin.size(); ++i)
        for (std::int32_t k = 0; k < kf_count[i]; ++k) multiply[at(kf_begin[i] + k)] = color_begin[i] + k;
    for (std::size_t row = 0; row < multiply.size(); ++row) {
        if (multiply[row] >= 0) continue;
        opacity[row] = 0.0f;
        if (draw_order != nullptr) (*draw_order)[row] = 0.0f;
        multiply[row] = append_color(p, {}, {});
    }
    screen = multiply;
}

void to_5_0(Puppet& p) {
    p.version = MocVersion::v5_0;
    align_color_tables(p);
    name_color_rows(p, p.warp.kf_begin, p.warp.kf_count, p.warp.color_begin, p.warp_kf.opacity, nullptr,
                    p.warp_kf.multiply, p.warp_kf.screen);
    name_color_rows(p, p.rotation.kf_begin, p.rotation.kf_count, p.rotation.color_begin, p.rotation_kf.opacity, nullptr,
                    p.rotation_kf.multiply, p.rotation_kf.screen);
    name_color_rows(p, p.mesh.kf_begin, p.mesh.kf_count, p.mesh.color_begin, p.mesh_kf.opacity, &p.mesh_kf.draw_order,
                    p.mesh_kf.multiply, p.mesh_kf.screen);
}

void to_5_3(Puppet& p) {
    p.version = MocVersion::v5_3;
    p.part.offscreen.assign(p.part.id.size(), -1);
    p.part_kf.offscreen_kf.assign(p.part_kf.draw_order.size(), -1);
    p.mesh.blend.assign(p.mesh.id.size(), 0);
}

}  // namespace

Status raise_version(Puppet& puppet, MocVersion version) {
    if (version < puppet.version)
        return Error{"version", "cannot be lowered from " + std::to_string(static_cast<int>(puppet.version)) + " to " +
                                    std::to_string(static_cast<int>(version)) + ": newer sections would be lost"};
    if (version > MocVersion::v5_3) return Error{"version", "is not known"};
    if (version == puppet.version) return {};
    if (Status status = check_errors(puppet); !status.ok()) return status;
    Puppet next = puppet;
    if (next.version < MocVersion::v3_3 && version >= MocVersion::v3_3) next.warp.quad.assign(next.warp.band.size(), 0);
    if (next.version < MocVersion::v4_2 && version >= MocVersion::v4_2) to_4_2(next);
    if (next.version < MocVersion::v5_0 && version >= MocVersion::v5_0) to_5_0(next);
    if (next.version < MocVersion::v5_3 && version >= MocVersion::v5_3) to_5_3(next);
    next.version = version;
    return commit(puppet, std::move(next));
}

}  // namespace yure::rig
