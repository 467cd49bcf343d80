/// Makers of the canvas' tools, each in a file of its own.
#pragma once

#include <memory>

#include "canvas/canvas_tool.hpp"
#include "canvas/paint/paint_settings.hpp"

namespace yure::editor {

std::unique_ptr<CanvasTool> make_drive_tool();
std::unique_ptr<CanvasTool> make_select_tool();
std::unique_ptr<CanvasTool> make_brush_tool(std::shared_ptr<PaintSettings> settings);
std::unique_ptr<CanvasTool> make_gradient_tool(std::shared_ptr<PaintSettings> settings);
std::unique_ptr<CanvasTool> make_lasso_tool(std::shared_ptr<PaintSettings> settings);
std::unique_ptr<CanvasTool> make_region_tool(std::shared_ptr<PaintSettings> settings);
std::unique_ptr<CanvasTool> make_obstacle_tool();

}  // namespace yure::editor
