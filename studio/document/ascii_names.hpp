/// A model's files under names that every system and archive takes. Private to studio.
#pragma once

#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// Letters, digits, '_', '-', '.', and '/' between folders stay; a space becomes '_', anything else "u" and its code in
/// hexadecimal digits. Empty becomes "model".
std::string ascii_name(std::string_view name);

/// The same model with such names in its model3.json; two files never get one name. What was renamed is told.
ModelLocation with_ascii_names(const ModelLocation& model, Notices& notices);

}  // namespace yure::studio
