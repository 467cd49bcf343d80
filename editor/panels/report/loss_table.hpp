/// What an export has differently from the simulation and the source, as lines.
#pragma once

#include "yure/studio/document.hpp"

namespace yure::editor {

/// `losses`: [{"object","feature","handling","note","error"}…].
void draw_losses(const studio::Json& losses);

}  // namespace yure::editor
