// What users of dynamic bones complain about, and that it does not happen here (docs/chains.md, "Complaints"). Rows
// that are properties of the whole solver have their tests in solver_test, frame_rate_test, spline_test and bake_test.
#include "engine/chain/chain_support.hpp"

#include <algorithm>
#include <cmath>

#include "yure/chain/collider.hpp"

namespace yure::tests {
namespace {

using chain::Affine;
using chain::ParticleValue;
using chain::Vec3;

Vec3 tip(const chain::Solver& solver, int tree = 0) {
    return solver.particle(tree, static_cast<int>(solver.tree(tree).particles.size()) - 1).position;
}

bool told(const Notices& notices, const std::string& part) {
    return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) {
        return (notice.where + " " + notice.what).find(part) != std::string::npos;
    });
}

}  // namespace

TEST_CASE("high elasticity does not helicopter at low frame rates", "[chain][complaint]") {
    ChainScene scene;
    scene.component().update_mode = chain::UpdateMode::variable;
    scene.component().value(ParticleValue::elasticity).base = 0.9;
    chain::Solver solver = scene.build();
    step(solver, scene.pose());
    step(solver, scene.pose(moved(0.3)), 20, 0.2);  // 5 frames a second: the factor would be 10.8
    CHECK(chain::distance(tip(solver), scene.pose(moved(0.3)).back().position) < 1e-6);
}

TEST_CASE("a slow frame runs at most the loops allowed, and the backlog is dropped", "[chain][complaint]") {
    ChainScene scene;
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 1, 1.0);
    CHECK(solver.loops(0) == 3);
    step(solver, scene.pose(), 1, 1.0 / 60.0);
    CHECK(solver.loops(0) == 1);
}

TEST_CASE("a display faster than the physics carries the chain with its object", "[chain][complaint]") {
    ChainScene scene;
    chain::Solver solver = scene.build();
    for (int f = 0; f < 600; ++f) {
        step(solver, scene.pose(moved(0.001 * f)), 1, 1.0 / 144.0);
        CHECK(std::abs(solver.particle(0, 0).position.x - 0.001 * f) < 1e-12);
        CHECK(tip(solver).x > 0.001 * f - 0.2);  // nothing is left behind in the world
    }
}

TEST_CASE("a rate of 0 is one loop a frame", "[chain][complaint]") {
    for (const auto mode : {chain::UpdateMode::normal, chain::UpdateMode::variable}) {
        ChainScene scene, plain;
        scene.component().update_rate = 0.0;
        scene.component().update_mode = mode;
        scene.component().force = plain.component().force = {0.001, 0.0, 0.0};
        chain::Solver a = scene.build(), b = plain.build();
        step(a, scene.pose(), 20, 0.37);
        step(b, plain.pose(), 20, 1.0 / 60.0);
        CHECK(largest_gap(positions(a), positions(b)) < 1e-12);
    }
}

TEST_CASE("a teleport does not send hair flying", "[chain][complaint]") {
    ChainScene scene;
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 5);
    step(solver, scene.pose(moved(100.0)));  // by default: farther than 3 chain lengths
    CHECK(largest_gap(positions(solver), positions(scene.build())) == Approx(100.0));
    CHECK(solver.report().teleports == 1);
    Affine turned_round = turned(170.0);
    turned_round.position.x = 100.0;
    step(solver, scene.pose(turned_round));
    CHECK(chain::distance(tip(solver), scene.pose(turned_round).back().position) < 1e-9);

    scene.component().teleport = chain::Teleport{chain::Teleport::Mode::none, 0.0, 0.0};
    chain::Solver swung = scene.build();
    step(swung, scene.pose(), 5);
    step(swung, scene.pose(moved(100.0)));
    CHECK(tip(swung).x < 99.9);
}

TEST_CASE("an explicit reset starts at rest on the pose", "[chain][complaint]") {
    ChainScene scene;
    scene.component().force = {0.002, 0.0, 0.0};
    chain::Solver solver = scene.build(), fresh = scene.build();
    step(solver, scene.pose(), 40);
    solver.reset();
    step(solver, scene.pose(), 3);
    step(fresh, scene.pose(), 3);
    CHECK(positions(solver) == positions(fresh));
}

TEST_CASE("inherited object motion can be limited", "[chain][complaint]") {
    ChainScene scene, limited;
    limited.component().move_limit = 0.6;  // units/s: 0.01 a frame
    chain::Solver a = scene.build(), b = limited.build();
    for (int f = 0; f < 10; ++f) {
        step(a, scene.pose(moved(0.1 * f)));
        step(b, limited.pose(moved(0.1 * f)));
    }
    CHECK(0.9 - tip(a).x > 0.5);
    CHECK(0.9 - tip(b).x < 0.1);
    ChainScene inert;
    inert.component().value(ParticleValue::inert).base = 1.0;
    chain::Solver c = inert.build();
    for (int f = 0; f < 10; ++f) step(c, inert.pose(moved(0.1 * f)));
    CHECK(std::abs(tip(c).x - 0.9) < 1e-9);
}

TEST_CASE("a chain that was hidden does not catch up, and its first frame does not jump", "[chain][complaint]") {
    ChainScene scene;
    chain::Solver solver = scene.build();
    step(solver, scene.pose(moved(5.0)));  // first frame, far from the bind pose
    CHECK(largest_gap(positions(solver), positions(scene.build())) == Approx(5.0));
    scene.component().enabled = false;
    REQUIRE(solver.reconfigure(scene.config).ok());
    for (int f = 0; f < 10; ++f) step(solver, scene.pose(moved(5.0 + 0.1 * f)));
    scene.component().enabled = true;
    REQUIRE(solver.reconfigure(scene.config).ok());
    step(solver, scene.pose(moved(6.0)));
    CHECK(chain::distance(tip(solver), scene.pose(moved(6.0)).back().position) < 1e-9);
}

TEST_CASE("changing a parameter does not reset the simulation", "[chain][complaint]") {
    ChainScene scene;
    scene.component().force = {0.002, 0.0, 0.0};
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 30);
    const auto before = positions(solver);
    scene.component().value(ParticleValue::damping).base = 0.2;
    REQUIRE(solver.reconfigure(scene.config).ok());
    CHECK(positions(solver) == before);
    step(solver, scene.pose());
    CHECK(largest_gap(positions(solver), before) < 0.01);
    scene.component().mass = -1.0;
    CHECK(!solver.reconfigure(scene.config).ok());  // and nothing has changed
    step(solver, scene.pose());
    scene.component().mass = 1.0;
    scene.component().end_length = 1.0;  // other particles: starts anew
    REQUIRE(solver.reconfigure(scene.config).ok());
    step(solver, scene.pose());
    CHECK(solver.tree(0).particles.size() == 6);
}

TEST_CASE("a pause changes nothing, the wind's clock included", "[chain][complaint]") {
    ChainScene scene;
    scene.config.global_wind = chain::Wind{true, {1.0, 0.0, 0.0}, 0.1, 1.0, 3.0};
    chain::Solver a = scene.build(), b = scene.build();
    for (int f = 0; f < 40; ++f) {
        step(a, scene.pose(), 1, 0.0);
        step(a, scene.pose(moved(9.0)), 1, -1.0);
        step(a, scene.pose());
        step(b, scene.pose());
    }
    CHECK(positions(a) == positions(b));
}

TEST_CASE("an inside sphere honours the particle's radius", "[chain][complaint]") {
    chain::WorldCollider ball;
    ball.inside = true;
    ball.radius_from = ball.radius_to = 1.0;
    CHECK(chain::collide(ball, {2.0, 0.0, 0.0}, 0.25, {}).position == Vec3{0.75, 0.0, 0.0});
    CHECK(!chain::collide(ball, {0.75, 0.0, 0.0}, 0.25, {}).hit);  // touching is no hit
    CHECK(chain::collide(ball, {0.5, 0.0, 0.0}, 2.0, {}).position == Vec3{});
}

TEST_CASE("a capsule acts where it is drawn, tapered ones that hold one another too", "[chain][complaint]") {
    chain::Collider capsule;
    capsule.height = 1.0;
    capsule.radius = 0.2;
    const auto world = chain::place_collider(capsule, {});
    CHECK(!chain::collide(world, {0.0, 0.501, 0.0}, 0.0, {}).hit);  // the height includes the caps
    CHECK(chain::collide(world, {0.0, 0.499, 0.0}, 0.0, {}).hit);
    capsule.radius2 = 0.6;  // larger than half the height: one sphere
    const auto sphere = chain::place_collider(capsule, {});
    CHECK(chain::distance(sphere.from, sphere.to) == 0.0);
    CHECK(chain::collide(sphere, {0.0, 0.59, 0.0}, 0.0, {}).hit);
}

TEST_CASE("a particle that starts under a plane is lifted at once", "[chain][complaint]") {
    ChainScene scene(2, {0.2, 0.0, 0.0});
    chain::Collider floor;
    floor.id = "floor";
    floor.shape = chain::ColliderShape::plane;
    floor.center = {0.0, 0.05, 0.0};
    scene.config.colliders = {floor};
    scene.component().colliders = {"floor"};
    chain::Solver solver = scene.build();
    step(solver, scene.pose());
    CHECK(solver.particle(0, 2).position.y > 0.04);
    CHECK(solver.particle(0, 2).hit);
}

TEST_CASE("collision iterations and a higher rate press less deep, and the depth is reported", "[chain][complaint]") {
    const auto depth = [](int iterations) {
        ChainScene scene(6, {0.2, 0.0, 0.0});
        scene.component().force = {0.0, -0.02, 0.0};
        scene.component().collision_iterations = iterations;
        chain::Collider ball;
        ball.id = "ball";
        ball.shape = chain::ColliderShape::sphere;
        ball.center = {0.6, -0.35, 0.0};
        ball.radius = 0.3;
        scene.config.colliders = {ball};
        scene.component().colliders = {"ball"};
        chain::Solver solver = scene.build();
        step(solver, scene.pose(), 60);
        return solver.deepest_penetration();
    };
    CHECK(depth(1) > 0.0);
    CHECK(depth(4) < depth(1));
}

TEST_CASE("a collider slips between two joints, and more bones keep it out", "[chain][complaint]") {
    // Particles collide, not what lies between them: a sphere smaller than a segment fits through its middle. The same
    // chain with four times the bones is held off.
    const auto reach = [](int links) {
        ChainScene scene(links, {0.0, -1.6 / links, 0.0});
        scene.component().value(ParticleValue::radius).base = 0.02;
        scene.component().colliders = {"ball"};
        chain::Collider ball;
        ball.id = "ball";
        ball.shape = chain::ColliderShape::sphere;
        ball.radius = 0.1;
        ball.center = {0.4, -0.6, 0.0};
        scene.config.colliders = {ball};
        chain::Solver solver = scene.build();
        double nearest = 1.0;
        step(solver, scene.pose());
        for (int f = 0; f < 120; ++f) {
            step(solver, scene.pose(moved(0.006 * f)));
            const chain::Tree& tree = solver.tree(0);
            for (std::size_t p = 1; p < tree.particles.size(); ++p) {
                const Vec3 a = solver.particle(0, static_cast<int>(p) - 1).position, b = solver.particle(0, static_cast<int>(p)).position;
                const Vec3 way = b - a;
                const double t = std::clamp(dot(ball.center - a, way) / dot(way, way), 0.0, 1.0);
                nearest = std::min(nearest, chain::distance(a + way * t, ball.center));
            }
        }
        return nearest;
    };
    CHECK(reach(2) < 0.02);    // documented: it goes through
    CHECK(reach(16) > 0.06);   // advised: more bones
}

TEST_CASE("parameters seem to have no effect: the report says what is simulated and with which values", "[chain][complaint]") {
    ChainScene scene;
    scene.component().value(ParticleValue::damping) = {0.4, chain::Curve{chain::Curve::Kind::linear, {{0.0, 1.0}, {1.0, 0.25}}}};
    scene.component().material = "soft";
    chain::Material soft;
    soft.id = "soft";
    soft.values[static_cast<std::size_t>(ParticleValue::elasticity)] = chain::Distributed{0.7, {}};
    scene.config.materials = {soft};
    chain::Collider unused;
    unused.id = "forgotten";
    scene.config.colliders = {unused};
    Notices notices;
    const auto solver = chain::Solver::build(scene.config, scene.skeleton, scene.pose(), {}, &notices);
    REQUIRE(solver);
    // particles per root, and the value that counts on each: the component's with its curve, the material's over it
    const chain::Tree& tree = solver->tree(0);
    REQUIRE(tree.particles.size() == 5);
    CHECK(std::abs(tree.particles[0][ParticleValue::damping] - 0.4) < 1e-12);
    CHECK(std::abs(tree.particles[4][ParticleValue::damping] - 0.1) < 1e-12);
    CHECK(std::abs(tree.particles[2][ParticleValue::elasticity] - 0.7) < 1e-12);
    CHECK(told(notices, "forgotten"));  // a collider that no component names
}

TEST_CASE("a collider on a simulated bone is warned about, as are limits with a frozen axis", "[chain][complaint]") {
    ChainScene scene;
    chain::Collider ball;
    ball.id = "ball";
    ball.node = "b2";
    scene.config.colliders = {ball};
    scene.component().colliders = {"ball"};
    scene.component().freeze_axis = chain::Axis::z;
    scene.component().angle_limits.resize(1);
    scene.component().angle_limits[0].bones = {"*"};
    Notices notices;
    REQUIRE(chain::Solver::build(scene.config, scene.skeleton, scene.pose(), {}, &notices).ok());
    CHECK(told(notices, "b2"));
    CHECK(told(notices, "freeze axis"));
}

TEST_CASE("bones do not twitch for ever: they come to rest and sleep until something changes", "[chain][complaint]") {
    ChainScene scene;
    scene.component().force = {0.001, 0.0, 0.0};
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 1000);
    CHECK(solver.asleep(0));
    const auto rest = positions(solver);
    step(solver, scene.pose(), 10);
    CHECK(positions(solver) == rest);
    step(solver, scene.pose(moved(0.01)));
    CHECK(!solver.asleep(0));
    // What sleep holds still is what would have stood still.
    chain::SolverOptions awake;
    awake.sleep = false;
    chain::Solver other = scene.build(awake);
    step(other, scene.pose(), 2000);
    CHECK(largest_gap(rest, positions(other)) < 1e-4);
    scene.component().force = {0.002, 0.0, 0.0};
    step(solver, scene.pose(moved(0.01)), 1000);
    REQUIRE(solver.asleep(0));
    REQUIRE(solver.reconfigure(scene.config).ok());
    step(solver, scene.pose(moved(0.01)), 5);
    CHECK(!solver.asleep(0));
}

TEST_CASE("branches are a real tree, and the branching bone is not turned by its children", "[chain][complaint]") {
    ChainScene scene(2);
    scene.skeleton.push_back({"left", 3});
    scene.skeleton.push_back({"left tip", 4});
    scene.skeleton.push_back({"right", 3});
    scene.local.push_back({{}, {-0.1, -0.2, 0.0}});
    scene.local.push_back({{}, {0.0, -0.2, 0.0}});
    scene.local.push_back({{}, {0.1, -0.3, 0.0}});
    scene.component().force = {0.003, 0.0, 0.0};
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 30);
    const chain::Tree& tree = solver.tree(0);
    REQUIRE(tree.particles.size() == 6);
    CHECK(tree.particles[2].kids == 2);
    CHECK(tree.particles[5].parent == 2);
    std::vector<Affine> out = scene.pose();
    solver.write(out);
    CHECK(chain::distance(out[3].linear.x, out[2].linear.x) < 1e-12);  // b2 as b1 has turned it
    CHECK(chain::distance(out[2].linear.x, Vec3{1.0, 0.0, 0.0}) > 0.01);
    CHECK(chain::distance(out[6].position, solver.particle(0, 5).position) < 1e-12);
}

TEST_CASE("an excluded root is told, and excluding all children still leaves the bone its direction",
          "[chain][complaint]") {
    ChainScene scene(2);
    scene.component().exclusions = {"b0", "b2"};
    scene.component().end_length = 1.0;
    Notices notices;
    auto solver = chain::Solver::build(scene.config, scene.skeleton, scene.pose(), {}, &notices);
    REQUIRE(solver.ok());
    CHECK(told(notices, "excluding it has no effect"));
    const chain::Tree& tree = solver->tree(0);
    REQUIRE(tree.particles.size() == 3);
    CHECK(tree.particles[2].bone == -1);
    CHECK(chain::particle_name(scene.skeleton, tree, 2) == "b1#end");
}

TEST_CASE("stiffness keeps the drawn pose instead of straightening the chain", "[chain][complaint]") {
    ChainScene scene(4, {0.1, -0.15, 0.0});
    for (std::size_t b = 2; b < scene.local.size(); ++b) scene.local[b].linear = turned(25.0).linear;
    scene.component().value(ParticleValue::stiffness).base = 1.0;
    scene.component().force = {0.05, 0.0, 0.0};
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 30);
    for (std::size_t p = 0; p < 5; ++p)
        CHECK(chain::distance(solver.particle(0, static_cast<int>(p)).position, scene.pose()[p + 1].position) < 1e-12);
}

TEST_CASE("a wet and dry mix blends what is written, apart from the blend weight", "[chain][complaint]") {
    ChainScene scene;
    scene.component().force = {0.004, 0.0, 0.0};
    const auto written_turn = [&](double mix) {
        scene.component().output_mix = mix;
        chain::Solver solver = scene.build();
        step(solver, scene.pose(), 40);
        std::vector<Affine> out = scene.pose();
        solver.write(out);
        return std::atan2(out[1].linear.x.y, out[1].linear.x.x);
    };
    const double whole = written_turn(1.0);
    CHECK(std::abs(whole) > 0.01);
    CHECK(written_turn(0.0) == Approx(0.0).margin(1e-12));
    CHECK(written_turn(0.25) == Approx(0.25 * whole).epsilon(1e-9));
    scene.component().output_mix = 1.0;
    scene.component().blend_weight = 0.0;
    chain::Solver pinned = scene.build();
    step(pinned, scene.pose(moved(0.2)), 5);
    CHECK(chain::distance(tip(pinned), scene.pose(moved(0.2)).back().position) < 1e-12);
}

TEST_CASE("global wind moves every chain but those without drag", "[chain][complaint]") {
    ChainScene scene;
    scene.config.global_wind = chain::Wind{true, {1.0, 0.0, 0.0}, 0.1, 0.0, 0.0};
    chain::Solver blown = scene.build();
    scene.component().drag = 0.0;
    chain::Solver still = scene.build();
    step(blown, scene.pose(), 20);
    step(still, scene.pose(), 20);
    CHECK(tip(blown).x > 0.01);
    CHECK(tip(still).x == 0.0);
}

TEST_CASE("the source pose is read only: what is written never comes back", "[chain][complaint]") {
    ChainScene scene;
    scene.component().force = {0.004, 0.0, 0.0};
    chain::Solver a = scene.build(), b = scene.build();
    std::vector<Affine> out = scene.pose();
    for (int f = 0; f < 50; ++f) {
        step(a, scene.pose());
        step(b, scene.pose());
        a.write(out);
    }
    CHECK(positions(a) == positions(b));
    CHECK(scene.pose() == scene.pose());
}

TEST_CASE("dozens of chains are set up by a pattern and a material", "[chain][complaint]") {
    chain::Skeleton skeleton{{"head", -1}};
    std::vector<Affine> bind{{}};
    for (int c = 0; c < 24; ++c)
        for (int b = 0; b < 3; ++b) {
            skeleton.push_back({"hair_" + std::to_string(c) + "_" + std::to_string(b),
                                b == 0 ? 0 : static_cast<int>(skeleton.size()) - 1});
            bind.push_back({{}, {0.1 * c, -0.2 * b, 0.0}});
        }
    chain::Config config;
    config.components.resize(1);
    config.components[0].object = "head";
    config.components[0].roots = {"hair_*"};
    config.components[0].material = "soft";
    config.materials.resize(1);
    config.materials[0].id = "soft";
    config.materials[0].values[1] = chain::Distributed{0.02, {}};
    const auto solver = chain::Solver::build(config, skeleton, bind);
    REQUIRE(solver.ok());
    CHECK(solver->tree_count() == 24);
    CHECK(solver->tree(23).particles.size() == 3);
    CHECK(solver->tree(5).particles[1][ParticleValue::elasticity] == 0.02);
    CHECK(solver->tree(5).particles[1][ParticleValue::damping] == 0.1);
}

TEST_CASE("positions stay bounded without damping, in the plane exactly", "[chain][complaint]") {
    ChainScene scene;
    scene.component().value(ParticleValue::damping).base = 0.0;
    scene.component().value(ParticleValue::elasticity).base = 0.0;
    scene.component().force = {0.01, -0.02, 0.0};
    chain::Solver solver = scene.build();
    for (int f = 0; f < 2000; ++f) {
        step(solver, scene.pose(moved(0.2 * std::sin(0.5 * f))));
        for (const Vec3 p : positions(solver)) {
            CHECK(chain::length(p) < 1.2);
            CHECK(p.z == 0.0);
        }
    }
}

}  // namespace yure::tests
