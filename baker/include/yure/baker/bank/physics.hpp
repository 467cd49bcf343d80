/// A bank as what a model carries: pendulum groups in file order and the parameters they need. Source: docs/baking.md,
/// D.10 and E.6; the runtime's rules: docs/cubism-physics.md, 2.
///
/// Every group has one segment, Angle inputs of one class only (the vertical helpers' X input aside) and swings little
/// enough to stay linear. Several groups write one parameter: weights are such that the last writer's blending leaves
/// each group's share, whatever the parameter held before; the parameter's range is wide enough that no share is
/// clamped.
#pragma once

#include <string>
#include <vector>

#include "yure/baker/bank/fit.hpp"
#include "yure/pendulum/physics.hpp"

namespace yure::baker::bank {

struct BankNaming {
    std::string id;    ///< of the bank: "hair" makes PhysicsSim_hair_b01; the first body's for a shared bank
    std::string name;  ///< shown; empty = id
};

/// A parameter to create.
struct BankParameter {
    std::string id, name;
    float min = 0.0f, max = 0.0f;  ///< default 0
    int body = -1, mode = -1;      ///< the mode it carries; -1 = a helper without keys
    float keyed = 0.0f;            ///< the outer keys stand at ±keyed; 0 for helpers
};

struct BankPhysics {
    std::vector<pendulum::Group> groups;    ///< vertical helpers, level 1, level 2
    std::vector<BankParameter> parameters;  ///< modes body by body, then helpers
};

/// `keyed` = half range of the keyed part of each mode parameter, per body (empty = 30 for all). Groups that reach no
/// parameter and helpers that feed no group are left out. Mode k of a body is `ParamSim<body id>_<k>`, k from 1.
BankPhysics bank_physics(const BankFit& fit, const BankNaming& naming, const std::vector<float>& keyed = {});

/// Plays the groups by the runtime's own step: modes of every frame (bodies side by side, units of the outer key), as
/// shown at the bank's rate. `values`: frames x inputs, parameter units.
RowMatrix play_exact(const BankFit& fit, const BankPhysics& physics, const RowMatrix& values);

}  // namespace yure::baker::bank
