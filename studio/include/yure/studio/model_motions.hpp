/// A model's motions as the baker drives them: values of the parameters they move, 60 frames a second.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "yure/baker/drive_clip.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// One motion file from its first to its last moment, without fades; parameters that it leaves alone are no columns.
/// The id is "motion:" and the file's name. Errors: the file cannot be read (place named), or it moves no parameter of
/// the model.
Result<baker::DriveClip> read_drive_clip(const Model& model, const std::filesystem::path& motion_file);

/// Every motion that the model3.json names and that is there, in its order; each file once. Where two files have the
/// same name the id holds the path from the model's folder. One that cannot be driven is a notice.
std::vector<baker::DriveClip> model_motions(const Model& model, Notices& notices);

}  // namespace yure::studio
