#include "edit_tables.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace yure::rig {
namespace {

/// Values closer than 0.001 to a key count as being on it, so keys nearer than twice that never interpolate.
constexpr float kKeyGap = 0.002f;

void push(ColorTable& table, Rgb color) {
    table.r.push_back(color.r);
    table.g.push_back(color.g);
    table.b.push_back(color.b);
}

}  // namespace

void align_color_tables(Puppet& p) {
    while (p.multiply_color.r.size() < p.screen_color.r.size()) push(p.multiply_color, {1.0f, 1.0f, 1.0f});
    while (p.screen_color.r.size() < p.multiply_color.r.size()) push(p.screen_color, {});
}

std::int32_t append_color(Puppet& p, Rgb multiply, Rgb screen) {
    push(p.multiply_color, multiply);
    push(p.screen_color, screen);
    return static_cast<std::int32_t>(p.multiply_color.r.size()) - 1;
}

std::int32_t append_positions(Puppet& p, std::span<const Vec2> points) {
    p.positions.resize((p.positions.size() + 15) / 16 * 16);
    const auto begin = static_cast<std::int32_t>(p.positions.size());
    for (const Vec2& point : points) {
        p.positions.push_back(point.x);
        p.positions.push_back(point.y);
    }
    p.positions.resize((p.positions.size() + 15) / 16 * 16);
    return begin;
}

std::vector<Vec2> positions_at(const Puppet& p, std::int32_t pos_begin, std::int32_t vertex_count) {
    std::vector<Vec2> points(static_cast<std::size_t>(vertex_count));
    const float* from = p.positions.data() + pos_begin;
    for (std::size_t k = 0; k < points.size(); ++k) points[k] = {from[2 * k], from[2 * k + 1]};
    return points;
}

Status commit(Puppet& target, Puppet&& edited) {
    if (Status status = check_errors(edited); !status.ok()) return status;
    target = std::move(edited);
    return {};
}

Status check_offsets(const Puppet& p, int parameter, std::span<const float> keys, std::span<const MeshOffsets> meshes) {
    if (parameter < 0 || parameter >= p.parameter_count())
        return Error{"parameter", "there is no parameter " + std::to_string(parameter)};
    if (keys.size() < 2) return Error{"keys", "at least 2 are needed"};
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (!std::isfinite(keys[k])) return Error{"keys[" + std::to_string(k) + "]", "is not a finite number"};
        if (k > 0 && !(keys[k] >= keys[k - 1] + kKeyGap))
            return Error{"keys[" + std::to_string(k) + "]", "must be at least 0.002 above the key before it"};
    }
    std::vector<bool> seen(p.mesh.id.size());
    for (std::size_t i = 0; i < meshes.size(); ++i) {
        const std::string where = "meshes[" + std::to_string(i) + "]";
        const MeshOffsets& each = meshes[i];
        if (each.mesh < 0 || each.mesh >= p.mesh_count())
            return Error{where, "there is no mesh " + std::to_string(each.mesh)};
        const auto row = static_cast<std::size_t>(each.mesh);
        if (seen[row]) return Error{where, "mesh " + std::string(p.mesh.id[row].view()) + " is given twice"};
        seen[row] = true;
        if (each.offsets.size() != keys.size())
            return Error{where, "has offsets for " + std::to_string(each.offsets.size()) + " keys, but there are " +
                                    std::to_string(keys.size())};
        for (const std::vector<Vec2>& offsets : each.offsets) {
            if (offsets.size() != static_cast<std::size_t>(p.mesh.vertex_count[row]))
                return Error{where, "has " + std::to_string(offsets.size()) + " offsets for a mesh of " +
                                        std::to_string(p.mesh.vertex_count[row]) + " vertices"};
            for (const Vec2& offset : offsets)
                if (!std::isfinite(offset.x) || !std::isfinite(offset.y))
                    return Error{where, "has an offset that is not finite"};
        }
    }
    return {};
}

}  // namespace yure::rig
