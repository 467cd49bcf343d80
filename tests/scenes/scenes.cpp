#include "scenes/scenes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace yure::scenes {
namespace {

constexpr double kTau = 6.283185307179586;

float wave(double time, double hertz, double amplitude) {
    return static_cast<float>(amplitude * std::sin(kTau * hertz * time));
}

/// 0 before `from`, 1 after `to`, smooth between.
float ease(double time, double from, double to) {
    const double s = std::min(1.0, std::max(0.0, (time - from) / (to - from)));
    return static_cast<float>(s * s * (3.0 - 2.0 * s));
}

const sim::Material& preset(std::string_view name) {
    return sim::find_material_preset(name)->material;
}

NamedScene strand() {
    NamedScene scene{"strand",
                     "A thin strand is shaken from side to side and comes to rest where it was drawn.",
                     body_of(grid(1, 12, 24.0f, 300.0f, {200.0f, 100.0f}), preset("hair")),
                     6.0,
                     {}};
    scene.move = [](double t, Drive& drive) { shift(drive.goals, {t < 3.0 ? wave(t, 1.0, 40.0) : 0.0f, 0.0f}); };
    return scene;
}

NamedScene strip() {
    NamedScene scene{"strip",
                     "A strip of cotton hangs still: it neither sags nor trembles.",
                     body_of(grid(2, 8, 60.0f, 240.0f, {200.0f, 100.0f}), preset("cotton")),
                     4.0,
                     {}};
    scene.move = [](double, Drive&) {};
    return scene;
}

NamedScene hair_lock() {
    NamedScene scene{"hair_lock",
                     "A curved lock follows nods and turns of the head, tip last.",
                     body_of(lock(18, 46.0f, 420.0f, {400.0f, 150.0f}, 60.0f), preset("hair")),
                     8.0,
                     {}};
    scene.move = [](double t, Drive& drive) {
        turn(drive.goals, {400.0f, 60.0f}, t < 4.0 ? wave(t, 0.8, 0.25) : 0.0f);
        shift(drive.goals, {0.0f, t >= 4.0 && t < 6.0 ? wave(t - 4.0, 1.0, 25.0) : 0.0f});
    };
    return scene;
}

NamedScene two_strands() {
    NamedScene scene{"two_strands",
                     "Two strands in one mesh, each held at its own top, swing out of step.",
                     body_of(lock(14, 36.0f, 340.0f, {300.0f, 120.0f}, 20.0f), preset("hair")),
                     6.0,
                     {}};
    sim::SceneMesh second = lock(10, 30.0f, 220.0f, {380.0f, 150.0f}, -20.0f);
    sim::SceneMesh& mesh = scene.spec.meshes[0];
    const auto base = static_cast<std::uint16_t>(mesh.rest.size());
    mesh.rest.insert(mesh.rest.end(), second.rest.begin(), second.rest.end());
    mesh.groups.pin.insert(mesh.groups.pin.end(), second.groups.pin.begin(), second.groups.pin.end());
    for (const std::uint16_t v : second.triangles) mesh.triangles.push_back(static_cast<std::uint16_t>(v + base));
    scene.move = [](double t, Drive& drive) { shift(drive.goals, {t < 3.0 ? wave(t, 1.2, 30.0) : 0.0f, 0.0f}); };
    return scene;
}

NamedScene bangs() {
    NamedScene scene{"bangs", "A fringe keeps close to the forehead and only its tips lag.", {}, 6.0, {}};
    scene.spec.material = preset("bangs");
    for (int i = 0; i < 3; ++i) {
        scene.spec.meshes.push_back(lock(8, 50.0f, 130.0f, {300.0f + 45.0f * static_cast<float>(i), 120.0f},
                                         25.0f * static_cast<float>(i - 1)));
        scene.spec.meshes.back().id = "bang" + std::to_string(i);
    }
    scene.move = [](double t, Drive& drive) { shift(drive.goals, {t < 4.0 ? wave(t, 1.2, 30.0) : 0.0f, 0.0f}); };
    return scene;
}

NamedScene cloth_sheet() {
    NamedScene scene{"cloth_sheet",
                     "A square of cotton, held along its top, is carried to and fro.",
                     body_of(grid(12, 12, 360.0f, 360.0f, {200.0f, 100.0f}), preset("cotton")),
                     6.0,
                     {}};
    scene.move = [](double t, Drive& drive) { shift(drive.goals, {t < 3.0 ? wave(t, 0.7, 60.0) : 0.0f, 0.0f}); };
    return scene;
}

NamedScene curtain() {
    NamedScene scene{"curtain",
                     "A curtain of chiffon in gusts of wind.",
                     body_of(grid(10, 14, 300.0f, 420.0f, {200.0f, 80.0f}), preset("chiffon")),
                     8.0,
                     {}};
    scene.move = [](double t, Drive& drive) {
        drive.wind = {800.0f * ease(t, 0.5, 1.5) * (1.0f - ease(t, 5.0, 6.0)) + wave(t, 0.9, t < 6.0 ? 300.0 : 0.0),
                      0.0f};
    };
    return scene;
}

NamedScene skirt() {
    NamedScene scene{"skirt",
                     "Front and back panel of a skirt, joined by glue at the side, keep their seam while they swing.",
                     {},
                     6.0,
                     {}};
    scene.spec.material = preset("cotton");
    constexpr int kColumns = 5, kRows = 8;
    scene.spec.meshes = {grid(kColumns, kRows, 150.0f, 240.0f, {200.0f, 300.0f}),
                         grid(kColumns, kRows, 150.0f, 240.0f, {350.0f, 300.0f})};
    scene.spec.meshes[0].id = "front";
    scene.spec.meshes[1].id = "back";
    for (int r = 1; r <= kRows; ++r)
        scene.spec.welds.push_back({{0, r * (kColumns + 1) + kColumns}, {1, r * (kColumns + 1)}, 0.5f, 0.5f});
    scene.move = [](double t, Drive& drive) {
        turn(drive.goals, {350.0f, 280.0f}, t < 4.0 ? wave(t, 0.9, 0.2) : 0.0f);
    };
    return scene;
}

NamedScene apron() {
    NamedScene scene{"apron",
                     "An apron hangs by glue from a waist that is not simulated and follows its every move.",
                     body_of(grid(6, 8, 200.0f, 260.0f, {250.0f, 300.0f}), preset("cotton")),
                     6.0,
                     {}};
    sim::SceneMesh& mesh = scene.spec.meshes[0];
    mesh.groups.pin.clear();  // nothing painted: the glue alone holds it
    for (int c = 0; c <= 6; ++c)
        scene.spec.glue_pins.push_back(
            {{0, c}, sim::glue_pin_strength(0.5f, 1.0f), mesh.rest[static_cast<std::size_t>(c)]});
    scene.move = [](double t, Drive& drive) {
        const float x = t < 3.0 ? wave(t, 1.0, 50.0) : 0.0f;
        shift(drive.anchors, {x, 0.0f});
        shift(drive.goals, {x, 0.0f});
    };
    return scene;
}

NamedScene ribbon() {
    NamedScene scene{"ribbon",
                     "A ribbon tied at its middle: both ends flutter, neither flips over.",
                     body_of(grid(20, 2, 400.0f, 36.0f, {200.0f, 300.0f}), preset("silk")),
                     6.0,
                     {}};
    sim::SceneMesh& mesh = scene.spec.meshes[0];
    for (std::size_t i = 0; i < mesh.rest.size(); ++i)
        mesh.groups.pin[i] = std::fabs(mesh.rest[i].x - 400.0f) < 25.0f ? 1.0f : 0.0f;
    scene.move = [](double t, Drive& drive) { shift(drive.goals, {0.0f, t < 3.0 ? wave(t, 1.5, 30.0) : 0.0f}); };
    return scene;
}

NamedScene capsule_sweep() {
    NamedScene scene{"capsule_sweep",
                     "An arm, thinner at the wrist, sweeps through a sheet and carries it along.",
                     body_of(grid(10, 12, 300.0f, 360.0f, {200.0f, 100.0f}), preset("cotton")),
                     6.0,
                     {}};
    scene.spec.obstacles.push_back({"arm", {60.0f, 420.0f}, {110.0f, 260.0f}, 40.0f, 24.0f, 0.5f});
    scene.move = [](double t, Drive& drive) {
        shift(drive.obstacles, {170.0f * ease(t, 0.5, 2.0) * (1.0f - ease(t, 3.5, 5.0)), 0.0f});
    };
    return scene;
}

NamedScene rig_stretch() {
    NamedScene scene{"rig_stretch",
                     "The rig makes a strand a third longer; the simulation takes the new length on.",
                     body_of(grid(2, 14, 40.0f, 320.0f, {300.0f, 100.0f}), preset("hair")),
                     6.0,
                     {}};
    scene.move = [](double t, Drive& drive) {
        const float longer = 1.0f + 0.3f * ease(t, 0.5, 1.0) * (1.0f - ease(t, 3.5, 4.0));
        for (Vec2& p : drive.goals) p.y = 100.0f + (p.y - 100.0f) * longer;
    };
    return scene;
}

NamedScene silk_and_leather(bool silk) {
    NamedScene scene{silk ? "silk" : "leather",
                     silk ? "Silk on the same movement as `leather`: wide, soft and slow to come to rest."
                          : "Leather on the same movement as `silk`: it swings as a whole and springs back.",
                     body_of(grid(4, 8, 160.0f, 300.0f, {300.0f, 100.0f}), preset(silk ? "silk" : "leather")),
                     6.0,
                     {}};
    scene.move = [](double t, Drive& drive) { shift(drive.goals, {80.0f * ease(t, 0.5, 0.8), 0.0f}); };
    return scene;
}

}  // namespace

Drive NamedScene::drive_at(double time) const {
    Drive drive;
    drive.goals = drawing(spec);
    for (const sim::GluePin& glue : spec.glue_pins) drive.anchors.push_back(glue.partner_rest);
    for (const sim::Obstacle& obstacle : spec.obstacles) {
        drive.obstacles.push_back(obstacle.rest_a);
        drive.obstacles.push_back(obstacle.rest_b);
    }
    if (move) move(time, drive);
    return drive;
}

std::vector<NamedScene> all_scenes() {
    return {strand(),
            strip(),
            hair_lock(),
            two_strands(),
            bangs(),
            cloth_sheet(),
            curtain(),
            skirt(),
            apron(),
            ribbon(),
            capsule_sweep(),
            rig_stretch(),
            silk_and_leather(true),
            silk_and_leather(false)};
}

NamedScene find_scene(std::string_view name) {
    for (const NamedScene& scene : all_scenes())
        if (scene.name == name) return scene;
    throw std::out_of_range("no scene called " + std::string(name));
}

}  // namespace yure::scenes
