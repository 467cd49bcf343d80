/// The model with what the presets have put into it: the start of every bake, simulation and export. Private to studio.
#pragma once

#include <vector>

#include "yure/pendulum/physics.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_folder.hpp"
#include "yure/studio/presets/record.hpp"

namespace yure::studio {

struct PresetModel {
    rig::Puppet puppet;
    pendulum::Physics physics;  ///< empty when the model has none and no preset adds any
};

/// What a preset's record wants of a model that no longer has it is a notice.
Result<PresetModel> preset_model(const Document& document, const Model& model, Notices& notices);

/// Records of the presets that were applied; one that cannot be read is a notice.
std::vector<presets::PresetRecord> preset_records(const Document& document, Notices& notices);

}  // namespace yure::studio
