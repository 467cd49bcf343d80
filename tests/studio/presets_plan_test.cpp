#include "studio/presets_doll.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "yure/core/lookup.hpp"
#include "yure/pendulum/player.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/presets/plan.hpp"

using namespace yure;
using namespace yure::studio::presets;
using namespace yure::tests;

namespace {

const pendulum::Group* group_named(const pendulum::Physics& physics, const std::string& id) {
    const int row = find_by_id(physics.groups, id);
    return row < 0 ? nullptr : &physics.groups[static_cast<std::size_t>(row)];
}

/// A face with two locks before it, hair behind it, a flared skirt and two eyes. The back hair's parameter is swung by
/// the model's own physics; the front hair's by nothing.
Doll figure() {
    Doll doll;
    const int front = doll.parameter("ParamHairFront"), back = doll.parameter("ParamHairBack", 0.0f, 30.0f, 15.0f);
    doll.parameter("ParamEyeLOpen", 0.0f, 1.0f, 1.0f);
    doll.parameter("ParamEyeROpen", 0.0f, 1.0f, 1.0f);
    const int head_part = doll.part("Part1", "顔"), hair = doll.part("Part2", "前髪"),
              behind = doll.part("Part3", "後ろ髪");
    const int body = doll.part("Part4", "体"), eyes = doll.part("Part5", "瞳");
    const auto skin = [](float, float) { return kSkinTone; };
    doll.mesh("ArtMesh1", head_part, {400.0f, 100.0f}, {600.0f, 350.0f}, skin, {{0, 20.0f}}, 400.0f);
    doll.mesh("ArtMesh2", hair, {400.0f, 80.0f}, {480.0f, 240.0f}, filled, {{front, 12.0f}}, 600.0f);
    doll.mesh("ArtMesh3", hair, {500.0f, 80.0f}, {600.0f, 240.0f}, filled, {{front, 12.0f}}, 600.0f);
    doll.mesh("ArtMesh4", behind, {380.0f, 60.0f}, {620.0f, 600.0f}, filled, {{back, 30.0f}}, 100.0f);
    doll.mesh("Skirt", body, {350.0f, 500.0f}, {650.0f, 800.0f}, flared);
    doll.mesh("ArtMesh5", eyes, {430.0f, 200.0f}, {470.0f, 240.0f}, filled, {}, 500.0f, 3, 3);
    doll.mesh("ArtMesh6", eyes, {530.0f, 200.0f}, {570.0f, 240.0f}, filled, {}, 500.0f, 3, 3);
    pendulum::Group own;
    own.id = "PhysicsSetting1";
    own.inputs = {{"ParamAngleX", 100.0f}};
    own.outputs = {{"ParamHairBack", 1, 15.0f}};
    own.vertices.resize(2);
    own.vertices[1].radius = 10.0f;
    doll.physics.groups = {own};
    return doll;
}

Plan planned(const Subject& subject, const ProjectState& state, const PresetRequest& request) {
    Result<Plan> plan = plan_preset(subject, state, request);
    if (!plan) FAIL(plan.error().text());
    return std::move(*plan);
}

PresetRequest wanted(Preset preset, HairMode hair = HairMode::simulate) {
    PresetRequest request;
    request.preset = preset;
    request.hair = hair;
    return request;
}

}  // namespace

TEST_CASE("simulated hair is pinned at its top and takes the place of its swing", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    const Plan plan = planned(subject, {}, wanted(Preset::back_hair));
    REQUIRE(plan.bodies.size() == 1);
    const baker::BodyRequest& body = plan.bodies[0].request;
    CHECK(body.id == "preset_back_hair");
    CHECK(sim::material_name(body.material) == "hair");
    CHECK(body.inputs.size() == 2);  // ParamAngleX, ParamBodyAngleX
    const WeightGroup* pin = find_group(plan.weights, "ArtMesh4", sim::GroupKind::pin);
    REQUIRE(pin != nullptr);
    CHECK(pin->name == "preset_pin");
    CHECK(pin->weights == body.meshes[0].groups.pin);
    CHECK(pin->weights.front() == 1.0f);
    CHECK(pin->weights.back() == 0.0f);
    // Solid for 12 % of the length, then fading over 18 %: 17 lines, so line 2 is still solid and line 5 free.
    CHECK(pin->weights[1 * 9] == 1.0f);
    CHECK(pin->weights[3 * 9] < 1.0f);
    CHECK(pin->weights[5 * 9] == 0.0f);
    CHECK(find_group(plan.weights, "ArtMesh4", sim::GroupKind::mass) == nullptr);

    REQUIRE(plan.record);
    CHECK(plan.record->resting == std::vector<RestingOutput>{{"PhysicsSetting1", "ParamHairBack"}});
    CHECK(with_presets(doll.physics, std::vector{*plan.record}).groups.empty());
    CHECK(plan.rebake == std::vector<std::string>{"preset_back_hair"});
}

TEST_CASE("applying a preset twice changes nothing the second time", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    ProjectState state;
    for (const PresetRequest& request : level_requests(Level::full))
        state = applied(std::move(state), planned(subject, state, request));
    CHECK(state.bodies.size() == 3);
    for (const PresetRequest& request : level_requests(Level::full)) {
        const Plan again = planned(subject, state, request);
        INFO(preset_name(request.preset));
        CHECK_FALSE(again.changes_anything(state));
        CHECK(again.rebake.empty());
    }
}

TEST_CASE("removing a preset brings back what was painted and what swung", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    ProjectState before;
    before.groups.push_back(
        {"ArtMesh4", sim::GroupKind::pin, "preset_pin", std::vector<float>(subject.meshes[3].rest.size(), 0.25f)});
    ProjectState state = applied(before, planned(subject, before, wanted(Preset::back_hair)));
    state = applied(state, planned(subject, state, wanted(Preset::back_hair)));  // what was before is not forgotten
    CHECK(state.groups[0].weights != before.groups[0].weights);
    state = applied(state, plan_removal(subject, state, Preset::back_hair));
    CHECK(state.bodies.empty());
    CHECK(state.records.empty());
    CHECK(state.groups == before.groups);
    const Plan nothing = plan_removal(subject, state, Preset::back_hair);
    CHECK(nothing.summary.find("Nothing to remove") == 0);
    CHECK_FALSE(nothing.changes_anything(state));
}

TEST_CASE("hair goes from simulated to classic to off and back", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    ProjectState state = applied({}, planned(subject, {}, wanted(Preset::back_hair)));
    CHECK(body_meshes(state, "preset_back_hair") == std::vector<std::string>{"ArtMesh4"});

    state = applied(state, planned(subject, state, wanted(Preset::back_hair, HairMode::classic)));
    CHECK(state.bodies.empty());
    CHECK(state.groups.empty());
    const pendulum::Physics classic = with_presets(doll.physics, state.records);
    REQUIRE(classic.groups.size() == 1);  // the model's own swing, none added
    CHECK(classic.groups[0].outputs.size() == 1);

    state = applied(state, planned(subject, state, wanted(Preset::back_hair, HairMode::off)));
    CHECK(with_presets(doll.physics, state.records).groups.empty());

    state = applied(state, planned(subject, state, wanted(Preset::back_hair)));
    CHECK(state.bodies.size() == 1);
}

TEST_CASE("classic makes a pendulum for a standard parameter that nothing swings, in the parameter's own range",
          "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    const Plan plan = planned(subject, {}, wanted(Preset::front_hair, HairMode::classic));
    REQUIRE(plan.record);
    const pendulum::Physics physics = with_presets(doll.physics, std::vector{*plan.record});
    const pendulum::Group* group = group_named(physics, "PhysicsPreset_ParamHairFront");
    REQUIRE(group != nullptr);
    CHECK(group->outputs[0].scale == Approx(1.52f));

    // It swings, and within the range.
    const std::vector<ParameterRange> ranges = doll.model().parameter_ranges();
    pendulum::Player player(physics, ranges);
    std::vector<float> values = subject.rig->default_values();
    const auto front = static_cast<std::size_t>(subject.rig->find_parameter("ParamHairFront"));
    float most = 0.0f;
    for (int frame = 0; frame < 120; ++frame) {
        values[0] = frame < 60 ? 30.0f : 0.0f;
        player.evaluate(values, 1.0f / 60.0f);
        most = std::max(most, std::abs(values[front]));
    }
    CHECK(most > 0.1f);
    CHECK(most <= 1.0f);
}

TEST_CASE("only the selected meshes are decided anew", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    PresetRequest request = wanted(Preset::front_hair);
    request.only = {"ArtMesh2"};
    ProjectState state = applied({}, planned(subject, {}, request));
    CHECK(body_meshes(state, "preset_front_hair") == std::vector<std::string>{"ArtMesh2"});
    request.only = {"ArtMesh3"};
    state = applied(state, planned(subject, state, request));
    CHECK(body_meshes(state, "preset_front_hair") == std::vector<std::string>{"ArtMesh2", "ArtMesh3"});
    CHECK(find_group(state.groups, "ArtMesh2", sim::GroupKind::pin) != nullptr);
    // Taking one away by hand: it leaves the body, the other stays.
    request.wishes = {{"ArtMesh3", Role::none}};
    state = applied(state, planned(subject, state, request));
    CHECK(body_meshes(state, "preset_front_hair") == std::vector<std::string>{"ArtMesh2"});
    CHECK(find_group(state.groups, "ArtMesh3", sim::GroupKind::pin) == nullptr);
    request.only = {"Nobody"};
    CHECK_FALSE(plan_preset(subject, state, request).ok());
}

TEST_CASE("a mesh of a user's own body is left alone", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    ProjectState state;
    state.bodies.push_back({"mine", {"ArtMesh2"}, {}});
    const Plan plan = planned(subject, state, wanted(Preset::front_hair));
    REQUIRE(plan.bodies.size() == 1);
    REQUIRE(plan.bodies[0].request.meshes.size() == 1);
    CHECK(plan.bodies[0].request.meshes[0].id == "ArtMesh3");
    CHECK(std::any_of(plan.decisions.begin(), plan.decisions.end(), [](const Decision& decision) {
        return decision.about == "ArtMesh2" && decision.why.find("mine") != std::string::npos;
    }));
    // A body of the preset's name that somebody else made is not taken over either.
    state.bodies = {{"preset_front_hair", {"Skirt"}, {}}};
    CHECK(planned(subject, state, wanted(Preset::front_hair)).bodies.empty());
}

TEST_CASE("roles set by hand win, for a mesh over its part, and are remembered", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    PresetRequest request = wanted(Preset::back_hair);
    request.wishes = {{"Part2", Role::back_hair}, {"ArtMesh3", Role::none}};
    const ProjectState state = applied({}, planned(subject, {}, request));
    CHECK(body_meshes(state, "preset_back_hair") == std::vector<std::string>{"ArtMesh2", "ArtMesh4"});
    CHECK_FALSE(planned(subject, state, wanted(Preset::back_hair)).changes_anything(state));
    // One for what the model no longer has stops nothing, and is told.
    request.wishes = {{"Nobody", Role::skirt}};
    const Plan plan = planned(subject, state, request);
    CHECK(plan.bodies.empty());
    CHECK(std::any_of(plan.decisions.begin(), plan.decisions.end(),
                      [](const Decision& decision) { return decision.about == "Nobody"; }));
}

TEST_CASE("clothing writes into the group a body reads, and a tight mesh leaves", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    ProjectState state = applied({}, planned(subject, {}, wanted(Preset::clothing)));
    CHECK(body_meshes(state, "preset_skirt") == std::vector<std::string>{"Skirt"});
    for (const sim::GroupKind kind : {sim::GroupKind::pin, sim::GroupKind::mass, sim::GroupKind::wind})
        CHECK(find_group(state.groups, "Skirt", kind) != nullptr);
    // The user gave the body a group of its own: that one is refreshed.
    state.bodies[0].groups = {{sim::GroupKind::pin, "my pins"}};
    const Plan plan = planned(subject, state, wanted(Preset::clothing));
    CHECK(std::any_of(plan.weights.begin(), plan.weights.end(), [](const WeightGroup& group) {
        return group.name == "my pins" && group.weights.front() == 1.0f;
    }));
    PresetRequest tight = wanted(Preset::clothing);
    tight.wishes = {{"Skirt", Role::trousers}};
    state.bodies[0].groups.clear();
    state = applied(state, planned(subject, state, tight));
    CHECK(body_meshes(state, "preset_skirt").empty());
}

TEST_CASE("pins by what a mesh is, without making bodies", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    CHECK(planned(subject, {}, wanted(Preset::auto_pin)).summary.find("Nothing to do") == 0);
    ProjectState state;
    state.bodies.push_back({"mine", {"ArtMesh4", "Skirt", "ArtMesh1"}, {}});
    const Plan plan = planned(subject, state, wanted(Preset::auto_pin));
    CHECK(plan.bodies.empty());
    CHECK(find_group(plan.weights, "ArtMesh4", sim::GroupKind::pin) != nullptr);
    CHECK(find_group(plan.weights, "Skirt", sim::GroupKind::wind) != nullptr);
    CHECK(find_group(plan.weights, "ArtMesh1", sim::GroupKind::pin) == nullptr);
    CHECK(plan.rebake == std::vector<std::string>{"mine"});
    const ProjectState after = applied(state, plan);
    CHECK_FALSE(planned(subject, after, wanted(Preset::auto_pin)).changes_anything(after));
    CHECK(applied(after, plan_removal(subject, after, Preset::auto_pin)).groups.empty());
}

TEST_CASE("jelly eyes: a parameter that squashes each eye about its middle, and a blink that swings it", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    const Plan plan = planned(subject, {}, wanted(Preset::jelly_eyes));
    REQUIRE(plan.record);
    REQUIRE(plan.record->squash);
    CHECK(plan.record->squash->eyes == std::vector<std::vector<std::string>>{{"ArtMesh5"}, {"ArtMesh6"}});

    rig::Puppet puppet = doll.model().puppet;
    Notices notices;
    const std::vector<PresetRecord> records{*plan.record};
    const Status added = add_preset_shapes(puppet, records, notices);
    if (!added) FAIL(added.error().text());
    CHECK(notices.empty());
    const Result<rig::Rig> rig = rig::Rig::build(puppet);
    REQUIRE(rig.ok());
    const int form = rig->find_parameter("ParamEyeBallForm");
    REQUIRE(form >= 0);
    rig::Evaluation pose(*rig);
    std::vector<float> values = rig->default_values();
    const int eye = puppet.find_mesh("ArtMesh6");
    for (const float key : {-1.0f, 0.0f, 1.0f}) {
        values[static_cast<std::size_t>(form)] = key;
        pose.evaluate(values);
        std::vector<Vec2> at(9);
        pose.world_positions(eye, at);
        CHECK(at[8].x - at[0].x == Approx(40.0f * (1.0f + 0.04f * key)).margin(1e-2));
        CHECK(at[8].y - at[0].y == Approx(40.0f * (1.0f - 0.04f * key)).margin(1e-2));
        CHECK(at[4].x == Approx(550.0f).margin(1e-2));
    }

    std::vector<ParameterRange> ranges;
    for (const rig::ParameterInfo& info : rig->parameters())
        ranges.push_back({info.id, info.min, info.max, info.default_value});
    pendulum::Player player(with_presets(doll.physics, records), ranges);
    values = rig->default_values();
    player.stabilize(values);
    float most = 0.0f, last = 0.0f;
    for (int frame = 0; frame < 240; ++frame) {
        const float open = frame >= 20 && frame < 26 ? 0.0f : 1.0f;
        values[static_cast<std::size_t>(rig->find_parameter("ParamEyeLOpen"))] = open;
        values[static_cast<std::size_t>(rig->find_parameter("ParamEyeROpen"))] = open;
        const float before = values[static_cast<std::size_t>(form)];
        player.evaluate(values, 1.0f / 60.0f);
        last = std::abs(values[static_cast<std::size_t>(form)] - before);
        most = std::max(most, std::abs(values[static_cast<std::size_t>(form)]));
    }
    CHECK(most > 0.02f);
    CHECK(most <= 1.0f);
    CHECK(last < 1e-3f);  // and comes to rest
}

TEST_CASE("records survive JSON, and what is broken in one is named", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    for (const Level level : {Level::normal, Level::full})
        for (PresetRequest request : level_requests(level)) {
            request.wishes = {{"ArtMesh1", Role::none}};
            const Plan plan = planned(subject, {}, request);
            REQUIRE(plan.record);
            const nlohmann::ordered_json json = record_json(*plan.record);
            const Result<PresetRecord> read = read_record(json);
            if (!read) FAIL(read.error().text());
            CHECK(record_json(*read) == json);
            CHECK(read->before == plan.record->before);
            CHECK(read->resting == plan.record->resting);
            CHECK(read->squash == plan.record->squash);
            CHECK(read->pendulums.size() == plan.record->pendulums.size());
        }
    using Json = nlohmann::ordered_json;
    CHECK(read_record(Json::parse("[]")).error().where == "/preset");
    CHECK(
        read_record(Json::parse(R"({"preset":"clothing","before":[{"kind":"pin","weights":["x"]}]})")).error().where ==
        "/before/0/weights/0");
    CHECK(read_record(Json::parse(R"({"preset":"front-hair","hair":"wild"})")).error().where == "/hair");
    CHECK(read_record(Json::parse(R"({"preset":"clothing","bodies":7})")).error().where == "/bodies");
    CHECK(read_record(Json::parse(R"({"preset":"jelly-eyes","squash":{"strength":9}})")).error().where ==
          "/squash/strength");
}

TEST_CASE("levels: nothing, classic hair, simulated hair", "[presets]") {
    CHECK(level_requests(Level::minimal).empty());
    CHECK(level_requests(Level::normal)[0].hair == HairMode::classic);
    CHECK(level_requests(Level::full)[1].hair == HairMode::simulate);
    for (const Level level : {Level::minimal, Level::normal, Level::full})
        CHECK(find_level(level_name(level)) == level);
    CHECK_FALSE(find_level("huge"));
}

TEST_CASE("a plan tells itself as JSON", "[presets]") {
    Doll doll = figure();
    const Subject subject = doll.finish();
    const nlohmann::ordered_json json = plan_json(planned(subject, {}, wanted(Preset::clothing)));
    CHECK(json["preset"] == "clothing");
    CHECK(json["bodies"][0]["meshes"][0] == "Skirt");
    CHECK(json["looseness"][0]["simulated"] == true);
    CHECK_FALSE(json["decisions"].empty());
}
