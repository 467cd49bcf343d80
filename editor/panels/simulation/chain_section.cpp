/// Bone chains along the body's strands, which move it instead of the mesh solver.
#include <imgui.h>

#include <algorithm>

#include "app/file_dialog.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/curve_field.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/chain/presets.hpp"
#include "yure/studio/chain_setting.hpp"
#include "yure/studio/file.hpp"

namespace yure::editor {
namespace {

using chain::ParticleValue;

/// A value per particle with the slider's end; stiffness and the like reach 1, small ones less, so that a hand can set them.
struct Value {
    ParticleValue which;
    const char* name;   ///< of the widget and its texts
    const char* field;  ///< of dynamic-bone files
    float high;
};
constexpr Value kValues[] = {{ParticleValue::damping, "damping", "m_Damping", 1.0f},
                             {ParticleValue::elasticity, "elasticity", "m_Elasticity", 0.5f},
                             {ParticleValue::stiffness, "stiffness", "m_Stiffness", 1.0f},
                             {ParticleValue::inert, "inert", "m_Inert", 1.0f},
                             {ParticleValue::additive_elasticity, "additive_elasticity", "m_AdditiveElasticity", 0.5f}};

studio::Json curve_json(const std::optional<chain::Curve>& curve) {
    if (!curve) return nullptr;
    studio::Json keys = studio::Json::array();
    for (const chain::CurveKey& key : curve->keys) keys.push_back({key.u, key.value});
    return {{"linear", std::move(keys)}};
}

/// Which preset this is; -1 = none of them.
int preset_of(const chain::Component& component) {
    const auto presets = chain::chain_presets();
    for (std::size_t p = 0; p < presets.size(); ++p) {
        chain::Component usual = presets[p].component;
        usual.end_length = 0.0;  // the last joint is the tip
        if (usual == component) return static_cast<int>(p);
    }
    return -1;
}

void import_file(Workbench& workbench, const std::string& body) {
    FileRequest request;
    request.title = tr("chain.import.title");
    request.accept = tr("files.open.button");
    request.endings = {".json"};
    request.chosen = [&workbench, body](const std::filesystem::path& path) {
        const auto text = studio::read_text(path);
        if (!text) return workbench.toasts.add(ToastKind::error, text.error().text());
        const auto component = studio::puppet_component(*text);
        if (!component) return workbench.toasts.add(ToastKind::error, path.filename().string() + " " + component.error().text());
        for (const Notice& notice : component->notices) workbench.toasts.add(ToastKind::warning, notice.where + ": " + notice.what);
        workbench.apply("body.set", {{"body", body}, {"chain_preset", "hair"}, {"chain", {{"component", component->fields}}}});
    };
    workbench.choose_file(std::move(request));
}

void draw_preset(const BodyView& view, const chain::StrandSettings& now) {
    std::vector<std::string> ids;
    std::vector<const char*> labels;
    for (const chain::ChainPreset& preset : chain::chain_presets()) {
        ids.emplace_back(preset.id);
        labels.push_back(tr("chain.preset." + ids.back()));
    }
    int index = preset_of(now.component);
    if (index < 0) {
        index = static_cast<int>(labels.size());
        labels.push_back(tr("material.custom"));
    }
    ui::property(tr("chain.preset"), tr("chain.preset.tip"));
    if (ui::combo("preset", index, labels, tr("chain.preset.tip")) && index < static_cast<int>(ids.size()))
        view.set({{"chain_preset", ids[static_cast<std::size_t>(index)]}});
}

void draw_values(const BodyView& view, const chain::Component& component) {
    for (const Value& each : kValues) {
        const chain::Distributed& now = component.value(each.which);
        const std::string key = std::string("chain.value.") + each.name;
        auto base = static_cast<float>(now.base);
        ui::property(tr(key), tr(key + ".tip"));
        if (ui::slider(each.name, base, {.low = 0.0f, .high = std::max(each.high, base), .decimals = 3, .tip = tr(key + ".tip")}))
            view.set({{"chain", {{"component", {{each.field, base}}}}}});
        std::optional<chain::Curve> curve = now.curve;
        ui::property("", tr("chain.curve.tip"));
        if (ui::curve_field(std::string(each.name) + "_curve", curve, tr("chain.curve.tip")))
            view.set({{"chain", {{"component", {{std::string(each.field) + "Distrib", curve_json(curve)}}}}}});
    }
    auto gravity = static_cast<float>(-component.gravity.y * 1000.0);
    ui::property(tr("chain.gravity"), tr("chain.gravity.tip"));
    if (ui::slider("gravity", gravity, {.low = 0.0f, .high = 20.0f, .neutral = 2.0f, .decimals = 1, .tip = tr("chain.gravity.tip")}))
        view.set({{"chain", {{"component", {{"m_Gravity", {component.gravity.x, -static_cast<double>(gravity) / 1000.0, 0.0}}}}}}});
}

}  // namespace

void draw_chain_section(const BodyView& view) {
    const ui::Scope scope("chain");
    if (!view.body.chain) {
        ui::text_soft(tr("chain.none"));
        if (ui::button("lay", tr("chain.lay"), {.icon = Icon::plus, .tip = tr("chain.lay.tip")})) view.set({{"chain", studio::Json::object()}});
        return;
    }
    const chain::StrandSettings& now = *view.body.chain;
    if (ui::button("remove", tr("chain.remove"), {.icon = Icon::close, .tip = tr("chain.remove.tip")})) view.set({{"chain", nullptr}});
    ImGui::SameLine();
    if (ui::button("import", tr("chain.import"), {.icon = Icon::folder, .tip = tr("chain.import.tip")})) import_file(view.workbench, view.id);
    draw_preset(view, now);
    int segments = now.segments;
    const bool by_points = !now.points.empty();
    ui::property(tr("chain.segments"), tr("chain.segments.tip"));
    if (ui::slider("segments", segments, 1, 16, {.tip = tr("chain.segments.tip"), .off = by_points ? tr("why.by_points") : nullptr}))
        view.set({{"chain", {{"segments", segments}}}});
    if (by_points && ui::button("automatic", tr("chain.automatic"), {.tip = tr("chain.automatic.tip")})) view.set({{"chain", {{"points", nullptr}}}});
    draw_values(view, now.component);
}

}  // namespace yure::editor
