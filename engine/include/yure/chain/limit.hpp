/// Angle limits: a direction kept within two swings about a pivot whose x axis is the bone.
#pragma once

#include "yure/chain/config.hpp"
#include "yure/chain/math.hpp"

namespace yure::chain {

/// The unit direction d, in pivot space, brought within the limits. Both limited: an ellipse in rotation-vector space.
/// The exact opposite of the bone resolves towards +swing2.
Vec3 clamp_direction(Vec3 d, const Swing& swing1, const Swing& swing2);

/// Pivot frame (orthonormal columns): the bone's axes made orthonormal, its x laid along `offset` (the child's place in
/// the bone's space), then turned by the limit's own rotation.
Mat3 pivot_frame(const Mat3& base, Vec3 offset, const Mat3& pivot_rotation);

}  // namespace yure::chain
