#include "yure/studio/project_compare.hpp"

#include "bake_store.hpp"
#include "preset_model.hpp"

#include <algorithm>

#include "yure/baker/bake.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/studio/bake_folder.hpp"
#include "yure/studio/bake_run.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/project_model.hpp"

namespace yure::studio {
namespace {

/// Of all clips those that are asked for, each by its id or as the model names the motion.
Result<std::vector<baker::DriveClip>> chosen(std::vector<baker::DriveClip> all, const Model& model, const std::vector<std::string>& wanted) {
    if (wanted.empty()) return all;
    std::vector<baker::DriveClip> clips;
    for (const std::string& name : wanted) {
        const auto known = std::find_if(all.begin(), all.end(), [&](const auto& clip) { return clip.id == name; });
        if (known != all.end()) {
            clips.push_back(*known);
            continue;
        }
        const Result<std::filesystem::path> file = find_motion(model.location, name);
        if (!file) {
            std::string ids;
            for (const auto& clip : all) ids += (ids.empty() ? "" : ", ") + clip.id;
            return Error{"--motion " + name, "is no motion of the model, and none of " + ids};
        }
        Result<baker::DriveClip> clip = read_drive_clip(model, *file);
        if (!clip) return Error{"--motion " + name, clip.error().text()};
        clips.push_back(std::move(*clip));
    }
    return clips;
}

Result<BodyComparison> compare_body(const Document& document, const ModelGeometry& geometry, const CompareRequest& request,
                                    int index, const std::string& id, const PresetModel& start, const rig::Rig& rig, const WrittenModel& written,
                                    const rig::Rig& written_rig, std::vector<baker::DriveClip> motions, const Work& work) {
    Notices notices;
    const Result<baker::BodyRequest> asked = body_request(document, *document.bodies.find(id), geometry, notices);
    if (!asked) return Error{"body " + id + ": " + asked.error().where, asked.error().what};
    const Result<baker::Body> body = baker::bind_body(start.puppet, rig, *asked);
    if (!body) return body.error();
    const pendulum::Physics remaining =
        baker::without_outputs(start.physics, outputs_on(removed_parameters(document.bakes.find(id)->bake), start.physics));
    const pendulum::Physics in_play = baker::moves_meshes(rig, body->meshes, remaining) ? remaining : pendulum::Physics{};

    baker::UnseenRequest unseen;
    for (const baker::InputRequest& input : asked->inputs) unseen.inputs.push_back(input.id);
    unseen.seed_shift = request.clip_seed;
    unseen.motions = std::move(motions);
    const Result<std::vector<baker::DriveClip>> clips = chosen(baker::unseen_clips(rig.parameters(), unseen), *geometry.model, request.motions);
    if (!clips) return clips.error();
    std::vector<const baker::DriveClip*> pointers;
    for (const baker::DriveClip& clip : *clips) pointers.push_back(&clip);
    const Result<std::vector<baker::Recording>> recordings =
        baker::record(*body, in_play, pointers, {}, baker::RecordOptions{false, true, 8}, work.part(0.0, 0.8));
    if (!recordings) return recordings.error();
    const auto place = std::find_if(written.bodies.begin(), written.bodies.end(), [&](const auto& b) { return b.id == id; });
    if (place == written.bodies.end()) return Error{"body " + id, "has no bake to compare"};
    baker::ExportedModel model{&written_rig, &written.physics, {}, {}};
    for (const baker::WrittenParameter& parameter : place->parameters) {
        model.mode_parameters.push_back(parameter.id);
        model.mode_ranges.push_back(parameter.range);
    }
    std::vector<baker::Playback> playbacks;
    Result<std::vector<baker::ClipMetrics>> metrics =
        baker::compare_export(*body, model, pointers, *recordings, work.part(0.8, 1.0), request.on_measured ? &playbacks : nullptr);
    if (!metrics) return metrics.error();
    if (request.on_measured) request.on_measured({index, &*body, *clips, *recordings, playbacks, *metrics});
    BodyComparison comparison{id, std::move(*metrics), {}, {}};
    comparison.summary = baker::summarize(comparison.clips);
    comparison.warnings = baker::warnings(comparison.summary);
    return comparison;
}

}  // namespace

Result<std::vector<BodyComparison>> compare_project(const Document& document, const ModelGeometry& geometry, const CompareRequest& request,
                                                    const Work& work) {
    std::vector<std::string> ids = request.bodies;
    if (ids.empty())
        for (const auto& entry : document.bodies)
            if (entry.value->enabled && document.bakes.find(entry.id) != nullptr) ids.push_back(entry.id);
    if (ids.empty()) return Error{"", "nothing is baked, so there is nothing to compare"};
    for (const std::string& id : ids) {
        const Body* body = document.bodies.find(id);
        if (body == nullptr) return Error{"body " + id, "is not in the project"};
        if (!body->enabled || document.bakes.find(id) == nullptr) return Error{"body " + id, "has no bake to compare; bake it first"};
    }
    Notices notices;
    const Result<PresetModel> start = preset_model(document, *geometry.model, notices);
    if (!start) return start.error();
    const Result<WrittenModel> written = written_model(document, *geometry.model, {false, {}});
    if (!written) return written.error();
    const Result<rig::Rig> rig = rig::Rig::build(start->puppet), written_rig = rig::Rig::build(written->puppet);
    if (!rig) return Error{"model: " + rig.error().where, rig.error().what};
    if (!written_rig) return Error{"written model: " + written_rig.error().where, written_rig.error().what};
    const std::vector<baker::DriveClip> motions = model_motions(*geometry.model, notices);
    std::vector<BodyComparison> bodies;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const double share = 1.0 / static_cast<double>(ids.size());
        Result<BodyComparison> body = compare_body(document, geometry, request, static_cast<int>(i), ids[i], *start, *rig, *written, *written_rig, motions,
                                                   work.part(share * static_cast<double>(i), share * static_cast<double>(i + 1)));
        if (work.is_cancelled()) return baker::cancelled_error();
        if (!body) return body.error();
        bodies.push_back(std::move(*body));
    }
    return bodies;
}

Json comparison_json(const std::vector<BodyComparison>& bodies) {
    Json list = Json::array();
    for (const BodyComparison& body : bodies) {
        Json clips = Json::array(), warnings = Json::array();
        for (const baker::ClipMetrics& clip : body.clips) clips.push_back(clip_json(clip));
        for (const baker::BandFinding& warning : body.warnings)
            warnings.push_back({{"metric", warning.metric}, {"value", warning.value}, {"limit", warning.limit}, {"text", warning.text}});
        list.push_back({{"body", body.body}, {"clips", std::move(clips)}, {"summary", summary_json(body.summary)}, {"warnings", std::move(warnings)}});
    }
    return {{"bodies", std::move(list)}};
}

}  // namespace yure::studio
