#include "yure/studio/model_motions.hpp"

#include <algorithm>

#include "yure/formats/motion3.hpp"
#include "yure/motion/frames.hpp"

namespace yure::studio {
namespace fs = std::filesystem;

namespace {

bool has_id(const std::vector<baker::DriveClip>& clips, const std::string& id) {
    return std::any_of(clips.begin(), clips.end(), [&](const baker::DriveClip& clip) { return clip.id == id; });
}

}  // namespace

Result<baker::DriveClip> read_drive_clip(const Model& model, const fs::path& motion_file) {
    const std::string name = motion_file.filename().string();
    Result<std::string> text = read_text(motion_file);
    if (!text) return text.error();
    Result<formats::Motion3> motion = formats::read_motion3(*text);
    if (!motion)
        return Error{motion.error().where.empty() ? name : name + " " + motion.error().where, motion.error().what};

    const std::vector<ParameterRange> ranges = model.parameter_ranges();
    motion::FrameOptions options;
    options.groups = model.effect_groups();
    const Result<motion::Frames> frames = motion::sample_frames(motion->clip, ranges, options);
    if (!frames) return Error{name, frames.error().text()};
    const std::vector<int> driven =
        motion::ClipBinding(motion->clip, ranges, model.part_ids(), options.groups).driven();
    if (driven.empty()) return Error{name, "moves no parameter of this model"};

    baker::DriveClip clip;
    clip.id = "motion:" + name;
    for (const int parameter : driven) clip.input_ids.push_back(ranges[static_cast<std::size_t>(parameter)].id);
    for (std::size_t frame = 0; frame < frames->count(); ++frame)
        for (const int parameter : driven)
            clip.values.push_back(frames->row(frame)[static_cast<std::size_t>(parameter)]);
    if (const Status sound = baker::check_clip(clip); !sound) return sound.error();
    return clip;
}

std::vector<baker::DriveClip> model_motions(const Model& model, Notices& notices) {
    std::vector<baker::DriveClip> clips;
    std::vector<fs::path> seen;
    for (const ModelFile* file : model.location.all(FileRole::motion)) {
        const fs::path& path = file->reference.path;
        if (path.empty() || !fs::exists(path) || std::find(seen.begin(), seen.end(), path) != seen.end()) continue;
        seen.push_back(path);
        Result<baker::DriveClip> clip = read_drive_clip(model, path);
        if (!clip) {
            notices.push_back({file->named, "is not played: " + clip.error().text()});
            continue;
        }
        if (has_id(clips, clip->id)) clip->id = "motion:" + file->reference.relative;
        clips.push_back(std::move(*clip));
    }
    return clips;
}

}  // namespace yure::studio
