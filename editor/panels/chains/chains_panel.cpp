/// The bone chains of the chosen body: laid, tuned, taken away. Preview and bake are those of every body.
#include <imgui.h>

#include <cmath>
#include <string>

#include "app/file_dialog.hpp"
#include "panels/chains/curve_editor.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/chain/presets.hpp"
#include "yure/chain/strand.hpp"
#include "yure/studio/chain_setting.hpp"
#include "yure/studio/file.hpp"

namespace yure::editor {
namespace {

studio::Json tangent_json(double tangent) { return std::isinf(tangent) ? studio::Json("Infinity") : studio::Json(tangent); }

/// As dynamic-bone files have it (docs/chains.md).
studio::Json curve_json(const std::optional<chain::Curve>& curve) {
    if (!curve) return nullptr;
    studio::Json keys = studio::Json::array();
    if (curve->kind == chain::Curve::Kind::linear) {
        for (const chain::CurveKey& key : curve->keys) keys.push_back({key.u, key.value});
        return {{"linear", std::move(keys)}};
    }
    for (const chain::CurveKey& key : curve->keys) {
        studio::Json item = {{"time", key.u}, {"value", key.value}, {"inTangent", tangent_json(key.in_tangent)}, {"outTangent", tangent_json(key.out_tangent)}};
        const int weighted = (key.in_weighted ? 1 : 0) + (key.out_weighted ? 2 : 0);
        if (weighted != 0) item["weightedMode"] = weighted;
        if (key.in_weighted) item["inWeight"] = key.in_weight;
        if (key.out_weighted) item["outWeight"] = key.out_weight;
        keys.push_back(std::move(item));
    }
    return {{"keys", std::move(keys)}};
}

/// "AdditiveElasticity" has the text "chains.additive_elasticity".
std::string text_key(const std::string& field) {
    std::string key = "chains.";
    for (const char c : field) {
        const bool capital = c >= 'A' && c <= 'Z';
        if (capital && key.back() != '.') key += '_';
        key += capital ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return key;
}

class ChainsPanel final : public Panel {
  public:
    const char* id() const override { return "chains"; }

    void draw(Workbench& workbench) override {
        if (workbench.session() == nullptr) {
            ui::empty_note(Icon::wind, tr("chains.empty"));
            return;
        }
        // Edits replace the body; what is drawn in this frame goes on with the one it began with.
        const std::shared_ptr<const studio::Document> kept = workbench.session()->snapshot();
        const std::string body_id = workbench.selection.body;
        const studio::Body* body = kept->bodies.find(body_id);
        if (body == nullptr) {
            ui::empty_note(Icon::wind, tr("chains.no_body"));
            return;
        }
        ui::text(body->shown_name());
        draw_head(workbench, body_id, *body);
        if (!body->chain) {
            ui::text_soft(tr("chains.none"));
            return;
        }
        const chain::Component& component = body->chain->component;
        for (std::size_t v = 0; v < chain::kParticleValues; ++v) {
            const auto value = static_cast<chain::ParticleValue>(v);
            if (value == chain::ParticleValue::radius || value == chain::ParticleValue::friction) continue;  // nothing collides on a puppet
            draw_value(workbench, body_id, std::string(chain::particle_value_name(value)), component.values[v]);
        }
        float gravity = static_cast<float>(-component.gravity.y * 1000.0);
        ui::property(tr("chains.gravity"), tr("chains.gravity.tip"));
        if (ui::slider("Gravity", gravity, {.low = 0.0f, .high = 20.0f, .neutral = 0.0f, .decimals = 1, .tip = tr("chains.gravity.tip")}))
            put(workbench, body_id, {{"m_Gravity", {component.gravity.x, -static_cast<double>(gravity) / 1000.0, 0.0}}});
        float blend = static_cast<float>(component.blend_weight);
        ui::property(tr("chains.blend_weight"), tr("chains.blend_weight.tip"));
        if (ui::slider("BlendWeight", blend, {.neutral = 1.0f, .tip = tr("chains.blend_weight.tip")})) put(workbench, body_id, {{"m_BlendWeight", blend}});
    }

  private:
    static void put(Workbench& workbench, const std::string& body, studio::Json fields) {
        workbench.apply("body.set", {{"body", body}, {"chain", {{"component", std::move(fields)}}}});
    }

    /// Takes over the movement of a dynamic-bone file; a body without chains gets them.
    static void import_file(Workbench& workbench, const std::string& body) {
        FileRequest request;
        request.title = tr("chains.import.title");
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

    static void draw_head(Workbench& workbench, const std::string& id, const studio::Body& body) {
        std::vector<std::string> names;
        std::vector<const char*> labels;
        for (const chain::ChainPreset& preset : chain::chain_presets()) {
            names.emplace_back(preset.id);
            labels.push_back(tr("chains.preset." + names.back()));
        }
        int chosen = static_cast<int>(names.size());
        for (std::size_t i = 0; body.chain && i < names.size(); ++i) {
            chain::Component usual = chain::chain_presets()[i].component;
            usual.end_length = 0.0;
            if (usual == body.chain->component) chosen = static_cast<int>(i);
        }
        labels.push_back(tr(body.chain ? "chains.preset.custom" : "chains.preset.none"));
        ui::property(tr("chains.preset"), tr("chains.preset.tip"));
        if (ui::combo("preset", chosen, labels, tr("chains.preset.tip")) && chosen < static_cast<int>(names.size()))
            workbench.apply("body.set", {{"body", id}, {"chain_preset", names[static_cast<std::size_t>(chosen)]}});
        if (body.chain) {
            int segments = body.chain->segments;
            ui::property(tr("chains.segments"), tr("chains.segments.tip"));
            if (ui::slider("segments", segments, 1, chain::kMostSegments, {.tip = tr("chains.segments.tip"), .off = body.chain->points.empty() ? nullptr : tr("why.chain_points")}))
                workbench.apply("body.set", {{"body", id}, {"chain", {{"segments", segments}}}});
        }
        if (ui::button("import", tr("chains.import"), {.icon = Icon::folder, .tip = tr("chains.import.tip")})) import_file(workbench, id);
        ImGui::SameLine();
        if (ui::button("clear", tr("chains.clear"), {.icon = Icon::close, .tip = tr("chains.clear.tip"), .off = body.chain ? nullptr : tr("why.no_chain")}))
            workbench.apply("body.set", {{"body", id}, {"chain", nullptr}});
    }

    static void draw_value(Workbench& workbench, const std::string& body, const std::string& name, const chain::Distributed& now) {
        const std::string key = text_key(name);
        float base = static_cast<float>(now.base);
        ui::property(tr(key), tr(key + ".tip"));
        if (ui::slider(name, base, {.tip = tr(key + ".tip")})) put(workbench, body, {{"m_" + name, base}});
        if (!ui::section(name + "_curve", tr("chains.curve"), false, now.curve ? std::to_string(now.curve->keys.size()) : "–")) return;
        std::optional<chain::Curve> curve = now.curve;
        if (edit_curve(name + "_curve", curve)) put(workbench, body, {{"m_" + name + "Distrib", curve_json(curve)}});
    }
};

}  // namespace

std::unique_ptr<Panel> make_chains_panel() { return std::make_unique<ChainsPanel>(); }

}  // namespace yure::editor
