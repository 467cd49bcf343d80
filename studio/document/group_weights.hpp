/// The weights of one kind inside of a mesh's groups. Private to studio.
#pragma once

#include "yure/sim/vertex_groups.hpp"
#include "yure/studio/document.hpp"

namespace yure::studio {

sim::Weights& weights_of(sim::VertexGroups& groups, sim::GroupKind kind);
const sim::Weights& weights_of(const sim::VertexGroups& groups, sim::GroupKind kind);

}  // namespace yure::studio
