#include "model_refresh.hpp"

#include "group_weights.hpp"

#include "yure/studio/model_geometry.hpp"

namespace yure::studio {

bool carry_over(MeshGroups& groups, const rig::Puppet& puppet, int mesh) {
    const std::vector<Vec2> uvs = puppet.mesh_uvs(mesh);
    std::vector<std::uint16_t> triangles = puppet.mesh_triangles(mesh);
    if (groups.uvs == uvs && groups.triangles == triangles) return false;
    for (const sim::GroupKind kind : {sim::GroupKind::pin, sim::GroupKind::stiffness, sim::GroupKind::goal, sim::GroupKind::mass,
                                      sim::GroupKind::damping, sim::GroupKind::wind}) {
        sim::Weights& weights = weights_of(groups.weights, kind);
        if (!weights.empty())
            weights = sim::transferred_group(groups.uvs, groups.triangles, weights, uvs, sim::group_default(kind));
    }
    groups.uvs = uvs;
    groups.triangles = std::move(triangles);
    return true;
}

Document refreshed(const Document& document, const Model& model, Notices& notices) {
    Document after = document;
    after.model.hash = model_hash(model);
    for (const auto& entry : document.groups) {
        const int mesh = model.puppet.find_mesh(entry.id);
        if (mesh < 0) {
            notices.push_back({entry.id, "is not in the model any more; its painted weights are kept"});
            continue;
        }
        MeshGroups groups = *entry.value;
        if (!carry_over(groups, model.puppet, mesh)) continue;
        notices.push_back({entry.id, "has another mesh now; its painted weights were carried over"});
        after.groups.set(entry.id, std::move(groups));
    }
    for (const auto& entry : document.bodies)
        for (const std::string& mesh : entry.value->meshes)
            if (model.puppet.find_mesh(mesh) < 0)
                notices.push_back({"body " + entry.id, "names mesh " + mesh + ", which is not in the model any more"});
    return after;
}

}  // namespace yure::studio
