#include "support/catch.hpp"
#include "support/models.hpp"
#include "support/tiny_puppet.hpp"

#include <cmath>
#include <limits>

#include "yure/rig/check.hpp"
#include "yure/rig/rig.hpp"

using namespace yure;
using rig::MocVersion;

TEST_CASE("the tiny puppet has no findings in any version", "[rig]") {
    for (int version = 1; version <= 6; ++version) {
        const auto findings = rig::check(tests::tiny_puppet({static_cast<MocVersion>(version), version >= 4}));
        INFO("version " << version << (findings.empty() ? "" : " " + findings[0].where + ": " + findings[0].what));
        CHECK(findings.empty());
    }
}

TEST_CASE("a mesh below an affine warp moves affinely", "[rig]") {
    const rig::Puppet puppet = tests::tiny_puppet();
    const rig::Rig rig = tests::built(puppet);
    rig::Evaluation pose(rig);
    const auto values = tests::values_with(rig, {{"ParamAngleX", 12.0f}});
    pose.evaluate(values);
    const float x = 12.0f / 30.0f;  // the warp's keyforms are linear in the parameter and in the place
    const auto torso = pose.keyform_positions(0);
    for (std::size_t k = 0; k < torso.size(); ++k) {
        const Vec2 rest{-0.5f + torso[k].x, -0.8f + 1.6f * torso[k].y};
        const Vec2 down{rest.x + 0.06f * x * (0.8f - rest.y), rest.y + 0.03f * x * rest.x};
        CHECK(pose.positions(0)[k].x == Approx(down.x).margin(1e-6));
        CHECK(pose.positions(0)[k].y == Approx(-down.y).margin(1e-6));
    }
}

TEST_CASE("a rotation below a warp turns its mesh by its own angle and the warp's", "[rig]") {
    const rig::Puppet puppet = tests::tiny_puppet();
    const rig::Rig rig = tests::built(puppet);
    rig::Evaluation pose(rig);
    const auto values = tests::values_with(rig, {{"ParamAngleX", 30.0f}, {"ParamAngleZ", -20.0f}});
    pose.evaluate(values);
    // The warp maps "up" in its own space to (0.06 * 1.6, -1.6) scaled: a turn by atan(0.06) to the right.
    const double turn = -20.0 / 2.0 * 3.14159265358979 / 180.0 + std::atan2(0.06, 1.0);
    const Vec2 first = pose.keyform_positions(1)[0], last = pose.keyform_positions(1)[4];  // the Face's top row
    const auto place = [&](Vec2 p) {
        return Vec2{static_cast<float>(0.01 * (std::cos(turn) * p.x - std::sin(turn) * p.y)),
                    static_cast<float>(0.01 * (std::sin(turn) * p.x + std::cos(turn) * p.y))};
    };
    const Vec2 expected = place(last) - place(first);
    const Vec2 actual = pose.positions(1)[4] - pose.positions(1)[0];
    CHECK(actual.x == Approx(expected.x).margin(1e-5));
    CHECK(actual.y == Approx(-expected.y).margin(1e-5));
}

TEST_CASE("glue pulls each vertex of a pair by its weight", "[rig]") {
    rig::Puppet puppet = tests::tiny_puppet();
    const rig::Rig with = tests::built(puppet);
    puppet.glue_intensity[0] = 0.0f;
    const rig::Rig without = tests::built(puppet);
    rig::Evaluation a(with), b(without);
    a.evaluate(with.default_values());
    b.evaluate(with.default_values());
    const Vec2 hair = b.positions(2)[0], face = b.positions(1)[1];
    CHECK(a.positions(2)[0].x == Approx(hair.x + 0.75f * (face.x - hair.x)).margin(1e-6));
    CHECK(a.positions(1)[1].y == Approx(face.y + 0.25f * (hair.y - face.y)).margin(1e-6));
    CHECK(a.positions(2)[0].x == Approx(a.positions(1)[1].x).margin(1e-6));  // weights add up to 1: welded
}

TEST_CASE("a blend shape adds its offsets in keyform space and holds beyond its keys", "[rig]") {
    const rig::Rig rig = tests::built(tests::tiny_puppet({MocVersion::v4_2, true}));
    rig::Evaluation pose(rig);
    const auto hair_at = [&](float value) {
        pose.evaluate(tests::values_with(rig, {{"ParamBlend", value}}));
        return std::vector<Vec2>(pose.keyform_positions(2).begin(), pose.keyform_positions(2).end());
    };
    const auto rest = hair_at(0.0f), half = hair_at(0.5f), full = hair_at(1.0f), beyond = hair_at(7.0f);
    for (std::size_t v = 0; v < rest.size(); ++v) {
        const float down = static_cast<float>(v / 3) / 8.0f;
        CHECK(half[v].x - rest[v].x == Approx(0.05f * down).margin(1e-6));
        CHECK(full[v].y - rest[v].y == Approx(-0.02f * down).margin(1e-6));
        CHECK(beyond[v] == full[v]);
    }
}

TEST_CASE("values are clamped, wrapped, and NaN counts as the default", "[rig]") {
    rig::Puppet puppet = tests::tiny_puppet();
    rig::Rig rig = tests::built(puppet);
    const auto torso_at = [&](const rig::Rig& from, float value) {
        rig::Evaluation pose(from);
        pose.evaluate(tests::values_with(from, {{"ParamAngleX", value}}));
        return std::vector<Vec2>(pose.positions(0).begin(), pose.positions(0).end());
    };
    CHECK(torso_at(rig, 99.0f) == torso_at(rig, 30.0f));
    CHECK(torso_at(rig, std::numeric_limits<float>::quiet_NaN()) == torso_at(rig, 0.0f));
    puppet.parameter.repeat[0] = 1;
    rig = tests::built(puppet);
    CHECK(torso_at(rig, 45.0f) == torso_at(rig, -15.0f));
    CHECK(torso_at(rig, 30.0f) == torso_at(rig, -30.0f));
}

TEST_CASE("outside of the keys of an axis an object and all below it vanish", "[rig]") {
    rig::Puppet puppet = tests::tiny_puppet();
    puppet.parameter.max[1] = 60.0f;  // RotHead has keys from -30 to 30
    const rig::Rig rig = tests::built(puppet);
    rig::Evaluation pose(rig);
    pose.evaluate(tests::values_with(rig, {{"ParamAngleZ", 30.0005f}}));
    CHECK_FALSE(pose.hidden(1));
    pose.evaluate(tests::values_with(rig, {{"ParamAngleZ", 31.0f}}));
    CHECK(pose.hidden(1));
    CHECK(pose.hidden(2));
    CHECK_FALSE(pose.visible(1));
    CHECK_FALSE(pose.hidden(0));
}

TEST_CASE("part opacity multiplies down to meshes and hides at zero", "[rig]") {
    const rig::Rig rig = tests::built(tests::tiny_puppet());
    rig::Evaluation pose(rig);
    const std::vector<float> opacities{0.5f, 0.5f};
    pose.evaluate(rig.default_values(), opacities);
    CHECK(pose.opacity(0) == 0.5f);
    CHECK(pose.opacity(2) == 0.25f);
    const std::vector<float> none{1.0f, -3.0f};
    pose.evaluate(rig.default_values(), none);
    CHECK_FALSE(pose.visible(2));
    CHECK_FALSE(pose.hidden(2));
    CHECK(pose.visible(0));
}

TEST_CASE("render order sorts by draw order, stable, a sub-group at its part's place", "[rig]") {
    rig::Puppet puppet = tests::tiny_puppet();
    const auto order_of = [](const rig::Puppet& p) {
        const rig::Rig rig = tests::built(p);
        rig::Evaluation pose(rig);
        pose.evaluate(rig.default_values());
        return std::vector<int>(pose.render_order().begin(), pose.render_order().end());
    };
    CHECK(order_of(puppet) == std::vector<int>{0, 2, 3, 1});  // Torso 300, Face 400, Hair in its part's 500, Badge 350
    puppet.part_kf.draw_order[1] = 320.0f;
    CHECK(order_of(puppet) == std::vector<int>{0, 3, 1, 2});
    for (float& order : puppet.mesh_kf.draw_order) order = 500.0f;
    puppet.part_kf.draw_order[1] = 500.0f;
    CHECK(order_of(puppet) == std::vector<int>{0, 1, 3, 2});  // equal: file order, the part is the last member
    puppet.part_kf.draw_order[1] = -2.0e9f;                   // far outside of any range: sorted all the same
    CHECK(order_of(puppet) == std::vector<int>{1, 2, 0, 3});
}

TEST_CASE("chosen meshes come out as in a full evaluation, bit for bit", "[rig]") {
    for (const tests::NamedPuppet& model : tests::all_models()) {
        INFO(model.name);
        const rig::Rig rig = tests::built(model.puppet);
        rig::Evaluation full(rig);
        Random random(11);
        for (int round = 0; round < 12; ++round) {
            const std::vector<int> chosen{static_cast<int>(random.below(static_cast<std::uint64_t>(rig.mesh_count()))),
                                          static_cast<int>(random.below(static_cast<std::uint64_t>(rig.mesh_count())))};
            rig::Evaluation partial(rig, chosen);
            const auto values = tests::random_values(rig, random);
            full.evaluate(values);
            partial.evaluate(values);
            for (const int mesh : chosen) {
                REQUIRE(partial.hidden(mesh) == full.hidden(mesh));
                if (full.hidden(mesh)) continue;
                REQUIRE(std::equal(full.positions(mesh).begin(), full.positions(mesh).end(),
                                   partial.positions(mesh).begin(), partial.positions(mesh).end()));
                REQUIRE(partial.opacity(mesh) == full.opacity(mesh));
                REQUIRE(partial.multiply_color(mesh) == full.multiply_color(mesh));
            }
        }
    }
}

TEST_CASE("an evaluation carries nothing over from earlier ones", "[rig]") {
    for (const tests::NamedPuppet& model : tests::all_models()) {
        INFO(model.name);
        const rig::Rig rig = tests::built(model.puppet);
        rig::Evaluation used(rig);
        Random random(5);
        for (int round = 0; round < 4; ++round) {
            const auto values = tests::random_values(rig, random);
            used.evaluate(values);
            rig::Evaluation fresh(rig);
            fresh.evaluate(values);
            for (int mesh = 0; mesh < rig.mesh_count(); ++mesh) {
                REQUIRE(used.hidden(mesh) == fresh.hidden(mesh));
                if (fresh.hidden(mesh)) continue;
                REQUIRE(std::equal(fresh.positions(mesh).begin(), fresh.positions(mesh).end(),
                                   used.positions(mesh).begin()));
                REQUIRE(used.draw_order(mesh) == fresh.draw_order(mesh));
            }
        }
    }
}
