#include "yure/studio/model_geometry.hpp"

#include "yure/core/hash.hpp"

namespace yure::studio {

Result<std::shared_ptr<const ModelGeometry>> ModelGeometry::of(std::shared_ptr<const Model> model) {
    Result<rig::Rig> rig = rig::Rig::build(model->puppet);
    if (!rig) return Error{model->moc_name + " " + rig.error().where, rig.error().what};
    auto geometry = std::make_shared<ModelGeometry>(ModelGeometry{std::move(model), std::move(*rig), {}});
    rig::Evaluation pose(geometry->rig);
    pose.evaluate(geometry->rig.default_values());
    geometry->rest.resize(static_cast<std::size_t>(geometry->rig.mesh_count()));
    for (int mesh = 0; mesh < geometry->rig.mesh_count(); ++mesh) {
        if (pose.hidden(mesh)) continue;
        std::vector<Vec2>& points = geometry->rest[static_cast<std::size_t>(mesh)];
        points.resize(static_cast<std::size_t>(geometry->rig.vertex_count(mesh)));
        pose.world_positions(mesh, points);
    }
    return std::shared_ptr<const ModelGeometry>(std::move(geometry));
}

std::string model_hash(const Model& model) {
    Hasher hasher;
    hasher.add(hash_bytes(model.moc_bytes));
    if (model.physics) hasher.add(std::string_view(formats::write_physics3(*model.physics)));
    return hash_text(hasher.digest());
}

}  // namespace yure::studio
