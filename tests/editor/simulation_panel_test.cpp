#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "editor/windowless.hpp"
#include "widgets/widget_map.hpp"
#include "yure/sim/material.hpp"

using namespace yure;
using namespace yure::editor;

namespace {

/// The skirt of the demo character as a body, its fit kept short.
void make_skirt(Windowless& window) {
    require_ok(window.play("do file.demo\nwait 5"));
    Workbench& workbench = window.app().workbench();
    workbench.selection.meshes = {"ArtMeshSkirt"};
    window.frames(2);
    require_ok(window.play("click simulation/bar/new\nclick simulation/bar/new_kind/cloth\nwait 5"));
    REQUIRE(workbench.document().bodies.size() == 1);
    REQUIRE(workbench.apply("body.set", {{"body", "Skirt"}, {"quality", "light"}, {"budget", {{"evaluations", 0}, {"groups", 4}}}}));
}

const studio::Body& skirt(Windowless& window) { return *window.app().workbench().document().bodies.find("Skirt"); }

}  // namespace

TEST_CASE("a new body is called sim and the mesh's name, and its kind brings a material", "[editor][simulation]") {
    Windowless window;
    make_skirt(window);
    CHECK(skirt(window).shown_name() == "simSkirt");
    CHECK(skirt(window).kind == sim::BodyKind::cloth);
    CHECK(window.app().workbench().selection.body == "Skirt");
    require_ok(window.play("expect simulation/bar/status\nclick simulation/kind\nclick simulation/kind/1\nwait 3"));
    CHECK(skirt(window).kind == sim::BodyKind::hair);
    CHECK(skirt(window).material == sim::default_material(sim::BodyKind::hair));
}

TEST_CASE("a changed material shows its restore button, which takes the kind's material back", "[editor][simulation]") {
    Windowless window;
    make_skirt(window);
    require_ok(window.play("wait 3\nexpect_gone simulation/material/restore\nset simulation/material/bend 0.77\nwait 3"));
    CHECK(skirt(window).material.bend == Approx(0.77f));
    require_ok(window.play("expect simulation/material/preset\nclick simulation/material/restore\nwait 3\nexpect_gone simulation/material/restore"));
    CHECK(skirt(window).material == sim::default_material(sim::BodyKind::cloth));
}

TEST_CASE("a drag of a material value is one step of the history", "[editor][simulation]") {
    Windowless window;
    make_skirt(window);
    const std::size_t before = window.app().workbench().session()->history().position();
    require_ok(window.play("slide simulation/material/damping 0.9\nwait 3"));
    CHECK(window.app().workbench().session()->history().position() == before + 1);
    require_ok(window.play("do edit.undo\nwait 2"));
    CHECK(skirt(window).material.damping == sim::default_material(sim::BodyKind::cloth).damping);
}

TEST_CASE("bone chains move the reference preview, and the canvas has their joints to draw", "[editor][simulation][chain]") {
    Windowless window;
    make_skirt(window);
    Workbench& workbench = window.app().workbench();
    REQUIRE(workbench.apply("body.set", {{"body", "Skirt"}, {"chain_preset", "ribbon"}}));
    workbench.shown = Shown::reference;
    require_ok(window.play("wait 3\nexpect_gone simulation/material\nrun\nwait 60\nwait_jobs"));
    const auto* live = workbench.preview.reference();
    REQUIRE(live != nullptr);
    const auto frame = live->body("Skirt");
    REQUIRE(frame);
    CHECK(frame->joints.size() >= 4);
    CHECK_FALSE(frame->strands.empty());
    // an import asks for a file
    require_ok(window.play("stop\nshow chains\nwait 5\nclick chains/import\nwait 5\nkey Esc\nwait 3"));
    REQUIRE(workbench.apply("body.set", {{"body", "Skirt"}, {"chain", nullptr}}));
    require_ok(window.play("show simulation\nwait 5\nexpect simulation/material"));
}

TEST_CASE("inputs: a training range, removal, and back to the defaults", "[editor][simulation]") {
    Windowless window;
    make_skirt(window);
    const std::size_t usual = skirt(window).inputs.size();
    REQUIRE(usual > 1);
    const std::string first = skirt(window).inputs[0].id;
    require_ok(window.play("click simulation/inputs\nwait 3\nset simulation/inputs/" + first + "/high 5\nwait 3"));
    REQUIRE(skirt(window).inputs[0].span.has_value());
    CHECK(skirt(window).inputs[0].span->high == Approx(5.0f));
    require_ok(window.play("click simulation/inputs/" + first + "/remove\nwait 3"));
    CHECK(skirt(window).inputs.size() == usual - 1);
    require_ok(window.play("click simulation/inputs/restore\nwait 3"));
    CHECK(skirt(window).inputs.size() == usual);
    CHECK_FALSE(skirt(window).inputs[0].span.has_value());
}

TEST_CASE("a bake from the panel: figures, outputs, and out of date after an edit", "[editor][simulation][slow]") {
    Windowless window;
    make_skirt(window);
    require_ok(window.play("expect_off simulation/bake/clear\nclick simulation/bake/bake\nwait_jobs\nwait 5\nexpect_no_errors"));
    Workbench& workbench = window.app().workbench();
    REQUIRE(workbench.document().bakes.find("Skirt") != nullptr);
    CHECK(workbench.freshness("Skirt").state == studio::Freshness::fresh);
    require_ok(window.play("expect simulation/bake/figure.amplitude\nexpect simulation/bake/figure.r2_10px"));

    const std::string parameter = workbench.document().bakes.find("Skirt")->parameter_ids().at(0);
    require_ok(window.play("click simulation/outputs\nwait 3\nset simulation/outputs/" + parameter + "/range 10\nset simulation/outputs/" + parameter +
                           "/name Sway\nwait 3"));
    CHECK(skirt(window).outputs.at(parameter).range == Approx(10.0f));
    CHECK(skirt(window).outputs.at(parameter).name == "Sway");
    CHECK(workbench.freshness("Skirt").state == studio::Freshness::fresh);
    require_ok(window.play("set simulation/material/bend 0.9\nwait 3"));
    CHECK(workbench.freshness("Skirt").state == studio::Freshness::stale);

    // Both versions from rest; going back to a frame shows what was recorded there.
    require_ok(window.play("click simulation/compare\nwait 3\nexpect_off simulation/compare/jump\nclick simulation/compare/play\nwait 150"));
    const Comparison& comparison = workbench.comparison;
    REQUIRE(comparison.trace().frames() > 100);
    REQUIRE(comparison.trace().first_frame() == 0);
    const int worst = comparison.trace().worst_frame();
    const float farthest = comparison.trace().worst_error();
    CHECK(farthest > 0.5f);
    require_ok(window.play("click simulation/compare/jump\nwait 120"));
    CHECK(workbench.preview.frame_number() == worst);
    CHECK_FALSE(workbench.preview.running);
    float now = 0.0f;
    for (const float apart : comparison.trace().apart()) now = std::max(now, apart);
    CHECK(now == Approx(farthest).epsilon(1e-4));

    require_ok(window.play("click simulation/compare/check\nwait_jobs\nwait 5\nexpect_no_errors"));
    REQUIRE(comparison.checked("Skirt") != nullptr);
    CHECK(comparison.checked("Skirt")->clip == "tracking");
    CHECK(comparison.checked("Skirt")->result["clips"].size() == 1);
}

TEST_CASE("in the reference the body's own parameters rest, so nothing is added twice", "[editor][simulation][slow]") {
    Windowless window;
    make_skirt(window);
    Workbench& workbench = window.app().workbench();
    require_ok(window.play("run\ndo preview.shake\nclick simulation/bar/reference\nwait 30"));
    REQUIRE(workbench.preview.reference() != nullptr);
    workbench.comparison.play(workbench, "Skirt", "shake");
    window.frames(60);
    const auto unbaked = workbench.preview.reference()->body("Skirt");
    REQUIRE(unbaked.has_value());
    const std::vector<Vec2> before(unbaked->simulated.begin(), unbaked->simulated.end());
    const int frame = workbench.preview.frame_number();
    require_ok(window.play("click simulation/bake/bake\nwait_jobs\nwait 5"));
    workbench.comparison.play(workbench, "Skirt", "shake");
    while (workbench.preview.frame_number() < frame) window.frames(1);
    const auto baked = workbench.preview.reference()->body("Skirt");
    REQUIRE(baked.has_value());
    REQUIRE(baked->simulated.size() == before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(baked->simulated[i].x == before[i].x);
        CHECK(baked->simulated[i].y == before[i].y);
    }
}

TEST_CASE("every popup and combo of the simulation panel can be opened (an id left on its stack stopped the program)", "[editor][simulation]") {
    Windowless window;
    make_skirt(window);
    require_ok(window.play("click simulation/bodies/Skirt/row right\nwait 3\nexpect simulation/bodies/Skirt/menu/bake\nkey Esc\nwait 3\n"
                           "click simulation/material/preset\nclick simulation/material/preset/1\nwait 3\nexpect_no_errors"));
    CHECK(sim::material_name(skirt(window).material) == "silk");
}

TEST_CASE("export: a folder that is there already is not replaced unasked, and losses are told", "[editor][export][slow]") {
    Windowless window;
    make_skirt(window);
    require_ok(window.play("do file.export\nwait 5\nwait_jobs\nwait 3\nset export/folder \"{out}/model\"\nwait 3\nclick export/export\nwait_jobs\nwait 5\nexpect_no_errors"));
    const std::filesystem::path made = window.folder() / "model" / "yura.model3.json";
    CHECK(std::filesystem::is_regular_file(made));
    CHECK_FALSE(window.app().workbench().last_losses.is_null());
    require_ok(window.play("expect_off export/export\nclick export/replace\nwait 3\nclick export/export\nwait_jobs\nwait 5\nexpect_no_errors\nclick export/close"));
    CHECK(std::filesystem::is_regular_file(made));
}

TEST_CASE("the guide marks each step that was done, and its last button ends it", "[editor][guide][slow]") {
    Windowless window;
    require_ok(window.play("do help.guide\nwait 3\nexpect guide/next\nclick guide/do\nwait 5\nclick guide/next\nwait 2"));
    CHECK(window.app().guide().done(0));
    CHECK_FALSE(window.app().guide().done(1));
    Workbench& workbench = window.app().workbench();
    workbench.selection.meshes = {"ArtMeshSkirt"};
    window.frames(2);
    require_ok(window.play("do simulation.new_cloth\nwait 3"));
    REQUIRE(workbench.apply("body.set", {{"body", "Skirt"}, {"quality", "light"}, {"budget", {{"evaluations", 0}, {"groups", 4}}}}));
    CHECK(window.app().guide().done(1));
    require_ok(window.play("click guide/next\nclick guide/do\nwait 20\nclick guide/next\nwait 2\nexpect_off guide/do"));
    CHECK(window.app().guide().step() == 3);
    CHECK(workbench.shown == Shown::reference);
    CHECK(window.app().guide().done(2));
    require_ok(window.play("do simulation.bake_all\nwait_jobs\nwait 5\nclick guide/do\nwait 60"));
    CHECK(window.app().guide().done(3));
    require_ok(window.play("click guide/next\nclick guide/do\nwait 3\nexpect export/export\nclick export/close\nwait 3\nclick guide/next\nwait 3\nexpect_gone guide/next"));
    CHECK_FALSE(window.app().guide().is_open());
    CHECK(workbench.settings.guide_seen);
}

TEST_CASE("every test scene runs in its panel and stays finite", "[editor][scenes]") {
    Windowless window;
    window.app().layout().show("scenes");
    window.frames(3);
    const WidgetInfo* picture = widget_map().find("scenes/picture");
    REQUIRE(picture != nullptr);
    const std::string first = picture->value;
    require_ok(window.play("wait 20\nclick scenes/scene\nclick scenes/scene/5\nwait 20\nexpect_no_errors"));
    CHECK(widget_map().find("scenes/picture")->value != first);
}

TEST_CASE("the interface goes on while a preset is looked up and a bake runs", "[editor][simulation][slow]") {
    Windowless window({}, true);
    const auto longest = [&](auto until) {
        double most = 0.0;
        for (int frame = 0; frame < 20000 && !until(); ++frame) {
            const auto start = std::chrono::steady_clock::now();
            window.frames(1);
            most = std::max(most, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
        }
        return most;
    };
    Workbench& workbench = window.app().workbench();
    require_ok(window.play("do file.demo\nwait_jobs\nwait 10"));
    window.app().layout().show("presets");
    window.frames(2);
    const auto idle = [&] { return !workbench.session()->busy() && !workbench.preview.building(); };
    const double looking = longest(idle);
    // A bake of a few seconds, with the reference running beside it.
    require_ok(window.play("click presets/clothing\nwait 2"));
    workbench.shown = Shown::ghost;
    const double baking = longest(idle);
    std::printf("longest frame without drawing: %.1f ms while parts are looked up, %.1f ms while a bake runs and arrives\n", looking, baking);
    CHECK(workbench.document().bakes.size() == workbench.document().bodies.size());
    CHECK(looking < 500.0);
    CHECK(baking < 500.0);
}
