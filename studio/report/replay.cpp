#include "replay.hpp"

#include "replay_document.hpp"
#include "replay_stage.hpp"

#include <algorithm>
#include <cmath>

namespace yure::studio {
namespace {

constexpr int kSampleEvery = 6;  // frames of a replay: what the model's shapes are looked for in

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

}  // namespace

void ReplayRecorder::add(const baker::MeasuredBody& measured) {
    const baker::Body& body = *measured.body;
    if (body_meshes_.size() <= at(measured.index)) body_meshes_.resize(at(measured.index) + 1);
    body_meshes_[at(measured.index)] = body.meshes;
    const std::size_t columns = at(body.columns());
    for (std::size_t k = 0; k < measured.clips.size(); ++k) {
        const baker::DriveClip& clip = measured.clips[k];
        const baker::Recording& recording = measured.recordings[k];
        const baker::Playback& playback = measured.playbacks[k];
        auto scene = std::find_if(scenes_.begin(), scenes_.end(), [&](const Scene& other) {
            return other.clip.id == clip.id && other.clip.input_ids == clip.input_ids &&
                   other.clip.values == clip.values;
        });
        if (scene == scenes_.end()) scene = scenes_.insert(scenes_.end(), Scene{clip, {}});
        Track& track = scene->tracks.emplace_back();
        track.body = measured.index;
        track.r2 = measured.metrics[k].r2;
        track.simulated_px = measured.metrics[k].simulated_px;
        baker::ClipPair pair;
        pair.particles = body.particles();
        pair.frames = clip.frames();
        pair.simulated = recording.in_body;
        pair.baked = playback.in_body;
        const baker::TipTravel tips = baker::tip_travel(pair);
        for (int frame = 0; frame < clip.frames(); frame += 2) {
            const auto row = static_cast<std::ptrdiff_t>(at(frame) * columns), next = row + body.columns();
            track.simulated.insert(track.simulated.end(), recording.in_body.begin() + row,
                                   recording.in_body.begin() + next);
            track.baked.insert(track.baked.end(), playback.in_body.begin() + row, playback.in_body.begin() + next);
            const float angle = recording.frame_angle[at(frame)], c = std::cos(angle), s = std::sin(angle);
            track.angle.push_back(angle);
            for (std::ptrdiff_t i = row; i < next; i += 2) {
                const float x = recording.goals[static_cast<std::size_t>(i)],
                            y = recording.goals[static_cast<std::size_t>(i) + 1];
                track.goals.push_back(x * c - y * s);
                track.goals.push_back(x * s + y * c);
            }
            track.simulated_tip.push_back(tips.simulated[at(frame)]);
            track.baked_tip.push_back(tips.baked[at(frame)]);
        }
    }
}

Result<nlohmann::ordered_json> ReplayRecorder::finish(const Model& model, const baker::BakeResult& result,
                                                      const ReplayOptions& options, const Work& work) const {
    Result<ReplayStage> stage = ReplayStage::build(model, result, body_meshes_);
    if (!stage) return stage.error();
    ReplayFrames frames{scenes_, body_meshes_, *stage, {}, {}};
    frames.looks.resize(scenes_.size());
    frames.samples.resize(scenes_.size());
    work.parallel_for(scenes_.size(), [&](std::size_t k) {
        if (work.is_cancelled()) return;
        stage->play(scenes_[k], [&](int frame, const StageFrame& shown) {
            frames.looks[k].add(frame, shown);
            std::vector<float>& samples = frames.samples[k];
            if (frame % kSampleEvery == 0) samples.insert(samples.end(), shown.moved.begin(), shown.moved.end());
        });
    });
    if (work.is_cancelled()) return baker::cancelled_error();
    stage->keep_shown(frames.looks);
    return replay_of(frames, result, options.most_bytes, work);
}

}  // namespace yure::studio
