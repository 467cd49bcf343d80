/// What the frame does for the widgets once a frame; panels have no use for it.
#pragma once

namespace yure::editor::ui {

/// Before anything is drawn, inside of a Dear ImGui frame.
void begin_frame();

}  // namespace yure::editor::ui
