// What must hold whatever the numbers: lengths, limits, mirror and scale, pauses, edits, lanes, errors.
#include "engine/chain/chain_support.hpp"

#include <cmath>
#include <limits>

#include "yure/core/hash.hpp"
#include "yure/core/random.hpp"

namespace yure::tests {
namespace {

using chain::Affine;
using chain::ParticleValue;
using chain::Vec3;

/// Swings the object so that everything moves in all three directions.
Affine swing(int frame) {
    const double t = 0.1 * frame;
    Affine object = turned(40.0 * std::sin(t), chain::unit({0.3, 1.0, 0.5}));
    object.position = {0.3 * std::sin(1.3 * t), 0.1 * std::cos(t), 0.2 * std::sin(0.7 * t)};
    return object;
}

ChainScene busy_scene() {
    ChainScene scene(6, {0.05, -0.2, 0.03});
    chain::Component& c = scene.component();
    c.gravity = {0.0, -0.004, 0.0};
    c.force = {0.001, 0.0, 0.0005};
    c.value(ParticleValue::inert).base = 0.3;
    c.value(ParticleValue::friction).base = 0.4;
    c.value(ParticleValue::radius).base = 0.03;
    c.value(ParticleValue::stiffness).base = 0.2;
    c.value(ParticleValue::additive_elasticity).base = 0.1;
    c.end_length = 1.0;
    chain::Collider ball;
    ball.id = "ball";
    ball.shape = chain::ColliderShape::sphere;
    ball.center = {0.3, -0.8, 0.1};
    ball.radius = 0.3;
    scene.config.colliders = {ball};
    c.colliders = {"ball"};
    return scene;
}

std::uint64_t run_and_hash(const chain::Solver& built, const ChainScene& scene, int frames, chain::Solver solver) {
    static_cast<void>(built);
    Hasher hash;
    for (int f = 0; f < frames; ++f) {
        step(solver, scene.pose(swing(f)));
        for (const Vec3 p : positions(solver)) hash.add(p.x).add(p.y).add(p.z);
    }
    return hash.digest();
}

}  // namespace

TEST_CASE("a segment keeps its length after every loop, in any motion", "[chain][property]") {
    const ChainScene scene = busy_scene();
    chain::Solver solver = scene.build();
    for (int f = 0; f < 300; ++f) {
        const auto pose = scene.pose(swing(f));
        step(solver, pose, 1, f % 7 == 0 ? 0.05 : 1.0 / 60.0);
        const chain::Tree& tree = solver.tree(0);
        for (std::size_t p = 1; p < tree.particles.size(); ++p) {
            const chain::Particle& particle = tree.particles[p];
            const double rest = particle.length - tree.particles[static_cast<std::size_t>(particle.parent)].length;
            const double now = chain::distance(solver.particle(0, static_cast<int>(p)).position,
                                               solver.particle(0, particle.parent).position);
            CHECK(std::abs(now - rest) < 1e-9);
        }
    }
}

TEST_CASE("written bones point at their particles", "[chain][property]") {
    const ChainScene scene = busy_scene();
    chain::Solver solver = scene.build();
    for (int f = 0; f < 60; ++f) {
        const auto pose = scene.pose(swing(f));
        step(solver, pose);
        std::vector<Affine> out = pose;
        solver.write(out);
        for (std::size_t b = 1; b + 1 < out.size(); ++b) {
            const Vec3 wanted = out[b + 1].position;
            const Vec3 got = out[b] * scene.local[b + 1].position;
            CHECK(chain::distance(wanted, got) < 1e-9);
            CHECK(std::abs(chain::determinant(out[b].linear) - 1.0) < 1e-9);
        }
        CHECK(out[0] == pose[0]);  // nothing but the chain is written
    }
    // In one go it is the same.
    chain::Solver one = scene.build(), two = scene.build();
    std::vector<Affine> at_once = scene.pose(), after = at_once;
    for (int f = 0; f < 20; ++f) {
        REQUIRE(one.frame(scene.pose(swing(f)), 1.0 / 60.0, at_once).ok());
        step(two, scene.pose(swing(f)));
        two.write(after);
        CHECK(at_once == after);
    }
    CHECK(!one.frame(scene.pose(), 1.0 / 60.0, std::span<Affine>(at_once).first(2)).ok());
}

TEST_CASE("no limit is ever exceeded, and limits win over colliders", "[chain][limit][property]") {
    for (const bool follows_parent : {false, true}) {
        ChainScene scene = busy_scene();
        chain::AngleLimit limit;
        limit.bones = {"*"};
        limit.pivot = follows_parent ? chain::AngleLimit::Pivot::dynamic_parent : chain::AngleLimit::Pivot::animated;
        limit.swing1 = limit.swing2 = {chain::SwingMode::limited, 20.0};
        scene.component().angle_limits = {limit};
        scene.component().value(ParticleValue::additive_elasticity).base = 0.0;
        scene.component().force = {0.02, 0.01, 0.01};
        chain::Solver solver = scene.build();
        for (int f = 0; f < 120; ++f) {
            const auto pose = scene.pose(swing(f));
            step(solver, pose);
            std::vector<Affine> out = pose;
            solver.write(out);
            for (std::size_t b = 1; b + 1 < out.size(); ++b) {
                const Vec3 now = chain::unit(out[b + 1].position - out[b].position);
                Vec3 rest = chain::unit(pose[b + 1].position - pose[b].position);
                if (follows_parent && b > 1)  // carried along by the simulated parent
                    rest = chain::unit(out[b - 1].linear * chain::inverse(pose[b - 1].linear) * rest);
                CHECK(std::acos(std::min(chain::dot(now, rest), 1.0)) * 57.29577951 < 20.0 + 1e-5);
            }
        }
    }
}

TEST_CASE("the mirrored run is the mirror image of the run", "[chain][mirror]") {
    ChainScene scene = busy_scene(), mirrored = busy_scene();
    chain::Component& c = mirrored.component();
    c.force.x = -c.force.x;
    mirrored.config.colliders.front().center.x = -0.3;
    chain::Solver a = scene.build();
    auto built = chain::Solver::build(mirrored.config, mirrored.skeleton, mirrored.pose(scaled(-1.0, 1.0, 1.0)));
    REQUIRE(built.ok());
    for (int f = 0; f < 100; ++f) {
        step(a, scene.pose(swing(f)));
        step(*built, mirrored.pose(scaled(-1.0, 1.0, 1.0) * swing(f)));
    }
    std::vector<Vec3> image = positions(*built);
    for (Vec3& p : image) p.x = -p.x;
    CHECK(largest_gap(positions(a), image) < 1e-9);
}

TEST_CASE("a scene twice as large moves twice as far", "[chain][scale]") {
    ChainScene scene = busy_scene();
    scene.component().colliders.clear();
    const double s = 2.5;
    chain::Solver a = scene.build();
    auto b = chain::Solver::build(scene.config, scene.skeleton, scene.pose(scaled(s, s, s)));
    REQUIRE(b.ok());
    for (int f = 0; f < 100; ++f) {
        step(a, scene.pose(swing(f)));
        step(*b, scene.pose(scaled(s, s, s) * swing(f)));
    }
    std::vector<Vec3> large = positions(a);
    for (Vec3& p : large) p = p * s;
    CHECK(largest_gap(large, positions(*b)) < 1e-9);
}

TEST_CASE("every instruction set and every grouping gives the same bits", "[chain][determinism]") {
    // 13 chains of two kinds: vectors of eight, four and one side by side with single lanes.
    chain::Config config;
    chain::Skeleton skeleton;
    std::vector<Affine> bind;
    const ChainScene one = busy_scene();
    config.colliders = one.config.colliders;
    for (int c = 0; c < 13; ++c) {
        const int base = static_cast<int>(skeleton.size());
        for (std::size_t i = 0; i < one.skeleton.size() - (c % 5 == 0 ? 1 : 0); ++i) {
            chain::Node node = one.skeleton[i];
            node.name = std::to_string(c) + node.name;
            if (node.parent >= 0) node.parent += base;
            skeleton.push_back(node);
        }
        chain::Component component = one.config.components.front();
        component.object = std::to_string(c) + "object";
        component.root = std::to_string(c) + "b0";
        component.value(ParticleValue::damping).base = 0.05 + 0.01 * c;
        if (c % 4 == 1) component.update_rate = 90.0;
        if (c % 6 == 2) {
            chain::AngleLimit limit;
            limit.bones = {"*"};
            limit.swing1 = limit.swing2 = {chain::SwingMode::limited, 30.0};
            component.angle_limits = {limit};
        }
        config.components.push_back(component);
    }
    const auto pose_at = [&](int f) {
        std::vector<Affine> pose;
        for (int c = 0; c < 13; ++c) {
            const auto part = one.pose(swing(f + 3 * c));
            pose.insert(pose.end(), part.begin(), part.end() - (c % 5 == 0 ? 1 : 0));
        }
        return pose;
    };
    std::vector<std::uint64_t> hashes;
    for (const chain::InstructionSet set : chain::available_instruction_sets()) {
        chain::SolverOptions options;
        options.highest = set;
        auto solver = chain::Solver::build(config, skeleton, pose_at(0), options);
        REQUIRE(solver.ok());
        Hasher hash;
        for (int f = 0; f < 200; ++f) {
            step(*solver, pose_at(f), 1, f % 3 == 0 ? 0.03 : 0.012);
            for (const Vec3 p : positions(*solver)) hash.add(p.x).add(p.y).add(p.z);
            std::vector<Affine> out = pose_at(f);
            solver->write(out);
            for (const Affine& a : out) hash.add(a.linear.x.x).add(a.linear.y.z);
        }
        hashes.push_back(hash.digest());
    }
    for (const std::uint64_t hash : hashes) CHECK(hash == hashes.front());
    const ChainScene scene = busy_scene();
    CHECK(run_and_hash(scene.build(), scene, 100, scene.build()) ==
          run_and_hash(scene.build(), scene, 100, scene.build()));
}

TEST_CASE("what is not finite is refused with its name, and nothing has changed", "[chain][errors]") {
    const ChainScene scene = busy_scene();
    chain::Solver solver = scene.build(), untouched = scene.build();
    for (int f = 0; f < 10; ++f) {
        step(solver, scene.pose(swing(f)));
        step(untouched, scene.pose(swing(f)));
    }
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        auto pose = scene.pose(swing(10));
        pose[3].position.y = bad;
        const Status refused = solver.frame(pose, 1.0 / 60.0);
        REQUIRE(!refused.ok());
        CHECK(refused.error().where == "b2");
        CHECK(!solver.frame(scene.pose(), bad).ok());
        CHECK(!solver.step(pose).ok());
    }
    CHECK(!solver.frame(std::vector<Affine>(2), 0.1).ok());
    CHECK(positions(solver) == positions(untouched));

    ChainScene broken = busy_scene();
    broken.component().mass = 0.0;
    CHECK(!chain::Solver::build(broken.config, broken.skeleton, broken.pose()).ok());
    broken = busy_scene();
    broken.component().value(ParticleValue::damping).base = std::nan("");
    CHECK(!chain::Solver::build(broken.config, broken.skeleton, broken.pose()).ok());
    for (const auto spoil :
         {+[](chain::Component& c) { c.root = "absent"; }, +[](chain::Component& c) { c.colliders = {"absent"}; },
          +[](chain::Component& c) { c.material = "absent"; }, +[](chain::Component& c) { c.root.clear(); }}) {
        broken = busy_scene();
        spoil(broken.component());
        const auto refused = chain::Solver::build(broken.config, broken.skeleton, broken.pose());
        REQUIRE(!refused.ok());
        CHECK(refused.error().where.find("components[0]") != std::string::npos);
    }
}

TEST_CASE("numbers that overflow put the tree back on its pose", "[chain][errors]") {
    ChainScene scene;
    scene.component().force = {1e308, 1e308, 0.0};  // its square is beyond all numbers
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 5);
    for (const Vec3 p : positions(solver)) CHECK(chain::is_finite(p));
    CHECK(chain::distance(solver.particle(0, 1).position, solver.particle(0, 0).position) == Approx(0.2));
    scene.config.global_gravity = {1e308, 1e308, 0.0};  // and so is the sum
    chain::Solver worse = scene.build();
    step(worse, scene.pose(), 5);
    CHECK(largest_gap(positions(worse), positions(scene.build())) == 0.0);
    CHECK(worse.report().restarts > 0);
}

TEST_CASE("zero-length bones and bones scaled to nothing give no NaN", "[chain][errors]") {
    ChainScene scene = busy_scene();
    scene.local[3].position = {};
    scene.local[4].linear = {{}, {}, {}};
    chain::Solver solver = scene.build();
    for (int f = 0; f < 30; ++f) step(solver, scene.pose(swing(f)));
    std::vector<Affine> out = scene.pose();
    solver.write(out);
    for (const Affine& a : out) CHECK(chain::is_finite(a));
    CHECK(solver.report().restarts == 0);
}

TEST_CASE("small swings decay and turn as the closed form says", "[chain][analytic]") {
    // One link under elasticity and damping: rho = sqrt((1-d)(1-e)), cos phi = (2-d)(1-e)/(2 rho).
    ChainScene scene(1, {0.0, -1.0, 0.0});
    scene.component().value(ParticleValue::damping).base = 0.1;
    scene.component().value(ParticleValue::elasticity).base = 0.05;
    chain::Solver solver = scene.build();
    step(solver, scene.pose());
    const auto x = [&] { return solver.particle(0, 1).position.x; };
    // Pushed by moving the object for one frame and back.
    step(solver, scene.pose(moved(0.001)));
    std::vector<double> values;
    for (int f = 0; f < 60; ++f) {
        step(solver, scene.pose());
        values.push_back(x());
    }
    const double rho = std::sqrt(0.9 * 0.95), phase = std::acos(1.9 * 0.95 / (2.0 * rho));
    for (std::size_t n = 2; n < values.size(); ++n)
        CHECK(std::abs(values[n] - (2.0 * rho * std::cos(phase) * values[n - 1] - rho * rho * values[n - 2])) < 1e-8);
}

}  // namespace yure::tests
