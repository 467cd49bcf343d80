/// Draws the overlays into the bound target. Lines and points are one shape, the capsule: everything nearer than a
/// radius to a segment, with an edge smoothed over one picture pixel.
#pragma once

#include "gl.hpp"

#include <span>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/render/overlay.hpp"
#include "yure/render/view.hpp"

namespace yure::render {

/// Segment in picture px, and its look.
struct Capsule {
    Vec2 from, to;
    float radius = 1.0f;
    Rgba color;
};

/// Each edge of a triangle list once, in order of first appearance; pairs of vertices.
std::vector<std::pair<std::uint16_t, std::uint16_t>> unique_edges(std::span<const std::uint16_t> triangles);

class OverlayPainter {
  public:
    static Result<OverlayPainter> make();

    void capsules(std::span<const Capsule> capsules, const View& view) const;
    /// Precondition: one value and one position (world px) per vertex.
    void heat(std::span<const Vec2> positions, std::span<const float> values, std::span<const std::uint16_t> triangles,
              float opacity, const View& view) const;
    /// Lays a whole premultiplied picture over the target: its colours moved towards `tint` by tint.a, all of it times
    /// `opacity`.
    void layer(GLuint texture, Rgba tint, float opacity) const;

  private:
    GlProgram capsule_, heat_, layer_;
    GlVertexArray capsule_array_, heat_array_, empty_array_;
    GlBuffer capsule_vertices_, heat_vertices_, heat_triangles_;
};

}  // namespace yure::render
