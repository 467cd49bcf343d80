/// What the body is made of.
#include <imgui.h>

#include <algorithm>

#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/sim/material.hpp"

namespace yure::editor {
namespace {

void draw_presets(const BodyView& view) {
    const std::string_view now = sim::material_name(view.body.material);
    std::vector<std::string> ids;
    std::vector<const char*> labels;
    int index = -1;
    // Those of its kind first: the others may be taken too.
    for (const bool own : {true, false})
        for (const sim::MaterialPreset& preset : sim::material_presets()) {
            if ((preset.kind == view.body.kind) != own) continue;
            if (preset.name == now) index = static_cast<int>(ids.size());
            ids.emplace_back(preset.name);
            labels.push_back(tr("material." + ids.back()));
        }
    if (index < 0) {
        index = static_cast<int>(ids.size());
        ids.emplace_back("custom");
        labels.push_back(tr("material.custom"));
    }
    ui::property(tr("sim.material.preset"), tr("sim.material.preset.tip"));
    if (ui::combo("preset", index, labels, tr("sim.material.preset.tip")) && ids[static_cast<std::size_t>(index)] != "custom")
        view.set({{"material_preset", ids[static_cast<std::size_t>(index)]}});
}

struct Value {
    const char* name;
    float sim::Material::*value;
    float low, high;
    const char* unit;
};
constexpr Value kValues[] = {
    {"mass", &sim::Material::mass, 0.2f, 4.0f, "×"},       {"stretch", &sim::Material::stretch, 0.0f, 1.0f, ""},
    {"bend", &sim::Material::bend, 0.0f, 1.0f, ""},         {"area", &sim::Material::area, 0.0f, 1.0f, ""},
    {"anisotropy", &sim::Material::anisotropy, 0.0f, 1.0f, ""}, {"damping", &sim::Material::damping, 0.0f, 8.0f, " /s"},
    {"goal", &sim::Material::goal, 0.0f, 1.0f, ""},
};

}  // namespace

void draw_material_section(const BodyView& view) {
    const ui::Scope scope("material");
    draw_presets(view);
    const sim::Material& now = view.body.material;
    const sim::Material& usual = sim::default_material(view.body.kind);
    for (const Value& each : kValues) {
        float value = now.*each.value;
        const std::string key = std::string("material.value.") + each.name;
        ui::property(tr(key), tr(key + ".tip"));
        if (ui::slider(each.name, value, {.low = each.low, .high = each.high, .neutral = usual.*each.value, .unit = each.unit, .tip = tr(key + ".tip")}))
            view.set({{"material", {{each.name, value}}}});
    }
    // From .3 on there is no limit, which the document holds as 1.
    constexpr float kMost = 0.3f;
    const bool limited = now.slack < 1.0f;
    float slack = limited ? now.slack * 100.0f : kMost * 100.0f;
    ui::property(tr("material.value.slack"), tr("material.value.slack.tip"));
    {
        const float side = ImGui::GetFrameHeight() * 3.4f;
        ImGui::SetNextItemWidth(std::max(40.0f, ImGui::GetContentRegionAvail().x - side));
        if (ui::slider("slack", slack, {.low = 0.0f, .high = kMost * 100.0f, .neutral = usual.slack * 100.0f, .unit = " %", .decimals = 1, .tip = tr("material.value.slack.tip"), .off = limited ? nullptr : tr("why.no_limit")}))
            view.set({{"material", {{"slack", std::min(slack * 0.01f, kMost)}}}});
        ImGui::SameLine();
        bool on = limited;
        if (ui::checkbox("limited", tr("material.value.slack.on"), on, tr("material.value.slack.on.tip")))
            view.set({{"material", {{"slack", on ? usual.slack : 1.0f}}}});
    }
    bool own = now.compression.has_value();
    float compression = now.compression.value_or(now.area);
    ui::property(tr("material.value.compression"), tr("material.value.compression.tip"));
    const float side = ImGui::GetFrameHeight() * 3.4f;
    ImGui::SetNextItemWidth(std::max(40.0f, ImGui::GetContentRegionAvail().x - side));
    if (ui::slider("compression", compression, {.low = 0.0f, .high = 1.0f, .tip = tr("material.value.compression.tip"), .off = own ? nullptr : tr("why.as_area")}))
        view.set({{"material", {{"compression", compression}}}});
    ImGui::SameLine();
    if (ui::checkbox("own_compression", tr("material.value.compression.on"), own, tr("material.value.compression.on.tip")))
        view.set({{"material", {{"compression", own ? studio::Json(now.area) : studio::Json(nullptr)}}}});
    bool both = now.rest_follows_both;
    if (ui::checkbox("rest_follows_both", tr("material.value.rest_follows_both"), both, tr("material.value.rest_follows_both.tip")))
        view.set({{"material", {{"rest_follows_both", both}}}});
}

}  // namespace yure::editor
