// What the tests of the simulation share: running a scene and measuring it.
#pragma once

#include "scenes/scenes.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "yure/sim/scene.hpp"
#include "yure/sim/solver.hpp"

namespace yure::tests {

using Points = std::vector<Vec2>;

inline sim::Scene build(sim::SceneSpec spec) {
    auto scene = sim::Scene::build(std::move(spec));
    if (!scene) FAIL(scene.error().text());
    return std::move(scene).value();
}

inline sim::Material material(std::string_view preset) {
    const sim::MaterialPreset* found = sim::find_material_preset(preset);
    REQUIRE(found != nullptr);
    return found->material;
}

inline Points positions(const sim::Scene& scene, const sim::Solver& solver, int lane = 0) {
    Points points(static_cast<std::size_t>(scene.particle_count()));
    solver.positions(lane, points);
    return points;
}

inline void apply(const sim::Scene& scene, sim::Solver& solver, int lane, const scenes::Drive& drive) {
    solver.set_goals(lane, drive.goals);
    if (!scene.spec().glue_pins.empty()) solver.set_anchors(lane, drive.anchors);
    if (!scene.spec().obstacles.empty()) solver.set_obstacles(lane, drive.obstacles);
    solver.set_wind(lane, drive.wind);
}

inline void start(const sim::Scene& scene, sim::Solver& solver, int lane, const scenes::Drive& drive) {
    solver.reset(lane, drive.goals);
    apply(scene, solver, lane, drive);
}

inline float farthest(const Points& a, const Points& b) {
    float most = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
    return most;
}

inline bool all_finite(const Points& points) {
    return std::all_of(points.begin(), points.end(), [](Vec2 p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

/// Smallest area of a triangle in `now` as a share of its area in `rest`, negative when flipped.
inline float smallest_area_share(const sim::Scene& scene, const Points& now, const Points& rest) {
    float least = 1e30f;
    for (const auto& t : scene.triangles()) {
        const auto area = [&](const Points& x) {
            return cross(x[static_cast<std::size_t>(t.b)] - x[static_cast<std::size_t>(t.a)],
                         x[static_cast<std::size_t>(t.c)] - x[static_cast<std::size_t>(t.a)]);
        };
        least = std::min(least, area(now) / area(rest));
    }
    return least;
}

}  // namespace yure::tests
