/// Gravity as the bind pose sees it, and wind.
#pragma once

#include "yure/chain/config.hpp"
#include "yure/chain/math.hpp"

namespace yure::chain {

/// Gravity without what the drawn pose already holds: g - ĝ max(g_rest · ĝ, 0), g_rest = |g| times the direction of
/// gravity turned with the root from its bind pose. `root_gravity` is `Tree::root_gravity`.
Vec3 effective_gravity(Vec3 gravity, const Mat3& root_now, Vec3 root_gravity);

/// 1 + magnitude times three mixed cosines; within 1 ± magnitude. t in s.
double wind_pulse(const Wind& wind, double t);
/// direction · speed² · pulse(t); zero when not enabled.
Vec3 wind_force(const Wind& wind, double t);

}  // namespace yure::chain
