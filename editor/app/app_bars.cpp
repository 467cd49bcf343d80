/// What frames the panels: menu bar, status bar, messages.
#include "app/app.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

void App::draw_menu_bar() {
    const Theme& t = theme();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {t.px(8), t.px(8)});
    if (!ImGui::BeginMenuBar()) {
        ImGui::PopStyleVar();
        return;
    }
    const ui::Scope scope("menu");
    const Actions& actions = workbench_.actions;
    const auto items = [&](std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            if (*id == '\0')
                ImGui::Separator();
            else
                action_menu_item(actions, id);
        }
    };
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(12), t.px(6)});
    if (ui::begin_menu("file", tr("menu.file"))) {
        items({"file.open", "file.reopen"});
        if (ui::begin_menu("recent", tr("menu.recent"), !workbench_.settings.recent.empty())) {
            int number = 0;
            for (const std::filesystem::path& path : std::vector(workbench_.settings.recent))
                if (ui::menu_item(std::to_string(number++), path_text(path))) ask_open(path);
            ui::end_menu();
        }
        items({"file.demo", "", "file.save", "file.save_as", "file.export", "", "file.close", "file.quit"});
        ui::end_menu();
    }
    if (ui::begin_menu("edit", tr("menu.edit"))) {
        items({"edit.undo", "edit.redo", "", "edit.deselect", "", "edit.settings"});
        ui::end_menu();
    }
    if (ui::begin_menu("view", tr("menu.view"))) {
        for (const auto& each : panels_) action_menu_item(actions, std::string("panel.") + each->id());
        ImGui::Separator();
        items({"workspace.standard", "workspace.simulate", "workspace.compare", "", "canvas.fit", "canvas.wire", "canvas.pins", "canvas.heat",
               "canvas.side_by_side", "", "view.theme"});
        if (ui::begin_menu("language", tr("settings.language"))) {
            for (const Language each : kLanguages)
                if (ui::menu_item(language_code(each), language_own_name(each), {}, workbench_.settings.language == each))
                    workbench_.settings.language = each;
            ui::end_menu();
        }
        ui::end_menu();
    }
    if (ui::begin_menu("simulation", tr("menu.simulation"))) {
        items({"simulation.bake_all", "", "preview.play", "preview.step", "preview.restart", "preview.shake", "preview.rest"});
        ui::end_menu();
    }
    if (ui::begin_menu("help", tr("menu.help"))) {
        items({"help.guide", "file.demo", "panel.scenes", "", "help.shortcuts", "help.about"});
        ui::end_menu();
    }
    ImGui::PopStyleVar();
    const std::string title = workbench_.session() != nullptr ? window_title() : std::string();
    if (!title.empty()) {
        fonts().need(title);
        const float width = ImGui::CalcTextSize(title.c_str()).x;
        const float x = std::floor(0.5f * (ImGui::GetWindowWidth() - width));
        if (x > ImGui::GetCursorPosX() + t.px(20)) {
            ImGui::SetCursorPosX(x);
            ImGui::PushStyleColor(ImGuiCol_Text, t.text_soft);
            ImGui::TextUnformatted(title.c_str());
            ImGui::PopStyleColor();
        }
    }
    const float side = ImGui::GetFrameHeight();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - 4 * side - t.px(14));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(2), 0});
    for (const char* id : {"edit.undo", "edit.redo", "file.save", "edit.settings"}) {
        const ui::Scope bar("bar");
        action_icon_button(actions, id);
    }
    ImGui::PopStyleVar();
    ImGui::EndMenuBar();
    ImGui::PopStyleVar();
    draw_about();
}

void App::draw_job(float width) {
    const Theme& t = theme();
    studio::Session* session = workbench_.session();
    if (session == nullptr) return;
    for (const studio::JobInfo& job : workbench_.jobs()) {
        if (studio::is_over(job.state)) continue;
        const std::string words = job.label + (job.stage.empty() ? "" : " · " + job.stage) + "  " +
                                  std::to_string(static_cast<int>(job.fraction * 100.0)) + " %";
        ui::progress("progress", static_cast<float>(job.fraction), words, width);
        ImGui::SameLine(0, t.px(4));
        if (ui::icon_button("cancel", Icon::close, tr("jobs.cancel"), {.flat = true})) session->cancel(job.id);
        return;
    }
}

void App::draw_status_bar(ImVec2 low, ImVec2 high) {
    const Theme& t = theme();
    const ui::Scope scope("status");
    ImGui::SetCursorScreenPos({low.x, low.y + t.px(2)});
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {t.px(6), t.px(2)});
    ImGui::BeginChild("status", {high.x - low.x, high.y - low.y - t.px(2)}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::SetCursorPos({t.px(6), t.px(2)});
    ImGui::AlignTextToFramePadding();
    const studio::Session* session = workbench_.session();
    std::string left = tr("status.ready");
    if (session != nullptr) {
        std::size_t baked = 0, enabled = 0;
        for (const auto& entry : session->document().bodies) {
            if (!entry.value->enabled) continue;
            ++enabled;
            if (workbench_.freshness(entry.id).state == studio::Freshness::fresh) ++baked;
        }
        left = enabled == 0 ? std::string(tr("status.no_bodies"))
               : baked == enabled ? tr("status.baked", {std::to_string(baked), std::to_string(enabled)})
                                  : tr("status.to_bake", {std::to_string(enabled - baked), std::to_string(enabled)});
        left += "   ·   " + tr("status.selected", {std::to_string(workbench_.selection.meshes.size())});
    }
    ImGui::PushStyleColor(ImGuiCol_Text, t.text_soft);
    ui::text(left);
    ImGui::PopStyleColor();
    ImGui::SameLine(0, t.px(24));
    draw_job(t.px(320));
    char numbers[96];
    const Preview& preview = workbench_.preview;
    std::snprintf(numbers, sizeof numbers, "%.1f + %.1f ms   ·   %.0f fps", preview.evaluate_ms, preview.simulate_ms,
                  frame_ms_ > 0.01 ? 1000.0 / frame_ms_ : 0.0);
    std::string right = preview.has_model() ? numbers : "";
    if (session != nullptr) right = std::string(!workbench_.has_name() ? tr("status.never_saved") : session->dirty() ? tr("status.unsaved") : tr("status.saved")) + "   ·   " + right;
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetWindowWidth() - ImGui::CalcTextSize(right.c_str()).x - t.px(8));
    ImGui::PushStyleColor(ImGuiCol_Text, t.text_soft);
    ui::text(right);
    ImGui::PopStyleColor();
    if (preview.has_model()) ui::tip(tr("status.numbers.tip"));
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void App::draw_toasts(ImVec2 low, ImVec2 high) {
    const Theme& t = theme();
    const ui::Scope scope("toast");
    float y = high.y - t.px(12);
    int number = 0;
    auto& log = workbench_.toasts.log();
    for (auto toast = log.rbegin(); toast != log.rend() && number < 4; ++toast) {
        if (toast->closed) continue;
        fonts().need(toast->words);
        const ImU32 color = toast->kind == ToastKind::error     ? t.bad
                            : toast->kind == ToastKind::warning ? t.warn
                            : toast->kind == ToastKind::good    ? t.good
                                                                : t.accent;
        const Icon icon = toast->kind == ToastKind::good ? Icon::check : toast->kind == ToastKind::info ? Icon::info : Icon::warning;
        const float wrap = t.px(330);
        const ImVec2 size = ImGui::CalcTextSize(toast->words.c_str(), nullptr, false, wrap);
        const float width = size.x + t.px(78), height = std::max(size.y, ImGui::GetFontSize()) + t.px(20);
        y -= height;
        if (y < low.y + t.px(40)) break;
        const std::string name = "###toast" + std::to_string(number);
        ImGui::SetNextWindowPos({high.x - width - t.px(12), y});
        ImGui::SetNextWindowSize({width, height});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::Begin(name.c_str(), nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                         ImGuiWindowFlags_NoNav);
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetWindowPos();
        list.AddRectFilled(at, {at.x + t.px(4), at.y + height}, color, t.px(6), ImDrawFlags_RoundCornersLeft);
        draw_icon(list, icon, {at.x + t.px(14), at.y + t.px(11)}, ImGui::GetFontSize(), color);
        list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + t.px(38), at.y + t.px(10)}, t.text, toast->words.c_str(), nullptr, wrap);
        ImGui::SetCursorPos({width - ImGui::GetFrameHeight() - t.px(6), t.px(6)});
        if (ui::icon_button("close" + std::to_string(number), Icon::close, tr("button.close"), {.flat = true})) toast->closed = true;
        ImGui::End();
        ImGui::PopStyleVar();
        y -= t.px(8);
        ++number;
    }
}

}  // namespace yure::editor
