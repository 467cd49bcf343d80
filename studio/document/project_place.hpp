/// Where a project's model is: paths that survive moved folders and other systems' Unicode. Private to studio.
#pragma once

#include <filesystem>
#include <string>

#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// `path` as seen from `folder`, with slashes; absolute when the two have nothing but the root in common, or when
/// `folder` is empty.
std::string relative_place(const std::filesystem::path& folder, const std::filesystem::path& path);

/// The place that `named` (relative to `folder`, or absolute) means on this disk. A part of the path that is not there
/// as it is written, but under a name that differs only in case or Unicode form (é as one character or two), is taken
/// from the disk. Otherwise the path as written.
std::filesystem::path model_place(const std::filesystem::path& folder, const std::string& named);

/// The model3.json, or the moc3 of a model without.
std::filesystem::path model_file(const Model& model);

}  // namespace yure::studio
