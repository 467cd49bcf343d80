// What Scene::build derives from a spec, what it refuses and what it reports.
#include "scene_data.hpp"
#include "sim_support.hpp"

namespace yure::tests {
namespace {

sim::SceneSpec square() {
    sim::SceneMesh mesh;
    mesh.id = "square";
    mesh.rest = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    mesh.triangles = {0, 1, 2, 0, 2, 3};
    mesh.groups.pin = {1, 0, 0, 0};
    return scenes::body_of(mesh, material("cotton"));
}

bool has_notice(const sim::Scene& scene, const std::string& part) {
    return std::any_of(scene.notices().begin(), scene.notices().end(),
                       [&](const Notice& n) { return (n.where + ": " + n.what).find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("inverse mass follows area, material and group", "[sim][scene]") {
    sim::SceneSpec spec = square();
    spec.material.mass = 2.0f;
    spec.meshes[0].groups.mass = {1, 1, 0.5f, 0.0f};
    const sim::Scene scene = build(spec);
    const auto& w = scene.data().inverse_mass;
    CHECK(w[0] == 0.0f);  // kinematic
    // Corner 1 has a third of one triangle of 800 px^2, corner 2 of both.
    CHECK(w[1] == Approx(1600.0 / (800.0 / 3.0 * 2.0)));
    CHECK(w[2] == Approx(1600.0 / (1600.0 / 3.0 * 2.0 * 0.5)));
    CHECK(w[3] == Approx(1600.0 / (800.0 / 3.0 * 2.0 * 0.1)));  // floored at 0.1
}

TEST_CASE("a vertex without area counts as 5 % of the reference area", "[sim][scene]") {
    sim::SceneSpec spec = square();
    spec.meshes[0].rest.push_back({100, 100});
    spec.meshes[0].groups.pin.push_back(0.0f);
    const sim::Scene scene = build(spec);
    CHECK(scene.data().inverse_mass[4] == Approx(1600.0 / 80.0));
    CHECK(has_notice(scene, "in no triangle"));
    CHECK(has_notice(scene, "hang on no pinned vertex"));
}

TEST_CASE("grain points away from the pins along the mesh, straight down where nothing is pinned", "[sim][scene]") {
    const auto mesh = scenes::grid(2, 6, 60.0f, 240.0f, {0, 0});
    const sim::Scene scene = build(scenes::body_of(mesh, material("cotton")));
    for (std::size_t t = 0; t < scene.grain().size(); ++t) {
        CHECK(length(scene.grain()[t]) == Approx(1.0));
        CHECK(scene.grain()[t].y > 0.5f);
    }
    auto sideways = scenes::grid(6, 2, 240.0f, 60.0f, {0, 0});
    for (std::size_t i = 0; i < sideways.rest.size(); ++i)
        sideways.groups.pin[i] = sideways.rest[i].x < 1.0f ? 1.0f : 0.0f;
    const sim::Scene along = build(scenes::body_of(sideways, material("cotton")));
    for (const Vec2 g : along.grain()) CHECK(g.x > 0.5f);
    auto loose = mesh;
    loose.groups.pin.clear();
    const sim::Scene free = build(scenes::body_of(loose, material("cotton")));
    for (const Vec2 g : free.grain()) CHECK(g == Vec2{0.0f, 1.0f});
    CHECK(has_notice(free, "falls away"));
    CHECK(free.root()[3] == -1);
    CHECK(free.root_distance()[3] == -1.0f);
}

TEST_CASE("root distance is the length of the path along edges", "[sim][scene]") {
    const sim::Scene scene = build(scenes::body_of(scenes::grid(1, 4, 30.0f, 160.0f, {0, 0}), material("hair")));
    for (int r = 0; r <= 4; ++r) {
        CHECK(scene.root_distance()[static_cast<std::size_t>(2 * r)] == Approx(40.0 * r));
        CHECK(scene.root()[static_cast<std::size_t>(2 * r)] == 0);
    }
}

TEST_CASE("across the grain edges are softer, more than tenfold at full anisotropy", "[sim][scene]") {
    sim::Material m = material("cotton");
    m.anisotropy = 1.0f;
    m.stretch = 1.0f;
    m.area = 1.0f;
    const sim::Scene scene = build(scenes::body_of(scenes::grid(2, 6, 60.0f, 240.0f, {0, 0}), m));
    const auto compliance = [&](int a, int b) {
        for (const sim::DistanceConstraint& c : scene.data().distance)
            if (c.a == a && c.b == b) return c.stretch;
        FAIL("no such edge");
        return 0.0f;
    };
    const float along = compliance(9, 12), across = compliance(9, 10);
    CHECK(across > 10.0f * along);
    CHECK(along == Approx(1e-9).epsilon(0.5));
}

TEST_CASE("compression is the area value unless it is set, and stiffness scales the value", "[sim][scene]") {
    sim::SceneSpec spec = scenes::body_of(scenes::grid(1, 3, 30.0f, 120.0f, {0, 0}), material("cotton"));
    spec.material.anisotropy = 0.0f;
    const auto softness = [](sim::SceneSpec s) {
        const sim::Scene scene = build(std::move(s));
        return scene.data().distance.back().compression;
    };
    const auto expected = [](float value) {
        const float omega = sim::natural_frequency(value);
        return 1.0f / (omega * omega);
    };
    CHECK(softness(spec) == Approx(expected(0.3f)));
    spec.material.compression = 0.8f;
    CHECK(softness(spec) == Approx(expected(0.8f)));
    spec.meshes[0].groups.stiffness.assign(spec.meshes[0].rest.size(), 0.5f);
    CHECK(softness(spec) == Approx(expected(0.4f)));
}

TEST_CASE("a group of the wrong length is kept, reported and not used", "[sim][scene]") {
    sim::SceneSpec spec = square();
    spec.meshes[0].groups.goal = {0.0f, 0.0f};
    spec.meshes[0].groups.damping = {0.5f, 2.0f, 0.5f, 0.5f};
    const sim::Scene scene = build(spec);
    CHECK(has_notice(scene, "meshes[0].groups.goal: has 2 values, but the mesh has 4 vertices"));
    CHECK(has_notice(scene, "meshes[0].groups.damping: has values outside 0 to 1"));
    CHECK(scene.spec().meshes[0].groups.goal.size() == 2);
    CHECK(scene.data().goal[1] == material("cotton").goal);
    CHECK(scene.data().damping[1] == Approx(1.5));
}

TEST_CASE("what cannot be simulated is refused by name", "[sim][scene]") {
    const auto error = [](const sim::SceneSpec& spec) {
        auto scene = sim::Scene::build(spec);
        REQUIRE_FALSE(scene.ok());
        return scene.error().text();
    };
    CHECK(error({}) == "meshes: there is no vertex to simulate");
    sim::SceneSpec spec = square();
    spec.meshes[0].triangles[4] = 9;
    CHECK(error(spec) == "meshes[0].triangles[4]: is 9, but the mesh has 4 vertices");
    spec = square();
    spec.meshes[0].triangles.pop_back();
    CHECK(error(spec) == "meshes[0].triangles: has 5 entries, not a multiple of 3");
    spec = square();
    spec.meshes[0].rest[2].x = NAN;
    CHECK(error(spec).find("meshes[0].rest[2]: is not a number") == 0);
    spec = square();
    spec.meshes[0].groups.wind = {0, 0, NAN, 0};
    CHECK(error(spec) == "meshes[0].groups.wind[2]: is not a number");
    spec = square();
    spec.settings.substeps = 0;
    CHECK(error(spec) == "settings.substeps: is 0, allowed is 1 to 128");
    spec = square();
    spec.settings.gravity.y = INFINITY;
    CHECK(error(spec).find("settings.gravity") == 0);
    spec = square();
    spec.material.goal = 2.0f;
    CHECK(error(spec).find("material.goal") == 0);
    spec = square();
    spec.obstacles.push_back({"ball", {0, 0}, {0, 0}, -1.0f, 1.0f, 0.0f});
    CHECK(error(spec).find("obstacles[0]") == 0);
}

TEST_CASE("glue that cannot apply is a notice", "[sim][scene]") {
    sim::SceneSpec spec = square();
    spec.welds = {{{0, 1}, {3, 0}, 0.5f, 0.5f}, {{0, 1}, {0, 1}, 0.5f, 0.5f}, {{0, 1}, {0, 2}, 0.0f, 0.0f}};
    spec.glue_pins = {{{0, 44}, 1.0f, {}}};
    const sim::Scene scene = build(spec);
    CHECK(has_notice(scene, "welds[0]: names no vertex"));
    CHECK(has_notice(scene, "welds[1]: joins a vertex with itself"));
    CHECK(has_notice(scene, "welds[2]: has no side that may move"));
    CHECK(has_notice(scene, "glue_pins[0]: names no vertex"));
}

TEST_CASE("glue takes the place of the painted pin only where it holds more firmly", "[sim][scene]") {
    CHECK(sim::glue_pin_strength(0.3f, 0.5f) == Approx(0.3));
    CHECK(sim::glue_pin_strength(0.8f, 1.0f) == 1.0f);
    sim::SceneSpec spec = square();
    spec.meshes[0].groups.pin = {1.0f, 0.4f, 0.9f, 0.0f};
    spec.glue_pins = {{{0, 1}, 0.7f, {}}, {{0, 2}, 0.5f, {}}};
    const sim::Scene scene = build(spec);
    CHECK(scene.pin()[1] == 0.7f);
    CHECK(scene.pin()[2] == 0.9f);
}

TEST_CASE("degenerate triangles, edges without length, duplicates and isolated vertices are tolerated",
          "[sim][scene]") {
    sim::SceneSpec spec = scenes::body_of(scenes::grid(2, 4, 60.0f, 160.0f, {0, 0}), material("cotton"));
    sim::SceneMesh& mesh = spec.meshes[0];
    const auto twin = static_cast<std::uint16_t>(mesh.rest.size());
    mesh.rest.push_back(mesh.rest[14]);  // on top of the lower right corner
    mesh.rest.push_back({500, 500});     // alone
    mesh.groups.pin.insert(mesh.groups.pin.end(), {0.0f, 0.0f});
    for (const int v : {13, 14, static_cast<int>(twin), 3, 3, 4, 6, 9, 12, 0, 1, 4, 0, 1, 4})
        mesh.triangles.push_back(static_cast<std::uint16_t>(v));
    const sim::Scene scene = build(spec);
    CHECK(has_notice(scene, "degenerate triangle(s)"));
    CHECK(has_notice(scene, "of no length"));
    CHECK(has_notice(scene, "in no triangle"));
    CHECK(has_notice(scene, "more than two triangles"));
    sim::Solver solver(scene, 1);
    Points goals = scenes::drawing(spec);
    for (int frame = 0; frame < 120; ++frame) {
        scenes::shift(goals, {frame < 60 ? 3.0f : -3.0f, 0.0f});
        solver.set_goals(0, goals);
        solver.step();
    }
    const Points now = positions(scene, solver);
    CHECK(all_finite(now));
    CHECK(distance(now[14], now[twin]) < 0.05f);  // joined by an edge of no length
}

}  // namespace yure::tests
