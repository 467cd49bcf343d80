/// The widgets panels are made of: Dear ImGui's, with ids that are not labels, one look, tooltips, a reason for
/// everything that is disabled, and an entry in the widget map. Panels use these and not Dear ImGui's own.
///
///     ui::Scope panel("simulation");
///     if (ui::button("bake", tr("simulation.bake"), {.icon = Icon::bake, .off = busy ? tr("why.busy") : nullptr})) …
///     ui::property(tr("material.mass"));
///     if (ui::slider("mass", mass, {.low = 0.2f, .high = 4, .neutral = 1, .unit = "×"})) workbench.apply(…);
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "look/icons.hpp"

namespace yure::editor::ui {

/// Everything in its life has ids below `id`. Ids are ASCII words or the user's own ids (a mesh's).
class Scope {
  public:
    explicit Scope(std::string_view id);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

  private:
    std::size_t length_;
};

/// Everything in its life is disabled for that reason; null = nothing is.
class Off {
  public:
    explicit Off(const char* reason);
    ~Off();
    Off(const Off&) = delete;
    Off& operator=(const Off&) = delete;

  private:
    bool on_;
};

struct ButtonLook {
    Icon icon = Icon::none;
    const char* tip = nullptr;
    const char* off = nullptr;  ///< why it is disabled; null = it is not
    bool primary = false;       ///< the one thing to do here
    bool danger = false;        ///< takes something away
    bool flat = false;          ///< no ground until hovered
    bool lit = false;           ///< shown as on
    float width = 0.0f;         ///< px, 0 = as wide as its content, negative = up to the right edge
};
bool button(std::string_view id, std::string_view label, const ButtonLook& look = {});
/// A square with an icon alone; the tip says what it is.
bool icon_button(std::string_view id, Icon icon, const char* tip, ButtonLook look = {});
/// How wide `button` will be.
float button_width(std::string_view label, bool with_icon);

bool checkbox(std::string_view id, std::string_view label, bool& value, const char* tip = nullptr, const char* off = nullptr);
/// A switch of two named positions: shows the one it is in.
bool toggle(std::string_view id, bool& value, std::string_view off_label, std::string_view on_label, const char* tip = nullptr,
            const char* off = nullptr);

struct SliderLook {
    float low = 0.0f, high = 1.0f;
    std::optional<float> neutral = std::nullopt;  ///< where a right click or double click on the name puts it; also marked
    const char* unit = "";         ///< behind the number: " px"
    int decimals = 2;
    const char* tip = nullptr;
    const char* off = nullptr;
    std::span<const float> ticks = {};  ///< marks, e.g. keys
    bool hot = false;              ///< the value is shown in the colour of current values
    bool logarithmic = false;      ///< needs low > 0
};
/// A bar with a number. Drag; Shift for a tenth; Ctrl-click or double-click to type; right-click for the neutral value.
bool slider(std::string_view id, float& value, const SliderLook& look);
bool slider(std::string_view id, int& value, int low, int high, const SliderLook& look = {});

bool input_text(std::string_view id, std::string& text, const char* hint = "", const char* tip = nullptr,
                ImGuiInputTextFlags flags = 0);
/// A field for searching, with its icon and a cross that empties it.
bool search_field(std::string_view id, std::string& text, const char* hint);

/// One of several; `labels` in order. False while unchanged.
bool combo(std::string_view id, int& index, std::span<const char* const> labels, const char* tip = nullptr,
           const char* off = nullptr);
/// The same as neighbouring buttons.
bool segments(std::string_view id, int& index, std::span<const char* const> labels, std::span<const char* const> tips = {});

/// A section of a panel that opens and closes. `trailing` is drawn right in its head; it remembers by its path.
bool section(std::string_view id, std::string_view label, bool open_at_first = true, std::string_view trailing = {},
             ImU32 trailing_color = 0);
/// Opens or closes every section and tree node of the panel in the next frame; null = leave them.
void set_all_open(std::optional<bool> open);

struct RowLook {
    bool selected = false;
    int depth = 0;
    std::optional<bool> open = std::nullopt;  ///< has an arrow
    Icon icon = Icon::none;
    ImU32 color = 0;           ///< of the text; 0 = usual
    const char* tip = nullptr;
    float trailing = 0.0f;     ///< px kept free at the right for other widgets
};
struct RowAnswer {
    bool clicked = false, double_clicked = false, toggled = false, menu = false;  ///< menu: right click
};
/// A line of a list or tree over the whole width.
RowAnswer row(std::string_view id, std::string_view label, const RowLook& look);

/// "name | control": the name at the left in a column of common width; the next widget fills the rest.
void property(std::string_view label, const char* tip = nullptr);

bool menu_item(std::string_view id, std::string_view label, std::string_view shortcut = {}, bool lit = false,
               const char* off = nullptr);
bool begin_menu(std::string_view id, std::string_view label, bool enabled = true);
void end_menu();

void text(std::string_view words);
void text_soft(std::string_view words);                ///< secondary, wrapped
void text_colored(ImU32 color, std::string_view words);  ///< wrapped
/// An icon and words in the colour of warnings.
void warning(std::string_view words);
/// A note in the middle of an empty panel, with what to do about it.
void empty_note(Icon icon, std::string_view words);
void separator();
void gap(float measure = 4.0f);  ///< vertical, theme measure
/// A filled circle as high as a letter, e.g. a state.
void dot(ImU32 color, const char* tip = nullptr);
void progress(std::string_view id, float fraction, std::string_view label, float width = -1.0f);
void tip(const char* words);  ///< for the last item

/// What the last widget that was recorded is called, for things drawn by hand: call after an item of Dear ImGui's own.
void record(std::string_view id, std::string_view value = {});
std::string path_of(std::string_view id);

/// One per press of the mouse on a widget, empty otherwise: commands of one drag become one step by it.
std::string drag_token();

}  // namespace yure::editor::ui
