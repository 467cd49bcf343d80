#include "yure/studio/part_opacities.hpp"

#include "yure/formats/motion3.hpp"
#include "yure/formats/pose3.hpp"
#include "yure/studio/file.hpp"

namespace yure::studio {
namespace {

std::optional<motion::PoseGroups> read_pose(const Model& model, Notices& notices) {
    const ModelFile* file = model.location.first(FileRole::pose);
    if (file == nullptr) return std::nullopt;
    const Result<std::string> text = read_text(file->reference.path);
    Result<formats::Pose3> pose = text ? formats::read_pose3(*text) : Result<formats::Pose3>(text.error());
    if (pose) return std::move(pose->pose);
    notices.push_back({file->named, "plays no part: " + pose.error().text()});
    return std::nullopt;
}

}  // namespace

PartOpacities::PartOpacities(const Model& model, const std::optional<std::filesystem::path>& motion, Notices& notices) {
    const std::vector<std::string> parts = model.part_ids();
    const auto pose = read_pose(model, notices);
    if (!pose && !motion) return;
    for (const std::int32_t visible : model.puppet.part.visible) opacities_.push_back(visible != 0 ? 1.0f : 0.0f);
    wishes_ = opacities_;
    if (pose) {
        pose_.emplace(*pose, parts);
        pose_->start(opacities_, wishes_);
    }
    if (!motion) return;
    const Result<std::string> text = read_text(*motion);
    Result<formats::Motion3> read = text ? formats::read_motion3(*text) : Result<formats::Motion3>(text.error());
    if (!read) {
        notices.push_back({motion->filename().string(), "its part curves play no part: " + read.error().text()});
        return;
    }
    const auto ranges = model.parameter_ranges();
    values_.assign(ranges.size(), 0.0f);
    clip_.emplace(std::move(read->clip), ranges, parts, model.effect_groups());
}

std::span<const float> PartOpacities::next() {
    const int frame = frame_++;
    if (clip_) {
        // Without a pose file a motion's part curves are the opacities themselves.
        std::vector<float>& target = pose_ ? wishes_ : opacities_;
        clip_->apply(static_cast<float>(frame) / 60.0f, 0.0f, {}, values_, target);
    }
    if (pose_) pose_->update(opacities_, wishes_, frame == 0 ? 0.0f : 1.0f / 60.0f);
    return opacities_;
}

}  // namespace yure::studio
