/// What the widgets' own files share: the open scopes, the reason for being disabled, drawing of words. Panels have no
/// use for it.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace yure::editor::ui {

/// "##id" for Dear ImGui; valid until the next call.
const char* hidden_label(std::string_view id);
/// Why a widget is disabled: its own reason, else that of the outermost Off around it; null = it is not.
const char* reason(const char* own);
/// One level of the path, without an id of Dear ImGui's own: for menus.
void enter_path(std::string_view id);
void leave_path();

/// Dims and blocks one widget.
class OffOnce {
  public:
    explicit OffOnce(const char* own) : on_(own != nullptr) {
        if (on_) ImGui::BeginDisabled();
    }
    ~OffOnce() {
        if (on_) ImGui::EndDisabled();
    }
    OffOnce(const OffOnce&) = delete;
    OffOnce& operator=(const OffOnce&) = delete;

  private:
    bool on_;
};

/// Between frames: no scope is open.
void reset_scopes();

void show_tip(const char* words);
/// After an item: its place in the map, its tooltip. `right` is where it ends for scripts, px; 0 = where the item does.
void finish(std::string_view id, std::string_view value, const char* tip_words, const char* off, float right = 0.0f);

std::string number_text(float value, int decimals);
void centered_text(ImDrawList& list, ImVec2 low, ImVec2 high, std::string_view words, ImU32 color);
/// `words`, cut with dots to fit.
std::string fitted(std::string_view words, float width);
float icon_size();

}  // namespace yure::editor::ui
