/// Colours and measures of the interface: dark and light. Measures are for a scale of 1 and are multiplied by the
/// scale when used (`Theme::px`).
#pragma once

#include <imgui.h>

namespace yure::editor {

enum class ThemeKind { dark, light };

struct Theme {
    ThemeKind kind = ThemeKind::dark;
    float scale = 1.0f;  ///< of text and measures; 1 = 96 dpi

    ImU32 backdrop = 0;      ///< behind the panels
    ImU32 panel = 0;         ///< a panel's ground
    ImU32 panel_head = 0;    ///< bar of tabs
    ImU32 field = 0;         ///< ground of what can be edited
    ImU32 field_hover = 0;
    ImU32 field_active = 0;
    ImU32 line = 0;          ///< separators, borders
    ImU32 text = 0;
    ImU32 text_soft = 0;     ///< secondary text; still readable (contrast at least 4.5)
    ImU32 text_faint = 0;    ///< disabled
    ImU32 accent = 0;        ///< what is chosen or on
    ImU32 accent_hover = 0;
    ImU32 accent_text = 0;   ///< text on accent
    ImU32 select = 0;        ///< ground of a chosen row
    ImU32 good = 0;          ///< baked (green)
    ImU32 warn = 0;          ///< stale, warnings (yellow)
    ImU32 bad = 0;           ///< not baked, errors (red)
    ImU32 off = 0;           ///< switched off (grey)
    ImU32 canvas = 0;        ///< around the model
    ImU32 canvas_check = 0;  ///< second colour of the canvas' checks
    ImU32 simulated = 0;     ///< curves and ghosts of the simulation
    ImU32 exported = 0;      ///< those of the exported result

    float px(float measure) const { return measure * scale; }
};

Theme make_theme(ThemeKind kind, float scale);
/// Sets Dear ImGui's style to it.
void apply_theme(const Theme& theme);
/// The theme in use; `apply_theme` sets it. Valid for the life of the program.
const Theme& theme();

/// The same colour at `alpha` (0..1) of its own opacity.
ImU32 faded(ImU32 color, float alpha);
/// `share` (0..1) of the way from a to b.
ImU32 mixed(ImU32 a, ImU32 b, float share);
ImVec4 to_vec4(ImU32 color);

}  // namespace yure::editor
