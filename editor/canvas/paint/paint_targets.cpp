#include "canvas/paint/paint_targets.hpp"

#include "words/words.hpp"
#include "yure/sim/pins.hpp"

namespace yure::editor {
namespace {

const sim::Weights& painted_of(const sim::VertexGroups& groups, sim::GroupKind kind) {
    switch (kind) {
    case sim::GroupKind::pin: return groups.pin;
    case sim::GroupKind::stiffness: return groups.stiffness;
    case sim::GroupKind::goal: return groups.goal;
    case sim::GroupKind::mass: return groups.mass;
    case sim::GroupKind::damping: return groups.damping;
    case sim::GroupKind::wind: return groups.wind;
    }
    return groups.pin;
}

const studio::Body* body_with(const studio::Document& document, const std::string& mesh) {
    for (const auto& entry : document.bodies)
        if (std::find(entry.value->meshes.begin(), entry.value->meshes.end(), mesh) != entry.value->meshes.end()) return entry.value.get();
    return nullptr;
}

const std::vector<std::string>* subject(const Workbench& workbench) {
    if (!workbench.selection.meshes.empty()) return &workbench.selection.meshes;
    const studio::Body* body = workbench.document().bodies.find(workbench.selection.body);
    return body != nullptr ? &body->meshes : nullptr;
}

}  // namespace

sim::GroupKind paint_kind(const Workbench& workbench) {
    return sim::find_group(kGroupKinds[workbench.selection.group_kind]).value_or(sim::GroupKind::pin);
}

sim::Weights counted_weights(const Workbench& workbench, const std::string& mesh, int row, sim::GroupKind kind, bool* by_rule) {
    const rig::Puppet& puppet = workbench.geometry()->model->puppet;
    const auto index = static_cast<std::size_t>(row);
    const auto count = static_cast<std::size_t>(puppet.mesh.vertex_count[index]);
    if (by_rule != nullptr) *by_rule = false;
    if (const studio::MeshGroups* groups = workbench.document().groups.find(mesh))
        if (const sim::Weights& painted = painted_of(groups->weights, kind); painted.size() == count) return painted;
    if (kind == sim::GroupKind::pin) {
        const studio::Body* body = body_with(workbench.document(), mesh);
        if (body != nullptr) {
            if (by_rule != nullptr) *by_rule = true;
            // What the simulation holds it by counts; it knows seams and glue, the rule alone does not.
            if (const LiveSimulation* reference = workbench.preview.reference())
                if (sim::Weights pins = reference->pins(row); pins.size() == count) return pins;
            const std::vector<Vec2>& rest = workbench.geometry()->rest[index];
            if (rest.size() == count)
                return sim::pin_top(rest, puppet.mesh_triangles(row), body->top_pins.value_or(sim::default_top_pins(body->kind, body->material)));
        }
    }
    return sim::Weights(count, sim::group_default(kind));
}

std::vector<PaintTarget> paint_targets(const Workbench& workbench) {
    std::vector<PaintTarget> targets;
    const studio::ModelGeometry* geometry = workbench.geometry();
    if (geometry == nullptr) return targets;
    const std::vector<std::string>* meshes = subject(workbench);
    if (meshes == nullptr) return targets;
    const sim::GroupKind kind = paint_kind(workbench);
    for (const std::string& mesh : *meshes) {
        const int row = geometry->model->puppet.find_mesh(mesh);
        if (row < 0 || geometry->rest[static_cast<std::size_t>(row)].empty()) continue;
        PaintTarget target;
        target.mesh = mesh;
        target.row = row;
        target.rest = geometry->rest[static_cast<std::size_t>(row)];
        target.triangles = geometry->model->puppet.mesh_triangles(row);
        target.weights = counted_weights(workbench, mesh, row, kind, &target.by_rule);
        targets.push_back(std::move(target));
    }
    return targets;
}

const char* no_paint_target(const Workbench& workbench) {
    const studio::ModelGeometry* geometry = workbench.geometry();
    if (geometry == nullptr) return tr("why.no_model");
    const std::vector<std::string>* meshes = subject(workbench);
    if (meshes == nullptr || meshes->empty()) return tr("why.no_paint_target");
    for (const std::string& mesh : *meshes)
        if (const int row = geometry->model->puppet.find_mesh(mesh); row >= 0 && !geometry->rest[static_cast<std::size_t>(row)].empty()) return nullptr;
    return tr("why.hidden_at_rest");
}

std::vector<sim::Weights> edited_weights(const std::vector<PaintTarget>& targets, const std::vector<WeightEdit>& edits) {
    std::vector<sim::Weights> result;
    for (const PaintTarget& target : targets) {
        sim::Weights weights = target.weights;
        for (const WeightEdit& edit : edits) weights = edit.change(target, weights);
        result.push_back(std::move(weights));
    }
    return result;
}

void apply_edits(Workbench& workbench, const std::string& label, const std::vector<PaintTarget>& targets, const std::vector<WeightEdit>& edits) {
    const std::vector<sim::Weights> after = edited_weights(targets, edits);
    const std::string group = kGroupKinds[workbench.selection.group_kind];
    studio::Json meshes = studio::Json::array();
    std::vector<studio::CommandCall> calls;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (after[i] == targets[i].weights) continue;
        meshes.push_back(targets[i].mesh);
        if (targets[i].by_rule) calls.push_back({"group.set", {{"meshes", {targets[i].mesh}}, {"group", group}, {"weights", targets[i].weights}}});
    }
    if (meshes.empty()) return;
    for (const WeightEdit& edit : edits) {
        studio::Json arguments = edit.arguments;
        arguments["meshes"] = meshes;
        arguments["group"] = group;
        calls.push_back({edit.command, std::move(arguments)});
    }
    workbench.batch(label, calls);
}

void add_weight_heat(const std::vector<PaintTarget>& targets, const std::vector<sim::Weights>& weights, render::Overlays& out) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        render::HeatOverlay heat;
        heat.mesh = targets[i].row;
        heat.values = weights[i];
        out.heat.push_back(std::move(heat));
    }
}

}  // namespace yure::editor
