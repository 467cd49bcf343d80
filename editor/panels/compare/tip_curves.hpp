/// The tips' way over time: simulated as a solid line, baked as a dashed one, and how far apart both are.
#pragma once

#include "project/workbench.hpp"

namespace yure::editor {

/// Over the whole width, `height` px high. Pointing at it shows the values there; a click goes to that frame when a
/// motion was played from rest. Recorded as the widget "curves".
void draw_tip_curves(Workbench& workbench, float height);

/// "shake", "Step of Angle X", "Motion idle": a clip of the comparison for people.
std::string clip_label(const Workbench& workbench, const std::string& clip);

}  // namespace yure::editor
