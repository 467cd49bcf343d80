/// Which parts of a model show while nobody but a motion and its pose file decide: of two sets of arms, one.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yure/motion/clip_player.hpp"
#include "yure/motion/pose.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

class PartOpacities {
  public:
    /// The model's pose3.json, if it has a readable one, and the part curves of a motion, if one is given. What cannot
    /// be read is a notice and plays no part.
    PartOpacities(const Model& model, const std::optional<std::filesystem::path>& motion, Notices& notices);

    /// Opacities of all parts at the next frame of 1/60 s, the first call being the motion's start. Empty = as the rig
    /// has them.
    std::span<const float> next();

  private:
    std::vector<float> opacities_, wishes_, values_;
    std::optional<motion::PosePlayer> pose_;
    std::optional<motion::ClipBinding> clip_;
    int frame_ = 0;
};

}  // namespace yure::studio
