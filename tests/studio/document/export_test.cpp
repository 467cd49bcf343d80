#include <fstream>

#include "studio/document/project_support.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/model_check.hpp"
#include "yure/studio/project_export.hpp"

using namespace yure;
using namespace yure::studio;
using namespace yure::tests;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) files[entry.path().lexically_relative(folder).generic_string()] = tests::read_text(entry.path());
    return files;
}

Result<ExportOutcome> export_to(const Session& session, const fs::path& target, const ExportOptions& options = {}) {
    Result<OutputFolder> out = OutputFolder::begin(target, Overwrite::refuse);
    if (!out) return out.error();
    Result<ExportOutcome> outcome = export_project(session.document(), *session.geometry(), options, *out);
    if (!outcome) return outcome.error();
    if (Status put = out->commit(); !put) return put.error();
    return outcome;
}

std::unique_ptr<Session> baked(const Project& project) {
    auto session = project.create();
    done(session->apply("body.add", {{"meshes", {"Hair"}}}));
    done(session->apply("body.add", {{"meshes", {"Face"}}, {"kind", "cloth"}}));
    CHECK(session->bake({"Hair"}).status.ok());
    return session;
}

}  // namespace

TEST_CASE("an export is a sound model folder with what was baked, twice the same bytes", "[export]") {
    const Project project;
    const auto session = baked(project);
    const fs::path a = project.place.path() / "A", b = project.place.path() / "B";
    const auto outcome = export_to(*session, a);
    if (!outcome) FAIL(outcome.error().text());
    REQUIRE(export_to(*session, b).ok());
    CHECK(contents(a) == contents(b));
    CHECK(check_model(a).errors() == 0);
    const auto exported = open_model(a);
    REQUIRE(exported.ok());
    CHECK(exported->puppet.find_parameter("ParamSimHair_1") >= 0);
    REQUIRE(exported->physics.has_value());
    REQUIRE(exported->physics->physics.groups.size() == 1);  // the old swing of the hair is gone
    CHECK(exported->physics->physics.groups[0].id == "PhysicsSim_Hair");
    CHECK(exported->physics->physics.fps == 60.0f);
    std::string told = outcome->losses.dump();
    CHECK_THAT(told, Catch::Contains("PhysicsSetting1") && Catch::Contains("the body is not baked") && Catch::Contains("ParamSimHair_1"));
    // never over what is there
    CHECK_FALSE(export_to(*session, a).ok());
}

TEST_CASE("names, ids, ranges and edits of pendulums apply at the export without a new bake", "[export]") {
    const Project project;
    const auto session = baked(project);
    done(session->apply("output.set", {{"body", "Hair"}, {"parameter", "ParamSimHair_1"}, {"id", "ParamSway"}, {"name", "Sway"}, {"range", 10}}));
    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"name", "long hair"}, {"angle", {{"maximum", 12}}}}));
    CHECK(session->freshness("Hair").state == Freshness::fresh);
    const fs::path target = project.place.path() / "Out";
    REQUIRE(export_to(*session, target).ok());
    const auto exported = open_model(target);
    REQUIRE(exported.ok());
    const int row = exported->puppet.find_parameter("ParamSway");
    REQUIRE(row >= 0);
    CHECK(exported->puppet.parameter.max[static_cast<std::size_t>(row)] == 10.0f);
    const pendulum::Group& group = exported->physics->physics.groups[0];
    CHECK(group.name == "long hair (yure 60 Hz)");
    CHECK(group.outputs[0].parameter == "ParamSway");
    CHECK(group.outputs[0].scale == Approx(generated_group(session->document(), "PhysicsSim_Hair")["outputs"][0]["scale"].get<double>() / 3.0));
    CHECK(group.angle.maximum == 12.0f);
    CHECK_THAT(tests::read_text(target / "Small.cdi3.json"), Catch::Contains("\"Sway\""));

    done(session->apply("pendulum.set", {{"group", "PhysicsSim_Hair"}, {"enabled", false}}));
    REQUIRE(export_to(*session, project.place.path() / "Off").ok());
    CHECK_FALSE(open_model(project.place.path() / "Off")->physics.has_value());
}

TEST_CASE("an export that fails leaves no folder", "[export]") {
    const Project project;
    const auto session = baked(project);
    done(session->apply("output.set", {{"body", "Hair"}, {"parameter", "ParamSimHair_1"}, {"id", "ParamLater"}}));
    // the model gets a parameter of that id meanwhile
    SmallModel changed;
    changed.puppet.parameter.id[2] = rig::Id("ParamLater");
    changed.write(project.model);
    session->refresh_model();
    const fs::path target = project.place.path() / "Out";
    const auto outcome = export_to(*session, target);
    REQUIRE_FALSE(outcome.ok());
    CHECK_THAT(outcome.error().text(), Catch::Contains("ParamLater"));
    CHECK_FALSE(fs::exists(target));
    for (const auto& entry : fs::directory_iterator(project.place.path())) CHECK(entry.path().extension() != ".tmp");
}

TEST_CASE("a budget leaves out what moves least, or says what the model itself breaks", "[export]") {
    const Project project;
    const auto session = baked(project);
    CHECK(session->bake({"Face"}).status.ok());
    ExportOptions options;
    options.budget = Budget{"small", {{"parameters", 4}}};
    const auto outcome = export_to(*session, project.place.path() / "Out", options);
    if (!outcome) FAIL(outcome.error().text());
    CHECK(outcome->model.puppet.parameter_count() == 4);
    CHECK_THAT(outcome->losses.dump(), Catch::Contains("left out to keep the budget small"));
    options.budget = Budget{"tiny", {{"parameters", 2}}};
    const auto refused = export_to(*session, project.place.path() / "Out2", options);
    REQUIRE_FALSE(refused.ok());
    CHECK_THAT(refused.error().what, Catch::Contains("itself is too large") && Catch::Contains("parameters 3 of 2"));
    CHECK_FALSE(fs::exists(project.place.path() / "Out2"));
}

TEST_CASE("file names in ASCII, on request", "[export]") {
    Project project("模型");
    {
        Json model3 = *parse_json(tests::read_text(project.model / "Small.model3.json"));
        fs::rename(project.model / "motions/idle.motion3.json", project.model / "motions/待機.motion3.json");
        model3["FileReferences"]["Motions"]["Idle"][0]["File"] = "motions/待機.motion3.json";
        write_text(project.model / "小.model3.json", model3.dump(2));
        fs::remove(project.model / "Small.model3.json");
    }
    const auto session = baked(project);
    ExportOptions options;
    options.ascii_names = true;
    const fs::path target = project.place.path() / "Out";
    const auto outcome = export_to(*session, target, options);
    if (!outcome) FAIL(outcome.error().text());
    CHECK(check_model(target).errors() == 0);
    for (const auto& [name, text] : contents(target))
        for (const char c : name) CHECK(static_cast<unsigned char>(c) < 128);
    CHECK(fs::exists(target / "u5c0f.model3.json"));
    CHECK(fs::exists(target / "motions/u5f85u6a5f.motion3.json"));
}

TEST_CASE("the sway can be written into the motions; loops close in value and slope", "[export]") {
    const Project project;
    const auto session = baked(project);
    ExportOptions options;
    options.motions = MotionBake{};
    REQUIRE(export_to(*session, project.place.path() / "Once", options).ok());
    const auto read = [&](const char* folder) {
        const auto motion = formats::read_motion3(tests::read_text(project.place.path() / folder / "motions/idle.motion3.json"));
        REQUIRE(motion.ok());
        return *motion;
    };
    const formats::Motion3 once = read("Once");
    const auto curve_of = [](const formats::Motion3& motion) {
        for (const motion::Curve& curve : motion.clip.curves)
            if (curve.id == "ParamSimHair_1") return curve;
        FAIL("no curve of the sway");
        return motion::Curve{};
    };
    const motion::Curve from_rest = curve_of(once);
    CHECK(from_rest.points.size() > 4);
    CHECK(from_rest.points.front().value == Approx(0.0f).margin(0.5));

    options.motions = MotionBake{true, 1.0};
    const auto outcome = export_to(*session, project.place.path() / "Loop", options);
    if (!outcome) FAIL(outcome.error().text());
    const motion::Curve loop = curve_of(read("Loop"));
    const auto& points = loop.points;
    CHECK(points.back().value == points.front().value);
    const float rise = (points[1].value - points[0].value) / (points[1].time - points[0].time);
    const auto last = points.size() - 1;
    const float arrival = (points[last].value - points[last - 1].value) / (points[last].time - points[last - 1].time);
    float steepest = 0.0f;
    for (std::size_t i = 1; i < points.size(); ++i)
        steepest = std::max(steepest, std::abs((points[i].value - points[i - 1].value) / (points[i].time - points[i - 1].time)));
    CHECK(std::abs(rise - arrival) < 0.12f * steepest);
    CHECK_THAT(outcome->losses.dump(), Catch::Contains("closed by"));
    // a motion that never stops swings at the seam already, other than from rest
    CHECK(std::abs(points.front().value) > 0.01f);
}
