#include "yure/baker/body.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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

/// For every particle the first one, of an earlier mesh, that it lies upon at rest; itself where there is none.
std::vector<int> seams_of(const Body& body) {
    constexpr float kOnePoint = 0.05f;  // px
    std::vector<int> order(body.rest.size()), seam(body.rest.size());
    std::iota(order.begin(), order.end(), 0);
    std::iota(seam.begin(), seam.end(), 0);
    const auto x_of = [&](int particle) { return body.rest[at(particle)].x; };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return std::pair(x_of(a), a) < std::pair(x_of(b), b); });
    const auto mesh_of = [&](int particle) {
        return std::upper_bound(body.first_particle.begin(), body.first_particle.end(), particle) -
               body.first_particle.begin();
    };
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t k = i + 1; k < order.size() && x_of(order[k]) - x_of(order[i]) <= kOnePoint; ++k) {
            const int early = std::min(order[i], order[k]), late = std::max(order[i], order[k]);
            if (mesh_of(early) != mesh_of(late) && distance(body.rest[at(early)], body.rest[at(late)]) <= kOnePoint)
                seam[at(late)] = std::min(seam[at(late)], early);
        }
    for (int& first : seam) first = seam[at(first)];  // earlier entries are final already
    return seam;
}

sim::VertexRef vertex_of(const Body& body, int particle) {
    const auto next = std::upper_bound(body.first_particle.begin(), body.first_particle.end(), particle);
    const int mesh = static_cast<int>(next - body.first_particle.begin()) - 1;
    return {mesh, particle - body.first_particle[at(mesh)]};
}

/// Pins of the top rule, strand by strand; a strand cut into meshes along seams is one.
std::vector<float> top_pins(const Body& body, const std::vector<int>& seam, sim::TopPins rule) {
    std::vector<float> pins;
    if (body.rest.size() > 65535) {  // triangle indices have 16 bits: mesh by mesh then
        for (std::size_t m = 0; m < body.meshes.size(); ++m) {
            const std::span<const Vec2> rest(body.rest);
            const std::size_t first = at(body.first_particle[m]), count = at(body.first_particle[m + 1]) - first;
            const auto own = sim::pin_top(rest.subspan(first, count), body.triangles[m], rule);
            pins.insert(pins.end(), own.begin(), own.end());
        }
        return pins;
    }
    std::vector<std::uint16_t> triangles;
    for (std::size_t m = 0; m < body.meshes.size(); ++m)
        for (const std::uint16_t vertex : body.triangles[m])
            triangles.push_back(static_cast<std::uint16_t>(seam[at(body.first_particle[m] + vertex)]));
    pins = sim::pin_top(body.rest, triangles, rule);
    for (std::size_t i = 0; i < pins.size(); ++i) pins[i] = pins[at(seam[i])];
    return pins;
}

/// Chains along the body's strands; a strand cut into meshes along seams is one.
Status lay_chains(const chain::StrandSettings& settings, const std::vector<int>& seam, Body& body) {
    std::vector<std::array<int, 3>> triangles;
    for (std::size_t m = 0; m < body.meshes.size(); ++m)
        for (std::size_t t = 0; t + 2 < body.triangles[m].size(); t += 3) {
            std::array<int, 3>& corners = triangles.emplace_back();
            for (std::size_t k = 0; k < 3; ++k) corners[k] = body.first_particle[m] + body.triangles[m][t + k];
        }
    for (std::size_t i = 0; i < seam.size(); ++i)  // without area, they only join the pieces
        if (at(seam[i]) != i) triangles.push_back({seam[i], static_cast<int>(i), static_cast<int>(i)});
    Result<chain::StrandSet> strands = chain::StrandSet::lay(settings, {body.rest, triangles, body.pin}, &body.notices);
    if (!strands) return strands.error();
    body.strands = std::make_unique<const chain::StrandSet>(std::move(strands).value());
    return {};
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
    const std::vector<int> seam = seams_of(body);
    const std::vector<float> pins = top_pins(body, seam, rule);
    for (std::size_t i = 0; i < seam.size(); ++i)
        if (at(seam[i]) != i) spec.welds.push_back({vertex_of(body, seam[i]), vertex_of(body, static_cast<int>(i))});
    for (std::size_t m = 0; m < body.meshes.size(); ++m) {
        body.keyform_scale.push_back(measure_keyform_scale(pose, body.meshes[m]));
        const auto begin = body.rest.begin() + body.first_particle[m],
                   end = body.rest.begin() + body.first_particle[m + 1];
        sim::SceneMesh mesh{request.meshes[m].id, {begin, end}, body.triangles[m], request.meshes[m].groups};
        if (mesh.groups.pin.empty())
            mesh.groups.pin.assign(pins.begin() + body.first_particle[m], pins.begin() + body.first_particle[m + 1]);
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
    if (request.chain)
        if (const Status laid = lay_chains(*request.chain, seam, body); !laid)
            return Error{"body " + request.id + ": " + laid.error().where, laid.error().what};
    return body;
}

}  // namespace yure::baker
