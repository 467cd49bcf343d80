#include "yure/baker/body.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/lookup.hpp"

namespace yure::baker {
namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// px per unit of a mesh's keyform space along both its axes, by differences at every vertex.
Vec2 measure_keyform_scale(const rig::Evaluation& pose, int mesh) {
    const auto points = pose.keyform_positions(mesh);
    float low = points[0].x, high = points[0].x;
    for (const Vec2 p : points) {
        low = std::min({low, p.x, p.y});
        high = std::max({high, p.x, p.y});
    }
    const float step = std::max(1e-6f, 1e-2f * (high - low));
    std::vector<Vec2> moved(points.begin(), points.end()), base(points.size()), world(points.size());
    pose.to_world(mesh, points, base);
    const auto spread = [&](Vec2 direction) {
        for (std::size_t i = 0; i < points.size(); ++i) moved[i] = points[i] + step * direction;
        pose.to_world(mesh, moved, world);
        double sum = 0.0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vec2 d = world[i] - base[i];
            sum += static_cast<double>(dot(d, d));
        }
        const double scale = std::sqrt(sum / static_cast<double>(points.size())) / static_cast<double>(step);
        return static_cast<float>(std::max(1e-6, scale));
    };
    return {spread({1.0f, 0.0f}), spread({0.0f, 1.0f})};
}

bool touched_by_glue(const rig::Puppet& puppet, int mesh) {
    const auto in = [&](const rig::Ints& list) { return std::find(list.begin(), list.end(), mesh) != list.end(); };
    return in(puppet.glue.mesh_a) || in(puppet.glue.mesh_b);
}

}  // namespace

void goal_positions(const Body& body, const rig::Evaluation& pose, std::span<Vec2> out) {
    for (std::size_t m = 0; m < body.meshes.size(); ++m)
        pose.world_positions(body.meshes[m], out.subspan(at(body.first_particle[m]),
                                                         at(body.first_particle[m + 1] - body.first_particle[m])));
}

Result<Body> bind_body(const rig::Puppet& puppet, const rig::Rig& rig, const BodyRequest& request) {
    Body body;
    body.rig = &rig;
    body.first_particle.push_back(0);
    for (const BodyMesh& mesh : request.meshes) {
        const int row = puppet.find_mesh(mesh.id);
        if (row < 0) return Error{"body " + request.id, "the model has no mesh " + mesh.id};
        body.meshes.push_back(row);
        body.first_particle.push_back(body.first_particle.back() + rig.vertex_count(row));
        body.glued.push_back(touched_by_glue(puppet, row) ? 1 : 0);
        body.triangles.push_back(puppet.mesh_triangles(row));
    }

    rig::Evaluation pose(rig, body.meshes);
    pose.evaluate(rig.default_values());
    for (std::size_t m = 0; m < body.meshes.size(); ++m)
        if (pose.hidden(body.meshes[m]))
            return Error{"body " + request.id, "mesh " + request.meshes[m].id + " is hidden in the default pose"};
    body.rest.resize(at(body.particles()));
    goal_positions(body, pose, body.rest);

    sim::SceneSpec spec;
    spec.material = request.material;
    spec.settings = request.scene;
    const sim::TopPins rule = request.top_pins.value_or(sim::default_top_pins(request.kind, request.material));
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
        body.keyform_scale.push_back(measure_keyform_scale(pose, body.meshes[m]));
        const auto begin = body.rest.begin() + body.first_particle[m],
                   end = body.rest.begin() + body.first_particle[m + 1];
        sim::SceneMesh mesh{request.meshes[m].id, {begin, end}, body.triangles[m], request.meshes[m].groups};
        if (mesh.groups.pin.empty()) mesh.groups.pin = sim::pin_top(mesh.rest, mesh.triangles, rule);
        if (mesh.groups.pin.size() != mesh.rest.size())
            return Error{"body " + request.id + ": mesh " + mesh.id,
                         "has " + std::to_string(mesh.rest.size()) + " vertices but " +
                             std::to_string(mesh.groups.pin.size()) + " pin weights"};
        spec.meshes.push_back(std::move(mesh));
    }
    Result<sim::Scene> scene = sim::Scene::build(std::move(spec));
    if (!scene) return Error{"body " + request.id + ": " + scene.error().where, scene.error().what};
    body.scene = std::make_unique<sim::Scene>(std::move(scene).value());
    body.pin = body.scene->pin();
    body.notices = body.scene->notices();
    return body;
}

}  // namespace yure::baker
