#include "widgets/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widget_parts.hpp"

namespace yure::editor::ui {
namespace {

bool drawn_button(std::string_view id, std::string_view label, Icon icon, const ButtonLook& look, ImVec2 size) {
    const Theme& t = theme();
    const OffOnce off(look.off);
    const bool pressed = ImGui::InvisibleButton(hidden_label(id), size);
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float alpha = ImGui::GetStyle().Alpha;
    ImU32 ground = look.flat ? 0 : t.field, ink = t.text;
    if (look.lit) {
        ground = t.select;
        ink = t.kind == ThemeKind::dark ? t.accent_hover : t.accent;
    }
    if (look.primary) {
        ground = t.accent;
        ink = t.accent_text;
    }
    if (look.danger) ink = t.bad;
    if (hovered) ground = look.primary ? t.accent_hover : look.lit ? mixed(t.select, t.field_active, 0.4f) : t.field_hover;
    if (held) ground = look.primary ? t.accent_hover : t.field_active;
    if (ground != 0) list.AddRectFilled(low, high, faded(ground, alpha), ImGui::GetStyle().FrameRounding);
    if (ImGui::IsItemFocused() && GImGui->NavDisableHighlight == false)
        list.AddRect(low, high, t.accent, ImGui::GetStyle().FrameRounding);
    const float mark = icon == Icon::none ? 0.0f : icon_size();
    const float between = mark > 0.0f && !label.empty() ? t.px(6) : 0.0f;
    const float inner = high.x - low.x - (label.empty() ? 0.0f : t.px(12));
    const std::string words = label.empty() ? std::string() : fitted(label, inner - mark - between);
    const ImVec2 extent = words.empty() ? ImVec2(0, 0) : ImGui::CalcTextSize(words.c_str());
    float x = std::floor(0.5f * (low.x + high.x - mark - between - extent.x));
    if (mark > 0.0f) {
        draw_icon(list, icon, {x, std::floor(0.5f * (low.y + high.y - mark))}, mark, faded(ink, alpha));
        x += mark + between;
    }
    if (!words.empty())
        list.AddText({x, std::floor(0.5f * (low.y + high.y - extent.y))}, faded(ink, alpha), words.c_str());
    finish(id, look.lit ? "on" : "", look.tip, look.off);
    return pressed && reason(look.off) == nullptr;
}

}  // namespace

float button_width(std::string_view label, bool with_icon) {
    const Theme& t = theme();
    const float words = label.empty() ? 0.0f : ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    const float mark = with_icon ? icon_size() + (label.empty() ? 0.0f : t.px(6)) : 0.0f;
    return std::ceil(words + mark + t.px(20));
}

bool button(std::string_view id, std::string_view label, const ButtonLook& look) {
    fonts().need(label);
    float width = look.width;
    if (width == 0.0f) width = button_width(label, look.icon != Icon::none);
    if (width < 0.0f) width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    return drawn_button(id, label, look.icon, look, {width, ImGui::GetFrameHeight()});
}

bool icon_button(std::string_view id, Icon icon, const char* tip_words, ButtonLook look) {
    look.tip = tip_words;
    const float side = ImGui::GetFrameHeight();
    return drawn_button(id, {}, icon, look, {look.width > 0.0f ? look.width : side, side});
}

bool checkbox(std::string_view id, std::string_view label, bool& value, const char* tip_words, const char* off) {
    fonts().need(label);
    const Theme& t = theme();
    const OffOnce dim(off);
    const float height = ImGui::GetFrameHeight(), side = std::floor(ImGui::GetFontSize() * 1.05f);
    const ImVec2 words = ImGui::CalcTextSize(label.data(), label.data() + label.size());
    const bool pressed =
        ImGui::InvisibleButton(hidden_label(id), {side + (label.empty() ? 0.0f : t.px(7) + words.x), height});
    const ImVec2 low = ImGui::GetItemRectMin();
    const float alpha = ImGui::GetStyle().Alpha;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 box{low.x, std::floor(low.y + 0.5f * (height - side))}, box_end{box.x + side, box.y + side};
    const bool hovered = ImGui::IsItemHovered();
    if (pressed && reason(off) == nullptr) value = !value;
    const ImU32 ground = value ? (hovered ? t.accent_hover : t.accent) : hovered ? t.field_hover : t.field;
    list.AddRectFilled(box, box_end, faded(ground, alpha), t.px(3));
    if (!value) list.AddRect(box, box_end, faded(t.line, alpha), t.px(3));
    if (value) draw_icon(list, Icon::check, {box.x + side * 0.1f, box.y + side * 0.1f}, side * 0.8f, faded(t.accent_text, alpha));
    if (!label.empty())
        list.AddText({box_end.x + t.px(7), std::floor(low.y + 0.5f * (height - words.y))}, faded(t.text, alpha), label.data(),
                     label.data() + label.size());
    finish(id, value ? "on" : "off", tip_words, off);
    return pressed && reason(off) == nullptr;
}

bool toggle(std::string_view id, bool& value, std::string_view off_label, std::string_view on_label, const char* tip_words,
            const char* off) {
    const Theme& t = theme();
    const OffOnce dim(off);
    fonts().need(off_label);
    fonts().need(on_label);
    const std::string_view label = value ? on_label : off_label;
    const float height = ImGui::GetFrameHeight(), track = t.px(26);
    const float words = std::max(ImGui::CalcTextSize(off_label.data(), off_label.data() + off_label.size()).x,
                                 ImGui::CalcTextSize(on_label.data(), on_label.data() + on_label.size()).x);
    const bool pressed = ImGui::InvisibleButton(hidden_label(id), {track + t.px(7) + words, height});
    if (pressed && reason(off) == nullptr) value = !value;
    const ImVec2 low = ImGui::GetItemRectMin();
    const float alpha = ImGui::GetStyle().Alpha, radius = t.px(7);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 middle{low.x, low.y + 0.5f * height};
    list.AddRectFilled({low.x, middle.y - radius}, {low.x + track, middle.y + radius},
                       faded(value ? t.accent : t.field_active, alpha), radius);
    list.AddCircleFilled({value ? low.x + track - radius : low.x + radius, middle.y}, radius - t.px(2),
                         faded(value ? t.accent_text : t.text, alpha));
    list.AddText({low.x + track + t.px(7), std::floor(middle.y - 0.5f * ImGui::GetFontSize())}, faded(t.text, alpha),
                 label.data(), label.data() + label.size());
    finish(id, value ? "on" : "off", tip_words, off);
    return pressed && reason(off) == nullptr;
}

}  // namespace yure::editor::ui
