#include "canvas/model_overlays.hpp"

#include <algorithm>

#include "canvas/error_heat.hpp"
#include "canvas/paint/paint_targets.hpp"
#include "look/theme.hpp"

namespace yure::editor {
namespace {

void add_glue(const Workbench& workbench, const render::Pose& pose, const std::vector<std::string>& subject, render::Overlays& out) {
    const Theme& t = theme();
    const rig::Puppet& puppet = workbench.geometry()->model->puppet;
    const studio::Body* body = workbench.document().bodies.find(workbench.selection.body);
    const auto shown = [&](int mesh) {
        return std::find(subject.begin(), subject.end(), puppet.mesh.id[static_cast<std::size_t>(mesh)].view()) != subject.end();
    };
    for (int g = 0; g < puppet.glue_count(); ++g) {
        const auto row = static_cast<std::size_t>(g);
        const int mesh_a = puppet.glue.mesh_a[row], mesh_b = puppet.glue.mesh_b[row];
        if (!subject.empty() && !shown(mesh_a) && !shown(mesh_b)) continue;
        studio::GlueRole role = studio::GlueRole::none;
        if (body != nullptr)
            if (const auto found = body->glue_roles.find(std::string(puppet.glue.id[row].view())); found != body->glue_roles.end()) role = found->second;
        const render::Rgba color = rgba(glue_color(role));
        const std::vector<Vec2>& a = pose.meshes[static_cast<std::size_t>(mesh_a)].positions;
        const std::vector<Vec2>& b = pose.meshes[static_cast<std::size_t>(mesh_b)].positions;
        for (int k = 0; k + 1 < puppet.glue.info_count[row]; k += 2) {
            const auto info = static_cast<std::size_t>(puppet.glue.info_begin[row] + k);
            const std::size_t va = puppet.glue_info.vertex[info], vb = puppet.glue_info.vertex[info + 1];
            if (va >= a.size() || vb >= b.size()) continue;
            out.lines.push_back({a[va], b[vb], color, t.px(2)});
            out.points.push_back({a[va], color, t.px(2.5f)});
            out.points.push_back({b[vb], color, t.px(2.5f)});
        }
    }
}

/// Joints and segments of the chosen body's bone chains, where the reference simulation has them.
void add_chains(const Workbench& workbench, render::Overlays& out) {
    const LiveSimulation* live = workbench.shown == Shown::exported ? nullptr : workbench.preview.reference();
    const auto frame = live != nullptr ? live->body(workbench.selection.body) : std::nullopt;
    if (!frame) return;
    const Theme& t = theme();
    const render::Rgba color = rgba(t.simulated);
    std::size_t joint = 0;
    for (const chain::Strand& strand : frame->strands)
        for (std::size_t k = 0; k < strand.joints.size() && joint < frame->joints.size(); ++k, ++joint) {
            if (k > 0) out.lines.push_back({frame->joints[joint - 1], frame->joints[joint], color, t.px(2)});
            out.points.push_back({frame->joints[joint], color, t.px(k == 0 ? 4.0f : 3.0f)});
        }
}

}  // namespace

render::Rgba rgba(ImU32 color, float alpha) {
    const ImVec4 c = to_vec4(color);
    return {c.x, c.y, c.z, c.w * alpha};
}

ImU32 glue_color(studio::GlueRole role) {
    switch (role) {
    case studio::GlueRole::none: break;
    case studio::GlueRole::pin: return IM_COL32(255, 110, 40, 255);
    case studio::GlueRole::constraint: return theme().accent;
    }
    return theme().text_soft;
}

void add_model_overlays(const Workbench& workbench, const render::Pose& pose, const OverlaySwitches& on, render::Overlays& out) {
    const Theme& t = theme();
    const rig::Puppet& puppet = workbench.geometry()->model->puppet;
    const studio::Body* body = workbench.document().bodies.find(workbench.selection.body);
    const auto each_mesh = [&](const std::vector<std::string>& ids, const auto& visit) {
        for (const std::string& id : ids)
            if (const int row = puppet.find_mesh(id); row >= 0 && !pose.meshes[static_cast<std::size_t>(row)].hidden) visit(row, id);
    };
    const std::vector<std::string>& subject = body != nullptr && workbench.selection.meshes.empty() ? body->meshes : workbench.selection.meshes;
    if (on.heat)
        each_mesh(subject, [&](int row, const std::string& id) {
            render::HeatOverlay heat;
            heat.mesh = row;
            heat.values = counted_weights(workbench, id, row, paint_kind(workbench));
            out.heat.push_back(std::move(heat));
        });
    add_error_heat(workbench, out);
    if (on.wire)
        each_mesh(subject, [&](int row, const std::string&) {
            render::WireOverlay wire;
            wire.mesh = row;
            wire.color = rgba(t.accent, 0.7f);
            wire.width = t.px(1);
            out.wires.push_back(wire);
        });
    if (on.pins)
        each_mesh(body != nullptr ? body->meshes : subject, [&](int row, const std::string& id) {
            const std::vector<float> pins = counted_weights(workbench, id, row, sim::GroupKind::pin);
            const std::vector<Vec2>& at = pose.meshes[static_cast<std::size_t>(row)].positions;
            for (std::size_t v = 0; v < pins.size() && v < at.size(); ++v)
                if (pins[v] > 0.02f)
                    out.points.push_back({at[v], {1.0f, 0.35f, 0.1f, 0.35f + 0.65f * pins[v]}, t.px(1.5f + 1.5f * pins[v])});
        });
    if (on.glue) add_glue(workbench, pose, subject, out);
    add_chains(workbench, out);
}

}  // namespace yure::editor
