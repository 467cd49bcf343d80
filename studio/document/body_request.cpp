#include "yure/studio/bake_run.hpp"

#include <algorithm>

#include "yure/studio/model_motions.hpp"

namespace yure::studio {
namespace {

/// Glue in the role "pin": the glued vertices are held where the rig has them, which is where the glue pulls them.
void pin_glued(const rig::Puppet& puppet, std::size_t glue, baker::BodyMesh& mesh, int row) {
    const bool side_a = puppet.glue.mesh_a[glue] == row;
    if (!side_a && puppet.glue.mesh_b[glue] != row) return;
    mesh.groups.pin.resize(static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(row)]), 0.0f);
    for (int k = side_a ? 0 : 1; k < puppet.glue.info_count[glue]; k += 2) {
        const auto info = static_cast<std::size_t>(puppet.glue.info_begin[glue] + k);
        float& pin = mesh.groups.pin[puppet.glue_info.vertex[info]];
        pin = std::max(pin, sim::glue_pin_strength(puppet.glue_info.weight[info], 1.0f));
    }
}

Status resolve_training(const Body& body, const Model& model, baker::BodyRequest& request) {
    for (const auto& [motion, weight] : body.training) {
        const Result<std::filesystem::path> file = find_motion(model.location, motion);
        if (!file) return Error{"training." + motion, file.error().text()};
        Result<baker::DriveClip> clip = read_drive_clip(model, *file);
        if (!clip) return Error{"training." + motion, clip.error().text()};
        request.training.push_back({std::move(*clip), weight});
    }
    return {};
}

}  // namespace

Result<baker::BodyRequest> body_request(const Document& document, const Body& body, const ModelGeometry& geometry, Notices& notices) {
    const rig::Puppet& puppet = geometry.model->puppet;
    baker::BodyRequest request;
    request.id = body.id;
    request.name = body.shown_name();
    request.kind = body.kind;
    request.material = body.material;
    request.chain = body.chain;
    request.top_pins = body.top_pins;
    for (const std::string& id : body.meshes) {
        const int row = puppet.find_mesh(id);
        if (row < 0) return Error{"meshes", "the model has no mesh " + id + "; take it out of body " + body.id};
        baker::BodyMesh& mesh = request.meshes.emplace_back();
        mesh.id = id;
        if (const MeshGroups* groups = document.groups.find(id)) mesh.groups = groups->weights;
        for (const auto& [glue, role] : body.glue_roles) {
            const int glue_row = puppet.find_glue(glue);
            if (glue_row >= 0 && role == GlueRole::pin) pin_glued(puppet, static_cast<std::size_t>(glue_row), mesh, row);
        }
    }
    for (const auto& [glue, role] : body.glue_roles) {
        if (puppet.find_glue(glue) < 0) notices.push_back({"glue " + glue, "is not in the model any more and plays no part"});
        if (role == GlueRole::constraint)
            notices.push_back({"glue " + glue, "joins simulated meshes where their vertices lie on one point at rest; others are "
                                               "not held together while baking"});
    }
    if (!body.obstacles.empty())
        notices.push_back({"obstacles", "keep the body out in the simulation preview only, not in this bake"});
    for (const baker::InputRequest& input : body.inputs) request.inputs.push_back(input);
    request.quality = body.quality;
    request.bank = body.bank;
    request.budget = body.budget;
    request.modes = body.modes;
    request.keys = body.keys;
    request.vertical = body.vertical;
    request.static_automatic = body.statics == StaticMode::automatic;
    if (body.statics == StaticMode::listed) request.static_inputs = body.static_inputs;
    request.write = body.write;
    request.target_version = body.target_version;
    request.exaggeration = body.exaggeration;
    request.keep_physics = body.keep_physics;
    for (const auto& [parameter, output] : body.outputs)
        request.outputs.push_back({parameter, output.id, output.name, output.range, output.gain});
    if (Status trained = resolve_training(body, *geometry.model, request); !trained) return trained.error();
    return request;
}

}  // namespace yure::studio
