#include "sim_support.hpp"

namespace yure::tests {
namespace {

sim::SceneSpec dot_above(sim::Obstacle obstacle, Vec2 at) {
    sim::SceneMesh mesh;
    mesh.id = "dot";
    mesh.rest = {at};
    sim::Material m;
    m.goal = 0.0f;
    m.slack = 1.0f;
    sim::SceneSpec spec = scenes::body_of(mesh, m);
    spec.obstacles = {obstacle};
    return spec;
}

/// Distance from a point to the outline of two circles and their common tangents, found by brute force.
double distance_to_outline(Vec2 p, const sim::Obstacle& o) {
    double best = 1e30;
    for (int i = 0; i <= 2000; ++i) {
        const double u = i / 2000.0;
        const double x = o.rest_a.x + u * (o.rest_b.x - o.rest_a.x), y = o.rest_a.y + u * (o.rest_b.y - o.rest_a.y);
        best = std::min(best, std::hypot(p.x - x, p.y - y) - (o.radius_a + u * (o.radius_b - o.radius_a)));
    }
    return best;
}

}  // namespace

TEST_CASE("a free particle comes to rest on a circle", "[sim][obstacle]") {
    const sim::Scene scene = build(dot_above({"ball", {0, 100}, {0, 100}, 30.0f, 30.0f, 0.0f}, {0, 0}));
    sim::Solver solver(scene, 1);
    for (int frame = 0; frame < 240; ++frame) solver.step();
    const Vec2 p = positions(scene, solver)[0];
    CHECK(p.x == Approx(0.0).margin(1e-3));
    CHECK(p.y == Approx(70.0).margin(1e-3));
}

TEST_CASE("a moving circle carries a particle along with friction 1 and not with friction 0", "[sim][obstacle]") {
    for (const float friction : {1.0f, 0.0f}) {
        const sim::Scene scene = build(dot_above({"ball", {0, 100}, {0, 100}, 30.0f, 30.0f, friction}, {0, 69.0f}));
        sim::Solver solver(scene, 1);
        for (int frame = 0; frame < 60; ++frame) solver.step();
        for (int frame = 1; frame <= 60; ++frame) {
            const Vec2 centre{2.0f * static_cast<float>(frame), 100.0f};
            solver.set_obstacles(0, Points{centre, centre});
            solver.step();
        }
        const Vec2 p = positions(scene, solver)[0];
        if (friction > 0.0f)
            CHECK(distance(p, {120.0f, 70.0f}) < 0.5f);
        else
            CHECK(p.x < 60.0f);
    }
}

TEST_CASE("particles are put on the outline of a tapered capsule", "[sim][obstacle]") {
    const sim::Obstacle arm{"arm", {0, 0}, {120, 50}, 40.0f, 15.0f, 0.0f};
    for (int i = 0; i < 60; ++i) {
        // Starts inside, along and across the capsule, both ends included.
        const float u = static_cast<float>(i % 12) / 11.0f, v = static_cast<float>(i / 12 - 2) * 5.0f;
        const Vec2 inside{120.0f * u - 0.38f * v, 50.0f * u + 0.92f * v};
        sim::SceneSpec spec = dot_above(arm, inside);
        spec.settings.gravity = {0.0f, 0.0f};
        const sim::Scene scene = build(spec);
        sim::Solver solver(scene, 1);
        solver.set_damping(1e4f);
        solver.step();
        CHECK(distance_to_outline(positions(scene, solver)[0], arm) == Approx(0.0).margin(2e-3));
    }
}

TEST_CASE("a capsule whose one circle holds the other is that circle", "[sim][obstacle]") {
    sim::SceneSpec spec = dot_above({"odd", {0, 0}, {5, 0}, 10.0f, 40.0f, 0.0f}, {1.0f, 2.0f});
    spec.settings.gravity = {0.0f, 0.0f};
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    solver.step();
    CHECK(distance(positions(scene, solver)[0], {5, 0}) >= 40.0f - 1e-3f);
}

TEST_CASE("cloth stays outside a sweeping arm", "[sim][obstacle]") {
    const scenes::NamedScene named = scenes::find_scene("capsule_sweep");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 1);
    start(scene, solver, 0, named.drive_at(0.0));
    double deepest = 0.0;
    float pushed = 0.0f;
    for (int frame = 1; frame <= 300; ++frame) {
        const scenes::Drive drive = named.drive_at(frame / 60.0);
        apply(scene, solver, 0, drive);
        solver.step();
        sim::Obstacle now = named.spec.obstacles[0];
        now.rest_a = drive.obstacles[0];
        now.rest_b = drive.obstacles[1];
        const Points points = positions(scene, solver);
        pushed = std::max(pushed, farthest(points, drive.goals));
        if (frame % 20 == 0)
            for (std::size_t i = 0; i < points.size(); ++i)
                if (scene.pin()[i] < 1.0f) deepest = std::max(deepest, -distance_to_outline(points[i], now));
    }
    CHECK(pushed > 30.0f);
    CHECK(deepest < 2e-3);
}

}  // namespace yure::tests
