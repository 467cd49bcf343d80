/// Widgets side by side, as many to a line as there is room for: rows of settings above the canvas.
///
///     ui::FlowRow row;
///     row.labelled(tr("brush.radius"), 90); ui::slider("radius", …);
///     row.next(width); ui::button(…);
#pragma once

#include <string_view>

namespace yure::editor::ui {

class FlowRow {
  public:
    FlowRow();
    /// Room for a widget `width` px wide: in this line, or at the start of the next.
    void next(float width);
    /// The same for a name and a control of `measure` (theme measure) behind it, whose width is set.
    void labelled(std::string_view label, float measure, const char* tip = nullptr);

  private:
    float left_, right_, end_;
    bool first_ = true;
};

}  // namespace yure::editor::ui
