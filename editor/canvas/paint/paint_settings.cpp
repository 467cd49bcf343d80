#include "canvas/paint/paint_settings.hpp"

#include <algorithm>
#include <cmath>

#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

/// The same command on every target, as one step.
void on_all(Workbench& workbench, const char* command, studio::Json arguments) {
    studio::Json meshes = studio::Json::array();
    for (const PaintTarget& target : paint_targets(workbench)) meshes.push_back(target.mesh);
    arguments["meshes"] = std::move(meshes);
    arguments["group"] = kGroupKinds[workbench.selection.group_kind];
    workbench.apply(command, arguments);
}

bool any_painted(const Workbench& workbench) {
    const sim::GroupKind kind = paint_kind(workbench);
    for (const PaintTarget& target : paint_targets(workbench)) {
        const studio::MeshGroups* groups = workbench.document().groups.find(target.mesh);
        if (groups == nullptr) continue;
        const sim::VertexGroups& w = groups->weights;
        const sim::Weights* const kinds[] = {&w.pin, &w.stiffness, &w.goal, &w.mass, &w.damping};
        if (!kinds[static_cast<std::size_t>(kind)]->empty()) return true;
    }
    return false;
}

}  // namespace

std::optional<float> mirror_of(const PaintSettings& settings, const Workbench& workbench, const std::vector<PaintTarget>& targets) {
    if (settings.symmetry == Symmetry::off) return std::nullopt;
    if (settings.symmetry == Symmetry::model || targets.empty()) return 0.5f * workbench.geometry()->model->puppet.canvas.width;
    float low = INFINITY, high = -INFINITY;
    for (const PaintTarget& target : targets)
        for (const Vec2 p : target.rest) {
            low = std::min(low, p.x);
            high = std::max(high, p.x);
        }
    return 0.5f * (low + high);
}

void draw_kind_options(ui::FlowRow& row, Workbench& workbench) {
    std::vector<std::string> names;
    std::vector<const char*> labels, tips;
    float widest = 0.0f;
    for (int kind = 0; kind < 5; ++kind) {
        const std::string key = std::string("group.") + kGroupKinds[kind];
        const std::string keys = workbench.actions.keys_label(std::string("weights.") + kGroupKinds[kind]);
        names.push_back(tr(key) + (keys.empty() ? std::string() : "  " + keys));
        tips.push_back(tr(key + ".tip"));
    }
    for (const std::string& name : names) {
        labels.push_back(name.c_str());
        widest = std::max(widest, ImGui::CalcTextSize(name.c_str()).x);
    }
    const float width = 5.0f * (widest + theme().px(16));
    row.next(width);
    ImGui::SetNextItemWidth(width);
    ui::segments("kind", workbench.selection.group_kind, labels, tips);
}

void draw_symmetry_options(ui::FlowRow& row, PaintSettings& settings) {
    const char* labels[] = {tr("paint.symmetry.off"), tr("paint.symmetry.model"), tr("paint.symmetry.selection")};
    int index = static_cast<int>(settings.symmetry);
    row.labelled(tr("paint.symmetry"), 120, tr("paint.symmetry.tip"));
    if (ui::combo("symmetry", index, labels, tr("paint.symmetry.tip"))) settings.symmetry = static_cast<Symmetry>(index);
}

void add_paint_actions(Workbench& workbench, const std::shared_ptr<PaintSettings>& settings) {
    Actions& actions = workbench.actions;
    const auto no_project = [&workbench]() -> const char* { return workbench.session() != nullptr ? nullptr : tr("why.no_project"); };
    const auto no_target = [&workbench, no_project]() -> const char* {
        const char* why = no_project();
        return why != nullptr ? why : no_paint_target(workbench);
    };
    for (int kind = 0; kind < 5; ++kind) {
        Action more;
        more.off = no_project;
        more.lit = [&workbench, kind] { return workbench.selection.group_kind == kind; };
        const std::string key = std::to_string(kind + 1);
        actions.add(std::string("weights.") + kGroupKinds[kind], {key}, [&workbench, kind] { workbench.selection.group_kind = kind; }, std::move(more));
    }
    const auto resize = [&](const char* id, const char* key, float factor) {
        Action more;
        more.repeats = true;
        actions.add(id, {key}, [settings, factor] { settings->brush.radius = std::clamp(settings->brush.radius * factor, kLeastRadius, kMostRadius); },
                    std::move(more));
    };
    resize("brush.smaller", "[", 1.0f / 1.15f);
    resize("brush.larger", "]", 1.15f);
    const auto harden = [&](const char* id, const char* key, float by) {
        Action more;
        more.repeats = true;
        actions.add(id, {key}, [settings, by] { settings->brush.hardness = std::clamp(settings->brush.hardness + by, 0.0f, 1.0f); }, std::move(more));
    };
    harden("brush.softer", "Shift+[", -0.1f);
    harden("brush.harder", "Shift+]", 0.1f);
    const auto with = [&](Icon icon, std::function<const char*()> off) {
        Action more;
        more.icon = icon;
        more.off = std::move(off);
        return more;
    };
    actions.add("weights.invert", {"Ctrl+I"}, [&workbench] {
        const std::vector<PaintTarget> targets = paint_targets(workbench);
        apply_edits(workbench, tr("step.invert"), targets, {{"group.invert", studio::Json::object(), [](const PaintTarget&, const sim::Weights& before) { return sim::inverted_group(before); }}});
    }, with(Icon::none, no_target));
    actions.add("weights.fill", {"Ctrl+F"}, [&workbench, settings] {
        on_all(workbench, "group.fill", {{"weight", settings->brush.value}});
    }, with(Icon::none, no_target));
    actions.add("weights.clear", {}, [&workbench] { on_all(workbench, "group.clear", studio::Json::object()); },
                with(Icon::reset, [&workbench, no_target]() -> const char* {
                    const char* why = no_target();
                    return why != nullptr ? why : any_painted(workbench) ? nullptr : tr("why.unpainted");
                }));
}

}  // namespace yure::editor
