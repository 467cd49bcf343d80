/// The curves of the chosen body's tips, large.
#include <imgui.h>

#include <algorithm>

#include "look/theme.hpp"
#include "panels/compare/tip_curves.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

class GraphPanel final : public Panel {
  public:
    const char* id() const override { return "graph"; }
    bool shown_at_first() const override { return false; }

    void draw(Workbench& workbench) override {
        if (workbench.session() == nullptr || workbench.document().bodies.empty()) {
            ui::empty_note(Icon::chart, workbench.session() == nullptr ? tr("why.no_project") : tr("why.no_body"));
            return;
        }
        draw_tip_curves(workbench, std::max(theme().px(70), ImGui::GetContentRegionAvail().y));
    }
};

}  // namespace

std::unique_ptr<Panel> make_graph_panel() { return std::make_unique<GraphPanel>(); }

}  // namespace yure::editor
