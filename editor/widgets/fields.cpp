#include "widgets/widgets.hpp"

#include <imgui_internal.h>

#include <cmath>
#include <optional>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widget_parts.hpp"

namespace yure::editor::ui {
namespace {

int grow_text(ImGuiInputTextCallbackData* data) {
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        auto& text_value = *static_cast<std::string*>(data->UserData);
        text_value.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = text_value.data();
    }
    return 0;
}

}  // namespace

bool input_text(std::string_view id, std::string& words, const char* hint, const char* tip_words, ImGuiInputTextFlags flags) {
    fonts().need(words);
    fonts().need(hint);
    const bool changed = ImGui::InputTextWithHint(hidden_label(id), hint, words.data(), words.capacity() + 1,
                                                  flags | ImGuiInputTextFlags_CallbackResize, grow_text, &words);
    finish(id, words, tip_words, nullptr);
    if (changed) fonts().need(words);
    return changed;
}

bool search_field(std::string_view id, std::string& words, const char* hint) {
    const Theme& t = theme();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = ImGui::CalcItemWidth(), side = ImGui::GetFrameHeight();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {side + t.px(1), ImGui::GetStyle().FramePadding.y});
    ImGui::SetNextItemWidth(width);
    bool changed = input_text(id, words, hint);
    ImGui::PopStyleVar();
    const float mark = icon_size();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    draw_icon(list, Icon::search, {low.x + t.px(6), std::floor(low.y + 0.5f * (side - mark))}, mark, t.text_soft);
    if (!words.empty()) {
        const ImVec2 cross{low.x + width - mark - t.px(6), std::floor(low.y + 0.5f * (side - mark))};
        const bool hovered = ImGui::IsMouseHoveringRect(cross, {cross.x + mark, cross.y + mark});
        draw_icon(list, Icon::close, cross, mark, hovered ? t.text : t.text_soft);
        if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
            words.clear();
            ImGui::ClearActiveID();
            changed = true;
        }
    }
    return changed;
}

bool combo(std::string_view id, int& index, std::span<const char* const> labels, const char* tip_words, const char* off) {
    const OffOnce dim(off);
    const char* now = index >= 0 && static_cast<std::size_t>(index) < labels.size() ? labels[static_cast<std::size_t>(index)] : "";
    for (const char* label : labels) fonts().need(label);
    bool changed = false;
    const bool open = ImGui::BeginCombo(hidden_label(id), now, ImGuiComboFlags_HeightLarge);
    const std::string own_id(id);
    if (open) {
        std::optional<Scope> inside(std::in_place, own_id);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const std::string number = std::to_string(i);
            ImGui::PushID(number.c_str());
            if (ImGui::Selectable(labels[i], static_cast<int>(i) == index)) {
                changed = static_cast<int>(i) != index;
                index = static_cast<int>(i);
            }
            if (static_cast<int>(i) == index && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
            record(number, labels[i]);
            ImGui::PopID();
        }
        inside.reset();  // its id belongs to the popup's window
        ImGui::EndCombo();
    }
    finish(own_id, now, tip_words, off);
    return changed;
}

bool segments(std::string_view id, int& index, std::span<const char* const> labels, std::span<const char* const> tips) {
    const Scope inside(id);
    const Theme& t = theme();
    bool changed = false;
    const float width = ImGui::CalcItemWidth();
    const auto count = static_cast<float>(labels.size());
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(2), ImGui::GetStyle().ItemSpacing.y});
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (i > 0) ImGui::SameLine();
        ButtonLook look;
        look.lit = static_cast<int>(i) == index;
        look.width = std::floor((width - t.px(2) * (count - 1)) / count);
        look.tip = i < tips.size() ? tips[i] : nullptr;
        if (button(std::to_string(i), labels[i], look) && !look.lit) {
            index = static_cast<int>(i);
            changed = true;
        }
    }
    ImGui::PopStyleVar();
    return changed;
}

}  // namespace yure::editor::ui
