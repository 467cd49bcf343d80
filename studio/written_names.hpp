/// Names of what a bake wrote, put into the model's parameter list. Private to studio.
#pragma once

#include <string>
#include <vector>

#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct WrittenName {
    std::string id, name;
};

/// The model's cdi3 with these parameters in a folder "Simulation" of their own; a new one when it had none.
Result<std::string> names_with(const Model& model, const std::vector<WrittenName>& written);

}  // namespace yure::studio
