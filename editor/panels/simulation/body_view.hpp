/// A body as the simulation panel's sections see it in this frame, and how they change it. Each section is a file of its
/// own here; all are drawn inside of a scope with the section's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "project/workbench.hpp"

namespace yure::editor {

class CanvasPanel;

struct BodyView {
    Workbench& workbench;
    const std::string id;
    const studio::Body& body;
    const studio::StoredBake* bake = nullptr;  ///< null = it has none
    const studio::Json& report;                ///< of the bake; an empty object without one
    const studio::BodyFreshness& freshness;
    bool baking = false;  ///< it waits for a bake or is in one

    /// body.set with these members.
    bool set(studio::Json members) const {
        members["body"] = id;
        return workbench.apply("body.set", members);
    }
    /// Another command on this body.
    bool apply(const std::string& command, studio::Json members) const {
        members["body"] = id;
        return workbench.apply(command, members);
    }
    /// Why what needs a bake cannot be done; null = it can.
    const char* no_bake() const;
};

void draw_bake_section(const BodyView& view);
void draw_material_section(const BodyView& view);
void draw_inputs_section(const BodyView& view);
void draw_outputs_section(const BodyView& view);
void draw_glue_section(const BodyView& view);
void draw_groups_section(const BodyView& view);
void draw_compare_section(const BodyView& view);

/// The parts of the bake section that are folded away.
void draw_bake_advanced(const BodyView& view);

// --- shared by the sections -------------------------------------------------------------------------------------------

/// A section's head with a button at its right end; `pressed` says whether that was pressed. Without an icon there is
/// no button.
bool section_with_button(std::string_view id, std::string_view label, bool open_at_first, Icon icon, std::string_view button,
                         const char* tip, bool& pressed, std::string_view trailing = {}, ImU32 trailing_color = 0);

/// A text that is handed over when Enter is pressed or the field is left; nothing while it is typed and when it has not
/// changed.
std::optional<std::string> text_field(std::string_view id, const std::string& now, const char* hint, const char* tip);

/// Figures of `summary` (as reports hold it) as a small table: what can be seen first, then R² and error; findings out
/// of their bands in the warning colour, with the words of `warnings`.
void draw_visual_checks(const studio::Json& summary, const studio::Json& warnings);

/// "12.3", with at most `decimals` places.
std::string number(double value, int decimals);
ImU32 freshness_color(studio::Freshness state);
const char* freshness_text(studio::Freshness state);
/// A member of an object, or null where there is none.
const studio::Json& member(const studio::Json& object, const char* name);
std::string text_member(const studio::Json& object, const char* name);
double number_member(const studio::Json& object, const char* name, double otherwise);

}  // namespace yure::editor
