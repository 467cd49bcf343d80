// Anything may be thrown at a body: it stays finite, folds nothing over, and comes back.
#include "sim_support.hpp"

#include <cstdlib>

#include "yure/core/random.hpp"

namespace yure::tests {
namespace {

sim::Material random_material(Random& random) {
    const auto value = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    sim::Material m;
    m.mass = value(0.2, 4.0);
    m.stretch = value(0.0, 1.0);
    m.bend = value(0.0, 1.0);
    m.damping = value(0.0, 8.0);
    m.goal = random.below(4) == 0 ? 0.0f : value(0.0, 1.0);
    m.slack = random.below(4) == 0 ? 1.0f : value(0.0, 0.3);
    m.area = random.below(4) == 0 ? 0.0f : value(0.0, 1.0);
    m.anisotropy = value(0.0, 1.0);
    if (random.below(2) == 0) m.compression = value(0.0, 1.0);
    m.rest_follows_both = random.below(2) == 0;
    return m;
}

/// Runs `trials` bodies of random material through jolts, turns, storms and teleports; says what went wrong, if
/// anything.
void run_violent(std::uint64_t seed, int trials, int lanes) {
    Random random(seed);
    for (int trial = 0; trial < trials; ++trial) {
        INFO("seed " << seed << ", trial " << trial);
        const bool hair = random.below(2) == 0;
        const sim::SceneSpec spec =
            scenes::body_of(hair ? scenes::lock(8, 40.0f, 200.0f, {100, 100}, 30.0f)
                                 : scenes::jittered(scenes::grid(3, 5, 120.0f, 180.0f, {100, 100}), 3, 5, 0.3f, 5),
                            random_material(random));
        const sim::Scene scene = build(spec);
        const Points rest = scenes::drawing(spec);
        sim::Solver solver(scene, lanes);
        for (int frame = 0; frame < 30; ++frame) {
            for (int lane = 0; lane < lanes; ++lane) {
                Points goals = rest;
                scenes::turn(goals, {130.0f, 60.0f}, static_cast<float>(random.uniform(-1.5, 1.5)));
                const double reach = random.below(8) == 0 ? 5000.0 : 150.0;
                scenes::shift(goals, {static_cast<float>(random.uniform(-reach, reach)),
                                      static_cast<float>(random.uniform(-reach, reach))});
                solver.set_goals(lane, goals);
                solver.set_wind(lane, {static_cast<float>(random.uniform(-20000, 20000)),
                                       static_cast<float>(random.uniform(-20000, 20000))});
            }
            solver.step(random.below(6) == 0 ? static_cast<float>(random.uniform(0.0, 0.2)) : 1.0f / 60.0f);
            for (int lane = 0; lane < lanes; ++lane) {
                const Points now = positions(scene, solver, lane);
                REQUIRE(all_finite(now));
                REQUIRE(smallest_area_share(scene, now, rest) > 0.0f);
                REQUIRE(farthest(now, rest) < 1e5f);
            }
        }
    }
}

}  // namespace

TEST_CASE("random materials under violent inputs: no NaN, nothing flipped, bounded", "[sim][robustness]") {
    run_violent(1, 24, 8);
}

TEST_CASE("10,000 random materials under violent inputs", "[.long][sim][robustness]") {
    run_violent(2, 10000, 4);
}

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
