/// How far the exported result is from the simulation, as colours on the body.
#pragma once

#include "project/workbench.hpp"
#include "yure/render/overlay.hpp"

namespace yure::editor {

/// Nothing while it is not asked for (Comparison::show_error) or nothing is recorded.
void add_error_heat(const Workbench& workbench, render::Overlays& out);
/// Distance that has the last colour, px.
float error_heat_px(const Comparison& comparison);

}  // namespace yure::editor
