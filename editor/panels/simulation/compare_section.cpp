/// The bake and the simulation next to each other: how the canvas shows them, a motion from rest in both, their curves,
/// where they are farthest apart, and a check by the same figures as the bake's.
#include <imgui.h>

#include <algorithm>

#include "look/theme.hpp"
#include "panels/compare/tip_curves.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

std::string chosen_clip = "tracking";  // of the list, kept from body to body

void draw_shown(const BodyView& view) {
    Workbench& workbench = view.workbench;
    const char* labels[] = {tr("shown.exported"), tr("shown.reference"), tr("shown.ghost")};
    const char* tips[] = {tr("shown.exported.tip"), tr("shown.reference.tip"), tr("shown.ghost.tip")};
    int index = static_cast<int>(workbench.shown);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    {
        const ui::Off off(workbench.geometry() == nullptr ? tr("why.no_model") : nullptr);
        if (ui::segments("shown", index, labels, tips)) workbench.shown = static_cast<Shown>(index);
    }
    const Action* side = workbench.actions.find("canvas.side_by_side");
    if (side != nullptr && ui::button("side_by_side", tr("action.canvas.side_by_side"),
                                      {.icon = Icon::side_by_side, .tip = tr("sim.compare.side.tip"), .off = workbench.actions.off_reason(*side), .lit = workbench.actions.is_lit(*side), .width = -1.0f}))
        workbench.actions.run("canvas.side_by_side");
    bool at_one = !workbench.exaggerated;
    if (ui::checkbox("at_one", tr("sim.compare.at_one"), at_one, tr("sim.compare.at_one.tip"))) workbench.exaggerated = !at_one;
}

void draw_motion(const BodyView& view) {
    const Theme& t = theme();
    Workbench& workbench = view.workbench;
    const auto& clips = workbench.comparison.clips(workbench, view.id);
    std::vector<std::string> names;
    int index = 0;
    for (std::size_t i = 0; i < clips.size(); ++i) {
        names.push_back(clip_label(workbench, clips[i].id));
        if (clips[i].id == chosen_clip) index = static_cast<int>(i);
    }
    std::vector<const char*> labels;
    for (const std::string& name : names) labels.push_back(name.c_str());
    const char* none = clips.empty() ? tr("why.no_clips") : nullptr;
    ui::property(tr("sim.compare.motion"), tr("sim.compare.motion.tip"));
    if (ui::combo("motion", index, labels, tr("sim.compare.motion.tip"), none)) chosen_clip = clips[static_cast<std::size_t>(index)].id;
    const std::string clip = clips.empty() ? std::string() : clips[static_cast<std::size_t>(index)].id;
    const float half = std::floor((ImGui::GetContentRegionAvail().x - t.px(6)) / 2.0f);
    if (ui::button("play", tr("sim.compare.play"), {.icon = Icon::play, .tip = tr("sim.compare.play.tip"), .off = none, .width = half}))
        workbench.comparison.play(workbench, view.id, clip);
    ImGui::SameLine(0, t.px(6));
    const bool playing = workbench.preview.has_model() && workbench.preview.driver().playing_clip();
    if (ui::button("stop", tr("sim.compare.stop"), {.icon = Icon::stop, .tip = tr("sim.compare.stop.tip"), .off = playing ? nullptr : tr("why.nothing_plays"), .width = half}))
        static_cast<void>(workbench.preview.driver().play(-1));
}

void draw_worst(const BodyView& view) {
    Workbench& workbench = view.workbench;
    const TipTrace& trace = workbench.comparison.trace();
    bool colours = workbench.comparison.show_error;
    if (ui::checkbox("error", tr("sim.compare.error"), colours, tr("sim.compare.error.tip"))) {
        workbench.comparison.show_error = colours;
        if (colours && workbench.shown == Shown::exported) workbench.shown = Shown::ghost;
    }
    if (trace.frames() > 0)
        ui::text_soft(tr("sim.compare.worst", {number(static_cast<double>(trace.worst_error()), 1), number(trace.worst_frame() / 60.0, 2)}));
    if (ui::button("jump", tr("sim.compare.jump"), {.icon = Icon::target, .tip = tr("sim.compare.jump.tip"), .off = workbench.comparison.can_jump() ? nullptr : tr("why.not_played"), .width = -1.0f}))
        workbench.comparison.jump(workbench, trace.worst_frame());
}

void draw_check(const BodyView& view) {
    const Theme& t = theme();
    Workbench& workbench = view.workbench;
    const studio::JobInfo* running = nullptr;
    for (const studio::JobInfo& job : workbench.jobs())
        if (job.kind == "compare" && !studio::is_over(job.state) && job.subjects == std::vector<std::string>{view.id}) running = &job;
    ui::separator();
    if (running != nullptr) {
        ui::progress("progress", static_cast<float>(running->fraction), tr("sim.compare.checking"), ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - t.px(4));
        ImGui::SameLine(0, t.px(4));
        if (ui::icon_button("cancel", Icon::close, tr("jobs.cancel"), {.flat = true})) workbench.session()->cancel(running->id);
    } else {
        const float half = std::floor((ImGui::GetContentRegionAvail().x - t.px(6)) / 2.0f);
        const char* off = view.no_bake();
        if (off == nullptr && !view.body.enabled) off = tr("why.body_off");
        const auto& clips = workbench.comparison.clips(workbench, view.id);
        const bool known = std::any_of(clips.begin(), clips.end(), [](const auto& clip) { return clip.id == chosen_clip; });
        if (ui::button("check", tr("sim.compare.check"), {.icon = Icon::check, .tip = tr("sim.compare.check.tip"), .off = off != nullptr ? off : known ? nullptr : tr("why.no_clips"), .width = half}))
            workbench.comparison.check(workbench, view.id, chosen_clip);
        ImGui::SameLine(0, t.px(6));
        if (ui::button("check_all", tr("sim.compare.check_all"), {.icon = Icon::check, .tip = tr("sim.compare.check_all.tip"), .off = off, .width = half}))
            workbench.comparison.check(workbench, view.id, {});
    }
    const Comparison::Check* check = workbench.comparison.checked(view.id);
    if (check == nullptr) return;
    const ui::Scope scope("checked");
    ui::text_soft(check->clip.empty() ? std::string(tr("sim.compare.checked_all")) : tr("sim.compare.checked", {clip_label(workbench, check->clip)}));
    const studio::Json& summary = member(check->result, "summary");
    if (number_member(summary, "clips", 0.0) > 0.5) {
        draw_visual_checks(summary, member(check->result, "warnings"));
        return;
    }
    // A single motion that moves it by less than 10 px has figures of its own all the same.
    const studio::Json& clips = member(check->result, "clips");
    if (!clips.is_array() || clips.size() != 1) {
        ui::text_soft(tr("metric.unmoved"));
        return;
    }
    ui::text_soft(tr("metric.small", {number(number_member(clips[0], "simulated_px", 0.0), 1), number(number_member(clips[0], "p95_px", 0.0), 1)}));
}

}  // namespace

void draw_compare_section(const BodyView& view) {
    const ui::Scope scope("compare");
    draw_shown(view);
    ui::gap(2);
    draw_motion(view);
    draw_tip_curves(view.workbench, theme().px(120));
    draw_worst(view);
    draw_check(view);
}

}  // namespace yure::editor
