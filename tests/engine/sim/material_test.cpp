#include "sim_support.hpp"

namespace yure::tests {

using sim::Material;

TEST_CASE("material presets have the values of the reference, in its order", "[sim][material]") {
    struct Row {
        const char* name;
        sim::BodyKind kind;
        float mass, stretch, bend, damping, goal, slack, area, anisotropy;
    };
    using enum sim::BodyKind;
    const Row rows[] = {{"cotton", cloth, 1, .98f, .30f, 1.5f, .10f, .03f, .30f, .30f},
                        {"silk", cloth, .6f, .98f, .12f, .8f, .05f, .04f, .15f, .40f},
                        {"chiffon", cloth, .4f, .96f, .06f, 1.2f, .04f, .05f, .10f, .35f},
                        {"wool", cloth, 1.4f, .97f, .40f, 2.2f, .12f, .03f, .45f, .25f},
                        {"denim", cloth, 1.6f, .99f, .60f, 2.0f, .20f, .015f, .60f, .20f},
                        {"leather", cloth, 1.8f, 1, .75f, 2.5f, .30f, .01f, .75f, .15f},
                        {"elastic", cloth, .8f, .85f, .40f, 1.2f, .30f, .08f, .70f, .10f},
                        {"neckwear", cloth, 1, .98f, .40f, 1.5f, .10f, .03f, .40f, .30f},
                        {"hair", hair, 1, 1, .45f, 2.0f, .15f, .01f, .50f, .70f},
                        {"fine_hair", hair, .7f, 1, .30f, 1.6f, .10f, .015f, .40f, .80f},
                        {"thick_hair", hair, 1.3f, 1, .60f, 2.4f, .22f, .008f, .60f, .60f},
                        {"bangs", hair, 1, 1, .45f, 4.0f, .40f, .01f, .50f, .70f}};
    for (const Row& row : rows) {
        INFO(row.name);
        const sim::MaterialPreset* preset = sim::find_material_preset(row.name);
        REQUIRE(preset != nullptr);
        CHECK(preset->kind == row.kind);
        Material expected;
        expected.mass = row.mass;
        expected.stretch = row.stretch;
        expected.bend = row.bend;
        expected.damping = row.damping;
        expected.goal = row.goal;
        expected.slack = row.slack;
        expected.area = row.area;
        expected.anisotropy = row.anisotropy;
        CHECK(preset->material == expected);
    }
    CHECK(sim::material_presets().size() == std::size(rows) + 1);  // and taut
}

TEST_CASE("taut is about 1e-4 stiff both ways and follows the rig both ways", "[sim][material]") {
    const Material taut = material("taut");
    REQUIRE(taut.compression);
    CHECK(sim::stretch_compliance(taut.stretch) == Approx(1e-4).epsilon(0.01));
    const float omega = sim::natural_frequency(*taut.compression);
    CHECK(1.0f / (omega * omega) == Approx(1e-4).epsilon(0.01));
    CHECK(taut.rest_follows_both);
}

TEST_CASE("a material shows a preset's name only while all values match", "[sim][material]") {
    for (const sim::MaterialPreset& preset : sim::material_presets()) {
        CHECK(sim::material_name(preset.material) == preset.name);
        CHECK(preset.material.problems().empty());
        Material changed = preset.material;
        changed.bend += 0.001f;
        CHECK(sim::material_name(changed) == "custom");
    }
    CHECK(sim::material_name(sim::default_material(sim::BodyKind::hair)) == "hair");
    CHECK(sim::material_name(sim::default_material(sim::BodyKind::cloth)) == "cotton");
    CHECK(sim::find_material_preset("velvet") == nullptr);
}

TEST_CASE("material values out of range are named with what is allowed", "[sim][material]") {
    Material m;
    m.mass = 5.0f;
    m.slack = 0.4f;
    m.bend = NAN;
    const auto problems = m.problems();
    REQUIRE(problems.size() == 3);
    CHECK(problems[0].text() == "material.mass: is 5, allowed is 0.2 to 4");
    CHECK(problems[1].where == "material.bend");
    CHECK(problems[2].where == "material.slack");
    m = Material{};
    m.slack = 1.0f;  // no limit at all
    CHECK(m.problems().empty());
}

TEST_CASE("scales of the material are those of the reference at both ends", "[sim][material]") {
    CHECK(sim::stretch_compliance(1.0f) == Approx(1e-9));
    CHECK(sim::stretch_compliance(0.0f) == Approx(1e-3));
    CHECK(sim::natural_frequency(0.0f) == Approx(0.5));
    CHECK(sim::natural_frequency(1.0f) == Approx(200.0));
    CHECK(sim::goal_frequency(0.0f) == Approx(3.0));
    CHECK(sim::goal_frequency(1.0f) == Approx(60.0));
    CHECK(sim::soft_pin_compliance(0.5f) == Approx(1e-4));
}

}  // namespace yure::tests
