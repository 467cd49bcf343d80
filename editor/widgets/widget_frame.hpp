/// What the frame does for the widgets once a frame; panels have no use for it.
#pragma once

#include <optional>

namespace yure::editor::ui {

/// Before anything is drawn, inside of a Dear ImGui frame.
void begin_frame();
/// What every section is to be in this frame (`set_all_open`); null = as it is.
std::optional<bool> wanted_open();

}  // namespace yure::editor::ui
