#include "layout/dock_view.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr const char* kTabPayload = "yure tab";

float least_size(bool stacked) { return theme().px(stacked ? 90.0f : 160.0f); }

/// Size of the first child in px.
float first_size(const LayoutNode& node, float whole) {
    const float gap = theme().px(4), room = std::max(1.0f, whole - gap);
    float size = 0.0f;
    switch (node.keeps) {
    case LayoutNode::Keeps::first: size = theme().px(node.size); break;
    case LayoutNode::Keeps::second: size = room - theme().px(node.size); break;
    case LayoutNode::Keeps::none: size = room * node.size; break;
    }
    const float least = std::min(least_size(node.stacked), room * 0.5f);
    return std::floor(std::clamp(size, least, room - least));
}

void set_first_size(LayoutNode& node, float size, float whole) {
    const float gap = theme().px(4), room = std::max(1.0f, whole - gap);
    const float least = std::min(least_size(node.stacked), room * 0.5f);
    size = std::clamp(size, least, room - least);
    switch (node.keeps) {
    case LayoutNode::Keeps::first: node.size = size / theme().scale; break;
    case LayoutNode::Keeps::second: node.size = (room - size) / theme().scale; break;
    case LayoutNode::Keeps::none: node.size = size / room; break;
    }
}

}  // namespace

void DockView::draw(Layout& layout, ImVec2 low, ImVec2 high, const DockCallbacks& callbacks) {
    move_ = {};
    draw_node(layout.root(), low, high, "dock", callbacks);
    if (move_.hide)
        layout.hide(move_.panel);
    else if (move_.wanted)
        layout.move(move_.panel, move_.beside, move_.side);
}

void DockView::draw_node(LayoutNode& node, ImVec2 low, ImVec2 high, const std::string& name, const DockCallbacks& callbacks) {
    if (node.is_leaf()) {
        draw_leaf(node, low, high, name, callbacks);
        return;
    }
    const Theme& t = theme();
    const float gap = t.px(4), whole = node.stacked ? high.y - low.y : high.x - low.x;
    const float size = first_size(node, whole);
    ImVec2 first_high = high, second_low = low, bar_low = low, bar_high = high;
    if (node.stacked) {
        first_high.y = bar_low.y = low.y + size;
        second_low.y = bar_high.y = low.y + size + gap;
    } else {
        first_high.x = bar_low.x = low.x + size;
        second_low.x = bar_high.x = low.x + size + gap;
    }
    ImGui::SetCursorScreenPos(bar_low);
    {
        const ui::Scope scope("splitter");
        ImGui::InvisibleButton(name.c_str(), {std::max(1.0f, bar_high.x - bar_low.x), std::max(1.0f, bar_high.y - bar_low.y)});
        ui::record(name);
    }
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        ImGui::SetMouseCursor(node.stacked ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled(bar_low, bar_high, faded(t.accent, ImGui::IsItemActive() ? 0.9f : 0.5f));
    }
    if (ImGui::IsItemActive()) {
        const ImVec2 mouse = ImGui::GetIO().MousePos;
        const float at = node.stacked ? mouse.y - low.y : mouse.x - low.x;
        if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0f)) set_first_size(node, at - 0.5f * gap, whole);
    }
    draw_node(*node.first, low, first_high, name + "a", callbacks);
    draw_node(*node.second, second_low, high, name + "b", callbacks);
}

void DockView::draw_tabs(LayoutNode& node, float width, const DockCallbacks& callbacks) {
    const Theme& t = theme();
    const ui::Scope scope("tab");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = ImGui::GetFrameHeight() + t.px(3);
    const ImVec2 bar = ImGui::GetCursorScreenPos();
    list.AddRectFilled(bar, {bar.x + width, bar.y + height}, t.panel_head, t.px(6), ImDrawFlags_RoundCornersTop);
    float needed = 0.0f;
    for (const std::string& panel : node.tabs) needed += ImGui::CalcTextSize(callbacks.title(panel)).x + t.px(24);
    const float squeeze = needed > width - t.px(4) ? (width - t.px(4)) / needed : 1.0f;
    float x = bar.x + t.px(2);
    for (const std::string& panel : std::vector<std::string>(node.tabs)) {
        const char* title = callbacks.title(panel);
        fonts().need(title);
        const ImVec2 words = ImGui::CalcTextSize(title);
        const float tab = std::floor((words.x + t.px(24)) * squeeze);
        const bool active = node.active == panel;
        ImGui::SetCursorScreenPos({x, bar.y + t.px(2)});
        const bool pressed = ImGui::InvisibleButton(panel.c_str(), {std::max(1.0f, tab), height - t.px(2)});
        const bool hovered = ImGui::IsItemHovered();
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        if (pressed || (ImGui::IsItemActivated() && !active)) node.active = panel;
        if (active) list.AddRectFilled(low, high, t.panel, t.px(5), ImDrawFlags_RoundCornersTop);
        if (!active && hovered) list.AddRectFilled(low, high, faded(t.field_hover, 0.6f), t.px(5), ImDrawFlags_RoundCornersTop);
        const ImVec4 clip{low.x + t.px(3), low.y, high.x - t.px(3), high.y};
        const float text_x = std::max(low.x + t.px(4), std::floor(0.5f * (low.x + high.x - words.x)));
        list.AddText(nullptr, 0.0f, {text_x, std::floor(0.5f * (low.y + high.y - words.y))},
                     active ? t.text : hovered ? t.text : t.text_soft, title, nullptr, 0.0f, &clip);
        if (active) list.AddRectFilled({low.x + t.px(8), low.y}, {high.x - t.px(8), low.y + t.px(2)}, t.accent, t.px(1));
        ui::record(panel, active ? "active" : "");
        if (squeeze < 1.0f) ui::tip(title);
        if (panel != kCanvasPanel) {
            if (ImGui::BeginDragDropSource()) {
                ImGui::SetDragDropPayload(kTabPayload, panel.c_str(), panel.size() + 1);
                ImGui::TextUnformatted(title);
                ImGui::EndDragDropSource();
            }
            ImGui::PushID(panel.c_str());
            if (ImGui::BeginPopupContextItem("menu")) {
                const ui::Scope menu(panel);
                if (ui::menu_item("close", tr("panel.close"))) {
                    move_.panel = panel;
                    move_.hide = true;
                }
                ImGui::EndPopup();
            }
            ImGui::PopID();
        }
        x += tab + t.px(1);
    }
    ImGui::SetCursorScreenPos({bar.x, bar.y + height});
}

void DockView::take_drop(const LayoutNode& node, ImVec2 low, ImVec2 high) {
    const ImGuiPayload* carried = ImGui::GetDragDropPayload();
    if (carried == nullptr || !carried->IsDataType(kTabPayload)) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.x < low.x || mouse.x >= high.x || mouse.y < low.y || mouse.y >= high.y) return;
    const float u = (mouse.x - low.x) / (high.x - low.x), v = (mouse.y - low.y) / (high.y - low.y);
    Side side = Side::center;
    const float nearest = std::min({u, 1.0f - u, v, 1.0f - v});
    if (nearest < 0.22f) side = nearest == u ? Side::left : nearest == 1.0f - u ? Side::right : nearest == v ? Side::top : Side::bottom;
    if (side == Side::center && node.tabs.front() == kCanvasPanel) return;
    ImVec2 a = low, b = high;
    if (side == Side::left) b.x = 0.5f * (low.x + high.x);
    if (side == Side::right) a.x = 0.5f * (low.x + high.x);
    if (side == Side::top) b.y = 0.5f * (low.y + high.y);
    if (side == Side::bottom) a.y = 0.5f * (low.y + high.y);
    const Theme& t = theme();
    ImGui::GetForegroundDrawList()->AddRectFilled(a, b, faded(t.accent, 0.25f), t.px(6));
    ImGui::GetForegroundDrawList()->AddRect(a, b, t.accent, t.px(6));
    if (!ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return;
    move_.panel = static_cast<const char*>(carried->Data);
    move_.beside = node.active;
    move_.side = side;
    move_.wanted = true;
}

void DockView::draw_leaf(LayoutNode& node, ImVec2 low, ImVec2 high, const std::string& name, const DockCallbacks& callbacks) {
    const Theme& t = theme();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, t.panel, t.px(6));
    take_drop(node, low, high);
    ImGui::SetCursorScreenPos(low);
    draw_tabs(node, high.x - low.x, callbacks);
    const std::string panel = node.active;
    const bool scrolls = callbacks.scrolls(panel);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, scrolls ? ImVec2(t.px(8), t.px(8)) : ImVec2(0, 0));
    const ImGuiWindowFlags flags = scrolls ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    const bool visible = ImGui::BeginChild((name + "/" + panel).c_str(), {high.x - low.x, std::max(1.0f, high.y - top.y - t.px(2))}, false,
                                           flags | ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    if (visible) callbacks.draw(panel);
    ImGui::EndChild();
}

}  // namespace yure::editor
