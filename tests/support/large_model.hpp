/// A made-up model as large as the biggest of the official samples, for figures of speed and size: 262 meshes with
/// 6,020 vertices and 65 of them masked, 132 parameters, 118 warp and 60 rotation deformers, about 1,360 keyforms, 12
/// blend shapes, 16 physics groups with 43 inputs, 20 outputs and 33 vertices, 7 motions, 8 expressions. The same bytes
/// every time; nothing in it is anybody's.
///
///     head    face (60 meshes), hair: 22 strands at the front, 8 at the sides, 8 at the back, 1,000 vertices in all
///     body    30 limbs and clothes, 10 sleeves, 16 skirt panels, 24 ribbons, 80 details, 4 large pieces behind
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "yure/pendulum/physics.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::tests {

/// Canvas 2000 x 3000 px, version 5.0. Hair strands are "HairFront01", "HairSide01", "HairBack01" …, panels "Skirt01"
/// ….
rig::Puppet large_puppet();
/// Ids of its 38 hair meshes: together a body of 1,000 vertices.
std::vector<std::string> large_hair();
pendulum::Physics large_physics();

/// Writes the whole folder (made when absent): "Large.model3.json" and all it names. `texture_px` is the side of each
/// of the two pages. Throws what the file system throws.
void write_large_model(const std::filesystem::path& folder, int texture_px = 2048);

}  // namespace yure::tests
