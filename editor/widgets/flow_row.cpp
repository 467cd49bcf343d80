#include "widgets/flow_row.hpp"

#include <imgui.h>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"

namespace yure::editor::ui {

FlowRow::FlowRow() : left_(ImGui::GetCursorScreenPos().x), right_(left_ + ImGui::GetContentRegionAvail().x - theme().px(8)), end_(left_) {}

void FlowRow::next(float width) {
    const Theme& t = theme();
    if (!first_ && end_ + t.px(10) + width <= right_) {
        ImGui::SameLine(0, t.px(10));
        end_ += t.px(10) + width;
    } else {
        ImGui::SetCursorScreenPos({left_, ImGui::GetCursorScreenPos().y});
        end_ = left_ + width;
    }
    first_ = false;
}

void FlowRow::labelled(std::string_view label, float measure, const char* tip_words) {
    fonts().need(label);
    const Theme& t = theme();
    const float words = ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    next(words + t.px(6 + measure));
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, t.text_soft);
    ImGui::TextUnformatted(label.data(), label.data() + label.size());
    ImGui::PopStyleColor();
    tip(tip_words);
    ImGui::SameLine(0, t.px(6));
    ImGui::SetNextItemWidth(t.px(measure));
}

}  // namespace yure::editor::ui
