/// What explains the model over its picture: wires, pins, weights, glue. Obstacles are drawn by obstacle_shape.hpp.
#pragma once

#include "project/workbench.hpp"
#include "yure/render/overlay.hpp"

namespace yure::editor {

struct OverlaySwitches {
    bool wire = false, pins = false, heat = false, glue = false, obstacles = true;
};

/// Of the selected meshes, else the chosen body's.
void add_model_overlays(const Workbench& workbench, const render::Pose& pose, const OverlaySwitches& on, render::Overlays& out);
/// What a glue is to the chosen body, as a colour: grey nothing, orange a pin, the accent a constraint.
ImU32 glue_color(studio::GlueRole role);

render::Rgba rgba(ImU32 color, float alpha = 1.0f);

}  // namespace yure::editor
