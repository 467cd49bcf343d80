/// Where every widget of the last frame is, by a path made of ids ("simulation/hair/enabled"): how scripts and tests
/// find what they click, whatever the language.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace yure::editor {

struct WidgetInfo {
    std::string path;
    ImVec2 low, high;            ///< px on the screen
    ImVec2 clip_low, clip_high;  ///< what of its window is visible
    bool enabled = true;
    std::string reason;  ///< why it is disabled; empty when it is not
    std::string value;   ///< what it shows, as text; empty for buttons
    int layer = 0;       ///< 0 = panels, higher = popups above

    ImVec2 center() const { return {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)}; }
    bool on_screen() const {
        const ImVec2 c = center();
        return c.x >= clip_low.x && c.x < clip_high.x && c.y >= clip_low.y && c.y < clip_high.y;
    }
};

class WidgetMap {
  public:
    void begin_frame();
    void add(WidgetInfo info);

    /// Of the last whole frame. Null when there was none of that path. `path` may start with "*/": then any widget whose
    /// path ends so counts, if there is just one.
    const WidgetInfo* find(std::string_view path) const;
    const std::vector<WidgetInfo>& all() const { return shown_; }
    /// Two widgets of one path in the last frame: a fault of the program, which tests look for.
    const std::vector<std::string>& repeated() const { return repeated_; }

    /// The widget is brought into view the next time it is drawn.
    void scroll_to(std::string_view path) { scroll_to_ = path; }
    bool wants_scroll(std::string_view path) const { return !scroll_to_.empty() && path == scroll_to_; }
    void scrolled() { scroll_to_.clear(); }

  private:
    std::vector<WidgetInfo> shown_, drawing_;
    std::unordered_map<std::string, std::size_t> index_;
    std::vector<std::string> repeated_;
    std::string scroll_to_;
};

/// The program's one.
WidgetMap& widget_map();

}  // namespace yure::editor
