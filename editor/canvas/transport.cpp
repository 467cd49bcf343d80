#include "canvas/transport.hpp"

#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

void add_transport_actions(Workbench& workbench) {
    Actions& actions = workbench.actions;
    const auto with = [&workbench](Icon icon) {
        Action more;
        more.icon = icon;
        more.off = [&workbench]() -> const char* { return workbench.preview.has_model() ? nullptr : tr("why.no_model"); };
        return more;
    };
    Preview& preview = workbench.preview;
    actions.add("preview.play", {"P"}, [&preview] { preview.running = !preview.running; }, with(Icon::play));
    Action step = with(Icon::step_forward);
    step.repeats = true;
    actions.add("preview.step", {"."}, [&preview] {
        preview.running = false;
        preview.step();
    }, std::move(step));
    actions.add("preview.restart", {"R"}, [&preview] { preview.reset(); }, with(Icon::to_start));
    actions.add("preview.shake", {"S"}, [&preview] {
        preview.driver().shake();
        preview.running = true;
    }, with(Icon::shake));
    actions.add("preview.rest", {"Shift+R"}, [&preview] { preview.driver().release_all(); }, with(Icon::reset));
}

void draw_transport(Workbench& workbench) {
    const Theme& t = theme();
    const ui::Scope scope("transport");
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({start.x + t.px(8), start.y + t.px(6)});
    const ui::Off off(workbench.preview.has_model() ? nullptr : tr("why.no_model"));
    Preview& preview = workbench.preview;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(3), 0});
    if (ui::icon_button("play", preview.running ? Icon::pause : Icon::play, preview.running ? tr("transport.pause") : tr("transport.play"),
                        {.flat = true}))
        preview.running = !preview.running;
    ImGui::SameLine();
    for (const char* id : {"preview.step", "preview.restart"}) {
        action_icon_button(workbench.actions, id);
        ImGui::SameLine();
    }
    bool loop = preview.has_model() && preview.driver().loop;
    if (ui::icon_button("loop", Icon::loop, tr("transport.loop"), {.flat = true, .lit = loop}) && preview.has_model())
        preview.driver().loop = !loop;
    ImGui::PopStyleVar();
    ImGui::SameLine();
    std::vector<std::string> names{tr("transport.no_motion")};
    int index = 0;
    if (preview.has_model()) {
        for (const MotionEntry& motion : preview.driver().motions()) names.push_back(motion.name);
        index = preview.driver().playing_clip() ? -1 : preview.driver().playing() + 1;
    }
    std::vector<const char*> labels;
    for (const std::string& name : names) labels.push_back(name.c_str());
    ImGui::SetNextItemWidth(t.px(124));
    if (ui::combo("motion", index, labels, tr("transport.motion.tip")) && preview.has_model()) {
        if (const Status played = preview.driver().play(index - 1); !played)
            workbench.toasts.add(ToastKind::error, played.error().text());
        preview.running = true;
    }
    ImGui::SameLine();
    ImGui::SetNextItemWidth(t.px(84));
    ui::slider("speed", preview.speed, {.low = 0.1f, .high = 2.0f, .neutral = 1.0f, .unit = "×", .decimals = 2, .tip = tr("transport.speed.tip")});
    ImGui::SameLine();
    action_icon_button(workbench.actions, "preview.shake");
    struct Switch {
        const char* id;
        bool PoseDriver::*flag;
    };
    constexpr Switch switches[] = {{"idle", &PoseDriver::idle}, {"breath", &PoseDriver::breath}, {"blink", &PoseDriver::blink}};
    for (const Switch& each : switches) {
        const char* label = tr(std::string("transport.") + each.id);
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < ImGui::CalcTextSize(label).x + t.px(30)) break;
        bool on = preview.has_model() && preview.driver().*each.flag;
        if (ui::checkbox(each.id, label, on, tr(std::string("transport.") + each.id + ".tip")) && preview.has_model())
            preview.driver().*each.flag = on;
    }
}

}  // namespace yure::editor
