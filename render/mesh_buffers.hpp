/// The puppet's meshes on the graphics side: texture coordinates and triangles once, positions with every pose.
#pragma once

#include "gl.hpp"

#include <vector>

#include "yure/render/pose.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::render {

class MeshBuffers {
  public:
    MeshBuffers() = default;
    /// Vertex inputs: 0 = position (world px), 1 = texture coordinate (v down).
    explicit MeshBuffers(const rig::Puppet& puppet);

    int vertex_count(int mesh) const { return vertex_count_[static_cast<std::size_t>(mesh)]; }
    /// Sends a pose's positions. Precondition: it fits. A mesh with a position that is not finite cannot be drawn until
    /// the next call.
    void set_pose(const Pose& pose);
    /// Is there anything to draw of this mesh in the pose that was set?
    bool drawable(int mesh) const { return drawable_[static_cast<std::size_t>(mesh)] != 0; }
    /// For glFrontFace: how front faces wind in our framebuffers.
    GLenum front_face() const { return front_face_; }
    void bind() const { glBindVertexArray(array_.name()); }
    /// Precondition: bound, drawable.
    void draw(int mesh) const;

  private:
    std::vector<int> vertex_count_, first_vertex_, first_index_, index_count_;
    std::vector<char> drawable_;
    std::vector<Vec2> staging_;
    GLenum front_face_ = GL_CCW;
    GlVertexArray array_;
    GlBuffer positions_, uvs_, triangles_;
};

}  // namespace yure::render
