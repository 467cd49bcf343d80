/// Roles by evidence alone, before anything set by hand counts.
#pragma once

#include <vector>

#include "yure/studio/presets/parts.hpp"

namespace yure::studio::presets {

/// One per mesh of the subject.
std::vector<MeshRole> recognised(const Subject& subject);

}  // namespace yure::studio::presets
