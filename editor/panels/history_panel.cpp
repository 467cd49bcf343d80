/// Every step of the project, done and undone; a click goes there.
#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

class HistoryPanel final : public Panel {
  public:
    const char* id() const override { return "history"; }

    void draw(Workbench& workbench) override {
        if (workbench.session() == nullptr) {
            ui::empty_note(Icon::history, tr("history.empty"));
            return;
        }
        const studio::History& history = workbench.session()->history();
        const std::size_t position = history.position();
        if (history.steps().empty()) {
            ui::empty_note(Icon::history, tr("history.empty"));
            return;
        }
        std::ptrdiff_t target = -1;
        if (ui::row("0", tr("history.start"), {.selected = position == 0, .icon = Icon::file}).clicked) target = 0;
        const Theme& t = theme();
        for (std::size_t i = 0; i < history.steps().size(); ++i) {
            const studio::HistoryStep& step = history.steps()[i];
            const bool undone = i >= position;
            const std::string words = step.label;
            const std::string tip = words + "\n" + tr("history.tip", {std::to_string(step.number), tr("origin." + step.origin)});
            ui::RowLook look;
            look.selected = i + 1 == position;
            look.color = undone ? t.text_faint : 0;
            look.icon = step.origin == "bake" ? Icon::bake : step.origin == "agent" ? Icon::sparkle : Icon::brush;
            look.tip = tip.c_str();
            if (ui::row(std::to_string(step.number), words, look).clicked) target = static_cast<std::ptrdiff_t>(i) + 1;
        }
        if (position != shown_position_) {
            shown_position_ = position;
            if (position == history.steps().size()) ImGui::SetScrollHereY(1.0f);
        }
        if (target < 0) return;
        const auto now = static_cast<std::ptrdiff_t>(position);
        if (target < now) workbench.undo(static_cast<int>(now - target));
        if (target > now) workbench.redo(static_cast<int>(target - now));
    }

  private:
    std::size_t shown_position_ = 0;
};

}  // namespace

std::unique_ptr<Panel> make_history_panel() { return std::make_unique<HistoryPanel>(); }

}  // namespace yure::editor
