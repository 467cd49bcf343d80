/// What a model is made of, in numbers: what `yure info` prints.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// Counts under plain names ("meshes", "vertices", "parameters", …), then `physics`, `files` and, as `mesh_list` and
/// `parameter_list`, every mesh and parameter with its figures.
nlohmann::ordered_json model_info(const Model& model);

/// The same for people, a line a subject; `lists` adds meshes and parameters.
std::string model_info_text(const Model& model, bool lists);

/// "3.0", "3.3", "4.0", "4.2", "5.0", "5.3".
const char* version_name(rig::MocVersion version);

}  // namespace yure::studio
