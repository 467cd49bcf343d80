/// Icons drawn as strokes on a 16 x 16 grid: sharp at every scale, and no font or picture file is needed.
#pragma once

#include <imgui.h>

namespace yure::editor {

enum class Icon {
    none,
    play, pause, stop, step_forward, step_back, loop, to_start,
    undo, redo, plus, minus, close, check, search, menu, more,
    chevron_right, chevron_down, arrow_up, arrow_down, reset,
    folder, file, save, gear, keyboard, help, warning, info,
    eye, eye_closed, lock, pointer, hand, brush, gradient, lasso, rectangle, circle, line,
    wire, pin, heat, fit, shake, wind, compare, side_by_side, layers, bake, chart, chain, cube, history, sparkle, trash,
    expand_all, collapse_all, panel, drive, target
};

/// Into the square at `at` with sides of `size` px.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 at, float size, ImU32 color);

}  // namespace yure::editor
