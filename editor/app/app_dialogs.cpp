/// Small windows that want an answer first: unsaved changes, recovered work; and what the program is.
#include "app/app.hpp"

#include <imgui.h>

#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/studio/build_info.hpp"

namespace yure::editor {

void App::draw_unsaved() {
    if (!ask_unsaved_) return;
    const ui::Scope scope("unsaved");
    const Theme& t = theme();
    constexpr const char* popup = "###unsaved";
    if (!ImGui::IsPopupOpen(popup)) ImGui::OpenPopup(popup);
    ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x * 0.5f, ImGui::GetIO().DisplaySize.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal((std::string(tr("unsaved.title")) + popup).c_str(), nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize))
        return;
    const auto done = [this] {
        ask_unsaved_ = false;
        ImGui::CloseCurrentPopup();
    };
    ImGui::PushTextWrapPos(t.px(420));
    ui::text(tr("unsaved.words", {workbench_.title()}));
    ImGui::PopTextWrapPos();
    ui::gap(6);
    if (ui::button("save", tr("unsaved.save"), {.primary = true})) {
        done();
        std::function<void()> then = std::move(after_guard_);
        if (!workbench_.has_name())
            save_dialog(std::move(then));
        else if (workbench_.save() && then)
            then();
    }
    ImGui::SameLine();
    if (ui::button("discard", tr("unsaved.discard"), {.danger = true})) {
        done();
        workbench_.session()->discard();
        std::function<void()> then = std::move(after_guard_);
        workbench_.close();
        if (then) then();
    }
    ImGui::SameLine();
    if (ui::button("cancel", tr("button.cancel")) || keys_pressed(*read_keys("Esc"))) {
        done();
        after_guard_ = {};
    }
    ImGui::EndPopup();
}

void App::draw_recovered() {
    const ui::Scope scope("recovered");
    const Theme& t = theme();
    constexpr const char* popup = "###recovered";
    if (asked_left_behind_ && !workbench_.recovered) return;
    std::vector<std::filesystem::path> left;
    if (!asked_left_behind_) {
        left = workbench_.left_behind();
        if (left.empty() || workbench_.session() != nullptr) asked_left_behind_ = true;
    }
    if (asked_left_behind_ && !workbench_.recovered) return;
    if (!ImGui::IsPopupOpen(popup)) ImGui::OpenPopup(popup);
    ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x * 0.5f, ImGui::GetIO().DisplaySize.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    if (!ImGui::BeginPopupModal((std::string(tr("recovered.title")) + popup).c_str(), nullptr, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize))
        return;
    ImGui::PushTextWrapPos(t.px(440));
    ui::text(workbench_.recovered ? tr("recovered.edits", {workbench_.title()}) : std::string(tr("recovered.projects")));
    ImGui::PopTextWrapPos();
    ui::gap(6);
    if (workbench_.recovered) {
        if (ui::button("keep", tr("recovered.keep"), {.primary = true})) {
            workbench_.recovered = false;
            ImGui::CloseCurrentPopup();
        }
        ImGui::SameLine();
        if (ui::button("discard", tr("recovered.discard"), {.danger = true})) {
            const std::filesystem::path path = workbench_.session()->path();
            workbench_.session()->discard();
            workbench_.recovered = false;
            ImGui::CloseCurrentPopup();
            workbench_.open(path);
        }
    } else {
        int number = 0;
        for (const std::filesystem::path& path : left) {
            const ui::Scope row("project" + std::to_string(number++));
            ImGui::AlignTextToFramePadding();
            ui::text(path_text(path.stem()));
            ImGui::SameLine(t.px(230));
            if (ui::button("open", tr("files.open.button"), {.primary = true})) {
                asked_left_behind_ = true;
                ImGui::CloseCurrentPopup();
                if (workbench_.open(path)) canvas_.fit();
                workbench_.recovered = false;
            }
            ImGui::SameLine();
            if (ui::button("discard", tr("recovered.forget"), {.danger = true})) workbench_.forget_left_behind(path);
        }
        ui::gap(4);
        if (ui::button("later", tr("recovered.later"))) {
            asked_left_behind_ = true;
            ImGui::CloseCurrentPopup();
        }
    }
    ImGui::EndPopup();
}

void App::draw_about() {
    const Theme& t = theme();
    const ui::Scope about("about");
    if (about_) ImGui::OpenPopup("###about");
    ImGui::SetNextWindowPos({ImGui::GetIO().DisplaySize.x * 0.5f, ImGui::GetIO().DisplaySize.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    if (ImGui::BeginPopupModal((std::string(tr("action.help.about")) + "###about").c_str(), nullptr,
                               ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize)) {
        about_ = false;
        ImGui::PushFont(fonts().title);
        const std::string build = studio::build_info_text("Yure");
        const std::size_t line = build.find('\n');
        ui::text(build.substr(0, line));
        ImGui::PopFont();
        ImGui::PushTextWrapPos(t.px(420));
        ui::text(tr("about.words"));
        ui::text_soft(build.substr(line + 1));
        ImGui::PopTextWrapPos();
        ui::gap(6);
        if (ui::button("close", tr("button.close"), {.primary = true}) || keys_pressed(*read_keys("Esc"))) ImGui::CloseCurrentPopup();
        ImGui::EndPopup();
    }
}

}  // namespace yure::editor
