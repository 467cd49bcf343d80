// Random materials under violent inputs: nothing becomes NaN, no triangle flips, and motion dies down when the violence
// ends. Values shrink towards the plain case, so what is printed after a failure is about as simple as it can be.
#include "sim_support.hpp"

#include <iostream>
#include <rapidcheck.h>

namespace yure::tests {

struct Jolt {
    float angle = 0.0f;            // rad, of the whole rig
    Vec2 place, wind;              // px, px/s^2
    float seconds = 1.0f / 60.0f;  // of the step
};

std::ostream& operator<<(std::ostream& out, const Jolt& jolt) {
    return out << "{turn " << jolt.angle << ", to " << jolt.place.x << "," << jolt.place.y << ", wind " << jolt.wind.x
               << "," << jolt.wind.y << ", " << jolt.seconds << " s}";
}

struct Violence {
    int mesh = 0;  // of `meshes()`
    sim::Material material;
    int substeps = 16;
    std::vector<Jolt> jolts;
};

std::ostream& operator<<(std::ostream& out, const Violence& v) {
    const sim::Material& m = v.material;
    out << "mesh " << v.mesh << ", " << v.substeps << " substeps, mass " << m.mass << ", stretch " << m.stretch
        << ", compression " << (m.compression ? *m.compression : -1.0f) << ", bend " << m.bend << ", damping "
        << m.damping << ", goal " << m.goal << ", slack " << m.slack << ", area " << m.area << ", anisotropy "
        << m.anisotropy << ", rest_follows_both " << m.rest_follows_both;
    for (const Jolt& jolt : v.jolts) out << "\n  " << jolt;
    return out;
}

namespace {

std::vector<sim::SceneMesh> meshes() {
    return {scenes::grid(1, 6, 20.0f, 150.0f, {100, 100}), scenes::lock(8, 40.0f, 200.0f, {100, 100}, 30.0f),
            scenes::jittered(scenes::grid(3, 5, 120.0f, 180.0f, {100, 100}), 3, 5, 0.3f, 5),
            scenes::grid(8, 2, 240.0f, 20.0f, {100, 100})};
}

rc::Gen<float> between(float low, float high) {
    return rc::gen::map(rc::gen::inRange(0, 10001),
                        [=](int n) { return low + (high - low) * static_cast<float>(n) / 10000.0f; });
}
/// Around zero, where shrinking ends.
rc::Gen<float> within(float reach) {
    return rc::gen::map(rc::gen::inRange(-10000, 10001),
                        [=](int n) { return reach * static_cast<float>(n) / 10000.0f; });
}

rc::Gen<sim::Material> any_material() {
    return rc::gen::exec([] {
        sim::Material m;
        m.mass = *between(0.2f, 4.0f);
        m.stretch = *between(0.0f, 1.0f);
        m.bend = *between(0.0f, 1.0f);
        m.damping = *between(0.0f, 8.0f);
        m.goal = *rc::gen::weightedOneOf<float>({{1, rc::gen::just(0.0f)}, {3, between(0.0f, 1.0f)}});
        m.slack = *rc::gen::weightedOneOf<float>({{1, rc::gen::just(1.0f)}, {3, between(0.0f, 0.3f)}});
        m.area = *rc::gen::weightedOneOf<float>({{1, rc::gen::just(0.0f)}, {3, between(0.0f, 1.0f)}});
        m.anisotropy = *between(0.0f, 1.0f);
        if (*rc::gen::arbitrary<bool>()) m.compression = *between(0.0f, 1.0f);
        m.rest_follows_both = *rc::gen::arbitrary<bool>();
        return m;
    });
}

rc::Gen<Jolt> any_jolt() {
    return rc::gen::exec([] {
        Jolt jolt;
        jolt.angle = *within(1.5f);
        const float reach = *rc::gen::weightedElement<float>({{7, 150.0f}, {1, 5000.0f}});
        jolt.place = {*within(reach), *within(reach)};
        jolt.wind = {*within(20000.0f), *within(20000.0f)};
        jolt.seconds = *rc::gen::weightedOneOf<float>({{5, rc::gen::just(1.0f / 60.0f)}, {1, between(0.0f, 0.2f)}});
        return jolt;
    });
}

rc::Gen<Violence> any_violence() {
    return rc::gen::exec([] {
        Violence v;
        v.mesh = *rc::gen::inRange(0, static_cast<int>(meshes().size()));
        v.material = *any_material();
        v.substeps = *rc::gen::element(16, 16, 16, 4, 1, 40);
        v.jolts = *rc::gen::container<std::vector<Jolt>>(any_jolt());
        return v;
    });
}

/// Largest speed of a particle against its goal's, px/s.
float fastest(const Points& now, const Points& before, float seconds) {
    return farthest(now, before) / seconds;
}

void must_stay_sane(const Violence& v) {
    sim::SceneSpec spec = scenes::body_of(meshes()[static_cast<std::size_t>(v.mesh)], v.material);
    spec.settings.substeps = v.substeps;
    auto built = sim::Scene::build(spec);
    RC_ASSERT(built.ok());
    const sim::Scene scene = std::move(built).value();
    const Points rest = scenes::drawing(spec);
    sim::Solver solver(scene, 1);
    Points goals = rest, now = rest;
    const auto check = [&] {
        now = positions(scene, solver);
        RC_ASSERT(all_finite(now));
        RC_ASSERT(smallest_area_share(scene, now, rest) > 0.0f);
        RC_ASSERT(farthest(now, rest) < 1e5f);
    };
    for (const Jolt& jolt : v.jolts) {
        goals = rest;
        scenes::turn(goals, {130.0f, 60.0f}, jolt.angle);
        scenes::shift(goals, jolt.place);
        solver.set_goals(0, goals);
        solver.set_wind(0, jolt.wind);
        solver.step(jolt.seconds);
        check();
    }
    RC_ASSERT(solver.report(0).restarts == 0);

    // Left alone, a body may fall back from where it was flung and let go what it holds in its springs, but no faster
    // than that: it gains no energy.
    solver.set_wind(0, {});
    float at_first = 0.0f, later = 0.0f;
    for (int frame = 0; frame < 60; ++frame) {
        const Points before = now;
        solver.step();
        check();
        float& most = frame < 20 ? at_first : later;
        most = std::max(most, fastest(now, before, 1.0f / 60.0f));
    }
    const float reach = 2.0f * 250.0f;
    RC_ASSERT(later < at_first + std::sqrt(2.0f * 980.0f * reach));
}

void check_violence(std::uint64_t seed, int runs) {
    rc::detail::TestParams params;
    params.seed = seed;
    params.maxSuccess = runs;
    params.maxSize = 40;
    const auto result =
        rc::detail::checkProperty(rc::detail::toProperty([] { must_stay_sane(*any_violence()); }), {}, params);
    if (!result.is<rc::detail::SuccessResult>()) rc::detail::printResultMessage(result, std::cerr);
    CHECK(result.is<rc::detail::SuccessResult>());
}

}  // namespace

TEST_CASE("random materials under violent inputs: no NaN, nothing flipped, no energy from nowhere",
          "[sim][robustness]") {
    check_violence(1, 60);
}

TEST_CASE("10,000 random materials under violent inputs", "[.long][sim][robustness]") {
    check_violence(2, 10000);
}

}  // namespace yure::tests
