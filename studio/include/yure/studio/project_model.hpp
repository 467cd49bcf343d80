/// The model as a project exports it, in memory: what the export writes, what previews play, what comparisons measure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yure/baker/write_back.hpp"
#include "yure/core/result.hpp"
#include "yure/pendulum/physics.hpp"
#include "yure/studio/budget.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::studio {

/// Something of the project or the source that the written model has differently, or not at all.
struct Loss {
    std::string object;    ///< "hair", "physics group PhysicsSetting1"
    std::string feature;   ///< "simulation", "input", "physics output", "setting", "reference"
    std::string handling;  ///< "baked", "approximated", "dropped"
    std::string note;
    std::optional<double> error;  ///< px, where something was measured
};

struct WrittenBody {
    std::string id;
    std::vector<baker::WrittenParameter> parameters;
    std::vector<std::string> generated;  ///< ids before renaming, same order
    bool blend_shapes = false;           ///< else keyform axes
};

struct WrittenModel {
    rig::Puppet puppet;
    pendulum::Physics physics;
    std::vector<WrittenBody> bodies;                  ///< enabled, baked, in order
    std::vector<baker::WrittenParameter> helpers;     ///< of banks
    std::vector<Loss> losses;
    Notices notices;
};

struct WriteChoice {
    /// false: at x1 and without the outputs' own gains, as metrics are measured.
    bool exaggerated = true;
    /// Parameters are left out, those that move least first, until the model keeps these limits. An error when the
    /// source itself breaks one.
    std::optional<Budget> budget;
};

/// Stale bakes are written as they are; bodies without a bake are left out and told. A body whose bake cannot be written
/// (an id that is taken, a bake that cannot be read) is an error that names it.
Result<WrittenModel> written_model(const Document& document, const Model& model, const WriteChoice& choice = {});

}  // namespace yure::studio
