/// What a weight tool works on: meshes with their places at rest and the weights of one kind as they count now. An edit
/// is worked out here the same way twice: shown while the mouse is held, and sent as commands when it is let go, as one
/// undo step.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "project/workbench.hpp"
#include "yure/render/overlay.hpp"
#include "yure/sim/vertex_groups.hpp"

namespace yure::editor {

struct PaintTarget {
    std::string mesh;
    int row = 0;                 ///< in the puppet
    std::span<const Vec2> rest;  ///< world px; of the open model
    std::vector<std::uint16_t> triangles;
    sim::Weights weights;        ///< as they count: painted, or by the body's rule, or the kind's default
    bool by_rule = false;        ///< no pins are painted and the body's rule holds it: an edit starts from there
};

/// The kind chosen (keys 1-5).
sim::GroupKind paint_kind(const Workbench& workbench);
/// The selected meshes, else the selected body's; those that the default pose hides are left out.
std::vector<PaintTarget> paint_targets(const Workbench& workbench);
/// Why there is nothing to paint on; null = there is.
const char* no_paint_target(const Workbench& workbench);
/// Weights of a mesh as they count now, one per vertex.
sim::Weights counted_weights(const Workbench& workbench, const std::string& mesh, int row, sim::GroupKind kind, bool* by_rule = nullptr);

/// One command on weights, and what it does to a target.
struct WeightEdit {
    std::string command;              ///< "group.paint"
    studio::Json arguments;           ///< without meshes and group
    std::function<sim::Weights(const PaintTarget&, const sim::Weights& before)> change;
};

/// The targets' weights after all edits, one after another.
std::vector<sim::Weights> edited_weights(const std::vector<PaintTarget>& targets, const std::vector<WeightEdit>& edits);
/// Sends them as one step to those targets that they change. Nothing happens when they change none.
void apply_edits(Workbench& workbench, const std::string& label, const std::vector<PaintTarget>& targets, const std::vector<WeightEdit>& edits);
/// As colours, on the model at rest.
void add_weight_heat(const std::vector<PaintTarget>& targets, const std::vector<sim::Weights>& weights, render::Overlays& out);

}  // namespace yure::editor
