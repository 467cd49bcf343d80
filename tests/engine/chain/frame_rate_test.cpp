// How chains behave at other frame rates: the figures of docs/chains.md, "Frame rates".
#include "engine/chain/chain_support.hpp"

#include <cmath>

namespace yure::tests {
namespace {

ChainScene pushed_chain(chain::UpdateMode mode, bool compensated) {
    ChainScene scene(3);
    scene.component().update_mode = mode;
    scene.component().rate_compensation = compensated;
    scene.component().force = {0.002, 0.0, 0.0};
    return scene;
}

/// x of the tip after 0.1, 0.5 and 2 s.
std::array<double, 3> tip_after(const ChainScene& scene, int fps) {
    chain::Solver solver = scene.build();
    std::array<double, 3> found{};
    const int frames[3] = {fps / 10, fps / 2, 2 * fps};
    for (int f = 1; f <= frames[2]; ++f) {
        step(solver, scene.pose(), 1, 1.0 / fps);
        for (std::size_t i = 0; i < 3; ++i)
            if (f == frames[i]) found[i] = solver.particle(0, 3).position.x;
    }
    return found;
}

}  // namespace

TEST_CASE("variable frames swing faster at higher rates; compensation brings them together", "[chain][rates]") {
    struct Row {
        int fps;
        bool compensated;
        std::array<double, 3> tip;
    };
    const Row rows[] = {{30, false, {0.0215, 0.0366, 0.0478}},  {60, false, {0.0343, 0.0506, 0.0538}},
                        {120, false, {0.0520, 0.0576, 0.0567}}, {30, true, {0.0367, 0.0513, 0.0538}},
                        {60, true, {0.0343, 0.0506, 0.0538}},   {120, true, {0.0321, 0.0472, 0.0537}}};
    for (const Row& row : rows) {
        const auto found = tip_after(pushed_chain(chain::UpdateMode::variable, row.compensated), row.fps);
        for (std::size_t i = 0; i < 3; ++i) {
            CAPTURE(row.fps, row.compensated, i, found[i]);
            CHECK(std::abs(found[i] - row.tip[i]) < 5.1e-5);
        }
    }
}

TEST_CASE("a fixed rate gives the same motion at 30, 60 and 120 frames a second", "[chain][rates]") {
    const auto at60 = tip_after(pushed_chain(chain::UpdateMode::normal, false), 60);
    for (const int fps : {30, 120}) {
        const auto found = tip_after(pushed_chain(chain::UpdateMode::normal, false), fps);
        for (std::size_t i = 0; i < 3; ++i) CHECK(std::abs(found[i] - at60[i]) < 1e-12);
    }
}

TEST_CASE("loops per frame follow the display rate, and no loop is lost to rounding", "[chain][rates]") {
    ChainScene scene = pushed_chain(chain::UpdateMode::normal, false);
    // 25 frames need 3 loops now and then, which by default drops what is left of the frame.
    scene.component().max_loops = 4;
    for (const int fps : {24, 25, 30, 60, 144}) {
        chain::Solver solver = scene.build();
        int loops = 0, skipped = 0;
        for (int f = 0; f < 10 * fps; ++f) {
            step(solver, scene.pose(), 1, 1.0 / fps);
            loops += solver.loops(0);
            skipped += solver.loops(0) == 0;
        }
        CHECK(loops == 600);
        CHECK((skipped > 0) == (fps > 60));
    }
}

}  // namespace yure::tests
