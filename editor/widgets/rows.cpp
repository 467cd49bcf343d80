#include "widgets/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widget_frame.hpp"
#include "widgets/widget_parts.hpp"

namespace yure::editor::ui {
bool section(std::string_view id, std::string_view label, bool open_at_first, std::string_view trailing, ImU32 trailing_color) {
    fonts().need(label);
    fonts().need(trailing);
    const Theme& t = theme();
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID key = ImGui::GetID(hidden_label(id));
    bool open = storage.GetBool(key, open_at_first);
    if (const std::optional<bool> all = wanted_open()) open = *all;
    ImGui::Dummy({0, t.px(1)});
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
    if (ImGui::InvisibleButton(hidden_label(id), {std::max(1.0f, width), height})) open = !open;
    storage.SetBool(key, open);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, ImGui::IsItemHovered() ? t.field_hover : mixed(t.panel, t.field, 0.75f), t.px(4));
    const float mark = std::floor(ImGui::GetFontSize() * 0.8f);
    draw_icon(list, open ? Icon::chevron_down : Icon::chevron_right, {low.x + t.px(5), std::floor(0.5f * (low.y + high.y - mark))},
              mark, t.text_soft);
    ImGui::PushFont(fonts().strong);
    const float y = std::floor(0.5f * (low.y + high.y - ImGui::GetFontSize()));
    list.AddText({low.x + t.px(10) + mark, y}, t.text, label.data(), label.data() + label.size());
    const float used = t.px(10) + mark + ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    ImGui::PopFont();
    if (!trailing.empty()) {
        const std::string words = fitted(trailing, std::max(0.0f, high.x - low.x - used - t.px(18)));
        const float x = high.x - t.px(8) - ImGui::CalcTextSize(words.c_str()).x;
        list.AddText({x, y}, trailing_color != 0 ? trailing_color : t.text_soft, words.c_str());
    }
    finish(id, open ? "open" : "closed", nullptr, nullptr);
    return open;
}

RowAnswer row(std::string_view id, std::string_view label, const RowLook& look) {
    fonts().need(label);
    const Theme& t = theme();
    RowAnswer answer;
    const float height = std::floor(ImGui::GetFontSize() + t.px(8));
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x - look.trailing);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, t.px(1)});
    const bool pressed = ImGui::InvisibleButton(hidden_label(id), {width, height}, ImGuiButtonFlags_PressedOnClick);
    ImGui::PopStyleVar();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    if (look.selected)
        list.AddRectFilled(low, {high.x + look.trailing, high.y}, faded(t.select, alpha), t.px(3));
    else if (hovered)
        list.AddRectFilled(low, {high.x + look.trailing, high.y}, faded(t.field, alpha * 0.7f), t.px(3));
    float x = low.x + t.px(6) + static_cast<float>(look.depth) * t.px(14);
    const float mark = std::floor(ImGui::GetFontSize() * 0.8f), arrow_at = x;
    if (look.open) {
        draw_icon(list, *look.open ? Icon::chevron_down : Icon::chevron_right, {x, std::floor(0.5f * (low.y + high.y - mark))}, mark,
                  faded(t.text_soft, alpha));
        x += mark + t.px(4);
    } else if (look.depth > 0) {
        x += mark + t.px(4);
    }
    if (look.icon != Icon::none) {
        const float side = icon_size() * 0.92f;
        draw_icon(list, look.icon, {x, std::floor(0.5f * (low.y + high.y - side))}, side, faded(t.text_soft, alpha));
        x += side + t.px(6);
    }
    const std::string words = fitted(label, high.x - x - t.px(4));
    list.AddText({x, std::floor(0.5f * (low.y + high.y - ImGui::GetFontSize()))}, faded(look.color != 0 ? look.color : t.text, alpha),
                 words.c_str());
    if (pressed) {
        if (look.open && ImGui::GetIO().MousePos.x < arrow_at + mark + t.px(4))
            answer.toggled = true;
        else
            answer.clicked = true;
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            answer.double_clicked = !answer.toggled;
        }
    }
    answer.menu = hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    const bool cut = words.size() != label.size();
    const std::string whole(label);
    finish(id, look.selected ? "selected" : "", look.tip != nullptr ? look.tip : cut ? whole.c_str() : nullptr, nullptr);
    return answer;
}

void property(std::string_view label, const char* tip_words) {
    fonts().need(label);
    const Theme& t = theme();
    const float whole = ImGui::GetContentRegionAvail().x;
    const float column = std::floor(std::clamp(whole * 0.38f, t.px(80), t.px(190)));
    const std::string words = fitted(label, column - t.px(6));
    const ImVec2 start = ImGui::GetCursorPos();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, t.text_soft);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) {
        if (tip_words != nullptr && *tip_words != '\0')
            show_tip(tip_words);
        else if (words.size() != label.size())
            show_tip(std::string(label).c_str());
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(start.x + column);
    ImGui::SetNextItemWidth(-FLT_MIN);
}

}  // namespace yure::editor::ui
