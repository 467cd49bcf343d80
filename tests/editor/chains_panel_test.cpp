#include <cmath>

#include "editor/windowless.hpp"

using namespace yure;
using namespace yure::editor;

namespace {

void make_skirt_with_chains(Windowless& window) {
    require_ok(window.play("do file.demo\nwait 5"));
    Workbench& workbench = window.app().workbench();
    REQUIRE(workbench.apply("body.add", {{"meshes", {"ArtMeshSkirt"}}, {"kind", "cloth"}}));
    workbench.selection.body = "Skirt";
    require_ok(window.play("show chains\nwait 3\nexpect_off chains/clear\nclick chains/preset\nclick chains/preset/0\nwait 3"));
    REQUIRE(workbench.document().bodies.find("Skirt")->chain);
}

const chain::StrandSettings& chains(Windowless& window) { return *window.app().workbench().document().bodies.find("Skirt")->chain; }
const std::optional<chain::Curve>& elasticity(Windowless& window) {
    return chains(window).component.values[static_cast<std::size_t>(chain::ParticleValue::elasticity)].curve;
}

}  // namespace

TEST_CASE("a preset lays chains, values tune them, clear takes them away, and each is undone", "[editor][chains]") {
    Windowless window;
    make_skirt_with_chains(window);
    require_ok(window.play("set chains/segments 9\nset chains/Damping 0.35\nwait 3\nexpect_no_errors"));
    CHECK(chains(window).segments == 9);
    CHECK(chains(window).component.values[0].base == Approx(0.35));
    require_ok(window.play("do edit.undo\nwait 2"));
    CHECK(chains(window).component.values[0].base != Approx(0.35));
    require_ok(window.play("click chains/clear\nwait 3"));
    CHECK_FALSE(window.app().workbench().document().bodies.find("Skirt")->chain);
    require_ok(window.play("do edit.undo\nwait 2"));
    CHECK(chains(window).segments == 9);
}

TEST_CASE("a curve's points are dragged, added, removed and typed; one drag is one step", "[editor][chains]") {
    Windowless window;
    make_skirt_with_chains(window);
    require_ok(window.play("click chains/Elasticity_curve\nwait 3\nclick chains/Elasticity_curve/form\nclick chains/Elasticity_curve/form/5\nwait 3"));
    REQUIRE(elasticity(window));
    REQUIRE(elasticity(window)->keys.size() == 3);
    const std::size_t before = window.app().workbench().session()->history().position();
    require_ok(window.play("drag chains/Elasticity_curve/1 20 15 10\nwait 3"));
    CHECK(window.app().workbench().session()->history().position() == before + 1);
    CHECK(elasticity(window)->keys[1].u > 0.51);
    CHECK(elasticity(window)->keys[1].value < 0.95);
    require_ok(window.play("set chains/Elasticity_curve/factor 1.5\nwait 3"));
    CHECK(elasticity(window)->keys[1].value == Approx(1.5));
    require_ok(window.play("click chains/Elasticity_curve/field double\nwait 3"));
    CHECK(elasticity(window)->keys.size() == 4);
    require_ok(window.play("click chains/Elasticity_curve/0 right\nwait 3\nexpect_no_errors"));
    CHECK(elasticity(window)->keys.size() == 3);
}

TEST_CASE("a smooth curve takes slopes, weights and holds", "[editor][chains]") {
    Windowless window;
    make_skirt_with_chains(window);
    require_ok(window.play("click chains/Elasticity_curve\nwait 3\nclick chains/Elasticity_curve/form\nclick chains/Elasticity_curve/form/2\nwait 3\n"
                           "set chains/Elasticity_curve/out_slope -1.5\nset chains/Elasticity_curve/out_weight 0.6\nwait 3\nexpect_no_errors"));
    REQUIRE(elasticity(window));
    CHECK(elasticity(window)->kind == chain::Curve::Kind::keyed);
    CHECK(elasticity(window)->keys[0].out_tangent == Approx(-1.5));
    CHECK(elasticity(window)->keys[0].out_weighted);
    CHECK(elasticity(window)->keys[0].out_weight == Approx(0.6));
    require_ok(window.play("click chains/Elasticity_curve/hold\nwait 3\nexpect_no_errors"));
    CHECK(std::isinf(elasticity(window)->keys[0].out_tangent));
}
