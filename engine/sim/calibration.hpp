// Rest is the drawing: goal offsets that make the drawn shape the equilibrium. Private to engine/sim.
#pragma once

#include "scene_data.hpp"

namespace yure::sim {

inline constexpr float kCalibrationTarget = 0.5f;  // px, the farthest a particle may come to rest from the drawing

/// Fills `goal_offset` and `calibration_error` of a scene whose constraints are made. First guess: what gravity leaves
/// over after taut edges have carried all they can (Gauss's principle of least constraint). Then the scene is let
/// settle under heavy damping, and offsets are corrected by how far particles moved, until that is little.
void calibrate(Scene::Data& data);

}  // namespace yure::sim
