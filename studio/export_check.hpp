/// Looking at an export before it is put in its place. Private to studio.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// An export that a player would not take is no result. What was wrong with the source already is the user's to know.
Status check_export(const Model& model, const std::filesystem::path& exported);

/// Names relative to the folder, sorted.
std::vector<std::string> files_below(const std::filesystem::path& folder);

}  // namespace yure::studio
