#include "app/settings_dialog.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cctype>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

bool contains(std::string_view text, std::string_view part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

}  // namespace

void SettingsDialog::draw(Workbench& workbench) {
    if (!open_) return;
    const Theme& t = theme();
    const ui::Scope scope("settings");
    const std::string title = std::string(tr("settings.title")) + "###settings";
    if (appearing_) ImGui::OpenPopup("###settings");
    appearing_ = false;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSize({std::min(t.px(640), screen.x - t.px(40)), std::min(t.px(560), screen.y - t.px(40))});
    ImGui::SetNextWindowPos({screen.x * 0.5f, screen.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal(title.c_str(), nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize)) {
        open_ = false;
        return;
    }
    int page = static_cast<int>(page_);
    const char* pages[] = {tr("settings.general"), tr("settings.shortcuts")};
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ui::segments("page", page, pages)) page_ = static_cast<Page>(page);
    ui::gap(4);
    const float below = ImGui::GetFrameHeight() + t.px(10);
    ImGui::BeginChild("body", {0, ImGui::GetContentRegionAvail().y - below}, false);
    if (page_ == Page::general)
        draw_general(workbench);
    else
        draw_shortcuts(workbench);
    ImGui::EndChild();
    ui::gap(2);
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - ui::button_width(tr("button.close"), false) - t.px(10));
    if (ui::button("close", tr("button.close"), {.primary = true}) || (capture_.empty() && keys_pressed({GLFW_KEY_ESCAPE}))) {
        open_ = false;
        ImGui::CloseCurrentPopup();
        workbench.save_settings();
    }
    ImGui::EndPopup();
}

void SettingsDialog::draw_general(Workbench& workbench) {
    Settings& settings = workbench.settings;
    ui::property(tr("settings.language"));
    int language_index = static_cast<int>(settings.language);
    const char* languages[] = {language_own_name(Language::english), language_own_name(Language::chinese),
                               language_own_name(Language::japanese)};
    if (ui::combo("language", language_index, languages)) settings.language = static_cast<Language>(language_index);
    if (!fonts().has_cjk()) ui::warning(tr("settings.no_cjk"));
    ui::property(tr("settings.theme"));
    int theme_index = static_cast<int>(settings.theme);
    const char* themes[] = {tr("settings.theme.dark"), tr("settings.theme.light")};
    if (ui::segments("theme", theme_index, themes)) settings.theme = static_cast<ThemeKind>(theme_index);
    ui::property(tr("settings.scale"), tr("settings.scale.tip"));
    const float scales[] = {0.0f, 0.8f, 1.0f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f};
    const char* scale_names[] = {tr("settings.scale.auto"), "80 %", "100 %", "125 %", "150 %", "175 %", "200 %", "250 %"};
    int scale_index = 0;
    for (std::size_t i = 0; i < std::size(scales); ++i)
        if (settings.scale == scales[i]) scale_index = static_cast<int>(i);
    if (ui::combo("scale", scale_index, scale_names, tr("settings.scale.tip"))) settings.scale = scales[scale_index];
    ui::property(tr("settings.font"), tr("settings.font.tip"));
    ui::input_text("font", settings.font, tr("settings.font.hint"), tr("settings.font.tip"), ImGuiInputTextFlags_EnterReturnsTrue);
    ui::separator();
    if (ui::checkbox("auto_bake", tr("settings.auto_bake"), settings.auto_bake, tr("settings.auto_bake.tip")) &&
        workbench.session() != nullptr)
        workbench.session()->set_auto_bake(settings.auto_bake);
    ui::checkbox("agents", tr("settings.agents"), settings.agents, tr("settings.agents.tip"));
    ui::gap(4);
    if (ui::button("forget_recent", tr("settings.forget_recent"), {.off = settings.recent.empty() ? tr("settings.no_recent") : nullptr})) {
        settings.recent.clear();
        settings.places.clear();
    }
}

void SettingsDialog::draw_shortcuts(Workbench& workbench) {
    const Theme& t = theme();
    Actions& actions = workbench.actions;
    ImGui::SetNextItemWidth(-FLT_MIN);
    ui::search_field("search", search_, tr("shortcuts.hint"));
    ui::gap(2);
    if (!capture_.empty()) {
        if (keys_pressed({GLFW_KEY_ESCAPE})) {
            capture_.clear();
        } else if (const auto pressed = any_pressed(); pressed && !ImGui::GetIO().WantTextInput) {
            if (const Action* owner = actions.owner(*pressed); owner != nullptr && owner->id != capture_)
                workbench.toasts.add(ToastKind::info, tr("shortcuts.taken", {keys_text(*pressed), actions.label(*owner)}));
            actions.bind(capture_, *pressed);
            capture_.clear();
        }
    }
    ImGui::BeginChild("list", {0, 0}, false);
    for (const Action& action : actions.all()) {
        std::string keys;
        for (const Keys& each : actions.keys(action)) keys += (keys.empty() ? "" : ",  ") + keys_text(each);
        const char* label = actions.label(action);
        if (!search_.empty() && !contains(label, search_) && !contains(keys, search_) && !contains(action.id, search_)) continue;
        const ui::Scope row(action.id);
        ImGui::AlignTextToFramePadding();
        ui::text(label);
        const float side = ImGui::GetFrameHeight(), width = t.px(170);
        ImGui::SameLine();
        ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - width - 2 * side - t.px(8));
        const bool waiting = capture_ == action.id;
        const std::string shown = waiting ? tr("shortcuts.press") : keys.empty() ? "–" : keys;
        if (ui::button("keys", shown, {.tip = tr("shortcuts.tip"), .lit = waiting, .width = width}))
            capture_ = waiting ? std::string() : action.id;
        ImGui::SameLine(0, t.px(4));
        if (ui::icon_button("none", Icon::close, tr("shortcuts.none"), {.off = keys.empty() ? tr("shortcuts.has_none") : nullptr, .flat = true}))
            actions.unbind(action.id);
        ImGui::SameLine(0, t.px(4));
        if (ui::icon_button("default", Icon::reset, tr("shortcuts.default"),
                            {.off = actions.is_changed(action.id) ? nullptr : tr("shortcuts.is_default"), .flat = true}))
            actions.use_defaults(action.id);
    }
    ImGui::EndChild();
}

}  // namespace yure::editor
