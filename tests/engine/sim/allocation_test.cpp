// A program of its own: it replaces the global operator new, to count.
#include "sim_support.hpp"

#include <cstdlib>
#include <new>

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

TEST_CASE("a step allocates nothing, whatever is asked of it", "[sim][allocation]") {
    const scenes::NamedScene named = scenes::find_scene("capsule_sweep");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 9);
    scenes::Drive drive = named.drive_at(1.0);
    Points out(drive.goals.size());
    const long before = g_allocations;
    for (int frame = 0; frame < 20; ++frame) {
        for (int lane = 0; lane < 9; ++lane) apply(scene, solver, lane, drive);
        scenes::shift(drive.goals, {frame == 10 ? 3000.0f : 40.0f, 0.0f});
        solver.set_idle(3, frame % 2 == 0);
        solver.step(frame % 3 == 0 ? 0.1f : frame % 5 == 0 ? 0.0f : 1.0f / 60.0f);
        solver.positions(8, out);
        if (frame == 15) solver.reset(2, drive.goals);
    }
    CHECK(g_allocations == before);
    CHECK(before > 0);
}

}  // namespace yure::tests
