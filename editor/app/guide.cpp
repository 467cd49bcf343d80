#include "app/guide.hpp"

#include <algorithm>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

void Guide::open() {
    *this = {};
    open_ = true;
}

void Guide::close(Workbench& workbench) {
    open_ = false;
    workbench.settings.guide_seen = true;
    workbench.save_settings();
}

void Guide::advance(const Workbench& workbench) {
    if (!open_) return;
    const bool model = workbench.geometry() != nullptr;
    const Preview& preview = workbench.preview;
    if (step_ == 2 && model && workbench.shown != Shown::exported && preview.reference_pose() != nullptr)
        shaken_ = shaken_ || preview.driver().shaking() || length(preview.driver().look()) > 0.2f;
    if (step_ == 3 && !workbench.comparison.played().empty() && workbench.comparison.trace().frames() > 30) done_[3] = true;
    done_[0] = model;
    done_[1] = model && !workbench.document().bodies.empty();
    done_[2] = done_[2] || shaken_;
    done_[4] = !workbench.last_losses.is_null();
}

/// What the step's button does.
void Guide::act(Workbench& workbench, Layout& layout) {
    switch (step_) {
    case 0:
        workbench.actions.run("file.demo");
        break;
    case 1:
        layout.show("presets");
        if (workbench.document().presets.find("front-hair") == nullptr)
            workbench.batch("", {{"preset.apply", {{"preset", "front-hair"}, {"mode", "simulate"}}}}, nullptr, true);
        if (!workbench.document().bodies.empty()) workbench.selection.body = workbench.document().bodies[0].id;
        break;
    case 2:
        workbench.shown = Shown::reference;
        workbench.actions.run("preview.shake");
        break;
    case 3:
        layout.show("simulation");
        if (!workbench.document().bodies.empty() && workbench.document().bodies.find(workbench.selection.body) == nullptr)
            workbench.selection.body = workbench.document().bodies[0].id;
        workbench.shown = Shown::ghost;
        workbench.comparison.watch(workbench.selection.body);
        workbench.comparison.play(workbench, workbench.selection.body, "shake");
        break;
    default:
        workbench.actions.run("file.export");
        break;
    }
}

void Guide::draw(Workbench& workbench, Layout& layout, ImVec2 low, ImVec2 high) {
    if (!open_) return;
    const Theme& t = theme();
    const ui::Scope scope("guide");
    const float width = std::min(t.px(400), high.x - low.x - t.px(24));
    ImGui::SetNextWindowPos({0.5f * (low.x + high.x), high.y - t.px(58)}, ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {t.px(16), t.px(12)});
    ImGui::PushStyleColor(ImGuiCol_Border, t.accent);
    ImGui::Begin("###guide", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    const std::string number = std::to_string(step_ + 1);
    for (int i = 0; i < kSteps; ++i) {
        if (i > 0) ImGui::SameLine(0, t.px(2));
        ui::dot(i == step_ ? t.accent : done_[static_cast<std::size_t>(i)] ? t.good : t.field_active);
    }
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ui::text_soft(tr("guide.step", {number, std::to_string(kSteps)}));
    ImGui::SameLine();
    ImGui::SetCursorPosX(width - ImGui::GetFrameHeight() - t.px(10));
    const bool crossed = ui::icon_button("close", Icon::close, tr("guide.close"), {.flat = true});

    ImGui::PushFont(fonts().strong);
    ui::text(tr("guide." + number + ".title"));
    ImGui::PopFont();
    ui::text_soft(tr("guide." + number + ".words"));
    ui::gap(4);
    const bool done = done_[static_cast<std::size_t>(step_)];
    const char* off = step_ > 0 && workbench.geometry() == nullptr ? tr("why.no_model")
                      : step_ > 1 && workbench.document().bodies.empty() ? tr("why.no_body")
                      : step_ == 3 && workbench.document().bakes.empty() ? (workbench.current_bake() != nullptr ? tr("guide.wait_bake") : tr("guide.bake_first"))
                                                                        : nullptr;
    if (ui::button("do", tr("guide." + number + ".do"), {.off = off, .primary = !done})) act(workbench, layout);
    if (done) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::PushStyleColor(ImGuiCol_Text, t.good);
        ui::text(tr("guide.done"));
        ImGui::PopStyleColor();
    }
    const bool last = step_ + 1 == kSteps;
    const std::string next = last ? tr("guide.finish") : tr("guide.next");
    const float right = ui::button_width(next, false), back = ui::button_width(tr("guide.back"), false);
    ImGui::SameLine();
    ImGui::SetCursorPosX(width - right - back - t.px(22));
    if (ui::button("back", tr("guide.back"), {.off = step_ == 0 ? tr("why.first_step") : nullptr, .flat = true})) --step_;
    ImGui::SameLine(0, t.px(6));
    const bool forward = ui::button("next", next, {.primary = done});
    if (forward && !last) ++step_;
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    if (crossed || (forward && last)) close(workbench);
}

}  // namespace yure::editor
