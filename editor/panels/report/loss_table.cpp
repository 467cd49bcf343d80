#include "panels/report/loss_table.hpp"

#include <imgui.h>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

void draw_losses(const studio::Json& losses) {
    if (!losses.is_array() || losses.empty()) {
        ui::text_soft(tr("export.no_losses"));
        return;
    }
    const Theme& t = theme();
    for (const studio::Json& loss : losses) {
        const std::string handling = text_member(loss, "handling"), key = "handling." + handling;
        const ImU32 color = handling == "baked" ? t.good : handling == "approximated" ? t.warn : t.bad;
        std::string head = text_member(loss, "object") + "  ·  " + text_member(loss, "feature") + "  ·  ";
        ui::text(head);
        ImGui::SameLine(0, 0);
        ImGui::PushStyleColor(ImGuiCol_Text, color);
        ui::text(has_text(key) ? tr(key) : handling);
        ImGui::PopStyleColor();
        if (const studio::Json& error = member(loss, "error"); error.is_number()) {
            ImGui::SameLine(0, 0);
            ui::text("  " + number(error.get<double>(), 1) + " px");
        }
        if (const std::string note = text_member(loss, "note"); !note.empty()) ui::text_soft(note);
        ui::gap(2);
    }
}

}  // namespace yure::editor
