// Route A: a parameter as an axis of a mesh's keyform grid. Without the parameter the whole old grid is repeated once
// per key (the new axis is last, so it varies slowest); with it, the old axis gets the new keys as well.
#include "bindings.hpp"
#include "edit_tables.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "yure/rig/edit.hpp"

namespace yure::rig {
namespace {

constexpr float kSameKey = 0.002f;
constexpr std::size_t kMaxAxisCount = 16;

std::size_t at(std::int64_t value) {
    return static_cast<std::size_t>(value);
}

/// One keyform of a mesh, lifted out of the tables.
struct Keyform {
    std::vector<Vec2> points;
    float opacity = 0.0f, draw_order = 0.0f;
    Rgb multiply{1.0f, 1.0f, 1.0f}, screen{};
};

Rgb color_row(const ColorTable& table, std::int32_t row) {
    return {table.r[at(row)], table.g[at(row)], table.b[at(row)]};
}

Keyform keyform_of(const Puppet& p, std::size_t mesh, std::int64_t local) {
    const std::size_t row = at(p.mesh.kf_begin[mesh] + local);
    Keyform kf{positions_at(p, p.mesh_kf.pos_begin[row], p.mesh.vertex_count[mesh]), p.mesh_kf.opacity[row],
               p.mesh_kf.draw_order[row]};
    if (p.has_blend_shapes()) {
        const auto counted = static_cast<std::int32_t>(p.mesh.color_begin[mesh] + local);
        const bool named = p.version >= MocVersion::v5_0;
        kf.multiply = color_row(p.multiply_color, named ? p.mesh_kf.multiply[row] : counted);
        kf.screen = color_row(p.screen_color, named ? p.mesh_kf.screen[row] : counted);
    }
    return kf;
}

void append_keyform(Puppet& p, const Keyform& kf) {
    p.mesh_kf.opacity.push_back(kf.opacity);
    p.mesh_kf.draw_order.push_back(kf.draw_order);
    p.mesh_kf.pos_begin.push_back(append_positions(p, kf.points));
    if (!p.has_blend_shapes()) return;
    const std::int32_t color = append_color(p, kf.multiply, kf.screen);
    if (p.version < MocVersion::v5_0) return;
    p.mesh_kf.multiply.push_back(color);
    p.mesh_kf.screen.push_back(color);
}

Keyform between(const Keyform& a, const Keyform& b, float t) {
    const auto mix = [t](float x, float y) { return (1.0f - t) * x + t * y; };
    const auto mix_rgb = [&](Rgb x, Rgb y) { return Rgb{mix(x.r, y.r), mix(x.g, y.g), mix(x.b, y.b)}; };
    Keyform out = a;
    for (std::size_t v = 0; v < out.points.size(); ++v)
        out.points[v] = {mix(a.points[v].x, b.points[v].x), mix(a.points[v].y, b.points[v].y)};
    out.opacity = mix(a.opacity, b.opacity);
    out.draw_order = mix(a.draw_order, b.draw_order);
    out.multiply = mix_rgb(a.multiply, b.multiply);
    out.screen = mix_rgb(a.screen, b.screen);
    return out;
}

/// Place of a value in ascending keys: index of the key at or below it, share of the next one; outer keys hold.
std::pair<std::size_t, float> place_in(std::span<const float> keys, float value) {
    if (value <= keys.front()) return {0, 0.0f};
    if (value >= keys.back()) return {keys.size() - 1, 0.0f};
    std::size_t i = 0;
    while (keys[i + 1] <= value) ++i;
    return {i, (value - keys[i]) / (keys[i + 1] - keys[i])};
}

/// Offsets at a value of the parameter.
void add_offsets(Keyform& kf, std::span<const float> keys, const MeshOffsets& offsets, float value) {
    const auto [i, t] = place_in(keys, value);
    for (std::size_t v = 0; v < kf.points.size(); ++v) {
        Vec2 offset = offsets.offsets[i][v];
        if (t > 0.0f) offset = offset * (1.0f - t) + offsets.offsets[i + 1][v] * t;
        kf.points[v] += offset;
    }
}

/// Old keys plus those new ones that lie between them; beyond its old keys the mesh stays as hidden as it was.
Floats merged_keys(const Floats& old, std::span<const float> keys) {
    Floats merged = old;
    for (const float key : keys) {
        const bool near = std::any_of(old.begin(), old.end(), [&](float k) { return std::abs(k - key) < kSameKey; });
        if (!near && key > old.front() && key < old.back()) merged.push_back(key);
    }
    std::sort(merged.begin(), merged.end());
    return merged;
}

/// The mesh's grid with `axis` moved from its old keys to `merged`, offsets added.
std::vector<Keyform> resampled_grid(const Puppet& p, std::size_t mesh, const GridAxes& axes, std::size_t axis,
                                    const Floats& merged, std::span<const float> keys, const MeshOffsets& offsets) {
    std::int64_t inner = 1, outer = 1;  // keyforms varying faster and slower than the axis
    for (std::size_t a = 0; a < axes.size(); ++a)
        (a < axis ? inner : outer) *= a == axis ? 1 : std::int64_t(axes[a].keys.size());
    const Floats& old = axes[axis].keys;
    const auto old_size = static_cast<std::int64_t>(old.size());
    std::vector<Keyform> grid;
    for (std::int64_t o = 0; o < outer; ++o)
        for (const float key : merged) {
            const auto [i, t] = place_in(old, key);
            for (std::int64_t k = 0; k < inner; ++k) {
                Keyform kf = keyform_of(p, mesh, (o * old_size + std::int64_t(i)) * inner + k);
                if (t > 0.0f)
                    kf = between(kf, keyform_of(p, mesh, (o * old_size + std::int64_t(i) + 1) * inner + k), t);
                add_offsets(kf, keys, offsets, key);
                grid.push_back(std::move(kf));
            }
        }
    return grid;
}

std::vector<Keyform> repeated_grid(const Puppet& p, std::size_t mesh, std::span<const float> keys,
                                   const MeshOffsets& offsets) {
    std::vector<Keyform> grid;
    for (const float key : keys)
        for (std::int32_t local = 0; local < p.mesh.kf_count[mesh]; ++local) {
            grid.push_back(keyform_of(p, mesh, local));
            add_offsets(grid.back(), keys, offsets, key);
        }
    return grid;
}

Status check_axis_keys(const Puppet& p, int parameter, std::span<const float> keys,
                       std::span<const MeshOffsets> meshes) {
    const std::size_t row = at(parameter);
    const std::string where = "parameter " + std::string(p.parameter.id[row].view());
    if (p.has_blend_shapes() && p.parameter.type[row] != static_cast<std::int32_t>(ParameterType::normal))
        return Error{where, "is a blend-shape parameter; it cannot be an axis"};
    if (keys.front() > p.parameter.min[row] || keys.back() < p.parameter.max[row])
        return Error{where, "the keys must span its whole range, or meshes vanish beyond them"};
    const auto zero = std::find(keys.begin(), keys.end(), p.parameter.default_value[row]);
    if (zero == keys.end()) return Error{where, "one key must be its default"};
    for (const MeshOffsets& each : meshes)
        for (const Vec2& offset : each.offsets[at(zero - keys.begin())])
            if (offset.x != 0.0f || offset.y != 0.0f)
                return Error{where, "the offsets at its default must be zero (mesh " +
                                        std::string(p.mesh.id[at(each.mesh)].view()) + ")"};
    return {};
}

}  // namespace

Status add_mesh_axis(Puppet& puppet, int parameter, std::span<const float> keys, std::span<const MeshOffsets> meshes,
                     int max_keyforms) {
    if (Status status = check_errors(puppet); !status.ok()) return status;
    if (Status status = check_offsets(puppet, parameter, keys, meshes); !status.ok()) return status;
    if (Status status = check_axis_keys(puppet, parameter, keys, meshes); !status.ok()) return status;
    Puppet next = puppet;
    if (next.has_blend_shapes()) align_color_tables(next);
    Bindings bindings = Bindings::of(next);
    for (const MeshOffsets& each : meshes) {
        const std::size_t mesh = at(each.mesh);
        const std::string where = "mesh " + std::string(next.mesh.id[mesh].view());
        GridAxes axes = bindings.bands[at(next.mesh.band[mesh])];
        const auto own =
            std::find_if(axes.begin(), axes.end(), [&](const GridAxis& a) { return a.parameter == parameter; });
        const bool has_axis = own != axes.end();
        const Floats merged = has_axis ? merged_keys(own->keys, keys) : Floats(keys.begin(), keys.end());
        std::int64_t count = std::int64_t{next.mesh.kf_count[mesh]} * std::int64_t(merged.size());
        if (has_axis) count /= static_cast<std::int64_t>(own->keys.size());
        if (count > max_keyforms)
            return Error{where, "would have " + std::to_string(count) + " keyforms, more than the " +
                                    std::to_string(max_keyforms) + " allowed; use fewer keys or a blend shape"};
        if (!has_axis && axes.size() >= kMaxAxisCount) return Error{where, "already has 16 parameters as axes"};
        const std::int64_t block = (2 * std::int64_t{next.mesh.vertex_count[mesh]} + 15) / 16 * 16;
        if (std::int64_t(next.positions.size()) + 16 + count * block > 0x7fffffff)
            return Error{where, "its keyforms would not fit into a moc3 file"};
        const std::vector<Keyform> grid =
            has_axis ? resampled_grid(next, mesh, axes, at(own - axes.begin()), merged, keys, each)
                     : repeated_grid(next, mesh, keys, each);
        if (has_axis)
            own->keys = merged;
        else
            axes.push_back({parameter, merged});
        next.mesh.band[mesh] = bindings.band_with(axes);
        next.mesh.kf_begin[mesh] = static_cast<std::int32_t>(next.mesh_kf.opacity.size());
        next.mesh.kf_count[mesh] = static_cast<std::int32_t>(grid.size());
        if (next.has_blend_shapes())
            next.mesh.color_begin[mesh] = static_cast<std::int32_t>(next.multiply_color.r.size());
        for (const Keyform& kf : grid) append_keyform(next, kf);
    }
    bindings.store(next);
    return commit(puppet, std::move(next));
}

}  // namespace yure::rig
