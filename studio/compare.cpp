#include "yure/studio/compare.hpp"

#include "bake_report.hpp"
#include "body_binding.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "yure/baker/bake.hpp"
#include "yure/baker/compare.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/rig/edit.hpp"
#include "yure/studio/body_words.hpp"
#include "yure/studio/metrics_table.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/simulate.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

std::vector<baker::BodyRequest> requests_of(const BakedFolder& folder) {
    std::vector<baker::BodyRequest> requests;
    for (const ExportedBody& body : folder.made.bodies) requests.push_back(body.request);
    return requests;
}

/// The model as it was before the bake, as far as a simulation can tell: its own physics only. The parameters that the
/// bake made are there, at rest; exact poses are taken off the axes they were put on.
Result<Model> without_bake(const BakedFolder& folder) {
    Model model = folder.model;
    for (const ExportedBody& body : folder.made.bodies) {
        std::vector<baker::BakedPose> back = body.poses;
        for (baker::BakedPose& pose : back)
            for (rig::MeshOffsets& mesh : pose.meshes)
                for (std::vector<Vec2>& offsets : mesh.offsets)
                    for (Vec2& offset : offsets) offset = -offset;
        if (const auto taken = baker::write_poses(model.puppet, back); !taken) return Error{"body " + body.request.id + ": " + taken.error().where, taken.error().what};
    }
    if (model.physics)
        std::erase_if(model.physics->physics.groups, [&](const pendulum::Group& group) {
            const auto& made = folder.made.groups;
            return std::find(made.begin(), made.end(), group.id) != made.end();
        });
    return model;
}

/// The exported puppet with the bake's shapes as they are at exaggeration 1.
Result<rig::Puppet> at_true_size(const BakedFolder& folder, Notices& notices) {
    rig::Puppet puppet = folder.model.puppet;
    for (const ExportedBody& body : folder.made.bodies)
        for (const ExportedParameter& parameter : body.parameters) {
            if (parameter.gain == 0.0f) {
                notices.push_back({parameter.id, "was written with gain 0: it stays still, and counts as it is"});
                continue;
            }
            if (parameter.gain == parameter.measured_gain) continue;
            if (const Status status = rig::scale_mesh_shapes(puppet, puppet.find_parameter(parameter.id),
                                                             parameter.measured_gain / parameter.gain);
                !status)
                return Error{"parameter " + parameter.id + ": " + status.error().where, status.error().what};
        }
    return puppet;
}

void add_once(std::vector<baker::DriveClip>& clips, const baker::DriveClip& clip) {
    const bool there = std::any_of(clips.begin(), clips.end(), [&](const auto& each) { return each.id == clip.id; });
    if (!there) clips.push_back(clip);
}

/// The motions with the rest behind them with which they are measured.
std::vector<baker::DriveClip> rested(const Model& model, std::vector<baker::DriveClip> motions) {
    baker::UnseenRequest request;
    request.motions = motions;
    std::vector<baker::DriveClip> result;
    for (baker::DriveClip& clip : baker::unseen_clips(parameter_infos(model), request))
        if (std::any_of(motions.begin(), motions.end(), [&](const auto& each) { return each.id == clip.id; }))
            result.push_back(std::move(clip));
    return result;
}

}  // namespace

Result<std::vector<baker::DriveClip>> chosen_clips(const BakedFolder& folder, const ClipChoice& choice) {
    std::vector<baker::DriveClip> motions;
    for (const std::string& wanted : choice.motions) {
        const Result<std::filesystem::path> file = find_motion(folder.model.location, wanted);
        if (!file) return Error{"--motion " + wanted, file.error().text()};
        Result<baker::DriveClip> clip = read_drive_clip(folder.model, *file);
        if (!clip) return Error{"--motion " + wanted, clip.error().text()};
        // two files of one name from different folders are two clips
        for (const baker::DriveClip& other : motions)
            if (other.id == clip->id && other.values != clip->values) clip->id = "motion:" + file->generic_string();
        add_once(motions, *clip);
    }
    std::vector<baker::DriveClip> clips = rested(folder.model, std::move(motions));
    const std::vector<baker::BodyRequest> bodies = requests_of(folder);
    for (const std::string& wanted : choice.clips) {
        if (wanted == "all") {
            baker::UnseenRequest request;
            for (const baker::BodyRequest& body : bodies)
                for (const baker::InputRequest& input : body.inputs)
                    if (std::find(request.inputs.begin(), request.inputs.end(), input.id) == request.inputs.end())
                        request.inputs.push_back(input.id);
            request.seed_shift = choice.clip_seed;
            for (const baker::DriveClip& clip : baker::unseen_clips(parameter_infos(folder.model), request))
                add_once(clips, clip);
            continue;
        }
        const Result<baker::DriveClip> clip = find_clip(folder.model, bodies, wanted, choice.clip_seed);
        if (!clip) return clip.error();
        add_once(clips, *clip);
    }
    if (clips.empty()) return Error{"--motion", "name at least one motion or clip to compare on"};
    return clips;
}

Result<Comparison> compare_clips(const BakedFolder& folder, const std::vector<baker::DriveClip>& clips,
                                 const Work& work) {
    Comparison comparison;
    const Result<Model> source = without_bake(folder);
    if (!source) return source.error();
    const Result<BodyBinding> binding = bind_bodies(*source, requests_of(folder));
    if (!binding) return binding.error();
    Result<rig::Puppet> puppet = at_true_size(folder, comparison.notices);
    if (!puppet) return puppet.error();
    const Result<rig::Rig> rig = rig::Rig::build(*puppet);
    if (!rig) return Error{folder.model.moc_name + " " + rig.error().where, rig.error().what};
    const pendulum::Physics physics = folder.model.physics ? folder.model.physics->physics : pendulum::Physics{};
    std::vector<const baker::DriveClip*> pointers;
    for (const baker::DriveClip& clip : clips) pointers.push_back(&clip);

    const double share = 1.0 / static_cast<double>(folder.made.bodies.size());
    for (std::size_t b = 0; b < folder.made.bodies.size(); ++b) {
        const ExportedBody& made = folder.made.bodies[b];
        const baker::Body& body = binding->bodies[b];
        const Work part = work.part(share * static_cast<double>(b), share * static_cast<double>(b + 1));
        const auto recordings = baker::record(body, binding->in_play, pointers, {},
                                              baker::RecordOptions{false, true, 8}, part.part(0.0, 0.8));
        if (!recordings) return recordings.error();
        baker::ExportedModel model{&*rig, &physics, {}, {}};
        for (const ExportedParameter& parameter : made.parameters) {
            model.mode_parameters.push_back(parameter.id);
            model.mode_ranges.push_back(parameter.range);
        }
        auto metrics = baker::compare_export(body, model, pointers, *recordings, part.part(0.8, 1.0));
        if (!metrics) return metrics.error();
        ComparedBody& compared = comparison.bodies.emplace_back();
        compared.id = made.request.id;
        compared.name = made.request.name.empty() ? made.request.id : made.request.name;
        compared.particles = body.particles();
        compared.clips = std::move(*metrics);
        compared.summary = baker::summarize(compared.clips);
    }
    work.report("done", 1.0);
    return comparison;
}

ordered_json comparison_json(const BakedFolder& folder, const Comparison& comparison) {
    ordered_json bodies = ordered_json::array(), notices = ordered_json::array();
    for (const ComparedBody& body : comparison.bodies) {
        ordered_json clips = ordered_json::array();
        for (const baker::ClipMetrics& clip : body.clips) {
            ordered_json json = clip_json(clip);
            json["warnings"] = findings_json(baker::warnings(clip));
            clips.push_back(std::move(json));
        }
        bodies.push_back({{"id", body.id},
                          {"name", body.name},
                          {"particles", body.particles},
                          {"clips", std::move(clips)},
                          {"summary", summary_json(body.summary)}});
    }
    for (const Notice& notice : comparison.notices) notices.push_back({{"where", notice.where}, {"what", notice.what}});
    return {{"format", "yure-compare/1"},
            {"model", folder.model.location.base_name},
            {"bodies", std::move(bodies)},
            {"notices", std::move(notices)}};
}

std::string comparison_text(const Comparison& comparison) {
    std::vector<TableBody> bodies;
    for (const ComparedBody& body : comparison.bodies) bodies.push_back({body.id, body.clips, body.summary});
    std::string text = metrics_table(bodies, true);
    for (const TableBody& body : bodies) text += clip_warnings(body);
    return text;
}

}  // namespace yure::studio
