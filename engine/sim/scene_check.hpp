// What is refused and what is only reported about a scene spec. Private to engine/sim.
#pragma once

#include "yure/sim/scene.hpp"

namespace yure::sim {

bool names_vertex(const SceneSpec& spec, VertexRef ref);

/// The first thing that cannot be simulated, or success; oddities of groups are added to `notices`.
Status check_spec(const SceneSpec& spec, Notices& notices);

}  // namespace yure::sim
