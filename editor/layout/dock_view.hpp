/// Draws a layout: splitters that can be dragged, bars of tabs that can be dragged from leaf to leaf, and in each leaf
/// its active panel.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

#include "layout/layout.hpp"

namespace yure::editor {

struct DockCallbacks {
    std::function<const char*(const std::string& panel)> title;
    std::function<void(const std::string& panel)> draw;  ///< inside of a child window of the panel's size
    std::function<bool(const std::string& panel)> scrolls;  ///< false: the panel scrolls by itself and has no margins
};

class DockView {
  public:
    /// Into the rectangle. Changes the layout when people drag.
    void draw(Layout& layout, ImVec2 low, ImVec2 high, const DockCallbacks& callbacks);

  private:
    struct Move {
        std::string panel, beside;
        Side side = Side::center;
        bool wanted = false, hide = false;
    };
    void draw_node(LayoutNode& node, ImVec2 low, ImVec2 high, const std::string& name, const DockCallbacks& callbacks);
    void draw_leaf(LayoutNode& node, ImVec2 low, ImVec2 high, const std::string& name, const DockCallbacks& callbacks);
    void draw_tabs(LayoutNode& node, float width, const DockCallbacks& callbacks);
    void take_drop(const LayoutNode& node, ImVec2 low, ImVec2 high);

    Move move_;
};

}  // namespace yure::editor
