/// Painted weights of the body's meshes, by kind; where no pins are painted, the rule that holds strands at their tops.
#include <imgui.h>

#include <algorithm>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/sim/pins.hpp"

namespace yure::editor {
namespace {

const std::vector<float>& weights_of(const sim::VertexGroups& groups, int kind) {
    const std::vector<float>* const kinds[] = {&groups.pin, &groups.stiffness, &groups.goal, &groups.mass, &groups.damping};
    return *kinds[kind];
}

void draw_kind(const BodyView& view, int kind) {
    const Theme& t = theme();
    Workbench& workbench = view.workbench;
    const std::string name = kGroupKinds[kind];
    const ui::Scope scope(name);
    std::size_t painted = 0;
    for (const std::string& mesh : view.body.meshes)
        if (const studio::MeshGroups* groups = workbench.document().groups.find(mesh); groups != nullptr && !weights_of(groups->weights, kind).empty()) ++painted;
    ui::property(tr("group." + name) + std::string("  ") + std::to_string(kind + 1), tr("group." + name + ".tip"));
    const Action* brush = workbench.actions.find("tool.brush");
    const bool can_paint = brush != nullptr;
    const float side = ImGui::GetFrameHeight(), gap = t.px(3);
    const float paint = can_paint ? ui::button_width(tr("sim.group.paint"), true) : 0.0f;
    const float room = ImGui::GetContentRegionAvail().x - side - 2 * gap - paint;
    const std::string state = painted == 0 ? std::string(tr("sim.group.unpainted")) : tr("sim.group.painted", {std::to_string(painted), std::to_string(view.body.meshes.size())});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy({std::max(1.0f, room), side});
    const ImVec4 clip{at.x, at.y, at.x + room, at.y + side};
    ImGui::GetWindowDrawList()->AddText(nullptr, 0.0f, {at.x, at.y + 0.5f * (side - ImGui::GetFontSize())}, painted == 0 ? t.text_soft : t.good, state.c_str(), nullptr, 0.0f, &clip);
    ui::record("state", std::to_string(painted));
    if (can_paint) {
        ImGui::SameLine(0, gap);
        if (ui::button("paint", tr("sim.group.paint"), {.icon = Icon::brush, .tip = tr("sim.group.paint.tip"), .off = workbench.actions.off_reason(*brush)})) {
            workbench.selection.meshes.assign(1, view.body.meshes.front());
            workbench.selection.group_kind = kind;
            workbench.actions.run("tool.brush");
        }
    }
    ImGui::SameLine(0, gap);
    if (ui::icon_button("clear", Icon::reset, tr("sim.group.clear"), {.off = painted == 0 ? tr("why.unpainted") : nullptr, .flat = true}))
        view.apply("group.clear", {{"group", name}});
}

void draw_tops(const BodyView& view) {
    const bool all_painted = std::all_of(view.body.meshes.begin(), view.body.meshes.end(), [&](const std::string& mesh) {
        const studio::MeshGroups* groups = view.workbench.document().groups.find(mesh);
        return groups != nullptr && !groups->weights.pin.empty();
    });
    if (all_painted) return;
    ui::gap(2);
    ui::text_soft(tr("sim.tops"));
    bool own = view.body.top_pins.has_value();
    sim::TopPins pins = view.body.top_pins.value_or(sim::default_top_pins(view.body.kind, view.body.material));
    if (ui::checkbox("own_tops", tr("sim.tops.own"), own, tr("sim.tops.own.tip")))
        view.set({{"top_pins", own ? studio::Json{{"solid", pins.solid}, {"fade", pins.fade}} : studio::Json(nullptr)}});
    if (!view.body.top_pins) return;
    float solid = pins.solid * 100.0f, fade = pins.fade * 100.0f;
    ui::property(tr("sim.tops.solid"), tr("sim.tops.solid.tip"));
    bool changed = ui::slider("solid", solid, {.low = 0.0f, .high = 100.0f, .unit = " %", .decimals = 0, .tip = tr("sim.tops.solid.tip")});
    ui::property(tr("sim.tops.fade"), tr("sim.tops.fade.tip"));
    changed = ui::slider("fade", fade, {.low = 0.0f, .high = 100.0f, .unit = " %", .decimals = 0, .tip = tr("sim.tops.fade.tip")}) || changed;
    if (changed) view.set({{"top_pins", {{"solid", solid * 0.01f}, {"fade", fade * 0.01f}}}});
}

}  // namespace

void draw_groups_section(const BodyView& view) {
    const ui::Scope scope("groups");
    for (int kind = 0; kind < 5; ++kind) draw_kind(view, kind);
    draw_tops(view);
}

}  // namespace yure::editor
