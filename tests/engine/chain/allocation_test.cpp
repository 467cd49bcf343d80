// A program of its own: it replaces the global operator new, to count.
#include "engine/chain/chain_support.hpp"

#include <cmath>
#include <cstdlib>
#include <new>

#include "yure/chain/spline_rig.hpp"

namespace {
long g_allocations = 0;
}

void* operator new(std::size_t size) {
    ++g_allocations;
    if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace yure::tests {

TEST_CASE("a frame allocates nothing, whatever is asked of it", "[chain][allocation]") {
    ChainScene scene(8);
    chain::Component& c = scene.component();
    c.gravity = {0.0, -0.003, 0.0};
    c.end_length = 1.0;
    c.value(chain::ParticleValue::additive_elasticity).base = 0.1;
    c.value(chain::ParticleValue::radius).base = 0.1;
    c.local_wind = chain::Wind{true, {1.0, 0.0, 0.0}, 1.0, 0.5, 1.0};
    chain::AngleLimit limit;
    limit.bones = {"b2", "b3"};
    limit.pivot = chain::AngleLimit::Pivot::dynamic_parent;
    limit.swing1 = limit.swing2 = {chain::SwingMode::limited, 20.0};
    c.angle_limits = {limit};
    chain::Collider ball;
    ball.id = "ball";
    scene.config.colliders = {ball};
    c.colliders = {"ball"};
    c.update_mode = chain::UpdateMode::variable;
    c.rate_compensation = true;
    chain::Solver solver = scene.build();
    std::vector<chain::Affine> pose = scene.pose(), out = pose;
    const long before = g_allocations;
    for (int f = 0; f < 50; ++f) {
        pose[0].position.x = f == 20 ? 100.0 : 0.1 * std::sin(0.3 * f);
        const bool good = f % 9 == 0 ? solver.step(pose).ok() : solver.frame(pose, f % 4 == 0 ? 0.05 : 0.01, out).ok();
        if (!good) std::abort();
        solver.write(out);
        if (f == 30) solver.reset();
    }
    CHECK(g_allocations == before);
    CHECK(before > 0);
}

TEST_CASE("a spline rig allocates nothing while it is posed", "[chain][spline][allocation]") {
    ChainScene scene(20, {0.1, 0.0, 0.0});
    chain::SplineRig rig;
    rig.bones = {"b0", "b20"};
    for (int k = 0; k < 5; ++k) {
        chain::Knot knot;
        knot.point.keys = {{0.0, {0.5 * k, 0.1 * k, 0.0}}, {1.0, {0.5 * k, -0.2 * k, 0.1}}};
        rig.knots.push_back(knot);
    }
    rig.back = chain::BackMode::fins;
    rig.fins = {{0.1, {{0.0, 3.0, 0.0}, "", {}}, 0}, {0.9, {{2.0, 3.0, 1.0}, "", {}}, 0}};
    auto solver = chain::SplineRigSolver::build(rig, scene.skeleton, scene.pose());
    REQUIRE(solver.ok());
    std::vector<chain::Affine> world = scene.pose();
    const long before = g_allocations;
    for (int f = 0; f < 20; ++f)
        if (!solver->apply(scene.local, world, 0.05 * f)) std::abort();
    CHECK(g_allocations == before);
}

}  // namespace yure::tests
