// How bodies move: analytic results first, then properties that every material must have.
#include "sim_support.hpp"

namespace yure::tests {
namespace {

constexpr float kFrame = 1.0f / 60.0f;

sim::SceneSpec lone_particle(sim::Material m) {
    sim::SceneMesh mesh;
    mesh.id = "dot";
    mesh.rest = {{100.0f, 100.0f}};
    return scenes::body_of(mesh, m);
}

sim::Material bare() {
    sim::Material m;
    m.goal = 0.0f;
    m.damping = 0.0f;
    m.slack = 1.0f;
    return m;
}

/// Largest sideways distance of the tip (last vertex) from its goal while the rig sways, after a first second.
float swing(const sim::Scene& scene, const Points& rest, double hertz, float amplitude, int frames) {
    sim::Solver solver(scene, 1);
    float most = 0.0f;
    for (int frame = 1; frame <= frames; ++frame) {
        Points goals = rest;
        scenes::shift(goals, {amplitude * static_cast<float>(std::sin(6.283185307 * hertz * frame / 60.0)), 0.0f});
        solver.set_goals(0, goals);
        solver.step();
        if (frame > 60) most = std::max(most, std::fabs(positions(scene, solver).back().x - goals.back().x));
    }
    return most;
}

}  // namespace

TEST_CASE("a free particle falls by g t^2 / 2", "[sim][motion]") {
    const sim::Scene scene = build(lone_particle(bare()));
    sim::Solver solver(scene, 1);
    for (int frame = 0; frame < 60; ++frame) solver.step(kFrame);
    // Semi-implicit Euler at h = 1/960 s falls by g t (t + h)/2.
    const double expected = 980.0 * 1.0 * (1.0 + 1.0 / 960.0) / 2.0;
    CHECK(positions(scene, solver)[0].y - 100.0 == Approx(expected).margin(0.1));
    CHECK(positions(scene, solver)[0].x == 100.0f);
}

TEST_CASE("damping brings velocity down exponentially", "[sim][motion]") {
    sim::SceneSpec spec = lone_particle(bare());
    spec.material.damping = 2.0f;
    spec.settings.gravity = {0.0f, 0.0f};
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    solver.set_wind(0, {6000.0f, 0.0f});
    for (int frame = 0; frame < 30; ++frame) solver.step(kFrame);
    solver.set_wind(0, {0.0f, 0.0f});
    const auto travelled = [&](int frames) {
        const float from = positions(scene, solver)[0].x;
        for (int frame = 0; frame < frames; ++frame) solver.step(kFrame);
        return static_cast<double>(positions(scene, solver)[0].x - from);
    };
    const double first = travelled(30), second = travelled(30);
    CHECK(second / first == Approx(std::exp(-2.0 * 0.5)).epsilon(1e-3));
    // The floor raises it.
    solver.set_damping(6.0f);
    const double third = travelled(30), fourth = travelled(30);
    CHECK(fourth / third == Approx(std::exp(-6.0 * 0.5)).epsilon(1e-2));
}

TEST_CASE("wind accelerates by its group", "[sim][motion]") {
    sim::SceneSpec spec = lone_particle(bare());
    spec.meshes[0].rest.push_back({200.0f, 100.0f});
    spec.meshes[0].groups.wind = {1.0f, 0.25f};
    spec.settings.gravity = {0.0f, 0.0f};
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    solver.set_wind(0, {400.0f, -200.0f});
    for (int frame = 0; frame < 60; ++frame) solver.step();
    const Points now = positions(scene, solver);
    CHECK(now[0].x - 100.0 == Approx(200.0).epsilon(2e-3));
    CHECK(now[1].x - 200.0 == Approx(50.0).epsilon(2e-3));
    CHECK(now[0].y - 100.0 == Approx(-100.0).epsilon(2e-3));
}

TEST_CASE("a strip under its own weight gets longer by m g alpha / 2", "[sim][motion]") {
    // Every substep projects an edge twice, each time with compliance alpha: together half of it (docs/simulation.md).
    // Two particles side by side hang from two pins: each vertical edge carries its particle, and the diagonal has no
    // part in it as the strip only lengthens. A very soft stretch makes the effect visible.
    sim::SceneSpec spec = scenes::body_of(scenes::grid(1, 1, 400.0f, 40.0f, {0, 0}), bare());
    spec.material.stretch = 0.05f;
    spec.material.area = 0.0f;
    spec.material.compression = 0.0f;
    spec.material.bend = 0.0f;
    spec.material.anisotropy = 0.0f;
    spec.material.damping = 8.0f;
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    solver.set_damping(20.0f);
    for (int frame = 0; frame < 240; ++frame) solver.step();
    const Points now = positions(scene, solver);
    // Mass of a corner = area share / reference area: the lower left corner has a third of one triangle of 8,000 px^2,
    // the lower right one of both. The right one holds only its vertical edge and, sideways, the diagonal (10 to 1
    // flat).
    const double alpha = 1e-9 * std::pow(10.0, 6.0 * 0.95);
    const double left_mass = 8000.0 / 3.0 / 1600.0;
    const double left = static_cast<double>(now[2].y) - 40.0;
    CHECK(left == Approx(left_mass * 980.0 * alpha / 2.0).epsilon(0.01));
}

TEST_CASE("hair stretches by less than 3 % under a storm of 2000 px/s^2", "[sim][motion]") {
    sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 12, 50.0f, 360.0f, {0, 0}), material("hair"));
    spec.material.slack = 1.0f;  // the edges alone
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    solver.set_wind(0, {2000.0f, 0.0f});
    float longest = 0.0f;
    for (int frame = 0; frame < 300; ++frame) {
        solver.step();
        const Points now = positions(scene, solver);
        float path = 0.0f;
        for (std::size_t r = 0; r < 12; ++r) path += distance(now[3 * r + 1], now[3 * r + 4]);
        longest = std::max(longest, path);
    }
    CHECK(longest < 360.0f * 1.03f);
}

TEST_CASE("a finer or jittered mesh swings like the coarse one, within 10 % RMS", "[sim][motion]") {
    const auto path = [](const sim::SceneMesh& mesh) {
        const sim::SceneSpec spec = scenes::body_of(mesh, material("cotton"));
        const sim::Scene scene = build(spec);
        const Points rest = scenes::drawing(spec);
        sim::Solver solver(scene, 1);
        std::vector<double> tip;
        for (int frame = 1; frame <= 240; ++frame) {
            Points goals = rest;
            scenes::shift(
                goals, {frame < 150 ? 30.0f * static_cast<float>(std::sin(6.2832 * 0.8 * frame / 60.0)) : 0.0f, 0.0f});
            solver.set_goals(0, goals);
            solver.step();
            const Points now = positions(scene, solver);
            // Mean of the two lower corners, against their goals: the same two places in every mesh.
            std::size_t left = 0, right = 0;
            for (std::size_t i = 0; i < rest.size(); ++i) {
                if (rest[i].y > 239.0f && rest[i].x < 1.0f) left = i;
                if (rest[i].y > 239.0f && rest[i].x > 79.0f) right = i;
            }
            tip.push_back(0.5 * (now[left].x - goals[left].x + now[right].x - goals[right].x));
        }
        return tip;
    };
    const auto coarse = path(scenes::grid(2, 6, 80.0f, 240.0f, {0, 0}));
    const auto fine = path(scenes::grid(4, 12, 80.0f, 240.0f, {0, 0}));
    const auto uneven = path(scenes::jittered(scenes::grid(4, 12, 80.0f, 240.0f, {0, 0}), 4, 12, 0.25f, 7));
    const auto difference = [&](const std::vector<double>& other) {
        double error = 0.0, size = 0.0;
        for (std::size_t i = 0; i < coarse.size(); ++i) {
            error += (other[i] - coarse[i]) * (other[i] - coarse[i]);
            size += coarse[i] * coarse[i];
        }
        return std::sqrt(error / size);
    };
    CHECK(difference(fine) < 0.10);
    CHECK(difference(uneven) < 0.10);
}

TEST_CASE("8, 16 and 32 substeps swing equally wide, within 2 %", "[sim][motion]") {
    const auto amplitude = [](int substeps) {
        sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 8, 50.0f, 240.0f, {0, 0}), material("hair"));
        spec.settings.substeps = substeps;
        const sim::Scene scene = build(spec);
        return static_cast<double>(swing(scene, scenes::drawing(spec), 0.6, 25.0f, 360));
    };
    const double usual = amplitude(16);
    CHECK(amplitude(8) == Approx(usual).epsilon(0.02));
    CHECK(amplitude(32) == Approx(usual).epsilon(0.02));
}

TEST_CASE("silk drifts more than 1.2 times as far as leather", "[sim][motion]") {
    const auto drift = [](const char* name) {
        const sim::SceneSpec spec = scenes::body_of(scenes::grid(4, 8, 160.0f, 300.0f, {0, 0}), material(name));
        return swing(build(spec), scenes::drawing(spec), 0.8, 40.0f, 300);
    };
    CHECK(drift("silk") > 1.2f * drift("leather"));
}

TEST_CASE("bangs lag less than 0.6 times as much as hair at 1.2 Hz and 30 px", "[sim][motion]") {
    const auto lag = [](const char* name) {
        const sim::SceneSpec spec = scenes::body_of(scenes::lock(8, 50.0f, 130.0f, {0, 0}, 25.0f), material(name));
        return swing(build(spec), scenes::drawing(spec), 1.2, 30.0f, 300);
    };
    CHECK(lag("bangs") < 0.6f * lag("hair"));
}

TEST_CASE("the long-range limit holds in a wind of 20000 px/s^2", "[sim][motion]") {
    for (const char* name : {"hair", "cotton", "elastic"}) {
        INFO(name);
        const sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 10, 60.0f, 300.0f, {0, 0}), material(name));
        const sim::Scene scene = build(spec);
        sim::Solver solver(scene, 1);
        for (int frame = 0; frame < 180; ++frame) {
            solver.set_wind(0, {frame < 90 ? 20000.0f : -20000.0f, 0.0f});
            solver.step();
            const Points now = positions(scene, solver);
            for (std::size_t i = 0; i < now.size(); ++i) {
                const auto root = static_cast<std::size_t>(scene.root()[i]);
                const float limit = scene.root_distance()[i] * (1.0f + spec.material.slack);
                REQUIRE(distance(now[i], now[root]) <= limit * 1.02f + 0.5f);
            }
        }
    }
}

TEST_CASE("a rig that makes a strand 1.3 times as long is followed within 3 px", "[sim][motion]") {
    for (const bool both : {false, true}) {
        sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 14, 40.0f, 320.0f, {0, 0}), material("hair"));
        spec.material.slack = 0.01f;
        spec.material.rest_follows_both = both;
        const sim::Scene scene = build(spec);
        sim::Solver solver(scene, 1);
        Points goals = scenes::drawing(spec);
        for (Vec2& p : goals) p.y *= 1.3f;
        for (int frame = 0; frame < 240; ++frame) {
            solver.set_goals(0, goals);
            solver.step();
        }
        CHECK(farthest(positions(scene, solver), goals) < 3.0f);
    }
}

TEST_CASE("rest lengths follow a shortening rig only when the material says so", "[sim][motion]") {
    const auto shortened = [](bool both) {
        sim::SceneSpec spec = scenes::body_of(scenes::grid(1, 8, 30.0f, 240.0f, {0, 0}), material("cotton"));
        spec.material.rest_follows_both = both;
        spec.material.compression = 0.9f;
        spec.material.slack = 1.0f;
        const sim::Scene scene = build(spec);
        sim::Solver solver(scene, 1);
        Points goals = scenes::drawing(spec);
        for (Vec2& p : goals) p.y *= 0.7f;
        for (int frame = 0; frame < 400; ++frame) {
            solver.set_goals(0, goals);
            solver.step();
        }
        return positions(scene, solver).back().y;
    };
    CHECK(shortened(true) == Approx(168.0).margin(3.0));
    CHECK(shortened(false) > 200.0f);  // still as long as drawn: a turn into depth is left to compression
}

TEST_CASE("after a shake every scene is back within half a pixel", "[sim][motion]") {
    for (const char* name : {"strand", "hair_lock", "bangs", "cloth_sheet", "leather", "apron", "rig_stretch"}) {
        INFO(name);
        const scenes::NamedScene named = scenes::find_scene(name);
        const sim::Scene scene = build(named.spec);
        const Points rest = scenes::drawing(named.spec);
        sim::Solver solver(scene, 1);
        start(scene, solver, 0, named.drive_at(0.0));
        float most = 0.0f;
        for (int frame = 1; frame <= 900; ++frame) {
            scenes::Drive drive = frame <= 360 ? named.drive_at(frame / 60.0) : named.drive_at(1000.0);
            if (frame > 360) drive.goals = rest;
            apply(scene, solver, 0, drive);
            solver.step();
            most = std::max(most, farthest(positions(scene, solver), rest));
        }
        CHECK(most > 3.0f);  // it was shaken
        CHECK(farthest(positions(scene, solver), rest) < 0.5f);
    }
}

TEST_CASE("particles without a goal are carried by those that have one", "[sim][calibration]") {
    for (const char* name : {"cotton", "hair"}) {
        INFO(name);
        sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 8, 60.0f, 200.0f, {0, 0}), material(name));
        sim::SceneMesh& mesh = spec.meshes[0];
        mesh.groups.goal.assign(mesh.rest.size(), 1.0f);
        for (const std::size_t i : {7u, 13u, 20u, 26u}) mesh.groups.goal[i] = 0.0f;
        const sim::Scene scene = build(spec);
        CHECK(scene.calibration_error() >= 0.0f);
        CHECK(scene.calibration_error() < 0.5f);
        const Points rest = scenes::drawing(spec);
        sim::Solver solver(scene, 1);
        for (int frame = 0; frame < 300; ++frame) solver.step();
        CHECK(farthest(positions(scene, solver), rest) < 0.6f);
    }
}

TEST_CASE("without shape retention nothing holds the drawing", "[sim][calibration]") {
    sim::SceneSpec spec = scenes::body_of(scenes::grid(8, 1, 240.0f, 30.0f, {0, 0}), material("silk"));
    for (std::size_t i = 0; i < spec.meshes[0].rest.size(); ++i)
        spec.meshes[0].groups.pin[i] = spec.meshes[0].rest[i].x < 1.0f ? 1.0f : 0.0f;
    spec.material.goal = 0.0f;
    const sim::Scene scene = build(spec);
    CHECK(scene.calibration_error() == -1.0f);
    sim::Solver solver(scene, 1);
    for (int frame = 0; frame < 120; ++frame) solver.step();
    CHECK(positions(scene, solver).back().y > 100.0f);
}

TEST_CASE("the frame angle is the rotation of the roots, and a turned body rests on its turned drawing when weightless",
          "[sim][motion]") {
    sim::SceneSpec spec = scenes::body_of(scenes::lock(12, 40.0f, 260.0f, {100, 50}, 30.0f), material("hair"));
    spec.settings.gravity = {0.0f, 0.0f};
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    for (const float angle : {0.4f, -1.2f, 3.0f}) {
        Points goals = scenes::drawing(spec);
        scenes::turn(goals, {60.0f, 20.0f}, angle);
        solver.reset(0, goals);
        CHECK(solver.frame_angle(0) == Approx(angle).margin(1e-5));
        for (int frame = 0; frame < 60; ++frame) solver.step();
        CHECK(farthest(positions(scene, solver), goals) < 0.02f);
    }
}

TEST_CASE("welded panels keep their seam, and the heavier glue gives way more", "[sim][glue]") {
    const scenes::NamedScene named = scenes::find_scene("skirt");
    const sim::Scene scene = build(named.spec);
    sim::Solver solver(scene, 1);
    start(scene, solver, 0, named.drive_at(0.0));
    float gap = 0.0f;
    for (int frame = 1; frame <= 360; ++frame) {
        apply(scene, solver, 0, named.drive_at(frame / 60.0));
        solver.step();
        const Points now = positions(scene, solver);
        for (const sim::Weld& weld : named.spec.welds) {
            const auto a = static_cast<std::size_t>(scene.first_particle(weld.a.mesh) + weld.a.vertex);
            const auto b = static_cast<std::size_t>(scene.first_particle(weld.b.mesh) + weld.b.vertex);
            gap = std::max(gap, distance(now[a], now[b]));
        }
    }
    CHECK(gap < 1.0f);
}

TEST_CASE("a glued vertex goes where its partner goes, from the difference both had at rest", "[sim][glue]") {
    sim::SceneSpec spec = scenes::find_scene("apron").spec;
    for (sim::GluePin& glue : spec.glue_pins) glue.partner_rest += Vec2{5.0f, -3.0f};
    const sim::Scene scene = build(spec);
    sim::Solver solver(scene, 1);
    const Points rest = scenes::drawing(spec);
    Points partners;
    for (const sim::GluePin& glue : spec.glue_pins) partners.push_back(glue.partner_rest + Vec2{12.0f, 7.0f});
    solver.step();
    CHECK(farthest(positions(scene, solver), rest) < 0.5f);  // nothing said about the partner: the own goal
    solver.set_anchors(0, partners);
    for (int frame = 0; frame < 5; ++frame) solver.step();
    const Points now = positions(scene, solver);
    for (std::size_t i = 0; i < spec.glue_pins.size(); ++i)
        CHECK(distance(now[i], rest[i] + Vec2{12.0f, 7.0f}) < 1e-3f);
}

}  // namespace yure::tests
