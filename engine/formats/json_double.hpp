/// Double-precision values out of a document, for formats whose numbers are doubles. Private to formats.
#pragma once

#include "json_place.hpp"

#include <array>
#include <string>

#include "yure/chain/math.hpp"

namespace yure::formats {

double double_at(const Place& place, double otherwise);
/// [x, y, z] (a missing z is 0) or {"x", "y", "z"}.
chain::Vec3 vector_at(const Place& place, chain::Vec3 otherwise);
/// [x, y, z, w] or {"x", "y", "z", "w"}, brought to unit length.
chain::Quat quat_at(const Place& place, chain::Quat otherwise);

void set_double(JsonTree& place, double value);
void set_vector(JsonTree& place, chain::Vec3 value);
void set_quat(JsonTree& place, chain::Quat value);

}  // namespace yure::formats
