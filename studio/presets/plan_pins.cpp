#include "planner.hpp"

#include <algorithm>

#include "yure/core/lookup.hpp"

namespace yure::studio::presets {
namespace {

bool is_hair(Role role) {
    return role == Role::front_hair || role == Role::side_hair || role == Role::back_hair;
}

}  // namespace

void plan_pins(Planner& planner) {
    const Subject& subject = planner.subject;
    std::vector<int> meshes, hair;
    for (int mesh = 0; mesh < static_cast<int>(subject.meshes.size()); ++mesh) {
        const bool wanted = planner.request.only.empty() ? planner.body_of(subject.meshes[at(mesh)].id) != nullptr
                                                         : planner.chosen(mesh);
        if (wanted) meshes.push_back(mesh);
    }
    if (meshes.empty()) {
        planner.plan.summary = "Nothing to do: no mesh is selected and none is simulated.";
        return;
    }
    LoosenessReport report = read_looseness(subject, planner.parts);
    for (const int mesh : meshes)
        if (is_hair(planner.parts.meshes[at(mesh)].role)) hair.push_back(mesh);
    const std::vector<std::vector<float>> pins = hair_weights(subject, planner.parts, hair);
    std::size_t written = 0;
    for (const int mesh : meshes) {
        const std::string& id = subject.meshes[at(mesh)].id;
        const BodyState* body = planner.body_of(id);
        const MeshRole& role = planner.parts.meshes[at(mesh)];
        if (const auto strand = std::find(hair.begin(), hair.end(), mesh); strand != hair.end()) {
            planner.put_weights(mesh, body, sim::GroupKind::pin, pins[static_cast<std::size_t>(strand - hair.begin())]);
            planner.decide(id, "pinned as " + std::string(role_name(role.role)), role.why);
            ++written;
            continue;
        }
        const int garment = find_by_id(report.meshes, id);
        if (garment < 0) {
            planner.decide(id, "left as it is", "it is neither hair nor clothing that is recognised");
            continue;
        }
        const MeshLooseness& read = report.meshes[at(garment)];
        const sim::VertexGroups groups = read.groups();
        planner.put_weights(mesh, body, sim::GroupKind::pin, groups.pin);
        planner.put_weights(mesh, body, sim::GroupKind::mass, groups.mass);
        planner.put_weights(mesh, body, sim::GroupKind::wind, groups.wind);
        planner.decide(id, "pinned as " + std::string(role_name(read.role)), read.why);
        ++written;
    }
    planner.plan.summary = written == 0 ? "Nothing to do: none of these meshes is hair or clothing that is recognised."
                                        : "Pin weights of " + counted(written, "mesh", "meshes") + " by what they are.";
    planner.plan.looseness = std::move(report);
}

}  // namespace yure::studio::presets
