#include "studio/document/project_support.hpp"
#include "support/catch.hpp"
#include <cmath>

#include "yure/chain/presets.hpp"
#include "yure/sim/vertex_groups.hpp"
#include "yure/studio/command.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;

TEST_CASE("a new body has the seed's name, its kind's material and the inputs that the model has", "[document]") {
    const Project project;
    const auto session = project.create();
    const Reply reply = done(session->apply("body.add", {{"meshes", {"Hair"}}, {"kind", "hair"}}));
    CHECK(reply.result == Json{{"body", "Hair"}});
    const Body& body = *session->document().bodies.find("Hair");
    CHECK(body.name == "simHair");
    CHECK(body.kind == sim::BodyKind::hair);
    CHECK(body.material == sim::default_material(sim::BodyKind::hair));
    REQUIRE(body.inputs.size() == 1);
    CHECK(body.inputs[0].id == "ParamAngleX");
    CHECK(session->freshness("Hair").state == Freshness::unbaked);

    // ArtMesh is left out of the name, a taken name gets a number
    CHECK(new_body_names(session->document(), "ArtMeshBottomwear").name == "simBottomwear");
    CHECK(new_body_names(session->document(), "ArtMeshBottomwear").id == "Bottomwear");
    CHECK(new_body_names(session->document(), "ArtMeshHair").name == "simHair 2");
    CHECK(new_body_names(session->document(), "前髪").name == "sim前髪");
    CHECK(new_body_names(session->document(), "前髪").id == "Body");
}

TEST_CASE("another kind brings its material; given values come on top", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}, {"kind", "hair"}, {"material", {{"goal", 0.5}}}}));
    CHECK(session->document().bodies.find("Hair")->material.goal == 0.5f);
    done(session->apply("body.set", {{"body", "Hair"}, {"kind", "cloth"}}));
    CHECK(session->document().bodies.find("Hair")->material == sim::default_material(sim::BodyKind::cloth));
    done(session->apply("body.set", {{"body", "simHair"}, {"material_preset", "bangs"}, {"material", {{"damping", 3}}}}));
    sim::Material bangs = sim::find_material_preset("bangs")->material;
    bangs.damping = 3.0f;
    CHECK(session->document().bodies.find("Hair")->material == bangs);
    // the same kind again changes nothing
    const std::string state = session->state();
    done(session->apply("body.set", {{"body", "Hair"}, {"kind", "cloth"}}));
    CHECK(session->state() == state);
    CHECK(session->history().position() == 3);
}

TEST_CASE("bone chains are put on a body field by field, and taken away", "[document][chain]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}, {"chain", {{"segments", 4}}}}));
    const auto chain = [&] { return session->document().bodies.find("Hair")->chain; };
    REQUIRE(chain());
    CHECK(chain()->segments == 4);
    // what is not named is the preset "hair"
    chain::Component hair = chain::find_chain_preset("hair")->component;
    hair.end_length = 0.0;
    CHECK(chain()->component == hair);

    done(session->apply("body.set", {{"body", "Hair"}, {"chain_preset", "tail"}, {"chain", {{"component", {{"m_Damping", 0.3}}}}}}));
    chain::Component tail = chain::find_chain_preset("tail")->component;
    tail.end_length = 0.0;
    tail.value(chain::ParticleValue::damping).base = 0.3;
    CHECK(chain()->component == tail);
    CHECK(chain()->segments == 4);
    done(session->apply("body.set", {{"body", "Hair"}, {"chain", {{"points", {{10, 20}, {10.5, 80}}}, {"component", {{"m_Gravity", {0, -0.01, 0}}}}}}}));
    CHECK(chain()->points == std::vector<Vec2>{{10.0f, 20.0f}, {10.5f, 80.0f}});
    CHECK(chain()->component.gravity == chain::Vec3{0.0, -0.01, 0.0});
    CHECK(chain()->component.value(chain::ParticleValue::damping).base == 0.3);

    // a curve that holds (infinite slope) and one with weights
    done(session->apply("body.set", {{"body", "Hair"},
                                     {"chain", {{"component", {{"m_InertDistrib", {{"keys", {{{"time", 0}, {"value", 1}, {"inTangent", 0}, {"outTangent", "Infinity"}},
                                                                                               {{"time", 1}, {"value", 0.5}, {"inTangent", -1}, {"outTangent", 0}, {"weightedMode", 1}, {"inWeight", 0.6}}}}}}}}}}}));
    REQUIRE(chain()->component.value(chain::ParticleValue::inert).curve);
    CHECK(std::isinf(chain()->component.value(chain::ParticleValue::inert).curve->keys[0].out_tangent));

    // it is written and read, undone and done again
    const std::string state = session->state();
    CHECK(session->save().ok());
    const Json stored = to_json(*session->document().bodies.find("Hair"));
    std::vector<Error> problems;
    CHECK(to_json(read_body("Hair", stored, problems)) == stored);
    CHECK(problems.empty());
    done(session->apply("body.set", {{"body", "Hair"}, {"chain", nullptr}}));
    CHECK_FALSE(chain());
    done(session->undo());
    CHECK(session->state() == state);
}

TEST_CASE("a chain that changed makes a bake stale in words; projects from before there were chains stay fresh", "[document][chain][freshness]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    CHECK(session->bake({}).status.ok());
    REQUIRE(session->freshness("Hair").state == Freshness::fresh);
    CHECK_FALSE(session->document().bakes.find("Hair")->fingerprint.contains("chain"));  // as it was before
    done(session->apply("body.set", {{"body", "Hair"}, {"chain", Json::object()}}));
    CHECK(session->freshness("Hair").state == Freshness::stale);
    CHECK(session->bake({}).status.ok());
    CHECK(session->freshness("Hair").state == Freshness::fresh);
    done(session->apply("body.set", {{"body", "Hair"}, {"chain", {{"segments", 3}}}}));
    CHECK(session->freshness("Hair").reasons == std::vector<std::string>{"the bone chains have changed (segments)"});
    done(session->apply("body.set", {{"body", "Hair"}, {"chain", nullptr}}));
    CHECK(session->freshness("Hair").reasons == std::vector<std::string>{"the mesh solver moves it instead of bone chains"});
}

TEST_CASE("an input takes its training range and its keep along", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    done(session->apply("input.set", {{"body", "Hair"}, {"input", "ParamEyeLOpen"}, {"span", {0.2, 0.8}}, {"keep", true}}));
    done(session->apply("input.remove", {{"body", "Hair"}, {"input", "ParamEyeLOpen"}}));
    done(session->apply("input.set", {{"body", "Hair"}, {"input", "ParamEyeLOpen"}}));
    const baker::InputRequest& input = session->document().bodies.find("Hair")->inputs.back();
    CHECK(input.id == "ParamEyeLOpen");
    CHECK_FALSE(input.span.has_value());
    CHECK_FALSE(input.keep);
    done(session->apply("input.reset", {{"body", "Hair"}}));
    CHECK(session->document().bodies.find("Hair")->inputs.size() == 1);
}

TEST_CASE("a refused command names the field and changes nothing", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    const std::string state = session->state();
    const auto place = [&](const char* command, const Json& arguments) { return refused_at(session->apply(command, arguments)); };
    CHECK(place("body.sett", Json::object()) == "command");
    CHECK(place("body.set", {{"body", "Hair"}, {"modes", 4}}) == "modes");
    CHECK(place("body.set", {{"body", "Hair"}, {"keys", 4}}) == "keys");
    CHECK(place("body.set", {{"body", "Hair"}, {"exaggeration", 2.5}}) == "exaggeration");
    CHECK(place("body.set", {{"body", "Hair"}, {"material", {{"goal", 2}}}}) == "material.goal");
    CHECK(place("body.set", {{"body", "Hair"}, {"material", {{"gaol", 1}}}}) == "material.gaol");
    CHECK(place("body.set", {{"body", "Hair"}, {"inputs", {{{"id", "ParamAngleX"}, {"span", {0}}}}}}) == "inputs[0].span");
    CHECK(place("body.set", {{"body", "Hair"}, {"inputs", {{{"id", "ParamAngleX"}, {"span", {3, 1}}}}}}) == "inputs[0].span");
    CHECK(place("body.set", {{"body", "Hair"}, {"inputs", {{{"id", "ParamNone"}}}}}) == "inputs[0].id");
    CHECK(place("body.set", {{"body", "Hair"}, {"meshes", Json::array()}}) == "meshes");
    CHECK(place("body.set", {{"body", "Hair"}, {"meshes", {"Nope"}}}) == "meshes[0]");
    CHECK(place("body.set", {{"body", "Nobody"}, {"modes", 1}}) == "body");
    CHECK(place("body.set", {{"modes", 1}}) == "body");
    CHECK(place("body.add", {{"meshes", {"Hair"}}}) == "meshes[0]");
    CHECK(place("body.add", {{"meshes", {"Face"}}, {"id", "no spaces"}}) == "id");
    CHECK(place("glue.set", {{"body", "Hair"}, {"glue", "G"}, {"role", "pin"}}) == "glue");
    CHECK(place("training.set", {{"body", "Hair"}, {"motion", "dance"}, {"weight", 0.5}}) == "training.dance");
    CHECK(place("output.set", {{"body", "Hair"}, {"parameter", "ParamSimHair_1"}, {"range", 10}}) == "parameter");
    CHECK(place("group.set", {{"meshes", {"Hair"}}, {"group", "pin"}, {"weights", {1, 0}}}) == "weights");
    CHECK(place("group.fill", {{"group", "pin"}, {"weight", 1}}) == "meshes");
    CHECK(place("body.set", {{"body", "Hair"}, {"chain", {{"segments", 99}}}}) == "chain.segments");
    CHECK(place("body.set", {{"body", "Hair"}, {"chain", {{"component", {{"m_Damping", 2}}}}}}) == "chain.component.m_Damping");
    CHECK(place("body.set", {{"body", "Hair"}, {"chain", {{"component", {{"m_Damp", 2}}}}}}) == "chain.component.m_Damp");
    CHECK(place("body.set", {{"body", "Hair"}, {"chain", {{"component", {{"m_DampingDistrib", {{"linear", 5}}}}}}}}).starts_with("chain.component"));
    CHECK(place("body.set", {{"body", "Hair"}, {"chain", {{"points", {{1, 2}}}}}}) == "chain.points");
    CHECK(place("body.set", {{"body", "Hair"}, {"chain_preset", "rope"}}) == "chain_preset");
    CHECK(session->state() == state);
    CHECK(session->history().position() == 1);

    // one bad command of a batch undoes the others
    const Reply reply = session->batch("both", {{"body.set", {{"body", "Hair"}, {"modes", 1}}}, {"body.set", {{"body", "Hair"}, {"modes", 9}}}});
    CHECK(refused_at(reply) == "[1] modes");
    CHECK(session->state() == state);
}

TEST_CASE("a state that has moved on refuses what was meant for the old one", "[document]") {
    const Project project;
    const auto session = project.create();
    const std::string before = session->state();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}, {Origin::agent, "", before, false}));
    CHECK(refused_at(session->apply("body.set", {{"body", "Hair"}, {"modes", 1}}, {Origin::agent, "", before, false})) == "state");
}

TEST_CASE("every command has a schema of an object that knows its members, and words for people", "[document]") {
    for (const Command& command : commands()) {
        INFO(command.name);
        CHECK(command.schema["type"] == "object");
        CHECK(command.schema["additionalProperties"] == false);
        CHECK(command.description.size() > 15);
        for (const auto& [name, form] : command.schema["properties"].items()) {
            INFO(name);
            CHECK(form.contains("type"));
        }
    }
}

TEST_CASE("weights are painted, filled, inverted and taken away", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    done(session->apply("group.gradient", {{"body", "Hair"}, {"group", "pin"}, {"a", {100, 50}}, {"b", {100, 150}}}));
    const sim::Weights& pin = session->document().groups.find("Hair")->weights.pin;
    REQUIRE(pin.size() == 12);
    CHECK(pin.front() == 1.0f);  // the strand's top lies at y = 50 px, its tip at 150
    CHECK(pin.back() == 0.0f);
    done(session->apply("group.invert", {{"meshes", {"Hair"}}, {"group", "pin"}}));
    CHECK(session->document().groups.find("Hair")->weights.pin.front() == 0.0f);
    done(session->apply("group.paint", {{"meshes", {"Hair"}}, {"group", "mass"}, {"stroke", {{100, 150}}}, {"radius", 30}, {"value", 0}}));
    CHECK(session->document().groups.find("Hair")->weights.mass.front() == 1.0f);
    CHECK(session->document().groups.find("Hair")->weights.mass.back() < 0.5f);
    done(session->apply("group.clear", {{"meshes", {"Hair"}}, {"group", "pin"}}));
    done(session->apply("group.clear", {{"meshes", {"Hair"}}, {"group", "mass"}}));
    CHECK(session->document().groups.empty());
}
