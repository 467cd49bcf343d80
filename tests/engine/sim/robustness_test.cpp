// Anything may be thrown at a body: it stays finite, folds nothing over, and comes back.
#include "sim_support.hpp"

#include <cstdlib>

namespace yure::tests {
TEST_CASE("any dt is bounded, and the body is back at rest two seconds later", "[sim][robustness]") {
    for (const char* name : {"hair_lock", "cloth_sheet", "bangs"}) {
        const scenes::NamedScene named = scenes::find_scene(name);
        const sim::Scene scene = build(named.spec);
        const Points rest = scenes::drawing(named.spec);
        for (const float dt : {0.0f, 1e-9f, 1e-4f, 0.4f, 5.0f, 60.0f, -1.0f, NAN, INFINITY}) {
            INFO(name << ", dt " << dt);
            sim::Solver solver(scene, 1);
            Points goals = rest;
            scenes::shift(goals, {20.0f, 10.0f});
            solver.set_goals(0, goals);
            solver.step(dt);
            const Points after = positions(scene, solver);
            REQUIRE(all_finite(after));
            CHECK(farthest(after, goals) < 600.0f);
            for (std::size_t i = 0; i < after.size(); ++i)
                if (scene.pin()[i] >= sim::kKinematicPin) REQUIRE(distance(after[i], goals[i]) < 1e-3f);
            solver.set_damping(6.0f);  // the slowest of these materials needs longer by itself
            for (int frame = 0; frame < 120; ++frame) solver.step();
            CHECK(farthest(positions(scene, solver), goals) < 3.0f);
            CHECK(solver.report(0).restarts == 0);
        }
    }
}

TEST_CASE("no time passes in a step of dt 0: free particles keep their places", "[sim][robustness]") {
    const scenes::NamedScene named = scenes::find_scene("strip");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 1);
    const Points rest = scenes::drawing(named.spec);
    Points goals = rest;
    scenes::shift(goals, {8.0f, 0.0f});
    solver.set_goals(0, goals);
    solver.step(0.0f);
    const Points now = positions(scene, solver);
    for (std::size_t i = 0; i < now.size(); ++i) CHECK(now[i] == (scene.pin()[i] >= 1.0f ? goals[i] : rest[i]));
}

TEST_CASE("many tiny steps make the time they add up to", "[sim][robustness]") {
    sim::SceneSpec spec = scenes::body_of(scenes::grid(1, 1, 40.0f, 40.0f, {0, 0}), material("cotton"));
    spec.meshes[0].groups.pin.clear();
    spec.material.goal = 0.0f;
    spec.material.damping = 0.0f;
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    for (int step = 0; step < 10000; ++step) solver.step(1e-4f);
    CHECK(positions(scene, solver)[0].y == Approx(490.0).epsilon(0.01));
}

TEST_CASE("a teleport carries the body along instead of swinging it", "[sim][robustness]") {
    const scenes::NamedScene named = scenes::find_scene("hair_lock");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 1);
    Points goals = scenes::drawing(named.spec);
    for (const Vec2 jump : {Vec2{3000.0f, -2000.0f}, Vec2{-5000.0f, 100.0f}}) {
        scenes::shift(goals, jump);
        solver.set_goals(0, goals);
        solver.step();
        CHECK(farthest(positions(scene, solver), goals) < 1.0f);
    }
    CHECK(solver.report(0).teleports == 2);
    // A jump below the limit is a jolt: simulated, bounded, over in three seconds of calm.
    scenes::shift(goals, {250.0f, 0.0f});
    solver.set_goals(0, goals);
    for (int frame = 0; frame < 5; ++frame) solver.step();
    CHECK(farthest(positions(scene, solver), goals) < 900.0f);
    solver.set_damping(6.0f);
    for (int frame = 0; frame < 180; ++frame) solver.step();
    CHECK(farthest(positions(scene, solver), goals) < 3.0f);
    CHECK(solver.report(0).teleports == 2);
}

TEST_CASE("goals that are not numbers are refused, reported, and the last ones kept", "[sim][robustness]") {
    const scenes::NamedScene named = scenes::find_scene("strand");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 2);
    const Points rest = scenes::drawing(named.spec);
    Points bad = rest;
    bad[7].y = NAN;
    solver.set_goals(0, bad);
    bad[7].y = 1e9f;
    solver.set_goals(0, bad);
    solver.set_wind(0, {NAN, INFINITY});
    for (int frame = 0; frame < 30; ++frame) solver.step();
    CHECK(farthest(positions(scene, solver, 0), rest) < 0.5f);
    CHECK(solver.report(0).bad_goals == 2);
    CHECK(solver.report(1).bad_goals == 0);
    solver.reset(0, bad);
    CHECK(positions(scene, solver, 0) == rest);
}

TEST_CASE("a body that fell out of the world is put back on its goals", "[sim][robustness]") {
    sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 2, 60.0f, 60.0f, {0, 0}), material("cotton"));
    spec.meshes[0].groups.pin.clear();
    spec.material.goal = 0.0f;
    spec.material.damping = 0.0f;
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    for (int step = 0; step < 40 && solver.report(0).restarts == 0; ++step) solver.step(5.0f);
    CHECK(solver.report(0).restarts == 1);
    CHECK(all_finite(positions(scene, solver)));
}

}  // namespace yure::tests
