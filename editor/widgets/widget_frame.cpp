#include "widgets/widget_frame.hpp"

#include <imgui_internal.h>

#include <optional>

#include "widgets/widget_map.hpp"
#include "widgets/widget_parts.hpp"
#include "widgets/widgets.hpp"

namespace yure::editor::ui {
namespace {

std::optional<bool> all_open, all_open_next;
unsigned drag_number = 0;
ImGuiID drag_item = 0;

}  // namespace

void begin_frame() {
    reset_scopes();
    all_open = all_open_next;
    all_open_next.reset();
    widget_map().begin_frame();
    const ImGuiContext& g = *GImGui;
    if (g.ActiveId != drag_item) {
        drag_item = g.ActiveId;
        if (drag_item != 0) ++drag_number;
    }
}

std::string drag_token() {
    if (GImGui->ActiveId == 0) return {};
    return "drag" + std::to_string(GImGui->ActiveId == drag_item ? drag_number : drag_number + 1);
}

void set_all_open(std::optional<bool> open) { all_open_next = open; }
std::optional<bool> wanted_open() { return all_open; }

}  // namespace yure::editor::ui
