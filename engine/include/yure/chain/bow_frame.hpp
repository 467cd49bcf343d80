/// Bow control: a bone's frame from three points, its head, its end and a back point that the animator holds. Nothing
/// flips as long as the back point does not cross the bone's line, and nothing depends on earlier frames.
/// docs/chains.md, "Spline IK".
#pragma once

#include <span>

#include "yure/chain/math.hpp"

namespace yure::chain {

/// x = unit(end - head), y = unit(cross(back - head, x)), z = cross(x, y): the back point lies on the +z side. Near the
/// bone's line (sine of the angle below 0.02) y is blended into the reference y, which counts alone below 0.001.
/// `reference` may be zero or along the bone: then the world axis least aligned with it takes its place. With head =
/// end the x axis is `spare_x` (unit).
struct BowReference {
    Vec3 y;
    Vec3 spare_x{1.0, 0.0, 0.0};
};
Mat3 bow_frame(Vec3 head, Vec3 end, Vec3 back, const BowReference& reference);

/// One frame per bone; the reference of each bone is the frame before it, carried over by double reflection. `joints`
/// holds one more than `backs` and `frames`.
void bow_chain(std::span<const Vec3> joints, std::span<const Vec3> backs, Vec3 first_y, std::span<Mat3> frames);

/// Double reflection (Wang, Jüttler, Zheng, Liu 2008): carries r, normal to t0 at x0, to x1 with tangent t1, without
/// turning about the curve.
Vec3 carry_normal(Vec3 x0, Vec3 t0, Vec3 r, Vec3 x1, Vec3 t1);
/// The same along a whole curve; `out` has one normal per point, the first is r0.
void carry_normals(std::span<const Vec3> points, std::span<const Vec3> tangents, Vec3 r0, std::span<Vec3> out);

}  // namespace yure::chain
