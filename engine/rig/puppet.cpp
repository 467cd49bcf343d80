#include "yure/rig/puppet.hpp"

#include <algorithm>
#include <cassert>

namespace yure::rig {

Id::Id(std::string_view text) {
    assert(fits(text));
    std::copy_n(text.begin(), std::min<std::size_t>(text.size(), 63), bytes.begin());
}

std::string_view Id::view() const {
    const auto end = std::find(bytes.begin(), bytes.end(), '\0');
    return {bytes.data(), static_cast<std::size_t>(end - bytes.begin())};
}

namespace {

int find_row(const Ids& ids, std::string_view id) {
    const auto found = std::find_if(ids.begin(), ids.end(), [&](const Id& each) { return each.view() == id; });
    return found == ids.end() ? -1 : static_cast<int>(found - ids.begin());
}

}  // namespace

int Puppet::find_part(std::string_view id) const {
    return find_row(part.id, id);
}
int Puppet::find_deformer(std::string_view id) const {
    return find_row(deformer.id, id);
}
int Puppet::find_mesh(std::string_view id) const {
    return find_row(mesh.id, id);
}
int Puppet::find_parameter(std::string_view id) const {
    return find_row(parameter.id, id);
}
int Puppet::find_glue(std::string_view id) const {
    return find_row(glue.id, id);
}

std::vector<Vec2> Puppet::mesh_uvs(int mesh_row) const {
    const auto row = static_cast<std::size_t>(mesh_row);
    const auto begin = static_cast<std::size_t>(mesh.uv_begin[row]);
    std::vector<Vec2> out(static_cast<std::size_t>(mesh.vertex_count[row]));
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = {uvs[begin + 2 * k], uvs[begin + 2 * k + 1]};
    return out;
}

std::vector<std::uint16_t> Puppet::mesh_triangles(int mesh_row) const {
    const auto row = static_cast<std::size_t>(mesh_row);
    const auto begin = triangles.begin() + mesh.tri_begin[row];
    return {begin, begin + mesh.tri_count[row]};
}

}  // namespace yure::rig
