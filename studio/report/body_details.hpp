/// What a body of a bake report says about itself beyond its figures. Private to studio.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "yure/baker/bake.hpp"

namespace yure::studio {

/// What the page says about a body beyond its figures: "verdict", "worst_clip", "pendulum_groups".
void add_details(nlohmann::ordered_json& entry, const pendulum::Physics& physics, const baker::BodyResult& body);

/// Every pendulum group that drives one of the body's parameters, with what its segments do by themselves.
nlohmann::ordered_json pendulum_groups(const pendulum::Physics& physics, const baker::BodyResult& body);

/// Bounds inside which a figure is fine ("target"), and outside which there is a warning ("warn"); null = open.
nlohmann::ordered_json bands();

/// How a pendulum of one segment swings when it swings little.
struct Swing {
    double frequency_hz = 0.0;  ///< of its undamped motion; 0 = it does not move
    double damping = 0.0;       ///< share of critical damping; from 1 on it creeps back without swinging
};
/// `fps` = steps a second, > 0. Source: docs/cubism-physics.md, the step for small angles.
Swing small_swing(const pendulum::Vertex& segment, double fps);

}  // namespace yure::studio
