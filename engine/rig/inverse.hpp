/// The deformers' maps backwards: a model-space point -> the deformer's own space. Private to engine/rig.
///
/// A warp is a continuous, piecewise map: its cells (two triangles each, or one bilinear patch), a frame of cells
/// around it out to the box [-2, 3]^2, and one plane beyond. Every piece is inverted exactly, in double precision; of
/// all solutions the one nearest to `near` is taken. Pieces are tried in rings around the piece that holds `near`, and
/// the search ends as soon as no farther ring can hold a nearer solution, so a good guess costs one or two pieces.
#pragma once

#include "deform.hpp"

namespace yure::rig {

struct Point {
    double x = 0.0, y = 0.0;
};

/// Where no piece holds the point (a degenerate grid), the place whose image is nearest to it.
Vec2 unmap_point(const WarpMap& map, Point model, Vec2 near);
/// Least squares when the map is singular; along the lost direction `near` is kept.
Vec2 unmap_point(const RotationMap& map, Point model, Vec2 near);

}  // namespace yure::rig
