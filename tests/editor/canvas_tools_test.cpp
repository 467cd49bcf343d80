#include <algorithm>

#include "canvas/paint/paint_targets.hpp"
#include "widgets/widget_map.hpp"
#include "windowless.hpp"

using namespace yure;
using namespace yure::editor;

namespace {

/// The demo character with a body of its back hair; the brush works on that.
struct Painted {
    Windowless window;
    std::string mesh = "ArtMeshHairBack";
    int row = 0;

    Painted() {
        require_ok(window.play("do file.demo\nwait 3"));
        const rig::Puppet& puppet = workbench().geometry()->model->puppet;
        row = puppet.find_mesh(mesh);
        if (row < 0) {  // whichever the character has first
            row = 0;
            mesh = std::string(puppet.mesh.id[0].view());
        }
        REQUIRE(workbench().apply("body.add", {{"meshes", {mesh}}, {"kind", "hair"}}));
        window.frames(2);
        workbench().selection.pick_body(workbench().document().bodies[0].id, workbench().document());
        window.frames(2);
    }
    Workbench& workbench() { return window.app().workbench(); }
    const std::vector<Vec2>& rest() { return workbench().geometry()->rest[static_cast<std::size_t>(row)]; }
    sim::Weights weights(sim::GroupKind kind = sim::GroupKind::pin) { return counted_weights(workbench(), mesh, row, kind); }
    Vec2 middle() {
        Vec2 low{1e9f, 1e9f}, high{-1e9f, -1e9f};
        for (const Vec2 p : rest()) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
        return (low + high) * 0.5f;
    }
    std::string stroke(Vec2 a, Vec2 b) {
        return "stroke " + std::to_string(a.x) + " " + std::to_string(a.y) + " " + std::to_string(b.x) + " " + std::to_string(b.y) + " 12\nwait 2\n";
    }
    std::size_t steps() { return workbench().session()->history().position(); }
};

}  // namespace

TEST_CASE("a stroke of the brush is one step, starts from the pins that hold, and undo takes it away", "[editor][paint]") {
    Painted on;
    const sim::Weights before = on.weights();
    CHECK(std::any_of(before.begin(), before.end(), [](float w) { return w > 0.5f; }));  // by the body's rule
    const Vec2 middle = on.middle();
    const Vec2 at = *std::min_element(on.rest().begin(), on.rest().end(), [&](Vec2 a, Vec2 b) { return distance(a, middle) < distance(b, middle); });
    const std::size_t steps = on.steps();
    require_ok(on.window.play("key B\nwait 2\nexpect canvas/tool.brush on\n" + on.stroke(at - Vec2{80, 0}, at + Vec2{80, 0})));
    CHECK(on.steps() == steps + 1);
    const sim::Weights after = on.weights();
    const sim::Brush brush{.radius = 60.0f};
    int painted = 0;
    for (std::size_t v = 0; v < after.size(); ++v) {
        CHECK(after[v] >= before[v] - 1e-6f);
        const float off_line = std::max(std::abs(on.rest()[v].y - at.y), std::max(0.0f, std::abs(on.rest()[v].x - at.x) - 80.0f));
        if (off_line < brush.radius * 0.48f) {
            CHECK(after[v] == Approx(1.0f).margin(0.01));
            ++painted;
        }
        if (off_line > brush.radius * 1.5f) CHECK(after[v] == Approx(before[v]).margin(1e-6));
    }
    CHECK(painted > 0);
    require_ok(on.window.play("key Ctrl+Z\nwait 2"));
    CHECK(on.steps() == steps);
    CHECK(on.weights() == before);
}

TEST_CASE("escape forgets a stroke", "[editor][paint]") {
    Painted on;
    const std::size_t steps = on.steps();
    const Vec2 at = on.middle();
    require_ok(on.window.play("key B\nhold " + std::to_string(at.x) + " " + std::to_string(at.y) + " " + std::to_string(at.x + 50) + " " +
                              std::to_string(at.y) + "\nkey Esc\nrelease\nwait 2"));
    CHECK(on.steps() == steps);
}

TEST_CASE("keys choose the kind and the size of the brush", "[editor][paint]") {
    Painted on;
    require_ok(on.window.play("key B\nkey 3\nwait 2"));
    CHECK(std::string(kGroupKinds[on.workbench().selection.group_kind]) == "goal");
    const auto radius = [] {
        const WidgetInfo* field = widget_map().find("canvas/brush/radius");
        REQUIRE(field != nullptr);
        return std::stod(field->value);
    };
    const double before = radius();
    require_ok(on.window.play("key ]\nkey ]\nwait 2"));
    CHECK(radius() > before * 1.2);
    require_ok(on.window.play("key [\nkey [\nwait 2"));
    CHECK(radius() == Approx(before).margin(1.0));
}

TEST_CASE("gradient, lasso, rectangle and invert change what they cover, one step each", "[editor][paint]") {
    Painted on;
    const Vec2 at = on.middle();
    std::size_t steps = on.steps();
    require_ok(on.window.play("key 2\nkey G\nwait 2\n" + on.stroke(at - Vec2{0, 200}, at + Vec2{0, 200})));
    REQUIRE(on.steps() == ++steps);
    sim::Weights now = on.weights(sim::GroupKind::stiffness);
    for (std::size_t v = 0; v < now.size(); ++v) {
        if (on.rest()[v].y < at.y - 205) CHECK(now[v] == Approx(1.0f).margin(0.01));
        if (on.rest()[v].y > at.y + 205) CHECK(now[v] == Approx(0.0f).margin(0.01));
    }
    require_ok(on.window.play("do weights.invert\nwait 2"));
    REQUIRE(on.steps() == ++steps);
    const sim::Weights inverted = on.weights(sim::GroupKind::stiffness);
    for (std::size_t v = 0; v < now.size(); ++v) CHECK(inverted[v] == Approx(1.0f - now[v]).margin(1e-5));
    require_ok(on.window.play("key Q\nset canvas/region/value 0.25\nwait 2\n" + on.stroke(at - Vec2{120, 120}, at + Vec2{120, 120})));
    REQUIRE(on.steps() == ++steps);
    now = on.weights(sim::GroupKind::stiffness);
    int inside = 0;
    for (std::size_t v = 0; v < now.size(); ++v) {
        const Vec2 p = on.rest()[v] - at;
        if (std::abs(p.x) < 110 && std::abs(p.y) < 110) {
            CHECK(now[v] == Approx(0.25f).margin(0.01));
            ++inside;
        }
        if (std::abs(p.x) > 130 || std::abs(p.y) > 130) CHECK(now[v] == inverted[v]);
    }
    CHECK(inside > 0);
}

TEST_CASE("symmetric strokes reach both sides", "[editor][paint]") {
    Painted on;
    require_ok(on.window.play("key B\nwait 2\nclick canvas/brush/symmetry\nwait 2\nclick canvas/brush/symmetry/2\nwait 2"));
    const Vec2 at = on.middle();
    // The vertex farthest to the left, and what lies opposite.
    Vec2 left = at;
    for (const Vec2 p : on.rest())
        if (p.x < left.x) left = p;
    const sim::Weights before = on.weights();
    require_ok(on.window.play(on.stroke(left, left + Vec2{0, 30})));
    const sim::Weights after = on.weights();
    int here = 0, there = 0;
    for (std::size_t v = 0; v < after.size(); ++v)
        if (after[v] > before[v] + 0.2f) ++(on.rest()[v].x < at.x ? here : there);
    CHECK(here > 0);
    CHECK(there > 0);
}

TEST_CASE("obstacles are placed, dragged and removed on the canvas, and keep the simulation out", "[editor][obstacles]") {
    Painted on;
    const rig::Puppet& puppet = on.workbench().geometry()->model->puppet;
    on.workbench().preview.driver().idle = false;
    on.workbench().preview.driver().breath = false;
    require_ok(on.window.play("do preview.restart\nkey O\nwait 2\nexpect canvas/tool.obstacle on"));
    // Where a mesh that is not of the body lies on top.
    const render::Pose& pose = on.workbench().preview.exported();
    Vec2 at;
    const int carrier = [&] {
        for (int m = 0; m < puppet.mesh_count(); ++m) {
            const auto& positions = pose.meshes[static_cast<std::size_t>(m)].positions;
            if (m == on.row || positions.size() < 9) continue;
            for (const Vec2 p : positions)
                if (mesh_at(pose, puppet, p, [&](int row) { return row != on.row; }) == m) {
                    at = p;
                    return m;
                }
        }
        return -1;
    }();
    REQUIRE(carrier >= 0);
    require_ok(on.window.play(on.stroke(at, at + Vec2{60, 0})));
    const auto obstacles = [&] { return on.workbench().document().bodies[0].value->obstacles; };
    REQUIRE(obstacles().size() == 1);
    const studio::ObstacleSetting made = obstacles().begin()->second;
    CHECK(made.radius_a == Approx(60.0f).margin(4.0));
    CHECK(made.vertex_a == made.vertex_b);
    // Its rim.
    const Vec2 middle = pose.meshes[static_cast<std::size_t>(puppet.find_mesh(made.mesh))].positions[static_cast<std::size_t>(made.vertex_a)];
    require_ok(on.window.play(on.stroke(middle + Vec2{0, made.radius_a}, middle + Vec2{0, 100})));
    REQUIRE(obstacles().size() == 1);
    CHECK(obstacles().begin()->second.radius_a == Approx(100.0f).margin(4.0));
    // A capsule beside it is taken away again by its key.
    require_ok(on.window.play("click canvas/obstacle/shape/1\nwait 2\n" + on.stroke(at + Vec2{0, 3} - Vec2{0, 3}, at)));
    require_ok(on.window.play("key Delete\nwait 2\nexpect_no_errors"));
    CHECK(obstacles().empty());
    require_ok(on.window.play("key Ctrl+Z\nwait 2"));
    REQUIRE(obstacles().size() == 1);
}

TEST_CASE("an obstacle keeps the reference simulation out", "[editor][obstacles]") {
    Painted on;
    Workbench& workbench = on.workbench();
    const rig::Puppet& puppet = workbench.geometry()->model->puppet;
    // Over the tips of the hair, on any mesh's vertex near them: rest lies inside, so the simulation must move out.
    Vec2 tip = on.rest().front();
    for (const Vec2 p : on.rest())
        if (p.y > tip.y) tip = p;
    studio::Json settings;
    float least = 1e9f;
    Vec2 center;
    for (int m = 0; m < puppet.mesh_count(); ++m) {
        if (m == on.row) continue;
        const auto& rest = workbench.geometry()->rest[static_cast<std::size_t>(m)];
        for (std::size_t v = 0; v < rest.size(); ++v)
            if (const float way = distance(rest[v], tip); way < least) {
                least = way;
                center = rest[v];
                settings = {{"mesh", std::string(puppet.mesh.id[static_cast<std::size_t>(m)].view())}, {"vertex_a", v}, {"vertex_b", v}, {"radius_a", way + 15.0f}, {"radius_b", way + 15.0f}};
            }
    }
    workbench.preview.driver().idle = workbench.preview.driver().breath = false;
    workbench.shown = Shown::reference;
    on.window.frames(3);
    REQUIRE(workbench.apply("obstacle.set", {{"body", workbench.selection.body}, {"obstacle", "ball"}, {"settings", settings}}));
    on.window.frames(90);
    REQUIRE(workbench.preview.reference_pose() != nullptr);
    const auto& simulated = workbench.preview.reference_pose()->meshes[static_cast<std::size_t>(on.row)].positions;
    const sim::Weights pins = on.weights();
    int pushed = 0;
    for (std::size_t v = 0; v < simulated.size(); ++v) {
        if (pins[v] > 0.5f || distance(on.rest()[v], center) > least + 14.0f) continue;
        ++pushed;
        CHECK(distance(simulated[v], center) > least + 10.0f);
    }
    CHECK(pushed > 0);
}
