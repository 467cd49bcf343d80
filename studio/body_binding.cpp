#include "body_binding.hpp"

#include <algorithm>

namespace yure::studio {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

Status check_requests(const std::vector<baker::BodyRequest>& requests) {
    if (requests.empty()) return Error{"--body", "name at least one body: --body NAME=MESH,…"};
    std::vector<std::string> names, meshes;
    for (const baker::BodyRequest& request : requests) {
        if (const std::vector<Error> found = baker::problems(request); !found.empty()) return found.front();
        if (std::find(names.begin(), names.end(), request.id) != names.end())
            return Error{"body " + request.id, "is named twice"};
        names.push_back(request.id);
        for (const baker::BodyMesh& mesh : request.meshes) {
            if (std::find(meshes.begin(), meshes.end(), mesh.id) != meshes.end())
                return Error{"body " + request.id, "mesh " + mesh.id + " is in another body already"};
            meshes.push_back(mesh.id);
        }
    }
    return {};
}

std::vector<int> input_rows(const rig::Rig& rig, const std::vector<baker::BodyRequest>& requests) {
    std::vector<int> rows;
    for (const baker::BodyRequest& request : requests)
        for (const baker::InputRequest& input : request.inputs)
            if (const int row = baker::find_standard_parameter(rig.parameters(), input.id); row >= 0)
                rows.push_back(row);
    return rows;
}

/// Takes the old swing of the bodies out of play, unless they keep it.
void retire_physics(const pendulum::Physics& physics, const std::vector<baker::BodyRequest>& requests,
                    BodyBinding& binding) {
    const std::vector<int> inputs = input_rows(*binding.rig, requests);
    binding.remaining = physics;
    for (std::size_t b = 0; b < requests.size(); ++b) {
        if (requests[b].keep_physics) continue;
        const baker::PhysicsOnMeshes gone =
            baker::physics_on_meshes(*binding.rig, binding.bodies[b].meshes, binding.remaining, inputs);
        for (const auto& hit : gone.hits)
            if (const int row = binding.rig->find_parameter(hit.parameter); row >= 0) binding.resting.push_back(row);
        binding.remaining = baker::without_outputs(binding.remaining, gone);
    }
    std::sort(binding.resting.begin(), binding.resting.end());
    binding.resting.erase(std::unique(binding.resting.begin(), binding.resting.end()), binding.resting.end());
    if (baker::moves_meshes(*binding.rig, binding.meshes(), binding.remaining)) binding.in_play = binding.remaining;
}

}  // namespace

std::vector<int> BodyBinding::meshes() const {
    std::vector<int> all;
    for (const baker::Body& body : bodies) all.insert(all.end(), body.meshes.begin(), body.meshes.end());
    return all;
}

int BodyBinding::particles() const {
    int count = 0;
    for (const baker::Body& body : bodies) count += body.particles();
    return count;
}

Result<BodyBinding> bind_bodies(const Model& model, const std::vector<baker::BodyRequest>& requests) {
    if (const Status status = check_requests(requests); !status) return status.error();
    Result<rig::Rig> rig = rig::Rig::build(model.puppet);
    if (!rig) return Error{model.moc_name + " " + rig.error().where, rig.error().what};
    BodyBinding binding;
    binding.rig = std::make_unique<rig::Rig>(std::move(*rig));
    for (const baker::BodyRequest& request : requests) {
        Result<baker::Body> body = baker::bind_body(model.puppet, *binding.rig, request);
        if (!body) return body.error();
        for (const Notice& notice : body->notices)
            binding.notices.push_back({"body " + request.id, notice.where + ": " + notice.what});
        binding.bodies.push_back(std::move(*body));
    }
    if (model.physics) retire_physics(model.physics->physics, requests, binding);
    for (const int row : binding.resting)
        binding.notices.push_back({binding.rig->parameters()[at(row)].id,
                                   "stays at rest: its physics is the old swing of what is simulated"});
    return binding;
}

BodyDriver::BodyDriver(const BodyBinding& binding, const baker::DriveClip& clip)
    : binding_(binding), clip_(clip), values_(binding.rig->default_values()) {
    const auto resting = [&](int row) {
        return std::find(binding.resting.begin(), binding.resting.end(), row) != binding.resting.end();
    };
    for (const std::string& id : clip.input_ids) {
        const int row = binding.rig->find_parameter(id);
        columns_.push_back(row < 0 || resting(row) ? -1 : row);
        if (columns_.back() >= 0) driven_.push_back(row);
    }
    if (!binding.in_play.groups.empty()) {
        player_.emplace_back(binding.in_play, baker::parameter_ranges(*binding.rig));
        for (const pendulum::Group& group : binding.in_play.groups)
            for (const pendulum::Output& output : group.outputs)
                if (const int row = binding.rig->find_parameter(output.parameter); row >= 0) driven_.push_back(row);
    }
    std::sort(driven_.begin(), driven_.end());
    driven_.erase(std::unique(driven_.begin(), driven_.end()), driven_.end());
}

std::span<const float> BodyDriver::values(int frame) {
    if (!player_.empty()) values_ = binding_.rig->default_values();  // what physics blends with
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (columns_[c] < 0) continue;
        const rig::ParameterInfo& parameter = binding_.rig->parameters()[at(columns_[c])];
        values_[at(columns_[c])] = std::clamp(clip_.frame(frame)[c], std::min(parameter.min, parameter.max),
                                              std::max(parameter.min, parameter.max));
    }
    if (!player_.empty()) {
        if (frame == 0) player_[0].stabilize(values_);
        player_[0].evaluate(values_, 1.0f / 60.0f);
    }
    return values_;
}

}  // namespace yure::studio
