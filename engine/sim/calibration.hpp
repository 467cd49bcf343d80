// Rest is the drawing: goal offsets that make the drawn shape the equilibrium. Private to engine/sim.
#pragma once

#include "scene_data.hpp"

namespace yure::sim {

inline constexpr float kCalibrationTarget = 0.5f;  // px, the farthest a particle may come to rest from the drawing

/// Fills `goal_offset` and `calibration_error` of a scene whose constraints are made. At the drawing every edge,
/// triangle and bend is at rest, so nothing but the goals works against gravity: each particle's own spring, pulled out
/// by g/omega^2, carries just its own weight, and the drawing is an equilibrium without any tension. (It could also
/// hang from its pins in tension; but then how a body swings depends on how its mesh shares the load out, finer meshes
/// swinging differently.) Where some particles have no goal, their neighbours must carry them: the scene is let settle
/// under heavy damping and offsets are corrected by how far particles moved, until that is little.
void calibrate(Scene::Data& data);

}  // namespace yure::sim
