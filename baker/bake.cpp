#include "yure/baker/bake.hpp"

#include "fit_body.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "yure/baker/unseen_clips.hpp"
#include "yure/core/lookup.hpp"

namespace yure::baker {
namespace {

/// The model as it grows, and the same at amplitude x1, on which everything is measured.
struct Model {
    rig::Puppet puppet, measured;
    pendulum::Physics physics, measured_physics;
    std::vector<std::string> own_groups, own_parameters;  // made by this bake
};

Status check_request(const BakeRequest& request) {
    if (request.bodies.empty()) return Error{"--body", "name at least one body"};
    if (!(request.fps >= 0.0f && request.fps <= 240.0f)) return Error{"--fps", "must be 0 (as the file says) to 240"};
    std::vector<std::string> meshes;
    for (std::size_t b = 0; b < request.bodies.size(); ++b) {
        const BodyRequest& body = request.bodies[b];
        if (const std::vector<Error> found = problems(body); !found.empty()) return found.front();
        for (std::size_t other = 0; other < b; ++other)
            if (request.bodies[other].id == body.id) return Error{"body " + body.id, "is named twice"};
        for (const BodyMesh& mesh : body.meshes) {
            if (std::find(meshes.begin(), meshes.end(), mesh.id) != meshes.end())
                return Error{"body " + body.id, "mesh " + mesh.id + " is in another body already"};
            meshes.push_back(mesh.id);
        }
    }
    for (const DriveClip& motion : request.motions)
        if (const Status status = check_clip(motion); !status) return status;
    return {};
}

std::vector<int> parameter_rows(const rig::Rig& rig, const std::vector<std::string>& ids) {
    std::vector<int> rows;
    for (const std::string& id : ids)
        if (const int row = rig.find_parameter(id); row >= 0) rows.push_back(row);
    return rows;
}

/// Old physics that stays and still moves the meshes (kept on request, or driving an input): played while simulating.
pendulum::Physics physics_in_play(const rig::Rig& rig, const Body& body, const pendulum::Physics& remaining,
                                  const std::vector<std::string>& own_groups) {
    pendulum::Physics old;
    old.fps = remaining.fps;
    for (const pendulum::Group& group : remaining.groups)
        if (std::find(own_groups.begin(), own_groups.end(), group.id) == own_groups.end()) old.groups.push_back(group);
    return moves_meshes(rig, body.meshes, old) ? old : pendulum::Physics{};
}

Status measure_body(const Body& body, int index, const BakeRequest& request, const pendulum::Physics& in_play,
                    const WriteResult& measured, BodyResult& result, const Work& work) {
    UnseenRequest unseen;
    for (const InputReading& input : result.inputs) unseen.inputs.push_back(input.id);
    unseen.seed_shift = request.clip_seed;
    unseen.motions = request.motions;
    const std::vector<DriveClip> clips = unseen_clips(body.rig->parameters(), unseen);
    std::vector<const DriveClip*> pointers;
    for (const DriveClip& clip : clips) pointers.push_back(&clip);
    const Result<std::vector<Recording>> recordings =
        record(body, in_play, pointers, {}, RecordOptions{false, true, 8}, work.part(0.0, 0.8));
    if (!recordings) return recordings.error();
    const Result<rig::Rig> rig = rig::Rig::build(measured.puppet);
    if (!rig) return Error{"body " + result.id + ": written model: " + rig.error().where, rig.error().what};
    ExportedModel model{&*rig, &measured.physics, {}};
    for (const WrittenParameter& parameter : measured.parameters) model.mode_parameters.push_back(parameter.id);
    std::vector<Playback> playbacks;
    Result<std::vector<ClipMetrics>> metrics = compare_export(body, model, pointers, *recordings, work.part(0.8, 1.0),
                                                              request.on_measured ? &playbacks : nullptr);
    if (!metrics) return metrics.error();
    if (request.on_measured) request.on_measured({index, &body, clips, *recordings, playbacks, *metrics});
    result.clips = std::move(*metrics);
    result.summary = summarize(result.clips);
    result.warnings = warnings(result.summary);
    return {};
}

Status bake_body(const BakeRequest& request, int index, double fps, Model& model, BodyResult& result,
                 const Work& work) {
    const BodyRequest& asked = request.bodies[static_cast<std::size_t>(index)];
    result.id = asked.id;
    result.name = asked.name.empty() ? asked.id : asked.name;
    const Result<rig::Rig> rig = rig::Rig::build(model.measured);
    if (!rig) return Error{"model: " + rig.error().where, rig.error().what};
    const Result<Body> body = bind_body(model.measured, *rig, asked);
    if (!body) return body.error();
    result.particles = body->particles();
    result.notices = body->notices;

    std::vector<std::string> kept = model.own_parameters;
    for (const InputRequest& input : asked.inputs)
        if (const int row = find_standard_parameter(rig->parameters(), input.id); row >= 0)
            kept.push_back(rig->parameters()[static_cast<std::size_t>(row)].id);
    PhysicsOnMeshes gone;
    if (!asked.keep_physics) gone = physics_on_meshes(*rig, body->meshes, model.physics, parameter_rows(*rig, kept));
    const pendulum::Physics in_play =
        physics_in_play(*rig, *body, without_outputs(model.physics, gone), model.own_groups);

    if (const Status status = fit_body(*body, asked, in_play, fps, result, work.part(0.0, 0.6)); !status) return status;
    result.bake.removed = std::move(gone);

    WriteOptions options{asked.write, asked.target_version, asked.exaggeration, asked.outputs, true};
    Result<WriteResult> exported = write_back(model.puppet, model.physics, result.bake, options);
    if (!exported) return exported.error();
    options.exaggeration = 1.0f;
    options.use_gains = false;
    Result<WriteResult> measured = write_back(model.measured, model.measured_physics, result.bake, options);
    if (!measured) return measured.error();
    if (const Status status = measure_body(*body, index, request, in_play, *measured, result, work.part(0.6, 1.0));
        !status)
        return status;

    result.parameters = exported->parameters;
    result.blend_shapes = exported->blend_shapes;
    result.losses = std::move(exported->losses);
    model.puppet = std::move(exported->puppet);
    model.physics = std::move(exported->physics);
    model.measured = std::move(measured->puppet);
    model.measured_physics = std::move(measured->physics);
    for (const pendulum::Group& group : result.bake.groups) model.own_groups.push_back(group.id);
    for (const WrittenParameter& parameter : result.parameters) model.own_parameters.push_back(parameter.id);
    return {};
}

}  // namespace

Error cancelled_error() {
    return {"", "cancelled"};
}
bool is_cancelled(const Error& error) {
    return error.where.empty() && error.what == "cancelled";
}

Result<BakeResult> bake(const BakeRequest& request, const Work& work) {
    if (const Status status = check_request(request); !status) return status.error();
    const double fps = request.fps > 0.0f           ? static_cast<double>(request.fps)
                       : request.physics.fps > 0.0f ? static_cast<double>(request.physics.fps)
                                                    : 60.0;
    Model model{request.puppet, request.puppet, request.physics, request.physics, {}, {}};
    BakeResult result;
    const double share = 1.0 / static_cast<double>(request.bodies.size());
    for (std::size_t b = 0; b < request.bodies.size(); ++b) {
        BodyResult& body = result.bodies.emplace_back();
        const Work part = work.part(share * static_cast<double>(b), share * static_cast<double>(b + 1));
        if (const Status status = bake_body(request, static_cast<int>(b), fps, model, body, part); !status)
            return status.error();
    }
    result.puppet = std::move(model.puppet);
    result.physics = std::move(model.physics);
    work.report("done", 1.0);
    return result;
}

}  // namespace yure::baker
