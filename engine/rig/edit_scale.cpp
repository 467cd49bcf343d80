// What one parameter's keys do to the vertices of meshes, made larger or smaller. New rows of positions are appended,
// since a file may let several keyforms share theirs.
#include "bindings.hpp"
#include "edit_tables.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "yure/rig/edit.hpp"

namespace yure::rig {
namespace {

constexpr float kSameKey = 0.002f;

std::size_t at(std::int64_t value) {
    return static_cast<std::size_t>(value);
}

std::vector<Vec2> points_of(const Puppet& p, std::size_t mesh, std::int64_t row) {
    return positions_at(p, p.mesh_kf.pos_begin[at(row)], p.mesh.vertex_count[mesh]);
}

/// False when that many more blocks of the mesh's vertices would not fit into a file.
bool fits(const Puppet& p, std::size_t mesh, std::int64_t blocks) {
    const std::int64_t block = (2 * std::int64_t{p.mesh.vertex_count[mesh]} + 15) / 16 * 16;
    return std::int64_t(p.positions.size()) + 16 + blocks * block <= 0x7fffffff;
}

Error too_large(const Puppet& p, std::size_t mesh) {
    return {"mesh " + std::string(p.mesh.id[mesh].view()), "its keyforms would not fit into a moc3 file"};
}

/// Keyforms of the grid along `axis`: each becomes rest + factor * (itself - rest), rest being the one at the
/// parameter's default and otherwise at the same place of the grid.
Status scale_axis(Puppet& p, std::size_t mesh, const GridAxes& axes, std::size_t axis, float rest_value, float factor) {
    const Floats& keys = axes[axis].keys;
    const auto rest =
        std::find_if(keys.begin(), keys.end(), [&](float key) { return std::abs(key - rest_value) < kSameKey; });
    if (rest == keys.end())
        return Error{"mesh " + std::string(p.mesh.id[mesh].view()), "has no key at the parameter's default"};
    std::int64_t inner = 1;  // keyforms that vary faster than the axis
    for (std::size_t a = 0; a < axis; ++a) inner *= std::int64_t(axes[a].keys.size());
    const auto size = std::int64_t(keys.size()), middle = std::int64_t(rest - keys.begin());
    const std::int64_t first = p.mesh.kf_begin[mesh];
    if (!fits(p, mesh, p.mesh.kf_count[mesh])) return too_large(p, mesh);
    for (std::int64_t local = 0; local < p.mesh.kf_count[mesh]; ++local) {
        const std::int64_t key = local / inner % size;
        if (key == middle) continue;
        const std::vector<Vec2> still = points_of(p, mesh, first + local + (middle - key) * inner);
        std::vector<Vec2> points = points_of(p, mesh, first + local);
        for (std::size_t v = 0; v < points.size(); ++v) points[v] = still[v] + (points[v] - still[v]) * factor;
        p.mesh_kf.pos_begin[at(first + local)] = append_positions(p, points);
    }
    return {};
}

Status scale_blend_shape(Puppet& p, std::size_t mesh, std::int64_t record, float factor) {
    if (!fits(p, mesh, p.blend_record.kf_count[at(record)])) return too_large(p, mesh);
    for (std::int64_t k = 0; k < p.blend_record.kf_count[at(record)]; ++k) {
        const std::int64_t row = p.blend_record.kf_begin[at(record)] + k;
        std::vector<Vec2> differences = points_of(p, mesh, row);
        for (Vec2& difference : differences) difference = difference * factor;
        p.mesh_kf.pos_begin[at(row)] = append_positions(p, differences);
    }
    return {};
}

}  // namespace

Status scale_mesh_shapes(Puppet& puppet, int parameter, float factor) {
    if (Status status = check_errors(puppet); !status.ok()) return status;
    if (parameter < 0 || parameter >= puppet.parameter_count())
        return Error{"parameter", "the puppet has none of that number"};
    if (!std::isfinite(factor)) return Error{"factor", "is not a number"};
    Puppet next = puppet;
    const Bindings bindings = Bindings::of(next);
    for (std::size_t mesh = 0; mesh < next.mesh.id.size(); ++mesh) {
        const GridAxes& axes = bindings.bands[at(next.mesh.band[mesh])];
        const auto own =
            std::find_if(axes.begin(), axes.end(), [&](const GridAxis& axis) { return axis.parameter == parameter; });
        if (own == axes.end()) continue;
        if (Status status = scale_axis(next, mesh, axes, at(own - axes.begin()),
                                       next.parameter.default_value[at(parameter)], factor);
            !status.ok())
            return status;
    }
    for (std::size_t target = 0; target < next.blend_mesh.target.size(); ++target)
        for (std::int32_t k = 0; k < next.blend_mesh.count[target]; ++k) {
            const std::int64_t record = next.blend_mesh.begin[target] + k;
            if (bindings.blends[at(next.blend_record.binding[at(record)])].parameter != parameter) continue;
            if (Status status = scale_blend_shape(next, at(next.blend_mesh.target[target]), record, factor);
                !status.ok())
                return status;
        }
    return commit(puppet, std::move(next));
}

}  // namespace yure::rig
