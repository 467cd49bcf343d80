// Splines, joints and bow control. The sweeps are the point of it all: turned through every direction, no bone flips.
#include "engine/chain/chain_support.hpp"

#include <algorithm>
#include <cmath>

#include "yure/chain/bow_frame.hpp"
#include "yure/chain/spline_rig.hpp"
#include "yure/core/random.hpp"

namespace yure::tests {
namespace {

using chain::Mat3;
using chain::Vec3;

constexpr double kDegrees = 57.29577951308232;

/// One pose of a long body: its joints and a back point for every bone.
struct Body {
    std::vector<double> lengths;
    std::vector<Vec3> joints, backs;
    std::vector<chain::PlacedFin> fins;
};

/// A curve that turns once round a horizontal axis, so that every part of it passes the vertical, while it bends.
class Sweep {
  public:
    Sweep(std::uint64_t seed, int bones) : bones_(bones) {
        Random random(seed);
        const double heading = random.uniform(0.0, 6.28);
        axis_ = {std::cos(heading), 0.0, std::sin(heading)};
        along_ = chain::cross(axis_, {0.0, 1.0, 0.0});
        for (int k = 0; k < 6; ++k) {
            const auto bit = [&] { return random.uniform(-0.25, 0.25); };
            knots_.push_back(along_ * (1.0 * k) + Vec3{bit(), bit(), bit()});
            sway_.push_back({bit(), bit(), bit()});
        }
        for (int i = 0; i < bones; ++i) lean_.push_back(random.uniform(-0.3, 0.3));
    }

    /// turn: 0..1, once round.
    Body at(double turn) const {
        const double angle = turn * 6.283185307179586;
        const Mat3 round = chain::to_matrix(chain::rotation_about(axis_, angle));
        std::vector<Vec3> knots;
        for (std::size_t k = 0; k < knots_.size(); ++k)
            knots.push_back(round * (knots_[k] + sway_[k] * std::sin(angle)));
        const chain::Spline spline(chain::catmull_rom(knots));
        const std::vector<double> rest(static_cast<std::size_t>(bones_), 4.8 / bones_);
        Body body;
        body.lengths = rest;
        body.joints.resize(rest.size() + 1);
        chain::place_joints(spline, rest, {}, body.joints);
        // The animator holds the backs to one side of the plane that the body turns in.
        for (std::size_t i = 0; i < rest.size(); ++i)
            body.backs.push_back(body.joints[i] + axis_ * 1.5 + Vec3{0.0, lean_[i], 0.0});
        for (const double at : {0.05, 0.4, 0.95})
            body.fins.push_back({at, body.joints[static_cast<std::size_t>(at * bones_)] + axis_ * 2.0, 0});
        return body;
    }

  private:
    int bones_;
    Vec3 axis_, along_;
    std::vector<Vec3> knots_, sway_;
    std::vector<double> lean_;
};

enum class Rule { points, fins, up_vector };

std::vector<Mat3> frames_of(const Body& body, Rule rule) {
    std::vector<Mat3> frames(body.backs.size());
    if (rule == Rule::up_vector) {  // what the seed complains about: y from one world direction
        for (std::size_t i = 0; i < frames.size(); ++i) {
            const Vec3 x = chain::unit(body.joints[i + 1] - body.joints[i]);
            const Vec3 z = chain::unit(chain::cross(x, {0.0, 1.0, 0.0}));
            frames[i] = {x, chain::cross(z, x), z};
        }
        return frames;
    }
    std::vector<Vec3> backs = body.backs;
    const Vec3 first_y{0.1, 0.2, 1.0};
    if (rule == Rule::fins) chain::back_points_from_fins(body.joints, body.lengths, body.fins, first_y, backs);
    chain::bow_chain(body.joints, backs, first_y, frames);
    return frames;
}

/// Largest turn of each bone from one frame to the next, degrees. Bones whose back point comes near their line are left
/// out (-1): crossing it is the animator's doing.
std::vector<double> largest_turns(const Sweep& sweep, Rule rule, int steps) {
    std::vector<Mat3> before = frames_of(sweep.at(0.0), rule);
    std::vector<double> largest(before.size(), 0.0);
    for (int s = 1; s <= steps; ++s) {
        const Body body = sweep.at(static_cast<double>(s) / steps);
        const std::vector<Mat3> now = frames_of(body, rule);
        for (std::size_t i = 0; i < now.size(); ++i) {
            const Vec3 x = now[i].x, towards = chain::unit(body.backs[i] - body.joints[i]);
            if (rule == Rule::points && chain::length(chain::cross(towards, x)) < 0.2) largest[i] = -1.0;
            if (largest[i] < 0.0) continue;
            const double turn = chain::angle_between(chain::to_quat(before[i]), chain::to_quat(now[i])) * kDegrees;
            largest[i] = std::max(largest[i], turn);
        }
        before = now;
    }
    return largest;
}

/// Share of the bones whose largest turn halves when the step is halved, and the largest turn of all.
std::pair<double, double> halving(const Sweep& sweep, Rule rule, int steps) {
    const std::vector<double> coarse = largest_turns(sweep, rule, steps), fine = largest_turns(sweep, rule, 2 * steps);
    int good = 0, counted = 0;
    double worst = 0.0;
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        if (coarse[i] < 0.0 || fine[i] < 0.0) continue;
        ++counted;
        const double ratio = fine[i] / coarse[i];
        good += ratio > 0.42 && ratio < 0.58;
        worst = std::max(worst, fine[i]);
    }
    CHECK(counted > static_cast<int>(coarse.size()) / 2);
    return {static_cast<double>(good) / counted, worst};
}

}  // namespace

TEST_CASE("no bone flips anywhere in a sweep through the vertical", "[chain][spline][flip]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const Sweep sweep(seed, 50);
        for (const Rule rule : {Rule::points, Rule::fins}) {
            const auto [halved, worst] = halving(sweep, rule, 240);
            CAPTURE(seed, static_cast<int>(rule), worst);
            CHECK(halved == 1.0);
            CHECK(worst < 10.0);
        }
    }
}

TEST_CASE("the classic up-vector solver fails the same test", "[chain][spline][flip]") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const auto [halved, worst] = halving(Sweep(seed, 50), Rule::up_vector, 240);
        CAPTURE(seed);
        CHECK(halved < 1.0);
        CHECK(worst > 60.0);
    }
}

TEST_CASE("five hundred bones do not flip either", "[chain][spline][flip]") {
    const auto [halved, worst] = halving(Sweep(11, 500), Rule::fins, 60);
    CHECK(halved > 0.99);
    CHECK(worst < 30.0);
}

TEST_CASE("a bow frame is orthonormal, right-handed, and looks at its back point", "[chain][bow]") {
    Random random(5);
    const auto any = [&] {
        return Vec3{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    };
    for (int n = 0; n < 500; ++n) {
        const Vec3 head = any(), end = any(), back = any();
        const Mat3 f = chain::bow_frame(head, end, back, {any(), {1.0, 0.0, 0.0}});
        CHECK(std::abs(chain::determinant(f) - 1.0) < 1e-12);
        CHECK(chain::distance(f.x, chain::unit(end - head)) < 1e-12);
        if (chain::length(chain::cross(chain::unit(back - head), f.x)) < 0.02) continue;
        CHECK(chain::dot(f.z, back - head) > 0.0);
        CHECK(std::abs(chain::dot(f.y, back - head)) < 1e-12);
        // Along the bone, nearer or farther: nothing changes.
        const Mat3 g = chain::bow_frame(head, end, back + (back - head) * 3.0 + f.x * 0.3, {any(), {1.0, 0.0, 0.0}});
        if (chain::length(chain::cross(chain::unit((back - head) * 4.0 + f.x * 0.3), f.x)) > 0.02)
            CHECK(chain::distance(f.y, g.y) < 1e-9);
    }
    // A bone of no length keeps what it is given.
    const Mat3 f = chain::bow_frame({}, {}, {0.0, 1.0, 0.0}, {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}});
    CHECK(f.x == Vec3{0.0, 0.0, 1.0});
    CHECK(f.y == Vec3{0.0, 1.0, 0.0});
}

TEST_CASE("arc lengths and their inverse agree, and straight curves are as long as they are", "[chain][spline]") {
    const std::vector<Vec3> straight{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
        bent{{0, 0, 0}, {1, 2, 0}, {3, 1, 1}, {4, 0, 0}};
    CHECK(std::abs(chain::Spline(chain::catmull_rom(straight)).length() - 3.0) < 1e-12);
    CHECK(std::abs(chain::Spline(chain::b_spline(straight)).length() - 3.0) < 1e-12);
    for (const bool closed : {false, true}) {
        const chain::Spline spline(closed ? chain::catmull_rom(bent, true) : chain::b_spline(bent), closed);
        for (double t = 0.03; t < spline.segment_count(); t += 0.21)
            CHECK(std::abs(spline.parameter_at(spline.arc_at(t)) - t) < 1e-9);
        CHECK(chain::distance(spline.at(0.0), spline.at_arc(closed ? spline.length() : 0.0)) < 1e-9);
    }
    // A circle of eight knots, closed: within the known error of the spline, and joints go all the way round.
    std::vector<Vec3> circle;
    for (int k = 0; k < 8; ++k) circle.push_back({std::cos(0.7853981634 * k), std::sin(0.7853981634 * k), 0.0});
    const chain::Spline round(chain::catmull_rom(circle, true), true);
    CHECK(std::abs(round.length() - 6.283185307) < 0.06);
}

TEST_CASE("joints: fixed lengths, stretch, even arcs, parameters and slide", "[chain][spline]") {
    const std::vector<Vec3> knots{{0, 0, 0}, {1, 1, 0}, {2, 0, 0.5}, {3, 0.5, 1}};
    const chain::Spline spline(chain::catmull_rom(knots));
    const std::vector<double> rest(6, 0.3);
    std::vector<Vec3> joints(7);
    const auto place = [&](chain::JointMode mode, double stretch = 0.0, double slide = 0.0) {
        chain::JointOptions options;
        options.mode = mode;
        options.stretch = stretch;
        options.slide = slide;
        chain::place_joints(spline, rest, options, joints);
    };
    place(chain::JointMode::fixed);
    for (std::size_t j = 0; j < 6; ++j) CHECK(std::abs(chain::distance(joints[j], joints[j + 1]) - 0.3) < 1e-9);
    place(chain::JointMode::stretch, 1.0);
    CHECK(chain::distance(joints[6], knots[3]) < 0.2);  // chords are shorter than arcs, so nearly at the end
    const double factor = chain::distance(joints[0], joints[1]) / 0.3;
    CHECK(std::abs(factor - spline.length() / 1.8) < 1e-9);
    place(chain::JointMode::arc);
    CHECK(chain::distance(joints[6], knots[3]) < 1e-9);
    CHECK(std::abs(spline.length() / 6.0 - chain::distance(joints[0], joints[1])) < 0.02);
    place(chain::JointMode::parameter);
    CHECK(chain::distance(joints[2], knots[1]) < 1e-12);
    place(chain::JointMode::fixed, 0.0, 0.7);
    CHECK(chain::distance(joints[0], spline.at_arc(0.7)) < 1e-9);
    // Longer than the curve: on along the end tangent, lengths kept.
    const std::vector<double> longer(30, 0.3);
    std::vector<Vec3> many(31);
    chain::place_joints(spline, longer, {}, many);
    for (std::size_t j = 0; j < 30; ++j) CHECK(std::abs(chain::distance(many[j], many[j + 1]) - 0.3) < 1e-9);
    CHECK(chain::length(chain::cross(chain::unit(many[30] - many[29]), spline.end_tangent())) < 1e-9);
}

TEST_CASE("a rig leaves the bind pose as it is, follows its knots and carries what hangs on it", "[chain][spline]") {
    ChainScene scene(4, {0.5, 0.0, 0.0});
    scene.skeleton.push_back({"leaf", 3});
    scene.local.push_back(moved(0.0, 0.1, 0.0));
    scene.skeleton.push_back({"knot", -1});
    scene.local.push_back(moved(2.0));
    const std::vector<chain::Affine> bind = scene.pose();
    chain::SplineRig rig;
    rig.bones = {"b0", "b3"};
    rig.knots.resize(2);
    rig.knots[1].point.node = "knot";
    auto solver = chain::SplineRigSolver::build(rig, scene.skeleton, bind);
    REQUIRE(solver.ok());
    CHECK(solver->bones() == std::vector<int>{1, 2, 3, 4});
    std::vector<chain::Affine> world = bind;
    REQUIRE(solver->apply(scene.local, world, 0.0).ok());
    for (std::size_t i = 0; i < world.size(); ++i) {
        CHECK(chain::distance(world[i].position, bind[i].position) < 1e-9);
        CHECK(chain::distance(world[i].linear.y, bind[i].linear.y) < 1e-9);
    }
    world.back().position = {0.0, 2.0, 0.0};  // the knot's node moves: the chain points up
    REQUIRE(solver->apply(scene.local, world, 0.0).ok());
    CHECK(chain::distance(world[4].position, {0.0, 1.5, 0.0}) < 1e-9);
    CHECK(chain::distance(world[5].position, {0.0, 2.0, 0.0}) < 1e-9);   // b4, carried
    CHECK(chain::distance(world[6].position, {-0.1, 1.0, 0.0}) < 1e-9);  // the leaf on b2, turned along
    world.back().position.x = std::nan("");
    CHECK(!solver->apply(scene.local, world, 0.0).ok());

    rig.twist_end = rig.twist_start = 90.0;
    auto twisted = chain::SplineRigSolver::build(rig, scene.skeleton, bind);
    REQUIRE(twisted.ok());
    world = bind;
    REQUIRE(twisted->apply(scene.local, world, 0.0).ok());
    CHECK(chain::distance(world[2].linear.y, {0.0, 0.0, 1.0}) < 1e-9);

    for (const auto spoil : {+[](chain::SplineRig& r) {
                                 r.bones = {"b0", "absent"};
                             },
                             +[](chain::SplineRig& r) {
                                 r.bones = {"b3", "b0"};
                             },
                             +[](chain::SplineRig& r) { r.knots.resize(1); },
                             +[](chain::SplineRig& r) { r.back = chain::BackMode::points; },
                             +[](chain::SplineRig& r) {
                                 r.back_axis = {1.0, 0.0, 0.0};
                             },
                             +[](chain::SplineRig& r) { r.space = "b1"; }}) {
        chain::SplineRig broken = rig;
        spoil(broken);
        CHECK(!chain::SplineRigSolver::build(broken, scene.skeleton, bind).ok());
    }
}

TEST_CASE("dynamics on a spline pose keep the bones' lengths and lag behind", "[chain][spline]") {
    ChainScene scene(10, {0.2, 0.0, 0.0});
    chain::SplineRig rig;
    rig.bones = {"b0", "b10"};
    rig.knots.resize(3);
    for (std::size_t k = 0; k < 3; ++k)
        rig.knots[k].point.keys = {{0.0, {1.1 * static_cast<double>(k), 0.0, 0.0}},
                                   {1.0, {1.1 * static_cast<double>(k), k == 2 ? 2.0 : 0.0, 0.0}}};
    auto spline = chain::SplineRigSolver::build(rig, scene.skeleton, scene.pose());
    REQUIRE(spline.ok());
    chain::Solver solver = scene.build();
    double lag = 0.0;
    for (int f = 0; f < 60; ++f) {
        std::vector<chain::Affine> pose = scene.pose();
        REQUIRE(spline->apply(scene.local, pose, f / 60.0).ok());
        step(solver, pose);
        lag = std::max(lag, chain::distance(solver.particle(0, 10).position, pose.back().position));
        for (int p = 1; p <= 10; ++p)
            CHECK(std::abs(chain::distance(solver.particle(0, p).position, solver.particle(0, p - 1).position) - 0.2) <
                  1e-8);
    }
    CHECK(lag > 0.01);
}

}  // namespace yure::tests
