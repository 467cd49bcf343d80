// Baking: the same steps as the live preview, whole cycles, no seam, the same numbers twice.
#include "yure/chain/bake.hpp"

#include "engine/chain/chain_support.hpp"

#include <cmath>

namespace yure::tests {
namespace {

using chain::Affine;
using chain::Vec3;

chain::PoseAt swinging(const ChainScene& scene, double period) {
    return [&scene, period](double time, std::span<Affine> world) -> Status {
        const auto pose = scene.pose(moved(0.3 * std::sin(6.283185307179586 * time / period)));
        std::copy(pose.begin(), pose.end(), world.begin());
        return {};
    };
}

chain::BakedChains bake(const ChainScene& scene, const chain::BakeOptions& options, double period = 1.0) {
    Notices notices;
    auto baked =
        chain::bake_chains(scene.config, scene.skeleton, scene.pose(), swinging(scene, period), options, notices, {});
    if (!baked) FAIL(baked.error().text());
    return std::move(*baked);
}

}  // namespace

TEST_CASE("preview and bake agree when the display runs at the chain's rate", "[chain][bake][complaint]") {
    ChainScene scene;
    scene.component().value(chain::ParticleValue::inert).base = 0.3;
    scene.component().value(chain::ParticleValue::additive_elasticity).base = 0.2;
    scene.component().gravity = {0.0, -0.002, 0.0};
    scene.config.global_wind = chain::Wind{true, {1.0, 0.0, 0.0}, 0.05, 0.5, 2.0};
    chain::BakeOptions options;
    options.end = 2.0;
    options.preroll = 0.0;
    const chain::BakedChains baked = bake(scene, options);
    REQUIRE(baked.times.size() == 121);
    chain::Solver solver = scene.build();
    std::vector<Affine> pose = scene.pose();
    for (std::size_t f = 0; f < baked.times.size(); ++f) {
        REQUIRE(swinging(scene, 1.0)(baked.times[f], pose).ok());
        step(solver, pose);
        CHECK(largest_gap(positions(solver), baked.positions[f]) < 1e-9);
        std::vector<Affine> live = pose, written = pose;
        solver.write(live);
        chain::write_frame(baked, scene.config, f, pose, written);
        for (std::size_t i = 0; i < live.size(); ++i) {
            CHECK(chain::distance(live[i].linear.x, written[i].linear.x) < 1e-9);
            CHECK(chain::distance(live[i].position, written[i].position) < 1e-9);
        }
    }
}

TEST_CASE("a bake of another frame rate lies between the steps of the chain's own", "[chain][bake]") {
    const ChainScene scene;
    chain::BakeOptions options;
    options.end = 1.0;
    const chain::BakedChains at60 = bake(scene, options);
    options.fps = 24.0;
    const chain::BakedChains at24 = bake(scene, options);
    REQUIRE(at24.times.size() == 25);
    for (std::size_t j = 0; j < at24.times.size(); j += 2)  // every second frame of 24 lies on a step of 60
        CHECK(largest_gap(at24.positions[j], at60.positions[j * 5 / 2]) < 1e-12);
    CHECK(at24.times.back() == 1.0);
}

TEST_CASE("a bake is the same twice", "[chain][bake][determinism]") {
    const ChainScene scene;
    chain::BakeOptions options;
    options.end = 1.0;
    CHECK(bake(scene, options).positions == bake(scene, options).positions);
}

TEST_CASE("the first frame of a bake is at rest after its pre-roll", "[chain][bake][complaint]") {
    ChainScene scene;
    scene.component().force = {0.002, 0.0, 0.0};
    chain::BakeOptions options;
    options.end = 0.0;
    options.preroll = 10.0;
    const chain::BakedChains baked = bake(scene, options);
    REQUIRE(baked.times == std::vector<double>{0.0});
    chain::Solver solver = scene.build();
    step(solver, scene.pose(), 2000);
    CHECK(largest_gap(baked.positions[0], positions(solver)) < 1e-4);
}

TEST_CASE("a loop closes, and whole cycles are run before", "[chain][bake][complaint]") {
    ChainScene scene;
    scene.component().value(chain::ParticleValue::damping).base = 0.02;  // slow to settle
    scene.component().value(chain::ParticleValue::elasticity).base = 0.01;
    for (const double period : {0.5, 0.8333, 2.0}) {
        chain::BakeOptions options;
        options.end = period;
        options.loop = true;
        const chain::BakedChains baked = bake(scene, options, period);
        CHECK(baked.positions.front() == baked.positions.back());
        CHECK(baked.cycles >= 1);
        CHECK(baked.cycles <= 8);
        // No jump at the seam larger than the largest step elsewhere.
        double largest = 0.0;
        const std::size_t n = baked.times.size();
        for (std::size_t j = 1; j + 1 < n; ++j)
            largest = std::max(largest, largest_gap(baked.positions[j], baked.positions[j - 1]));
        CHECK(largest_gap(baked.positions[n - 1], baked.positions[n - 2]) < 1.5 * largest);
    }
}

TEST_CASE("options out of range, poses that fail and cancelling end a bake", "[chain][bake][errors]") {
    const ChainScene scene;
    Notices notices;
    const auto run = [&](const chain::BakeOptions& options, const chain::PoseAt& pose, const Work& work = {}) {
        return chain::bake_chains(scene.config, scene.skeleton, scene.pose(), pose, options, notices, work);
    };
    chain::BakeOptions options;
    options.end = 1.0;
    const chain::PoseAt good = swinging(scene, 1.0);
    options.fps = 0.0;
    CHECK(!run(options, good).ok());
    options.fps = 60.0;
    options.end = -1.0;
    CHECK(!run(options, good).ok());
    options.end = 1e9;
    CHECK(!run(options, good).ok());
    options.end = 1.0;
    const chain::PoseAt bad = [](double, std::span<Affine>) -> Status { return Error{"pose", "is not there"}; };
    REQUIRE(!run(options, bad).ok());
    Work cancelled;
    cancelled.cancelled = [] { return true; };
    const auto ended = run(options, good, cancelled);
    REQUIRE(!ended.ok());
    CHECK(ended.error().what == "cancelled");
}

}  // namespace yure::tests
