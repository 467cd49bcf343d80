#include <fstream>

#include "studio/document/project_support.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "yure/sim/vertex_groups.hpp"
#include "yure/studio/json_text.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;
namespace fs = std::filesystem;

namespace {

void fill(Session& session) {
    done(session.apply("body.add", {{"meshes", {"Hair"}}, {"kind", "hair"}, {"training", {{"idle", 0.5}}}}));
    done(session.apply("body.add", {{"meshes", {"Face"}}, {"kind", "cloth"}, {"exaggeration", 1.7}}));
    done(session.apply("group.gradient", {{"body", "Hair"}, {"group", "pin"}, {"a", {100, 50}}, {"b", {100, 150}}}));
    done(session.apply("obstacle.set", {{"body", "Hair"}, {"obstacle", "head"}, {"settings", {{"mesh", "Face"}, {"vertex_a", 1}}}}));
    done(session.apply("body.set", {{"body", "Face"}, {"chain_preset", "ribbon"}, {"chain", {{"segments", 3}}}}));
    CHECK(session.bake({}).status.ok());
    done(session.apply("output.set", {{"body", "Hair"}, {"parameter", "ParamSimHair_1"}, {"id", "ParamSway"}, {"range", 10}, {"gain", 0.5}}));
    done(session.apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"angle", {{"maximum", 20}}}}));
}

std::string text_of(const fs::path& path) {
    return tests::read_text(path);
}

}  // namespace

TEST_CASE("what is saved opens as it was, and saves to the same bytes", "[document]") {
    const Project project;
    std::string state, text;
    {
        const auto session = project.create();
        fill(*session);
        session->set_view({{"zoom", 2}});
        CHECK(session->dirty());
        REQUIRE(session->save().ok());
        CHECK_FALSE(session->dirty());
        state = session->state();
        text = text_of(project.file);
    }
    const auto session = project.open();
    CHECK(session->state() == state);
    CHECK(session->notices().empty());
    CHECK(session->view() == Json{{"zoom", 2}});
    CHECK_FALSE(session->dirty());
    CHECK(session->freshness("Hair").state == Freshness::fresh);
    REQUIRE(session->save().ok());
    CHECK(text_of(project.file) == text);
    // a changed setting is one changed line
    done(session->apply("body.set", {{"body", "Hair"}, {"exaggeration", 1.5}}));
    REQUIRE(session->save().ok());
    const std::string after = text_of(project.file);
    int differing = 0;
    std::istringstream old_lines(text), new_lines(after);
    for (std::string a, b; std::getline(old_lines, a) && std::getline(new_lines, b);) differing += a != b ? 1 : 0;
    CHECK(differing == 1);
}

TEST_CASE("members that this version does not know are kept", "[document]") {
    const Project project;
    {
        const auto session = project.create();
        fill(*session);
        REQUIRE(session->save().ok());
    }
    Json json = *parse_json(text_of(project.file));
    json["later"] = {{"a", 1}};
    json["bodies"][0]["softness"] = {0.25, "x"};
    json["settings"]["theme"] = "dark";
    json["groups"]["Hair"]["locked"] = true;
    json["bakes"]["Hair"]["note"] = "good";
    write_text(project.file, json.dump(2));
    const auto session = project.open();
    done(session->apply("body.set", {{"body", "Hair"}, {"modes", 3}}));
    done(session->apply("group.fill", {{"meshes", {"Hair"}}, {"group", "mass"}, {"weight", 0.5}}));
    REQUIRE(session->save().ok());
    const Json back = *parse_json(text_of(project.file));
    CHECK(back["later"] == json["later"]);
    CHECK(back["bodies"][0]["softness"] == json["bodies"][0]["softness"]);
    CHECK(back["settings"]["theme"] == "dark");
    CHECK(back["groups"]["Hair"]["locked"] == true);
    CHECK(back["bakes"]["Hair"]["note"] == "good");
}

TEST_CASE("a list of steps that is damaged in the middle was cut off there without a word", "[document]") {
    const Project project;
    {
        const auto session = project.create();
        fill(*session);
        for (int i = 0; i < 6; ++i) done(session->apply("body.set", {{"body", "Hair"}, {"exaggeration", 1.0 + 0.1 * i}}));
        REQUIRE(session->save().ok());
    }
    const auto find = [&](const std::string& ending) {
        for (const auto& entry : fs::recursive_directory_iterator(project.place.path()))
            if (entry.path().filename().string().ends_with(ending)) return entry.path();
        return fs::path();
    };
    const fs::path steps = find(".steps");
    REQUIRE_FALSE(steps.empty());
    const std::string whole = text_of(steps);
    std::string spoilt = whole;
    std::size_t line = spoilt.find("\"exaggeration\"");
    REQUIRE(line != std::string::npos);
    spoilt[spoilt.rfind('\n', line) + 1] = '?';
    write_text(steps, spoilt);
    const std::string saved = text_of(project.file);
    const auto session = project.open();
    std::string told;
    for (const Notice& notice : session->notices()) told += notice.what + "\n";
    CHECK(told != "");
    const fs::path aside = find(".steps.damaged").empty() ? find(".steps.old") : find(".steps.damaged");
    REQUIRE_FALSE(aside.empty());
    CHECK(text_of(aside) == spoilt);
    CHECK(text_of(project.file) == saved);
    CHECK(session->document().bodies.find("Hair") != nullptr);
}

TEST_CASE("a damaged project opens as far as it can, says what was set aside, and is kept", "[document]") {
    const Project project;
    {
        const auto session = project.create();
        fill(*session);
        REQUIRE(session->save().ok());
    }
    const std::string whole = text_of(project.file);
    SECTION("wrong values") {
        Json json = *parse_json(whole);
        json["bodies"][0]["modes"] = 99;
        json["bodies"][0]["material"]["goal"] = "soft";
        json["bodies"][1] = 7;
        json["groups"]["Hair"]["weights"]["pin"] = {1, 2};
        json["bakes"]["Nobody"] = json["bakes"]["Hair"];
        write_text(project.file, json.dump(2));
        const auto session = project.open();
        std::string told;
        for (const Notice& notice : session->notices()) told += notice.where + " " + notice.what + "\n";
        CHECK_THAT(told, Catch::Contains("body/Hair modes") && Catch::Contains("material.goal") && Catch::Contains("weights.pin") &&
                             Catch::Contains("Nobody") && Catch::Contains("set aside"));
        REQUIRE(session->document().bodies.size() == 1);
        CHECK(session->document().bodies.find("Hair")->modes == 2);
        CHECK(session->document().bodies.find("Hair")->material.damping == sim::default_material(sim::BodyKind::hair).damping);
        CHECK(session->document().bakes.size() == 1);
        REQUIRE(session->save().ok());
        CHECK(fs::exists(project.place.path() / "small.damaged.yure"));
    }
    SECTION("cut off anywhere") {
        for (const std::size_t length : {whole.size() / 4, whole.size() / 2, whole.size() - 5}) {
            INFO(length << " of " << whole.size() << " bytes");
            write_text(project.file, whole.substr(0, length));
            const auto session = project.open();
            CHECK(session->document().model.path == "Small/Small.model3.json");
            CHECK_FALSE(session->notices().empty());
        }
    }
    SECTION("no project at all, or one of a later version") {
        for (const std::string& text : {std::string(), std::string("{}"), std::string("\xff\xfe"), std::string("[1,2"),
                                        std::string(R"({"format":"yure-project","version":99})")}) {
            write_text(project.file, text);
            const auto session = Session::open(project.file, project.options());
            CHECK_FALSE(session.ok());
        }
    }
    SECTION("any byte changed") {
        for (std::size_t i = 0; i < whole.size(); i += 97) {
            std::string spoilt = whole;
            spoilt[i] = static_cast<char>(spoilt[i] ^ 0x15);
            write_text(project.file, spoilt);
            const auto session = Session::open(project.file, project.options());
            if (session.ok()) CHECK((*session)->document().bodies.size() <= 3);
        }
    }
}

TEST_CASE("names in any Unicode form, and moved folders", "[document]") {
    const std::string composed = "模型 テスト \xC3\xA9", decomposed = "模型 テスト e\xCC\x81";
    const Project project(composed);
    {
        const auto session = project.create();
        CHECK(session->document().model.path == composed + "/Small.model3.json");
        done(session->apply("body.add", {{"meshes", {"Hair"}}}));
        REQUIRE(session->save().ok());
    }
    // another system unpacked the model under the other form of the same name
    fs::rename(project.place.path() / composed, project.place.path() / decomposed);
    {
        const auto session = project.open();
        CHECK(session->geometry() != nullptr);
        CHECK(session->document().model.path == composed + "/Small.model3.json");
    }
    // project and model moved together
    const fs::path elsewhere = project.place.path() / "moved" / "deep";
    fs::create_directories(elsewhere);
    fs::rename(project.place.path() / decomposed, elsewhere / decomposed);
    fs::rename(project.file, elsewhere / "small.yure");
    const auto moved = Session::open(elsewhere / "small.yure", project.options());
    REQUIRE(moved.ok());
    CHECK((*moved)->geometry() != nullptr);
    // saved somewhere else, the model's path is written as seen from there
    REQUIRE((*moved)->save_as(project.place.path() / "other.yure", Overwrite::refuse).ok());
    CHECK((*moved)->document().model.path == "moved/deep/" + decomposed + "/Small.model3.json");
    CHECK_FALSE((*moved)->save_as(project.place.path() / "other2" / "x.yure", Overwrite::refuse).ok());
}

TEST_CASE("a project without its model opens, edits what it can, and saves", "[document]") {
    const Project project;
    {
        const auto session = project.create();
        fill(*session);
        REQUIRE(session->save().ok());
    }
    fs::rename(project.model, project.place.path() / "Gone");
    const auto session = project.open();
    CHECK(session->geometry() == nullptr);
    CHECK(session->freshness("Hair").state == Freshness::stale);
    done(session->apply("body.set", {{"body", "Hair"}, {"modes", 3}}));
    CHECK(refused_at(session->apply("model.set", {{"path", "nowhere"}})) == "path");
    done(session->apply("model.set", {{"path", "Gone"}}));
    CHECK(session->geometry() != nullptr);
    session->undo();
    CHECK(session->geometry() == nullptr);
    session->redo();
    CHECK(session->geometry() != nullptr);
    REQUIRE(session->save().ok());
}

TEST_CASE("a model that is exported anew: weights are carried over, bakes are stale, nothing is dropped", "[document]") {
    const Project project;
    {
        const auto session = project.create();
        fill(*session);
        REQUIRE(session->save().ok());
    }
    SmallModel changed;
    const int hair = changed.puppet.find_mesh("Hair");
    const auto uv = static_cast<std::size_t>(changed.puppet.mesh.uv_begin[static_cast<std::size_t>(hair)]);
    for (std::size_t i = 0; i < 24; ++i) changed.puppet.uvs[uv + i] += 0.001f;
    changed.write(project.model);
    const auto session = project.open();
    CHECK(session->dirty());
    CHECK(session->history().steps().back().label == "Take in the changed model");
    const sim::Weights& pin = session->document().groups.find("Hair")->weights.pin;
    REQUIRE(pin.size() == 12);
    CHECK(pin.front() == Approx(1.0f).margin(0.02));
    CHECK(pin.back() == Approx(0.0f).margin(0.02));
    const BodyFreshness hair_now = session->freshness("Hair");
    CHECK(hair_now.state == Freshness::stale);
    REQUIRE_FALSE(hair_now.reasons.empty());
    CHECK(session->freshness("Face").state == Freshness::fresh);
    CHECK(session->document().bakes.size() == 2);
    CHECK(session->document().overrides.size() == 1);

    SmallModel gone;
    gone.puppet.mesh.id[static_cast<std::size_t>(hair)] = rig::Id("Bangs");
    gone.write(project.model);
    CHECK(session->refresh_model());
    CHECK(session->document().groups.find("Hair") != nullptr);
    CHECK(session->document().bodies.find("Hair")->meshes == std::vector<std::string>{"Hair"});
    CHECK_THAT(session->freshness("Hair").reasons.front(), Catch::Contains("no mesh Hair"));
}

TEST_CASE("saving keeps earlier states, and never overwrites what somebody else wrote", "[document]") {
    const Project project;
    const auto session = project.create();
    for (int i = 1; i <= 8; ++i) {
        done(session->apply("settings.set", {{"name", "state " + std::to_string(i)}}));
        REQUIRE(session->save().ok());
    }
    const fs::path hidden = project.place.path() / ".yure";
    CHECK_THAT(text_of(hidden / "small.backup-1.yure"), Catch::Contains("state 7"));
    CHECK_THAT(text_of(hidden / "small.backup-5.yure"), Catch::Contains("state 3"));
    CHECK_FALSE(fs::exists(hidden / "small.backup-6.yure"));

    write_text(project.file, text_of(project.file) + "\n");
    done(session->apply("settings.set", {{"name", "mine"}}));
    const Status refused = session->save();
    REQUIRE_FALSE(refused.ok());
    CHECK_THAT(refused.error().what, Catch::Contains("something else"));
    CHECK_THAT(text_of(project.file), Catch::Contains("state 8"));
    CHECK_FALSE(session->save_as(project.file, Overwrite::refuse).ok());
    REQUIRE(session->save_as(project.place.path() / "mine.yure", Overwrite::refuse).ok());
}

TEST_CASE("one program edits at a time; others may read", "[document]") {
    const Project project;
    const auto session = project.create();
    SessionOptions options = project.options();
    const auto second = Session::open(project.file, options);
    REQUIRE_FALSE(second.ok());
    CHECK_THAT(second.error().what, Catch::Contains("another program"));
    options.access = Access::read;
    const auto reader = Session::open(project.file, options);
    REQUIRE(reader.ok());
    CHECK_FALSE((*reader)->save().ok());
}

TEST_CASE("edits that were not saved are there again after a crash, unless they were given up", "[document]") {
    const Project project;
    std::string state;
    const auto copy_beside = [&] {  // what a crash leaves: the files, without anything a destructor does
        fs::remove_all(project.place.path() / "crash");
        fs::create_directories(project.place.path() / "crash");
        fs::copy(project.model, project.place.path() / "crash" / "Small", fs::copy_options::recursive);
        fs::copy(project.place.path() / ".yure", project.place.path() / "crash" / ".yure", fs::copy_options::recursive);
        fs::copy(project.file, project.place.path() / "crash" / "small.yure");
        return Session::open(project.place.path() / "crash" / "small.yure", project.options());
    };
    const auto session = project.create();
    fill(*session);
    session->undo();
    state = session->state();
    {
        const auto crashed = copy_beside();
        REQUIRE(crashed.ok());
        CHECK((*crashed)->state() == state);
        CHECK((*crashed)->dirty());
        CHECK((*crashed)->history().can_redo());
        REQUIRE_FALSE((*crashed)->notices().empty());
        CHECK_THAT((*crashed)->notices().front().what, Catch::Contains("not been saved"));
    }
    // a torn last line is not there
    {
        std::ofstream(project.place.path() / ".yure" / "small.steps", std::ios::app) << R"({"step":"half a li)";
        const auto crashed = copy_beside();
        REQUIRE(crashed.ok());
        CHECK((*crashed)->state() == state);
    }
    session->discard();
    const auto given_up = copy_beside();
    REQUIRE(given_up.ok());
    CHECK((*given_up)->document().bodies.empty());
    CHECK_FALSE((*given_up)->dirty());
}
