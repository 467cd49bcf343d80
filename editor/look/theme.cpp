#include "look/theme.hpp"

#include <algorithm>

namespace yure::editor {
namespace {

Theme current_theme;

constexpr ImU32 rgb(unsigned hex, unsigned alpha = 255) {
    return (alpha << 24) | ((hex & 0xffu) << 16) | (hex & 0xff00u) | (hex >> 16);
}

void set_dark(Theme& t) {
    t.backdrop = rgb(0x16181d);
    t.panel = rgb(0x22252c);
    t.panel_head = rgb(0x1b1e24);
    t.field = rgb(0x2f333d);
    t.field_hover = rgb(0x393e4a);
    t.field_active = rgb(0x434957);
    t.line = rgb(0x363b46);
    t.text = rgb(0xe4e7ee);
    t.text_soft = rgb(0xa3abba);
    t.text_faint = rgb(0x767e8e);
    t.accent = rgb(0x6d8dff);
    t.accent_hover = rgb(0x86a1ff);
    t.accent_text = rgb(0x10131a);
    t.select = rgb(0x33405f);
    t.good = rgb(0x4fc38a);
    t.warn = rgb(0xeab64e);
    t.bad = rgb(0xf0706c);
    t.off = rgb(0x80889a);
    t.canvas = rgb(0x2b2e36);
    t.canvas_check = rgb(0x30343d);
    t.simulated = rgb(0x58b9f0);
    t.exported = rgb(0xf29a5b);
}

void set_light(Theme& t) {
    t.backdrop = rgb(0xd9dde5);
    t.panel = rgb(0xf8f9fb);
    t.panel_head = rgb(0xe8ebf1);
    t.field = rgb(0xe7eaf0);
    t.field_hover = rgb(0xdbe0ea);
    t.field_active = rgb(0xced5e3);
    t.line = rgb(0xcfd5df);
    t.text = rgb(0x1d222b);
    t.text_soft = rgb(0x545d6d);
    t.text_faint = rgb(0x8b93a2);
    t.accent = rgb(0x3f62d9);
    t.accent_hover = rgb(0x3153c4);
    t.accent_text = rgb(0xffffff);
    t.select = rgb(0xd3defa);
    t.good = rgb(0x1f8a55);
    t.warn = rgb(0x9a6400);
    t.bad = rgb(0xc73a3a);
    t.off = rgb(0x7d8594);
    t.canvas = rgb(0xe4e7ed);
    t.canvas_check = rgb(0xdde1e8);
    t.simulated = rgb(0x1d7fc4);
    t.exported = rgb(0xc9611c);
}

}  // namespace

ImU32 faded(ImU32 color, float alpha) {
    const float old = static_cast<float>(color >> 24);
    const auto now = static_cast<ImU32>(std::clamp(old * alpha, 0.0f, 255.0f) + 0.5f);
    return (color & 0x00ffffffu) | (now << 24);
}

ImVec4 to_vec4(ImU32 color) { return ImGui::ColorConvertU32ToFloat4(color); }

ImU32 mixed(ImU32 a, ImU32 b, float share) {
    const ImVec4 from = to_vec4(a), to = to_vec4(b);
    const auto mix = [share](float x, float y) { return x + (y - x) * share; };
    return ImGui::ColorConvertFloat4ToU32({mix(from.x, to.x), mix(from.y, to.y), mix(from.z, to.z), mix(from.w, to.w)});
}

Theme make_theme(ThemeKind kind, float scale) {
    Theme made;
    made.kind = kind;
    made.scale = scale;
    if (kind == ThemeKind::dark)
        set_dark(made);
    else
        set_light(made);
    return made;
}

const Theme& theme() { return current_theme; }

void apply_theme(const Theme& wanted) {
    current_theme = wanted;
    const Theme& t = current_theme;
    ImGuiStyle style;
    style.WindowPadding = {10, 8};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {6, 3};
    style.IndentSpacing = 16;
    style.ScrollbarSize = 11;
    style.GrabMinSize = 10;
    style.WindowRounding = 6;
    style.ChildRounding = 0;
    style.FrameRounding = 4;
    style.PopupRounding = 6;
    style.ScrollbarRounding = 6;
    style.GrabRounding = 4;
    style.TabRounding = 5;
    style.WindowBorderSize = 1;
    style.PopupBorderSize = 1;
    style.ChildBorderSize = 0;
    style.FrameBorderSize = 0;
    style.TabBorderSize = 0;
    style.WindowTitleAlign = {0.5f, 0.5f};
    style.ColorButtonPosition = ImGuiDir_Left;
    style.DisabledAlpha = 0.45f;
    style.ScaleAllSizes(t.scale);
    style.WindowBorderSize = style.PopupBorderSize = 1;

    const auto set = [&style](ImGuiCol index, ImU32 color) { style.Colors[index] = to_vec4(color); };
    set(ImGuiCol_Text, t.text);
    set(ImGuiCol_TextDisabled, t.text_faint);
    set(ImGuiCol_WindowBg, t.panel);
    set(ImGuiCol_ChildBg, 0);
    set(ImGuiCol_PopupBg, t.kind == ThemeKind::dark ? mixed(t.panel, t.field, 0.35f) : t.panel);
    set(ImGuiCol_Border, t.line);
    set(ImGuiCol_BorderShadow, 0);
    set(ImGuiCol_FrameBg, t.field);
    set(ImGuiCol_FrameBgHovered, t.field_hover);
    set(ImGuiCol_FrameBgActive, t.field_active);
    set(ImGuiCol_TitleBg, t.panel_head);
    set(ImGuiCol_TitleBgActive, t.panel_head);
    set(ImGuiCol_TitleBgCollapsed, t.panel_head);
    set(ImGuiCol_MenuBarBg, t.backdrop);
    set(ImGuiCol_ScrollbarBg, 0);
    set(ImGuiCol_ScrollbarGrab, faded(t.text_faint, 0.45f));
    set(ImGuiCol_ScrollbarGrabHovered, faded(t.text_faint, 0.7f));
    set(ImGuiCol_ScrollbarGrabActive, t.text_faint);
    set(ImGuiCol_CheckMark, t.accent);
    set(ImGuiCol_SliderGrab, t.accent);
    set(ImGuiCol_SliderGrabActive, t.accent_hover);
    set(ImGuiCol_Button, t.field);
    set(ImGuiCol_ButtonHovered, t.field_hover);
    set(ImGuiCol_ButtonActive, t.field_active);
    set(ImGuiCol_Header, t.select);
    set(ImGuiCol_HeaderHovered, mixed(t.select, t.field_hover, 0.5f));
    set(ImGuiCol_HeaderActive, t.select);
    set(ImGuiCol_Separator, t.line);
    set(ImGuiCol_SeparatorHovered, t.accent);
    set(ImGuiCol_SeparatorActive, t.accent);
    set(ImGuiCol_ResizeGrip, faded(t.accent, 0.3f));
    set(ImGuiCol_ResizeGripHovered, faded(t.accent, 0.7f));
    set(ImGuiCol_ResizeGripActive, t.accent);
    set(ImGuiCol_Tab, t.panel_head);
    set(ImGuiCol_TabHovered, t.field_hover);
    set(ImGuiCol_TabActive, t.panel);
    set(ImGuiCol_TabUnfocused, t.panel_head);
    set(ImGuiCol_TabUnfocusedActive, t.panel);
    set(ImGuiCol_PlotLines, t.simulated);
    set(ImGuiCol_PlotHistogram, t.accent);
    set(ImGuiCol_TableHeaderBg, t.panel_head);
    set(ImGuiCol_TableBorderStrong, t.line);
    set(ImGuiCol_TableBorderLight, t.line);
    set(ImGuiCol_TableRowBg, 0);
    set(ImGuiCol_TableRowBgAlt, faded(t.field, 0.35f));
    set(ImGuiCol_TextSelectedBg, faded(t.accent, 0.4f));
    set(ImGuiCol_DragDropTarget, t.accent);
    set(ImGuiCol_NavHighlight, t.accent);
    set(ImGuiCol_ModalWindowDimBg, rgb(0x000000, t.kind == ThemeKind::dark ? 140 : 90));
    ImGui::GetStyle() = style;
}

}  // namespace yure::editor
