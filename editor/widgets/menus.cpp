#include "widgets/widgets.hpp"

#include <imgui_internal.h>

#include <algorithm>

#include "look/fonts.hpp"
#include "widgets/widget_map.hpp"
#include "widgets/widget_parts.hpp"

namespace yure::editor::ui {
bool menu_item(std::string_view id, std::string_view label, std::string_view shortcut, bool lit, const char* off) {
    fonts().need(label);
    const std::string shown = std::string(label) + "###" + std::string(id), keys(shortcut);
    const bool pressed = ImGui::MenuItem(shown.c_str(), keys.empty() ? nullptr : keys.c_str(), lit, reason(off) == nullptr);
    finish(id, lit ? "on" : "", nullptr, off);
    return pressed;
}

bool begin_menu(std::string_view id, std::string_view label, bool enabled) {
    fonts().need(label);
    const std::string shown = std::string(label) + "###" + std::string(id);
    // Once the menu is open its own window is the current one, so where the item lies is worked out beforehand.
    const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
    const bool bar = window->DC.LayoutType == ImGuiLayoutType_Horizontal;
    WidgetInfo info;
    info.path = path_of(id);
    info.low = window->DC.CursorPos;
    const float words = ImGui::CalcTextSize(label.data(), label.data() + label.size()).x;
    info.high = {info.low.x + (bar ? words : std::max(words, ImGui::GetContentRegionAvail().x)),
                 info.low.y + ImGui::GetFontSize()};
    info.clip_low = window->OuterRectClipped.Min;
    info.clip_high = window->OuterRectClipped.Max;
    info.enabled = enabled;
    info.layer = bar ? 0 : 1;
    const bool open = ImGui::BeginMenu(shown.c_str(), enabled);
    info.value = open ? "open" : "";
    widget_map().add(std::move(info));
    if (open) enter_path(id);
    return open;
}

void end_menu() {
    ImGui::EndMenu();
    leave_path();
}

}  // namespace yure::editor::ui
