#include "widgets/widgets.hpp"

#include <algorithm>
#include <cmath>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widget_parts.hpp"

namespace yure::editor::ui {
void text(std::string_view words) {
    fonts().need(words);
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
}

void text_colored(ImU32 color, std::string_view words) {
    fonts().need(words);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void text_soft(std::string_view words) { text_colored(theme().text_soft, words); }

void warning(std::string_view words) {
    const Theme& t = theme();
    const float mark = icon_size();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_icon(*ImGui::GetWindowDrawList(), Icon::warning, {at.x, at.y + t.px(1)}, mark, t.warn);
    ImGui::Dummy({mark, ImGui::GetFontSize()});
    ImGui::SameLine(0.0f, t.px(6));
    text_colored(t.warn, words);
}

void empty_note(Icon icon, std::string_view words) {
    fonts().need(words);
    const Theme& t = theme();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float wrap = std::min(room.x - t.px(24), t.px(320)), mark = t.px(28);
    const ImVec2 size = ImGui::CalcTextSize(words.data(), words.data() + words.size(), false, wrap);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float top = start.y + std::max(t.px(8), 0.4f * (room.y - size.y - mark - t.px(10)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, icon, {std::floor(start.x + 0.5f * (room.x - mark)), std::floor(top)}, mark, t.text_faint);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                 {std::floor(start.x + 0.5f * (room.x - size.x)), std::floor(top + mark + t.px(10))}, t.text_soft, words.data(),
                 words.data() + words.size(), wrap);
    ImGui::Dummy({room.x, top - start.y + mark + t.px(10) + size.y});
}

void separator() {
    const Theme& t = theme();
    gap(2);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + ImGui::GetContentRegionAvail().x, at.y}, t.line);
    ImGui::Dummy({0, t.px(3)});
}

void gap(float measure) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Dummy({0, theme().px(measure)});
    ImGui::PopStyleVar();
}

void dot(ImU32 color, const char* tip_words) {
    const float size = ImGui::GetFontSize(), height = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.5f * size, at.y + 0.5f * height}, size * 0.28f, color);
    ImGui::Dummy({size, height});
    if (tip_words != nullptr && ImGui::IsItemHovered()) show_tip(tip_words);
}

void progress(std::string_view id, float fraction, std::string_view label, float width) {
    fonts().need(label);
    const Theme& t = theme();
    const float height = ImGui::GetFrameHeight();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float whole = width > 0.0f ? width : std::max(t.px(20), ImGui::GetContentRegionAvail().x);
    const ImVec2 high{low.x + whole, low.y + height};
    ImGui::Dummy({whole, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding, share = std::clamp(fraction, 0.0f, 1.0f);
    list.AddRectFilled(low, high, t.field, rounding);
    if (share > 0.0f)
        list.AddRectFilled(low, {low.x + std::max(rounding * 2, share * whole), high.y}, faded(t.accent, 0.4f), rounding);
    centered_text(list, {low.x + t.px(6), low.y}, {high.x - t.px(6), high.y}, fitted(label, whole - t.px(12)), t.text);
    finish(id, number_text(share * 100.0f, 0), nullptr, nullptr);
}

void tip(const char* words) {
    if (words != nullptr && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) show_tip(words);
}

}  // namespace yure::editor::ui
