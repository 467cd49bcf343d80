#include "studio/document/project_support.hpp"
#include "support/catch.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;

namespace {

const Json& edited(const Session& session) {
    return session.document().overrides.find("PhysicsSim_Hair")->edited;
}

}  // namespace

TEST_CASE("edits of a generated pendulum are carried to the next bake, field by field", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}, {"material", {{"goal", 0.1}}}}));
    REQUIRE(session->bake({}).status.ok());
    // generated: scale 10 + 100 * goal = 20
    Json outputs = generated_group(session->document(), "PhysicsSim_Hair")["outputs"];
    CHECK(outputs[0]["scale"] == 20.0);
    outputs[0]["scale"] = 30;
    Json vertices = generated_group(session->document(), "PhysicsSim_Hair")["vertices"];
    vertices[1]["mobility"] = 0.5;
    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"outputs", outputs}, {"vertices", vertices}, {"angle", {{"maximum", 15}}}}));

    done(session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", 0.3}}}}));
    REQUIRE(session->bake({}).status.ok());  // now generated: 40
    REQUIRE(session->document().overrides.size() == 1);
    CHECK(edited(*session)["outputs"][0]["scale"] == 60.0);      // as a ratio, x1.5
    CHECK(edited(*session)["vertices"][1]["mobility"] == 0.5);   // changed: stays
    CHECK(edited(*session)["vertices"][1]["delay"] == 0.8);      // untouched: from the new fit
    CHECK(edited(*session)["angle"]["maximum"] == 15.0);
    CHECK(edited(*session)["angle"]["minimum"] == -10.0);

    // edited back to what is generated, the override vanishes
    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"},
                                         {"outputs", generated_group(session->document(), "PhysicsSim_Hair")["outputs"]},
                                         {"vertices", generated_group(session->document(), "PhysicsSim_Hair")["vertices"]},
                                         {"angle", {{"maximum", 10}}}}));
    CHECK(session->document().overrides.empty());
}

TEST_CASE("what a person added or took away stays so", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}, {"material", {{"goal", 0.1}}}}));
    REQUIRE(session->bake({}).status.ok());
    Json inputs = generated_group(session->document(), "PhysicsSim_Hair")["inputs"];
    inputs.push_back({{"parameter", "ParamEyeLOpen"}, {"weight", 20}, {"type", "x"}, {"reflect", true}});
    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"inputs", inputs}, {"outputs", Json::array()}}));
    done(session->apply("body.set", {{"body", "Hair"}, {"material", {{"goal", 0.2}}}}));
    REQUIRE(session->bake({}).status.ok());
    CHECK(edited(*session)["inputs"].size() == 2);
    CHECK(edited(*session)["outputs"].empty());
    done(session->apply("pendulum.reset", {{"group", "PhysicsSim_Hair"}}));
    CHECK(session->document().overrides.empty());
}

TEST_CASE("outputs may be named as they are written; a renamed parameter keeps its edits", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    REQUIRE(session->bake({}).status.ok());
    done(session->apply("output.set", {{"body", "Hair"}, {"parameter", "ParamSimHair_1"}, {"id", "ParamSway"}}));
    Json outputs = generated_group(session->document(), "PhysicsSim_Hair")["outputs"];
    outputs[0]["parameter"] = "ParamSway";
    outputs[0]["weight"] = 50;
    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"outputs", outputs}}));
    CHECK(edited(*session)["outputs"][0]["parameter"] == "ParamSimHair_1");
    done(session->apply("output.set", {{"body", "Hair"}, {"parameter", "ParamSway"}, {"id", "ParamOther"}}));
    CHECK(edited(*session)["outputs"][0]["weight"] == 50.0);
    CHECK(session->document().bodies.find("Hair")->outputs.at("ParamSimHair_1").id == "ParamOther");
    CHECK(refused_at(session->apply("output.set", {{"body", "Hair"}, {"parameter", "ParamSimHair_1"}, {"id", "ParamAngleX"}})) == "outputs.ParamSimHair_1.id");
}

TEST_CASE("an override goes with its group: cleared, deleted, no longer generated", "[document]") {
    const Project project;
    const auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    REQUIRE(session->bake({}).status.ok());
    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"enabled", false}}));
    CHECK(session->document().overrides.size() == 1);
    done(session->apply("bake.clear", {{"body", "Hair"}}));
    CHECK(session->document().overrides.empty());
    session->undo();
    CHECK(session->document().overrides.size() == 1);
    done(session->apply("body.remove", {{"body", "Hair"}}));
    CHECK(session->document().overrides.empty());
    CHECK(session->document().bakes.empty());
    CHECK(refused_at(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"enabled", true}})) == "group");
}
