/// The model with what the presets have put into it: the start of every bake, simulation and export. Private to studio.
#pragma once

#include "yure/pendulum/physics.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct PresetModel {
    rig::Puppet puppet;
    pendulum::Physics physics;  ///< empty when the model has none and no preset adds any
};

/// What a preset's record wants of a model that no longer has it is a notice.
Result<PresetModel> preset_model(const Document& document, const Model& model, Notices& notices);

}  // namespace yure::studio
