// Counts every operator new of this program; only differences inside of a test matter.
#include "support/catch.hpp"
#include "support/models.hpp"

#include <cstdlib>
#include <new>

#include "yure/rig/rig.hpp"

namespace {

long allocations = 0;

void* counted(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(size);
}
void* operator new[](std::size_t size) {
    return counted(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace yure;

TEST_CASE("evaluating and inverting allocate nothing", "[rig]") {
    for (const tests::NamedPuppet& model : tests::all_models()) {
        INFO(model.name);
        const rig::Rig rig = tests::built(model.puppet);
        rig::Evaluation pose(rig);
        Random random(3);
        const auto values = tests::random_values(rig, random);
        std::vector<Vec2> world(static_cast<std::size_t>(rig.vertex_count(0))), back(world.size());
        const long before = allocations;
        pose.evaluate(values);
        pose.world_positions(0, world);
        pose.to_keyform_space(0, world, pose.keyform_positions(0), back);
        pose.to_world(0, back, world);
        const long during = allocations - before;
        CHECK(during == 0);
    }
    CHECK(allocations > 0);  // the counter is in place
}
