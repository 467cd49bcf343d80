#include "scene_check.hpp"

#include <cmath>
#include <utility>

namespace yure::sim {
namespace {

constexpr std::size_t kMostVerticesOfMesh = 65535;
constexpr std::size_t kMostVertices = 1000000;
constexpr float kFarthestRest = 1e5f;      // px; float keeps 1/100 px there
constexpr float kStrongestGravity = 1e5f;  // px/s^2

std::string at_index(const char* name, std::size_t i) {
    return std::string(name) + "[" + std::to_string(i) + "]";
}

bool usable(Vec2 p) {
    return std::fabs(p.x) <= kFarthestRest && std::fabs(p.y) <= kFarthestRest;
}  // false for NaN

Status check_group(const std::string& where, const std::vector<float>& group, std::size_t vertices, Notices& notices) {
    bool outside = false;
    for (std::size_t i = 0; i < group.size(); ++i) {
        if (!std::isfinite(group[i])) return Error{at_index(where.c_str(), i), "is not a number"};
        outside = outside || group[i] < 0.0f || group[i] > 1.0f;
    }
    if (!group.empty() && group.size() != vertices)
        notices.push_back({where, "has " + std::to_string(group.size()) + " values, but the mesh has " +
                                      std::to_string(vertices) + " vertices; kept, but not used"});
    else if (outside)
        notices.push_back({where, "has values outside 0 to 1; they are clamped"});
    return {};
}

Status check_mesh(const SceneMesh& mesh, const std::string& where, Notices& notices) {
    if (mesh.rest.size() > kMostVerticesOfMesh)
        return Error{where + ".rest",
                     "has " + std::to_string(mesh.rest.size()) + " vertices; at most 65535 are possible"};
    for (std::size_t i = 0; i < mesh.rest.size(); ++i)
        if (!usable(mesh.rest[i]))
            return Error{at_index((where + ".rest").c_str(), i), "is not a number or farther than 100000 px away"};
    if (mesh.triangles.size() % 3 != 0)
        return Error{where + ".triangles",
                     "has " + std::to_string(mesh.triangles.size()) + " entries, not a multiple of 3"};
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
        if (mesh.triangles[i] >= mesh.rest.size())
            return Error{at_index((where + ".triangles").c_str(), i),
                         "is " + std::to_string(mesh.triangles[i]) + ", but the mesh has " +
                             std::to_string(mesh.rest.size()) + " vertices"};
    const VertexGroups& g = mesh.groups;
    const std::pair<const char*, const std::vector<float>*> groups[] = {
        {".groups.pin", &g.pin},   {".groups.stiffness", &g.stiffness}, {".groups.goal", &g.goal},
        {".groups.mass", &g.mass}, {".groups.damping", &g.damping},     {".groups.wind", &g.wind}};
    for (const auto& [name, values] : groups)
        if (Status ok = check_group(where + name, *values, mesh.rest.size(), notices); !ok) return ok;
    return {};
}

Status check_obstacle(const Obstacle& obstacle, const std::string& where) {
    if (!usable(obstacle.rest_a) || !usable(obstacle.rest_b))
        return Error{where, "has a point that is not a number or farther than 100000 px away"};
    for (const float radius : {obstacle.radius_a, obstacle.radius_b})
        if (!(radius >= 0.0f && radius <= kFarthestRest)) return Error{where, "has a radius outside 0 to 100000 px"};
    if (!(obstacle.friction >= 0.0f && obstacle.friction <= 1.0f))
        return Error{where + ".friction", "is outside 0 to 1"};
    return {};
}

}  // namespace

bool names_vertex(const SceneSpec& spec, VertexRef ref) {
    return ref.mesh >= 0 && static_cast<std::size_t>(ref.mesh) < spec.meshes.size() && ref.vertex >= 0 &&
           static_cast<std::size_t>(ref.vertex) < spec.meshes[static_cast<std::size_t>(ref.mesh)].rest.size();
}

Status check_spec(const SceneSpec& spec, Notices& notices) {
    if (const std::vector<Error> problems = spec.material.problems(); !problems.empty()) return problems.front();
    if (spec.settings.substeps < 1 || spec.settings.substeps > 128)
        return Error{"settings.substeps", "is " + std::to_string(spec.settings.substeps) + ", allowed is 1 to 128"};
    const Vec2 gravity = spec.settings.gravity;
    if (!(std::fabs(gravity.x) <= kStrongestGravity && std::fabs(gravity.y) <= kStrongestGravity))
        return Error{"settings.gravity", "is not a number or stronger than 100000 px/s^2"};
    std::size_t vertices = 0;
    for (std::size_t m = 0; m < spec.meshes.size(); ++m) {
        if (Status ok = check_mesh(spec.meshes[m], at_index("meshes", m), notices); !ok) return ok;
        vertices += spec.meshes[m].rest.size();
    }
    if (vertices == 0) return Error{"meshes", "there is no vertex to simulate"};
    if (vertices > kMostVertices)
        return Error{"meshes", "have " + std::to_string(vertices) + " vertices; at most 1000000 are possible"};
    for (std::size_t i = 0; i < spec.obstacles.size(); ++i)
        if (Status ok = check_obstacle(spec.obstacles[i], at_index("obstacles", i)); !ok) return ok;
    return {};
}

}  // namespace yure::sim
