/// Makers of the canvas' tools, each in a file of its own.
#pragma once

#include <memory>

#include "canvas/canvas_tool.hpp"

namespace yure::editor {

std::unique_ptr<CanvasTool> make_drive_tool();
std::unique_ptr<CanvasTool> make_select_tool();

}  // namespace yure::editor
