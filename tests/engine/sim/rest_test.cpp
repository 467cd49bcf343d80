// Rest is the drawing: a body that is not moved stays as it was drawn, and comes back to it.
#include "sim_support.hpp"

namespace yure::tests {

TEST_CASE("every scene rests on its drawing and does not stir when a clip starts", "[sim][calibration]") {
    for (const scenes::NamedScene& named : scenes::all_scenes()) {
        INFO(named.name);
        const sim::Scene scene = build(named.spec);
        CHECK(scene.calibration_error() >= 0.0f);
        CHECK(scene.calibration_error() < 0.5f);
        const Points rest = scenes::drawing(named.spec);
        sim::Solver solver(scene, 1);
        float most = 0.0f;
        for (int frame = 0; frame < 240; ++frame) {
            solver.step();
            most = std::max(most, farthest(positions(scene, solver), rest));
        }
        CHECK(most < 0.5f);
    }
}

}  // namespace yure::tests
