#include "mesh_buffers.hpp"

#include <algorithm>
#include <cmath>

namespace yure::render {
namespace {

template <class T>
void fill(GLenum target, const std::vector<T>& data, GLenum usage) {
    glBufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(T)), data.data(), usage);
}

}  // namespace

MeshBuffers::MeshBuffers(const rig::Puppet& puppet) {
    const auto meshes = static_cast<std::size_t>(puppet.mesh_count());
    first_vertex_.resize(meshes);
    vertex_count_.assign(puppet.mesh.vertex_count.begin(), puppet.mesh.vertex_count.end());
    first_index_.assign(puppet.mesh.tri_begin.begin(), puppet.mesh.tri_begin.end());
    index_count_.assign(puppet.mesh.tri_count.begin(), puppet.mesh.tri_count.end());
    drawable_.assign(meshes, 0);

    // Runtimes hand out 1-v for puppets whose y is reversed, and viewers turn it once more: v as stored for these, 1-v
    // for the others.
    const bool stored = puppet.canvas.y_reversed();
    // Likewise triangles: their front winds the same way in the file's own coordinates, so clockwise as seen where y is
    // reversed.
    front_face_ = stored ? GL_CCW : GL_CW;
    std::vector<Vec2> uvs;
    for (std::size_t m = 0; m < meshes; ++m) {
        first_vertex_[m] = static_cast<int>(uvs.size());
        const float* uv = puppet.uvs.data() + puppet.mesh.uv_begin[m];
        for (int v = 0; v < vertex_count_[m]; ++v, uv += 2) uvs.push_back({uv[0], stored ? uv[1] : 1.0f - uv[1]});
    }
    staging_.resize(uvs.size());

    array_ = GlVertexArray::make();
    positions_ = GlBuffer::make();
    uvs_ = GlBuffer::make();
    triangles_ = GlBuffer::make();
    glBindVertexArray(array_.name());
    glBindBuffer(GL_ARRAY_BUFFER, positions_.name());
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glBindBuffer(GL_ARRAY_BUFFER, uvs_.name());
    fill(GL_ARRAY_BUFFER, uvs, GL_STATIC_DRAW);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, triangles_.name());
    fill(GL_ELEMENT_ARRAY_BUFFER, puppet.triangles, GL_STATIC_DRAW);
    glBindVertexArray(0);
}

void MeshBuffers::set_pose(const Pose& pose) {
    for (std::size_t m = 0; m < pose.meshes.size(); ++m) {
        const PosedMesh& mesh = pose.meshes[m];
        drawable_[m] = 0;
        if (mesh.hidden || index_count_[m] == 0) continue;
        const bool finite = std::all_of(mesh.positions.begin(), mesh.positions.end(),
                                        [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
        if (!finite) continue;
        std::copy(mesh.positions.begin(), mesh.positions.end(), staging_.begin() + first_vertex_[m]);
        drawable_[m] = 1;
    }
    glBindBuffer(GL_ARRAY_BUFFER, positions_.name());
    fill(GL_ARRAY_BUFFER, staging_, GL_STREAM_DRAW);
}

void MeshBuffers::draw(int mesh) const {
    const auto m = static_cast<std::size_t>(mesh);
    const auto offset = static_cast<std::uintptr_t>(first_index_[m]) * sizeof(std::uint16_t);
    glDrawElementsBaseVertex(GL_TRIANGLES, index_count_[m], GL_UNSIGNED_SHORT, reinterpret_cast<const void*>(offset),
                             first_vertex_[m]);
}

}  // namespace yure::render
