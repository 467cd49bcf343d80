/// What the bake writes: parameters with names, ids, ranges and gains, and the pendulums that drive them. None of it
/// needs a new bake.
#include <imgui.h>

#include <algorithm>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

void draw_parameter(const BodyView& view, const std::string& generated, const studio::Json& told) {
    const Theme& t = theme();
    const ui::Scope scope(generated);
    const auto found = view.body.outputs.find(generated);
    const studio::OutputSetting setting = found != view.body.outputs.end() ? found->second : studio::OutputSetting{};
    const auto set = [&](const char* name, studio::Json value) { view.apply("output.set", {{"parameter", generated}, {name, std::move(value)}}); };
    const std::string usual_name = text_member(told, "name");

    ui::property(tr("sim.output.name"), tr("sim.output.name.tip"));
    if (auto name = text_field("name", setting.name, usual_name.c_str(), tr("sim.output.name.tip"))) set("name", *name == usual_name ? "" : *name);
    ui::property("ID", tr("sim.output.id.tip"));
    if (auto id = text_field("id", setting.id, generated.c_str(), tr("sim.output.id.tip"))) set("id", *id);
    float range = setting.range;
    ui::property(tr("sim.output.range"), tr("sim.output.range.tip"));
    if (ui::slider("range", range, {.low = 1.0f, .high = 100.0f, .neutral = 30.0f, .decimals = 0, .tip = tr("sim.output.range.tip"), .logarithmic = true}))
        set("range", range);
    float gain = setting.gain.value_or(view.body.exaggeration);
    ui::property(tr("sim.output.gain"), tr("sim.output.gain.tip"));
    const float side = setting.gain ? ImGui::GetFrameHeight() + t.px(3) : 0.0f;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - side);
    if (ui::slider("gain", gain, {.low = 0.0f, .high = 3.0f, .neutral = view.body.exaggeration, .unit = "×", .tip = tr("sim.output.gain.tip")})) set("gain", gain);
    if (setting.gain) {
        ImGui::SameLine(0, t.px(3));
        if (ui::icon_button("gain.reset", Icon::reset, tr("sim.output.gain.reset"), {.flat = true})) set("gain", nullptr);
    }
    ui::gap(4);
}

void draw_group(const BodyView& view, const studio::Json& group) {
    const std::string id = text_member(group, "id"), usual = text_member(group, "name");
    const auto named = view.body.pendulum_names.find(id);
    ui::property(id, tr("sim.output.group.tip"));
    if (auto name = text_field(id, named != view.body.pendulum_names.end() ? named->second : std::string(), usual.c_str(), tr("sim.output.group.tip"))) {
        studio::Json names = studio::Json::object();
        for (const auto& [group_id, group_name] : view.body.pendulum_names) names[group_id] = group_name;
        if (name->empty() || *name == usual)
            names.erase(id);
        else
            names[id] = *name;
        view.set({{"pendulum_names", std::move(names)}});
    }
}

void draw_groups(const BodyView& view) {
    const ui::Scope scope("pendulums");
    const studio::Json& own = member(view.bake->bake, "groups");
    ui::gap(2);
    const std::string bank = view.bake->bank();
    const studio::StoredBank* shared = bank.empty() ? nullptr : view.workbench.document().banks.find(bank);
    const studio::Json& banked = shared != nullptr ? member(shared->bank, "groups") : member({}, "groups");
    const std::size_t own_count = own.is_array() ? own.size() : 0, bank_count = banked.is_array() ? banked.size() : 0;
    if (!ui::section("list", tr("sim.output.groups"), own_count + bank_count <= 4, std::to_string(own_count + bank_count))) return;
    if (own.is_array())
        for (const studio::Json& group : own) draw_group(view, group);
    if (bank_count == 0) return;
    std::string others;
    for (const auto& entry : view.workbench.document().bodies) {
        const studio::StoredBake* bake = view.workbench.document().bakes.find(entry.id);
        if (entry.id != view.id && bake != nullptr && bake->bank() == bank) others += (others.empty() ? "" : ", ") + entry.value->shown_name();
    }
    ui::text_soft(others.empty() ? tr("sim.output.bank.alone") : tr("sim.output.bank", {others}));
    for (const studio::Json& group : banked) {
        ui::property(text_member(group, "id"));
        ImGui::AlignTextToFramePadding();
        ui::text(text_member(group, "name"));
    }
}

}  // namespace

void draw_outputs_section(const BodyView& view) {
    const ui::Scope scope("outputs");
    if (view.bake == nullptr) {
        ui::text_soft(tr("sim.output.none"));
        return;
    }
    const std::vector<std::string> generated = view.bake->parameter_ids();
    if (generated.empty()) ui::warning(tr("sim.output.still"));
    const studio::Json& told = member(view.report, "parameters");
    for (std::size_t i = 0; i < generated.size(); ++i) {
        static const studio::Json nothing;
        draw_parameter(view, generated[i], told.is_array() && i < told.size() ? told[i] : nothing);
    }
    draw_groups(view);
}

}  // namespace yure::editor
