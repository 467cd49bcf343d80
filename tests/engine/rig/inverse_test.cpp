#include "support/catch.hpp"
#include "support/models.hpp"
#include "support/tiny_puppet.hpp"

#include <algorithm>
#include <cmath>

#include "yure/rig/rig.hpp"

using namespace yure;

namespace {

float largest_distance(std::span<const Vec2> a, std::span<const Vec2> b) {
    float worst = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, distance(a[i], b[i]));
    return worst;
}

/// World -> keyform space -> world for displaced vertices of every mesh; the worst miss in px.
float round_trip(const rig::Rig& rig, const rig::Evaluation& pose, Random& random, double reach_px) {
    float worst = 0.0f;
    for (int mesh = 0; mesh < rig.mesh_count(); ++mesh) {
        if (pose.hidden(mesh)) continue;
        const auto near = pose.keyform_positions(mesh);
        std::vector<Vec2> target(near.size()), own(near.size()), again(near.size());
        pose.to_world(mesh, near, target);
        for (Vec2& point : target) {
            point.x += static_cast<float>(reach_px * random.normal());
            point.y += static_cast<float>(reach_px * random.normal());
        }
        pose.to_keyform_space(mesh, target, near, own);
        pose.to_world(mesh, own, again);
        const float miss = largest_distance(target, again);
        INFO("mesh " << mesh << " reach " << reach_px << " px: misses by " << miss << " px");
        CHECK(miss <= 1e-3f);
        worst = std::max(worst, miss);
    }
    return worst;
}

}  // namespace

TEST_CASE("world to keyform space and back is within a thousandth of a pixel", "[rig][inverse]") {
    for (const tests::NamedPuppet& model : tests::all_models()) {
        INFO(model.name);
        const rig::Rig rig = tests::built(model.puppet);
        rig::Evaluation pose(rig);
        Random random(17);
        for (int round = 0; round < 6; ++round) {
            pose.evaluate(tests::random_values(rig, random));
            for (const double reach : {0.0, 5.0, 60.0, 400.0}) round_trip(rig, pose, random, reach);
        }
    }
}

TEST_CASE("an undisplaced vertex comes back to its own place", "[rig][inverse]") {
    const rig::Rig rig = tests::built(tests::tiny_puppet());
    rig::Evaluation pose(rig);
    Random random(2);
    for (int round = 0; round < 20; ++round) {
        pose.evaluate(tests::random_values(rig, random));
        for (int mesh = 0; mesh < rig.mesh_count(); ++mesh) {
            const auto own = pose.keyform_positions(mesh);
            std::vector<Vec2> world(own.size()), back(own.size());
            pose.to_world(mesh, own, world);
            pose.to_keyform_space(mesh, world, own, back);
            for (std::size_t v = 0; v < own.size(); ++v)
                CHECK(distance(own[v], back[v]) <= 1e-5f * (1.0f + std::abs(own[v].x) + std::abs(own[v].y)));
        }
    }
}

namespace {

/// One mesh below one root warp, whose grid is given.
rig::Puppet below_warp(int rows, int cols, bool quad, const std::function<Vec2(Vec2)>& bend) {
    tests::PuppetBuilder b(rig::MocVersion::v4_2);
    b.parameter("ParamAngleX", -30.0f, 30.0f, 0.0f);
    const int part = b.part("Part", -1);
    const int warp = b.warp("Warp", part, -1, rows, cols, {-0.5f, -0.5f}, {0.5f, 0.5f}, quad, {},
                            [&](Vec2 p, const std::vector<float>&) { return bend(p); });
    b.mesh("Mesh", part, warp, 7, 7, {-0.4f, -0.4f}, {1.4f, 1.4f}, {},
           [](Vec2 p, const std::vector<float>&) { return p; });
    return b.finish(-1);
}

}  // namespace

TEST_CASE("on a folded grid the solution nearest to the guess is taken", "[rig][inverse]") {
    // x folds back at 0: u and 1 - u have the same image.
    const rig::Rig rig = tests::built(below_warp(2, 8, false, [](Vec2 p) { return Vec2{std::abs(p.x), p.y}; }));
    rig::Evaluation pose(rig);
    pose.evaluate(rig.default_values());
    const std::vector<Vec2> left{{0.23f, 0.4f}}, right{{0.77f, 0.4f}};
    std::vector<Vec2> world(1), back(1);
    pose.to_world(0, left, world);
    pose.to_keyform_space(0, world, left, back);
    CHECK(back[0].x == Approx(0.23f).margin(1e-5));
    pose.to_keyform_space(0, world, right, back);
    CHECK(back[0].x == Approx(0.77f).margin(1e-5));
}

TEST_CASE("the plane far outside of a warp is inverted", "[rig][inverse]") {
    for (const bool quad : {false, true}) {
        const rig::Rig rig = tests::built(below_warp(3, 3, quad, [](Vec2 p) {
            return Vec2{p.x + 0.2f * p.y * p.y, p.y - 0.1f * p.x * p.x};
        }));
        rig::Evaluation pose(rig);
        pose.evaluate(rig.default_values());
        const std::vector<Vec2> own{{7.5f, -3.0f}, {-2.0f, 0.5f}, {3.0f, 3.0f},
                                    {1.0f, 1.0f},  {0.0f, 0.0f},  {2.5f, 0.3f}};
        std::vector<Vec2> world(own.size()), back(own.size());
        pose.to_world(0, own, world);
        const std::vector<Vec2> guess(own.size(), Vec2{0.5f, 0.5f});
        pose.to_keyform_space(0, world, guess, back);
        for (std::size_t k = 0; k < own.size(); ++k) {
            CHECK(back[k].x == Approx(own[k].x).margin(1e-4));
            CHECK(back[k].y == Approx(own[k].y).margin(1e-4));
        }
    }
}

TEST_CASE("a flat grid gives the nearest point instead of nonsense", "[rig][inverse]") {
    const rig::Rig rig = tests::built(below_warp(2, 2, false, [](Vec2 p) { return Vec2{p.x, 0.0f}; }));
    rig::Evaluation pose(rig);
    pose.evaluate(rig.default_values());
    const std::vector<Vec2> off_line{{600.0f, 480.0f}}, near{{0.5f, 0.5f}};  // px; the line is y = 500
    std::vector<Vec2> own(1), again(1);
    pose.to_keyform_space(0, off_line, near, own);
    pose.to_world(0, own, again);
    CHECK(again[0].x == Approx(600.0f).margin(1e-2));
    CHECK(again[0].y == Approx(500.0f).margin(1e-2));
}
