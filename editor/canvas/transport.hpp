/// The bar below the canvas: the preview's clock and what moves the model.
#pragma once

#include "project/workbench.hpp"

namespace yure::editor {

void add_transport_actions(Workbench& workbench);
void draw_transport(Workbench& workbench);

}  // namespace yure::editor
