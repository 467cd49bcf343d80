#include "widgets/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "look/theme.hpp"
#include "widgets/widget_parts.hpp"

namespace yure::editor::ui {
bool slider(std::string_view id, float& value, const SliderLook& look) {
    const Theme& t = theme();
    const OffOnce dim(look.off);
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    ImGuiContext& g = *GImGui;
    const float width = ImGui::CalcItemWidth(), height = ImGui::GetFrameHeight();
    const ImVec2 low = window->DC.CursorPos, high{low.x + width, low.y + height};
    const ImRect box(low, high);
    // The number has a column of its own at the right, so that the handle never stands on it.
    const float column = width > t.px(96) ? std::floor(std::max(ImGui::CalcTextSize("-00.00").x, ImGui::CalcTextSize("00.00").x + ImGui::CalcTextSize(look.unit).x) + t.px(10)) : 0.0f;
    const float track = width - column;
    const ImGuiID item = window->GetID(hidden_label(id));
    ImGui::ItemSize(box, g.Style.FramePadding.y);
    const bool visible = ImGui::ItemAdd(box, item, &box, ImGuiItemFlags_Inputable);
    bool changed = false;
    const auto to_share = [&](float v) {
        if (look.logarithmic && look.low > 0.0f) return std::log(v / look.low) / std::log(look.high / look.low);
        return look.high > look.low ? (v - look.low) / (look.high - look.low) : 0.0f;
    };
    const auto from_share = [&](float share) {
        if (look.logarithmic && look.low > 0.0f) return look.low * std::pow(look.high / look.low, share);
        return look.low + (look.high - look.low) * share;
    };
    if (visible) {
        const bool hovered = ImGui::ItemHoverable(box, item);
        bool typing = ImGui::TempInputIsActive(item);
        if (!typing && hovered && g.IO.MouseClicked[0]) {
            typing = g.IO.KeyCtrl || g.IO.MouseDoubleClicked[0];
            ImGui::SetActiveID(item, window);
            ImGui::SetFocusID(item, window);
            ImGui::FocusWindow(window);
        }
        if (!typing && hovered && g.IO.MouseClicked[1] && look.neutral && value != *look.neutral) {
            value = *look.neutral;
            changed = true;
        }
        if (typing) {
            char format[16];
            std::snprintf(format, sizeof format, "%%.%df", std::max(look.decimals, 2));
            const float before = value, lowest = look.low, highest = look.high;
            if (ImGui::TempInputScalar(box, item, hidden_label(id), ImGuiDataType_Float, &value, format, &lowest, &highest))
                changed = value != before;
        } else {
            if (g.ActiveId == item && g.ActiveIdSource == ImGuiInputSource_Mouse) {
                if (!g.IO.MouseDown[0]) {
                    ImGui::ClearActiveID();
                } else {
                    const float inner = std::max(1.0f, track - t.px(4));
                    float share = std::clamp(to_share(value), 0.0f, 1.0f);
                    if (g.IO.KeyShift)
                        share += g.IO.MouseDelta.x / inner * 0.1f;
                    else
                        share = (g.IO.MousePos.x - low.x - t.px(2)) / inner;
                    const float scale = std::pow(10.0f, static_cast<float>(look.decimals));
                    float wanted = from_share(std::clamp(share, 0.0f, 1.0f));
                    if (!g.IO.KeyShift) wanted = std::round(wanted * scale) / scale;
                    wanted = std::clamp(wanted, look.low, look.high);
                    if (wanted != value && (g.IO.MouseDelta.x != 0.0f || g.ActiveIdIsJustActivated)) {
                        value = wanted;
                        changed = true;
                    }
                }
            }
            ImDrawList& list = *window->DrawList;
            const float alpha = g.Style.Alpha, rounding = g.Style.FrameRounding;
            const bool active = g.ActiveId == item;
            list.AddRectFilled(low, high, faded(active ? t.field_active : hovered ? t.field_hover : t.field, alpha), rounding);
            const float share = std::clamp(to_share(value), 0.0f, 1.0f);
            const float from = look.neutral && look.low < *look.neutral ? std::clamp(to_share(*look.neutral), 0.0f, 1.0f) : 0.0f;
            const auto x_at = [&](float s) { return low.x + t.px(2) + s * (track - t.px(4)); };
            const ImU32 fill = look.hot ? t.bad : t.accent;
            const float left = x_at(std::min(from, share)), right = x_at(std::max(from, share));
            if (right > left + 0.5f)
                list.AddRectFilled({left, low.y + t.px(2)}, {right, high.y - t.px(2)}, faded(fill, alpha * 0.32f), t.px(2));
            for (const float tick : look.ticks) {
                const float x = std::floor(x_at(std::clamp(to_share(tick), 0.0f, 1.0f)));
                list.AddRectFilled({x - t.px(1), high.y - t.px(5)}, {x + t.px(1), high.y - t.px(1)}, faded(t.good, alpha));
            }
            if (look.neutral) {
                const float x = std::floor(x_at(from));
                list.AddLine({x, low.y + t.px(3)}, {x, high.y - t.px(3)}, faded(t.text_faint, alpha * 0.7f));
            }
            const float x = x_at(share);
            list.AddRectFilled({x - t.px(1.5f), low.y + t.px(2)}, {x + t.px(1.5f), high.y - t.px(2)}, faded(fill, alpha), t.px(1.5f));
            const std::string number = number_text(value, look.decimals) + look.unit;
            const ImU32 ink = faded(look.hot ? t.bad : t.text, alpha);
            if (column > 0.0f) {
                const ImVec2 extent = ImGui::CalcTextSize(number.c_str());
                list.AddText({std::floor(high.x - extent.x - t.px(6)), std::floor(0.5f * (low.y + high.y - extent.y))}, ink, number.c_str());
            } else {
                centered_text(list, low, high, number, ink);
            }
        }
    }
    finish(id, number_text(value, look.decimals), look.tip, look.off, low.x + track);
    return changed && reason(look.off) == nullptr;
}

bool slider(std::string_view id, int& value, int low, int high, const SliderLook& look) {
    auto number = static_cast<float>(value);
    SliderLook whole = look;
    whole.low = static_cast<float>(low);
    whole.high = static_cast<float>(high);
    whole.decimals = 0;
    if (!slider(id, number, whole)) return false;
    const int rounded = static_cast<int>(std::lround(number));
    if (rounded == value) return false;
    value = rounded;
    return true;
}

}  // namespace yure::editor::ui
