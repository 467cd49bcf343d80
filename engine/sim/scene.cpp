#include "yure/sim/scene.hpp"

#include "calibration.hpp"
#include "ordering.hpp"
#include "scene_check.hpp"
#include "scene_data.hpp"
#include "topology.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace yure::sim {
namespace {

constexpr float kReferenceArea = 1600.0f;  // px^2, a square of 40 px: the vertex that has inverse mass 1
constexpr float kSmallestVertexArea = 0.05f * kReferenceArea;

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// One value per particle from a group of every mesh; `absent` where a mesh has none (or one that cannot be used).
std::vector<float> gather(const Scene::Data& data, std::vector<float> VertexGroups::*kind, float absent) {
    std::vector<float> values;
    values.reserve(at(data.count));
    for (const SceneMesh& mesh : data.spec.meshes) {
        const std::vector<float>& group = mesh.groups.*kind;
        const bool usable = group.size() == mesh.rest.size();
        for (std::size_t i = 0; i < mesh.rest.size(); ++i)
            values.push_back(usable ? std::clamp(group[i], 0.0f, 1.0f) : absent);
    }
    return values;
}

void place_particles(Scene::Data& data) {
    float left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (const SceneMesh& mesh : data.spec.meshes) {
        data.first.push_back(data.count);
        data.count += static_cast<int>(mesh.rest.size());
        for (const Vec2 p : mesh.rest) {
            left = std::min(left, p.x), right = std::max(right, p.x);
            top = std::min(top, p.y), bottom = std::max(bottom, p.y);
        }
    }
    data.origin = {std::round(0.5f * (left + right)), std::round(0.5f * (top + bottom))};
    data.extent = length(Vec2{right - left, bottom - top});
    data.rest.reserve(at(data.count));
    for (const SceneMesh& mesh : data.spec.meshes)
        for (const Vec2 p : mesh.rest) data.rest.push_back(p - data.origin);
}

void hold_particles(Scene::Data& data) {
    data.pin = gather(data, &VertexGroups::pin, 0.0f);
    data.glue_pin.assign(data.spec.glue_pins.size(), -1);
    // A later glue of the same vertex takes it only when it holds more firmly.
    for (std::size_t i = 0; i < data.spec.glue_pins.size(); ++i) {
        const GluePin& glue = data.spec.glue_pins[i];
        const std::string where = "glue_pins[" + std::to_string(i) + "]";
        if (!names_vertex(data.spec, glue.vertex)) {
            data.notices.push_back({where, "names no vertex of this body; not used"});
            continue;
        }
        if (!std::isfinite(glue.partner_rest.x) || !std::isfinite(glue.partner_rest.y) || !(glue.strength >= 0.0f)) {
            data.notices.push_back({where, "has a strength or partner position that is not a number; not used"});
            continue;
        }
        const int particle = data.first[at(glue.vertex.mesh)] + glue.vertex.vertex;
        const float strength = std::min(glue.strength, 1.0f);
        if (!(strength > data.pin[at(particle)])) continue;
        std::replace(data.glue_pin.begin(), data.glue_pin.end(), particle, -1);
        data.pin[at(particle)] = strength;
        data.glue_pin[i] = particle;
    }
}

void find_triangles(Scene::Data& data) {
    for (std::size_t m = 0; m < data.spec.meshes.size(); ++m) {
        const SceneMesh& mesh = data.spec.meshes[m];
        const int base = data.first[m];
        int degenerate = 0;
        std::vector<char> used(mesh.rest.size(), 0);
        for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
            const int i = mesh.triangles[t], j = mesh.triangles[t + 1], k = mesh.triangles[t + 2];
            used[at(i)] = used[at(j)] = used[at(k)] = 1;
            const Vec2 a = mesh.rest[at(i)], b = mesh.rest[at(j)], c = mesh.rest[at(k)];
            const float longest = std::max({distance(a, b), distance(b, c), distance(c, a)});
            const float area = std::fabs(signed_area(a, b, c));
            // A sliver this thin (half a square pixel, or a height of 1/500 of its length) has no shape to keep.
            if (i == j || j == k || i == k || area < 0.5f || area < 0.001f * longest * longest) {
                ++degenerate;
                continue;
            }
            data.triangle.push_back({base + i, base + j, base + k});
        }
        const std::string where = "mesh " + mesh.id;
        if (degenerate > 0)
            data.notices.push_back({where, std::to_string(degenerate) +
                                               " degenerate triangle(s): their edges are kept, "
                                               "area and bending are not"});
        const auto isolated = std::count(used.begin(), used.end(), 0);
        if (isolated > 0)
            data.notices.push_back(
                {where, std::to_string(isolated) + " vertex/vertices in no triangle: they move alone"});
    }
}

/// Edges of all triangles, the degenerate ones included (thin slivers still hold their neighbours together); "beside"
/// an edge are good triangles only.
std::vector<MeshEdge> all_edges(const Scene::Data& data) {
    std::vector<Scene::Triangle> drawn;
    for (std::size_t m = 0; m < data.spec.meshes.size(); ++m) {
        const std::vector<std::uint16_t>& v = data.spec.meshes[m].triangles;
        for (std::size_t t = 0; t + 2 < v.size(); t += 3)
            drawn.push_back({data.first[m] + v[t], data.first[m] + v[t + 1], data.first[m] + v[t + 2]});
    }
    std::vector<MeshEdge> edges = find_edges(drawn);
    const std::vector<MeshEdge> good = find_edges(data.triangle);
    std::size_t next = 0;  // both are in the same order, and every good edge is among all
    for (MeshEdge& edge : edges) {
        if (next < good.size() && good[next].a == edge.a && good[next].b == edge.b)
            edge = good[next++];
        else
            edge = {edge.a, edge.b};
    }
    return edges;
}

void find_paths(Scene::Data& data, const std::vector<MeshEdge>& edges) {
    std::vector<Link> links;
    links.reserve(edges.size() + data.weld.size());
    for (const MeshEdge& e : edges) links.push_back({e.a, e.b, distance(data.rest[at(e.a)], data.rest[at(e.b)])});
    for (const WeldConstraint& w : data.weld)
        links.push_back({w.a, w.b, distance(data.rest[at(w.a)], data.rest[at(w.b)])});
    std::vector<int> roots;
    for (int i = 0; i < data.count; ++i)
        if (data.pin[at(i)] >= kRootPin) roots.push_back(i);
    Paths paths = shortest_paths(data.count, links, roots);
    data.root_distance = std::move(paths.distance);
    data.root = std::move(paths.root);
    data.previous = std::move(paths.previous);
    data.path_order = std::move(paths.order);
    data.grain = grain_directions(data.rest, data.triangle, data.root_distance);

    for (std::size_t m = 0; m < data.spec.meshes.size(); ++m) {
        const std::size_t size = data.spec.meshes[m].rest.size();
        std::size_t unheld = 0;
        for (std::size_t i = 0; i < size; ++i)
            if (data.root[at(data.first[m]) + i] < 0) ++unheld;
        if (unheld == size)
            data.notices.push_back(
                {"mesh " + data.spec.meshes[m].id,
                 "nothing of it is pinned (0.5 or more): it falls away, and has no long-range limit"});
        else if (unheld > 0)
            data.notices.push_back(
                {"mesh " + data.spec.meshes[m].id,
                 std::to_string(unheld) + " vertex/vertices hang on no pinned vertex: they fall away"});
    }
}

void weigh_particles(Scene::Data& data) {
    std::vector<float> area(at(data.count), 0.0f);
    for (const Scene::Triangle& t : data.triangle) {
        const float third = std::fabs(signed_area(data.rest[at(t.a)], data.rest[at(t.b)], data.rest[at(t.c)])) / 3.0f;
        area[at(t.a)] += third, area[at(t.b)] += third, area[at(t.c)] += third;
    }
    const std::vector<float> mass = gather(data, &VertexGroups::mass, 1.0f);
    const std::vector<float> damping = gather(data, &VertexGroups::damping, 1.0f);
    const std::vector<float> goal = gather(data, &VertexGroups::goal, 1.0f);
    data.wind = gather(data, &VertexGroups::wind, 1.0f);
    const Material& material = data.spec.material;
    for (int i = 0; i < data.count; ++i) {
        const float weight = std::max(area[at(i)], kSmallestVertexArea) * material.mass * std::max(mass[at(i)], 0.1f);
        data.inverse_mass.push_back(data.kinematic(i) ? 0.0f : kReferenceArea / weight);
        data.damping.push_back(material.damping * damping[at(i)]);
        data.goal.push_back(data.kinematic(i) ? 0.0f : material.goal * goal[at(i)]);
    }
    data.goal_offset.assign(at(data.count), Vec2{});
}

void find_welds(Scene::Data& data) {
    for (std::size_t i = 0; i < data.spec.welds.size(); ++i) {
        const Weld& weld = data.spec.welds[i];
        const std::string where = "welds[" + std::to_string(i) + "]";
        if (!names_vertex(data.spec, weld.a) || !names_vertex(data.spec, weld.b)) {
            data.notices.push_back({where, "names no vertex of this body; not used"});
            continue;
        }
        const int a = data.first[at(weld.a.mesh)] + weld.a.vertex, b = data.first[at(weld.b.mesh)] + weld.b.vertex;
        if (a == b) {
            data.notices.push_back({where, "joins a vertex with itself; not used"});
            continue;
        }
        // A kinematic side has no inverse mass, so the other one follows it.
        const float mobility_a = data.inverse_mass[at(a)] * std::clamp(weld.weight_a, 0.0f, 1.0f);
        const float mobility_b = data.inverse_mass[at(b)] * std::clamp(weld.weight_b, 0.0f, 1.0f);
        if (!(mobility_a + mobility_b > 0.0f)) {
            data.notices.push_back({where, "has no side that may move; not used"});
            continue;
        }
        data.weld.push_back({a, b, mobility_a, mobility_b});
    }
}

/// Values of a material scaled by the mean stiffness of the vertices of a constraint.
struct Stiffness {
    std::vector<float> of;
    float mean(int a, int b) const { return 0.5f * (of[at(a)] + of[at(b)]); }
    float mean(int a, int b, int c) const { return (of[at(a)] + of[at(b)] + of[at(c)]) / 3.0f; }
    float mean(int a, int b, int c, int d) const { return 0.25f * (of[at(a)] + of[at(b)] + of[at(c)] + of[at(d)]); }
};

float compression_compliance(float value) {
    const float omega = natural_frequency(value);
    return 1.0f / (omega * omega);
}

/// cos^2 of the angle between an edge and the grain beside it; 1/2 where there is no grain to speak of.
float along_grain(const Scene::Data& data, const MeshEdge& edge) {
    Vec2 grain{};
    for (const int t : {edge.first, edge.second}) {
        if (t < 0) continue;
        const Vec2 g = data.grain[at(t)];
        grain += dot(grain, g) < 0.0f ? -g : g;  // a direction without a sign
    }
    const Vec2 d = data.rest[at(edge.b)] - data.rest[at(edge.a)];
    const float size = length(grain) * length(d);
    if (!(size > 1e-6f)) return 0.5f;
    const float cosine = dot(grain, d) / size;
    return std::min(cosine * cosine, 1.0f);
}

void make_distances(Scene::Data& data, const std::vector<MeshEdge>& edges, const Stiffness& stiffness) {
    const Material& material = data.spec.material;
    const float across = 1.0f - 0.6f * material.anisotropy;
    int without_length = 0;
    for (const MeshEdge& edge : edges) {
        if (data.kinematic(edge.a) && data.kinematic(edge.b)) continue;
        const float rest = distance(data.rest[at(edge.a)], data.rest[at(edge.b)]);
        if (rest < 1e-3f) ++without_length;
        const float u = along_grain(data, edge), s = stiffness.mean(edge.a, edge.b);
        const float stretch = material.stretch * s;
        const float compression = material.compression.value_or(material.area) * s;
        const auto mix = [u](float along, float beside) { return std::pow(along, u) * std::pow(beside, 1.0f - u); };
        data.distance.push_back(
            {edge.a, edge.b, rest, mix(stretch_compliance(stretch), stretch_compliance(stretch * across)),
             mix(compression_compliance(compression), compression_compliance(compression * across))});
    }
    if (without_length > 0)
        data.notices.push_back(
            {"", std::to_string(without_length) + " edge(s) of no length: their ends stay together"});
}

void make_areas(Scene::Data& data, const Stiffness& stiffness) {
    for (const Scene::Triangle& t : data.triangle) {
        if (data.kinematic(t.a) && data.kinematic(t.b) && data.kinematic(t.c)) continue;
        const float area = data.spec.material.area * stiffness.mean(t.a, t.b, t.c);
        const float sign =
            signed_area(data.rest[at(t.a)], data.rest[at(t.b)], data.rest[at(t.c)]) < 0.0f ? -1.0f : 1.0f;
        data.area.push_back({t.a, t.b, t.c, sign, area > 0.0f ? 0.75f * compression_compliance(area) : -1.0f});
    }
}

int opposite_corner(const Scene::Triangle& t, int a, int b) {
    for (const int v : {t.a, t.b, t.c})
        if (v != a && v != b) return v;
    return -1;
}

/// Gradients of the shape functions of q and r in the triangle (p, q, r): rows of the inverse of (q - p | r - p).
std::pair<Vec2, Vec2> shape_gradients(Vec2 p, Vec2 q, Vec2 r) {
    const Vec2 e = q - p, f = r - p;
    const float inverse = 1.0f / cross(e, f);
    return {Vec2{f.y, -f.x} * inverse, Vec2{-e.y, e.x} * inverse};
}

void make_bends(Scene::Data& data, const std::vector<MeshEdge>& edges, const Stiffness& stiffness) {
    int crowded = 0;
    for (const MeshEdge& edge : edges) {
        if (edge.beside > 2) ++crowded;
        if (edge.beside != 2) continue;
        BendConstraint bend{};
        bend.p = edge.a, bend.q = edge.b;
        bend.r = opposite_corner(data.triangle[at(edge.first)], edge.a, edge.b);
        bend.s = opposite_corner(data.triangle[at(edge.second)], edge.a, edge.b);
        if (bend.r == bend.s) continue;  // the same triangle drawn twice
        if (data.kinematic(bend.p) && data.kinematic(bend.q) && data.kinematic(bend.r) && data.kinematic(bend.s))
            continue;
        const Vec2 p = data.rest[at(bend.p)], q = data.rest[at(bend.q)], r = data.rest[at(bend.r)],
                   s = data.rest[at(bend.s)];
        std::tie(bend.first_q, bend.first_r) = shape_gradients(p, q, r);
        std::tie(bend.second_q, bend.second_s) = shape_gradients(p, q, s);
        const float between_centroids = distance(r, s) / 3.0f;
        const float omega = natural_frequency(data.spec.material.bend * stiffness.mean(bend.p, bend.q, bend.r, bend.s));
        bend.compliance = between_centroids / 40.0f / (omega * omega * kReferenceArea) *
                          (1.0f + 8.0f * data.spec.material.anisotropy * along_grain(data, edge));
        data.bend.push_back(bend);
    }
    if (crowded > 0)
        data.notices.push_back(
            {"", std::to_string(crowded) + " edge(s) with more than two triangles: no bending there"});
}

void order_constraints(Scene::Data& data) {
    const auto far = [&](int i) {
        const float d = data.root_distance[at(i)];
        return d < 0.0f ? 1e9f : d;
    };
    const auto count = at(data.count);
    // Edges carry the load from the pins outwards, so their order counts; that of the softer ones hardly does.
    constexpr std::size_t kNear = 48, kFar = 96;
    data.distance_packs = order_for_projection(
        data.distance, count, kNear, [&](const DistanceConstraint& c) { return far(c.a) + far(c.b); },
        [](const DistanceConstraint& c, auto touch) { touch(c.a), touch(c.b); });
    data.area_packs = order_for_projection(
        data.area, count, kFar, [&](const AreaConstraint& c) { return far(c.a) + far(c.b) + far(c.c); },
        [](const AreaConstraint& c, auto touch) { touch(c.a), touch(c.b), touch(c.c); });
    data.bend_packs = order_for_projection(
        data.bend, count, kFar, [&](const BendConstraint& c) { return far(c.p) + far(c.q) + far(c.r) + far(c.s); },
        [](const BendConstraint& c, auto touch) { touch(c.p), touch(c.q), touch(c.r), touch(c.s); });
    data.weld_packs = order_for_projection(
        data.weld, count, kFar, [](const WeldConstraint&) { return 0.0f; },
        [](const WeldConstraint& c, auto touch) { touch(c.a), touch(c.b); });
}

void make_constraints(Scene::Data& data) {
    const Stiffness stiffness{gather(data, &VertexGroups::stiffness, 1.0f)};
    find_welds(data);
    const std::vector<MeshEdge> edges = all_edges(data);
    find_paths(data, edges);
    make_distances(data, edges, stiffness);
    make_areas(data, stiffness);
    make_bends(data, edges, stiffness);
    order_constraints(data);
}

}  // namespace

float glue_pin_strength(float weight, float intensity) {
    return std::clamp(2.0f * weight * intensity, 0.0f, 1.0f);
}

Result<Scene> Scene::build(SceneSpec spec) {
    auto data = std::make_unique<Data>();
    if (Status usable = check_spec(spec, data->notices); !usable) return usable.error();
    data->spec = std::move(spec);
    place_particles(*data);
    hold_particles(*data);
    find_triangles(*data);
    weigh_particles(*data);
    make_constraints(*data);
    calibrate(*data);
    return Scene(std::move(data));
}

Scene::Scene(std::unique_ptr<Data> data) : data_(std::move(data)) {}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

const SceneSpec& Scene::spec() const {
    return data_->spec;
}
int Scene::particle_count() const {
    return data_->count;
}
int Scene::first_particle(int mesh) const {
    return data_->first[at(mesh)];
}
const Notices& Scene::notices() const {
    return data_->notices;
}
const std::vector<float>& Scene::pin() const {
    return data_->pin;
}
const std::vector<Scene::Triangle>& Scene::triangles() const {
    return data_->triangle;
}
const std::vector<Vec2>& Scene::grain() const {
    return data_->grain;
}
const std::vector<float>& Scene::root_distance() const {
    return data_->root_distance;
}
const std::vector<int>& Scene::root() const {
    return data_->root;
}
const std::vector<Vec2>& Scene::goal_offsets() const {
    return data_->goal_offset;
}
float Scene::calibration_error() const {
    return data_->calibration_error;
}

}  // namespace yure::sim
