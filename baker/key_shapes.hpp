/// Key shapes between the fits' px and the meshes' own units. Private to the bake.
#pragma once

#include "yure/baker/body.hpp"
#include "yure/baker/key_solve.hpp"
#include "yure/rig/edit.hpp"

namespace yure::baker {

/// keys x columns of keyform px as offsets of the meshes in their own units; meshes that do not move are left alone.
std::vector<rig::MeshOffsets> mesh_offsets(const Body& body, const Table& keys);

/// The way back: keys x columns of keyform px, 0 where no mesh has offsets.
Table shape_table(const Body& body, std::span<const rig::MeshOffsets> meshes, std::size_t keys);

/// px, farthest that a particle is from rest in any of the shapes.
double farthest_offset(const Table& keys);

}  // namespace yure::baker
