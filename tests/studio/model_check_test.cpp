/// Every fault that a check must find, made on purpose in a model that is otherwise sound.
#include "yure/studio/model_check.hpp"

#include "studio/small_model.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <functional>
#include <limits>

#include "yure/studio/model_folder.hpp"

using namespace yure;
using namespace yure::studio;
using yure::tests::SmallModel;
using yure::tests::TemporaryFolder;
using yure::tests::write_text;
namespace fs = std::filesystem;

namespace {

constexpr auto kError = Severity::error;
constexpr auto kWarning = Severity::warning;

std::string listed(const CheckReport& report) {
    std::string text;
    for (const auto& finding : report.findings) text += "\n  " + finding_line(finding);
    return text;
}

/// The check of a model that `spoil` has changed before it was written, and `disturb` afterwards.
CheckReport check_spoilt(const std::function<void(SmallModel&)>& spoil,
                         const std::function<void(const fs::path&)>& disturb = {}) {
    TemporaryFolder folder;
    SmallModel model;
    spoil(model);
    model.write(folder.path());
    if (disturb) disturb(folder.path());
    return check_model(folder.path());
}

bool has(const CheckReport& report, Severity severity, const std::string& file, const std::string& pointer,
         const std::string& what) {
    return std::any_of(report.findings.begin(), report.findings.end(), [&](const ModelFinding& finding) {
        return finding.severity == severity && finding.file == file && finding.pointer == pointer &&
               finding.what.find(what) != std::string::npos && (severity == kWarning || !finding.advice.empty());
    });
}

/// The fault is found at that level and place, and it is the only error (or there is none, for warnings).
void expect_only(const CheckReport& report, Severity severity, const std::string& file, const std::string& pointer,
                 const std::string& what) {
    INFO("looking for " << file << " " << pointer << ": " << what << "; found" << listed(report));
    CHECK(has(report, severity, file, pointer, what));
    CHECK(report.errors() == (severity == kError ? 1 : 0));
}

const auto nothing = [](SmallModel&) {};

}  // namespace

TEST_CASE("a sound model has no finding", "[studio][check]") {
    const CheckReport report = check_spoilt(nothing);
    INFO(listed(report));
    CHECK(report.findings.empty());
}

TEST_CASE("what cannot be read is an error", "[studio][check]") {
    SECTION("model3.json") {
        const auto report =
            check_spoilt(nothing, [](const fs::path& root) { write_text(root / "Small.model3.json", "{"); });
        CHECK(report.errors() == 1);
        CHECK(report.findings.front().what.find("no JSON") != std::string::npos);
    }
    SECTION("moc3") {
        const auto report =
            check_spoilt(nothing, [](const fs::path& root) { write_text(root / "Small.moc3", "MOC3"); });
        INFO(listed(report));
        CHECK(report.errors() == 1);
        CHECK(report.findings.front().file == "Small.moc3");
    }
    SECTION("physics3, motion3, exp3, pose3, cdi3, userdata3") {
        for (const char* name : {"Small.physics3.json", "motions/idle.motion3.json", "expressions/smile.exp3.json",
                                 "Small.pose3.json", "Small.cdi3.json", "Small.userdata3.json"}) {
            const auto report = check_spoilt(nothing, [&](const fs::path& root) { write_text(root / name, "[1, 2"); });
            INFO(name << listed(report));
            CHECK(report.errors() == 1);
            CHECK(report.findings.front().file == name);
        }
    }
    SECTION("a texture that is no picture") {
        expect_only(check_spoilt([](SmallModel& model) { model.texture = "not a PNG"; }), kError,
                    "Small.4/texture_00.png", "", "no PNG");
    }
    SECTION("no model at all, or several") {
        TemporaryFolder folder;
        CHECK(check_model(folder.path()).errors() == 1);
        SmallModel().write(folder.path());
        write_text(folder.path() / "b.model3.json", "{}");
        const auto report = check_model(folder.path());
        CHECK(report.errors() == 1);
        CHECK(report.findings.front().what.find("b.model3.json") != std::string::npos);
    }
}

TEST_CASE("a moc3 or texture that is not there is an error", "[studio][check]") {
    expect_only(check_spoilt(nothing, [](const fs::path& root) { fs::remove(root / "Small.moc3"); }), kError,
                "Small.model3.json", "/FileReferences/Moc", "is not there");
    expect_only(check_spoilt(nothing, [](const fs::path& root) { fs::remove(root / "Small.4/texture_00.png"); }),
                kError, "Small.model3.json", "/FileReferences/Textures/0", "is not there");
    const auto unnamed = check_spoilt([](SmallModel& model) { model.model3["FileReferences"].erase("Moc"); });
    expect_only(unnamed, kError, "Small.model3.json", "/FileReferences/Moc", "names no moc3");
    expect_only(check_spoilt([](SmallModel& model) { model.puppet.mesh.texture[1] = 3; }), kError, "Small.model3.json",
                "/FileReferences/Textures", "uses number 3");
}

TEST_CASE("an unsound moc3 is an error that names section and row", "[studio][check]") {
    const auto spoilt = [](const std::function<void(rig::Puppet&)>& spoil) {
        return check_spoilt([&](SmallModel& model) { spoil(model.puppet); });
    };
    const auto moc_error = [](const CheckReport& report) {
        INFO(listed(report));
        REQUIRE(report.errors() >= 1);
        CHECK(report.findings.front().file == "Small.moc3");
        return report.findings.front().pointer;
    };
    CHECK(moc_error(spoilt([](rig::Puppet& puppet) { puppet.triangles[4] = 999; })).find("tri") != std::string::npos);
    CHECK(moc_error(spoilt([](rig::Puppet& puppet) {
              puppet.part.parent = {1, 0};
          })).find("part.parent") != std::string::npos);
    CHECK(moc_error(spoilt([](rig::Puppet& puppet) { puppet.mesh.parent[0] = 7; })).find("mesh.parent") !=
          std::string::npos);
    CHECK(moc_error(spoilt([](rig::Puppet& puppet) {
              puppet.positions[3] = std::numeric_limits<float>::quiet_NaN();
          })).find("position") != std::string::npos);
    CHECK(moc_error(spoilt([](rig::Puppet& puppet) { puppet.mesh.kf_count[0] = 2; })).find("mesh") !=
          std::string::npos);
    expect_only(spoilt([](rig::Puppet& puppet) { puppet.mesh.id[2] = rig::Id("Face"); }), kError, "Small.moc3",
                "mesh.id[2]", "\"Face\"");
    expect_only(spoilt([](rig::Puppet& puppet) { puppet.parameter.id[2] = rig::Id("ParamAngleX"); }), kError,
                "Small.moc3", "parameter.id[2]", "row 0");
}

TEST_CASE("wrong counts are errors that say what is right", "[studio][check]") {
    for (const char* count : {"PhysicsSettingCount", "TotalInputCount", "TotalOutputCount", "VertexCount"})
        for (const long long by : {-1LL, 1LL, 1000000000LL}) {
            long long right = 0;
            const auto report = check_spoilt([&](SmallModel& model) {
                right = model.physics3["Meta"][count].get<long long>();
                model.physics3["Meta"][count] = right + by;
            });
            const std::string pointer = std::string("/Meta/") + count;
            expect_only(report, kError, "Small.physics3.json", pointer, "");
            const auto& finding = report.findings.front();
            CHECK(finding.expected == right);
            CHECK(finding.found == right + by);
        }
    for (const char* count : {"CurveCount", "TotalSegmentCount", "TotalPointCount"})
        for (const long long by : {-1LL, 1LL, 1000000000LL}) {
            long long right = 0;
            const auto report = check_spoilt([&](SmallModel& model) {
                right = model.motion3["Meta"][count].get<long long>();
                model.motion3["Meta"][count] = right + by;
            });
            const std::string pointer = std::string("/Meta/") + count;
            expect_only(report, kError, "motions/idle.motion3.json", pointer, "");
            CHECK(report.findings.front().expected == right);
            CHECK(report.findings.front().found == right + by);
        }
}

TEST_CASE("physics on parameters that the model lacks, twice the same id, and unknown types are errors",
          "[studio][check]") {
    expect_only(check_spoilt([](SmallModel& model) {
                    model.physics3["PhysicsSettings"][0]["Input"][0]["Source"]["Id"] = "Gone";
                }),
                kError, "Small.physics3.json", "/PhysicsSettings/0/Input/0/Source/Id", "\"Gone\"");
    expect_only(check_spoilt([](SmallModel& model) {
                    model.physics3["PhysicsSettings"][0]["Output"][0]["Destination"]["Id"] = "Gone";
                }),
                kError, "Small.physics3.json", "/PhysicsSettings/0/Output/0/Destination/Id", "\"Gone\"");
    const auto twice = check_spoilt([](SmallModel& model) {
        model.physics3["PhysicsSettings"].push_back(model.physics3["PhysicsSettings"][0]);
        model.physics3["PhysicsSettings"][1]["Output"] = nlohmann::ordered_json::array();
        model.physics3["Meta"]["PhysicsSettingCount"] = 2;
        model.physics3["Meta"]["TotalInputCount"] = 2;
        model.physics3["Meta"]["VertexCount"] = 4;
    });
    expect_only(twice, kError, "Small.physics3.json", "/PhysicsSettings/1/Id", "PhysicsSetting1");
    const auto type =
        check_spoilt([](SmallModel& model) { model.physics3["PhysicsSettings"][0]["Input"][0]["Type"] = "Z"; });
    INFO(listed(type));
    CHECK(has(type, kError, "Small.physics3.json", "/PhysicsSettings/0/Input/0/Type", "Z"));
}

TEST_CASE("groups of ours beside a missing or changed Fps are an error", "[studio][check]") {
    const auto ours = [](SmallModel& model) {
        model.physics3["Meta"]["PhysicsDictionary"][0]["Name"] = "hair (yure 60 Hz)";
    };
    CHECK(check_spoilt(ours).findings.empty());
    expect_only(check_spoilt([&](SmallModel& model) {
                    ours(model);
                    model.physics3["Meta"].erase("Fps");
                }),
                kError, "Small.physics3.json", "/Meta/Fps", "is missing");
    expect_only(check_spoilt([&](SmallModel& model) {
                    ours(model);
                    model.physics3["Meta"]["Fps"] = 30;
                }),
                kError, "Small.physics3.json", "/Meta/Fps", "is 30");
}

TEST_CASE("numbers that the official reader does not take are errors", "[studio][check]") {
    for (const char* text :
         {"{\"Version\": 3, \"Meta\": {\"UserDataCount\": 0 , \"TotalUserDataSize\": 0\n}, \"UserData\": []}",
          "{\"Version\": 3, \"Meta\": {\"UserDataCount\": 0, \"TotalUserDataSize\": 0}, \"UserData\": []}",
          "{\"Version\": 3, \"X\": [1,2]}", "{\"Version\": 3, \"X\": 1e-3\n}"}) {
        const auto report =
            check_spoilt(nothing, [&](const fs::path& root) { write_text(root / "Small.userdata3.json", text); });
        INFO(text << listed(report));
        CHECK(report.errors() == 1);
        CHECK(report.findings.front().file == "Small.userdata3.json");
        CHECK(report.findings.front().what.find("official reader") != std::string::npos);
    }
    const auto model3 = check_spoilt(nothing, [](const fs::path& root) {
        write_text(root / "Small.model3.json", tests::read_json(root / "Small.model3.json").dump());
    });
    CHECK(model3.errors() == 1);
}

TEST_CASE("a path out of the folder is an error", "[studio][check]") {
    expect_only(check_spoilt([](SmallModel& model) { model.model3["FileReferences"]["UserData"] = "../x.json"; }),
                kError, "Small.model3.json", "/FileReferences/UserData", "outside");
}

TEST_CASE("absent expressions, motions, sounds and the like are warnings", "[studio][check]") {
    const auto gone = [](const char* name) { return [name](const fs::path& root) { fs::remove(root / name); }; };
    expect_only(check_spoilt(nothing, gone("expressions/smile.exp3.json")), kWarning, "Small.model3.json",
                "/FileReferences/Expressions/0/File", "is not there");
    expect_only(check_spoilt(nothing, gone("motions/idle.motion3.json")), kWarning, "Small.model3.json",
                "/FileReferences/Motions/Idle/0/File", "is not there");
    expect_only(check_spoilt(nothing, gone("Small.pose3.json")), kWarning, "Small.model3.json", "/FileReferences/Pose",
                "is not there");
    expect_only(check_spoilt(
                    [](SmallModel& model) { model.model3["FileReferences"]["Motions"]["Idle"][0]["Sound"] = "a.wav"; }),
                kWarning, "Small.model3.json", "/FileReferences/Motions/Idle/0/Sound", "is not there");
}

TEST_CASE("motions and expressions that write what physics writes are warnings", "[studio][check]") {
    expect_only(check_spoilt([](SmallModel& model) { model.motion3["Curves"][0]["Id"] = "ParamHair"; }), kWarning,
                "motions/idle.motion3.json", "/Curves", "ParamHair");
    expect_only(check_spoilt([](SmallModel& model) { model.expression["Parameters"][0]["Id"] = "ParamHair"; }),
                kWarning, "expressions/smile.exp3.json", "/Parameters", "ParamHair");
    expect_only(check_spoilt([](SmallModel& model) { model.motion3["Curves"][0]["Id"] = "Gone"; }), kWarning,
                "motions/idle.motion3.json", "/Curves", "lacks: Gone");
}

TEST_CASE("unregistered and several physics files are warnings", "[studio][check]") {
    expect_only(check_spoilt([](SmallModel& model) { model.model3["FileReferences"].erase("Physics"); }), kWarning,
                "Small.physics3.json", "", "not registered");
    expect_only(check_spoilt(nothing, [](const fs::path& root) { write_text(root / "Old.physics3.json", "{}"); }),
                kWarning, "Small.model3.json", "/FileReferences/Physics", "Old.physics3.json");
}

TEST_CASE("a short radius, no Fps, and an output that an earlier group reads are warnings", "[studio][check]") {
    expect_only(
        check_spoilt([](SmallModel& model) { model.physics3["PhysicsSettings"][0]["Vertices"][1]["Radius"] = 0.5; }),
        kWarning, "Small.physics3.json", "/PhysicsSettings/0/Vertices/1/Radius", "");
    expect_only(check_spoilt([](SmallModel& model) { model.physics3["Meta"].erase("Fps"); }), kWarning,
                "Small.physics3.json", "/Meta/Fps", "");
    const auto loop = check_spoilt([](SmallModel& model) {
        auto& groups = model.physics3["PhysicsSettings"];
        groups.push_back(groups[0]);
        groups[1]["Id"] = "PhysicsSetting2";
        groups[0]["Input"][0]["Source"]["Id"] = "ParamEyeLOpen";
        groups[1]["Output"][0]["Destination"]["Id"] = "ParamEyeLOpen";
        model.physics3["Meta"]["PhysicsSettingCount"] = 2;
        model.physics3["Meta"]["TotalInputCount"] = model.physics3["Meta"]["TotalOutputCount"] = 2;
        model.physics3["Meta"]["VertexCount"] = 4;
    });
    INFO(listed(loop));
    CHECK(loop.errors() == 0);
    CHECK(std::any_of(loop.findings.begin(), loop.findings.end(), [](const ModelFinding& finding) {
        return finding.severity == kWarning && finding.pointer == "/PhysicsSettings/1/Output" &&
               finding.what.find("earlier") != std::string::npos;
    }));
}

TEST_CASE("names, groups, areas and poses that point at nothing are warnings", "[studio][check]") {
    expect_only(check_spoilt(
                    [](SmallModel& model) { model.model3["FileReferences"]["Textures"] = {"Small.4/TEXTURE_00.png"}; }),
                kWarning, "Small.model3.json", "/FileReferences/Textures/0", "texture_00.png");
    expect_only(check_spoilt([](SmallModel& model) { model.model3["Groups"][0]["Ids"] = {"Gone"}; }), kWarning,
                "Small.model3.json", "/Groups/0/Ids", "Gone");
    expect_only(check_spoilt([](SmallModel& model) { model.model3["HitAreas"][0]["Id"] = "Gone"; }), kWarning,
                "Small.model3.json", "/HitAreas/0/Id", "Gone");
    expect_only(check_spoilt([](SmallModel& model) { model.pose["Groups"][0][0]["Id"] = "Gone"; }), kWarning,
                "Small.pose3.json", "/Groups", "Gone");
}

TEST_CASE("a budget that was asked for is kept or broken by name", "[studio][check]") {
    TemporaryFolder folder;
    SmallModel().write(folder.path());
    CHECK(check_model(folder.path(), *find_budget("free")).findings.empty());
    CHECK(check_model(folder.path(), *find_budget("phone")).findings.empty());
    const auto small =
        read_budget(R"({"name":"tiny","limits":{"parameters":2,"vertices":9,"texture_px":4,"physics_groups":0}})");
    REQUIRE(small.ok());
    const CheckReport report = check_model(folder.path(), *small);
    INFO(listed(report));
    CHECK(report.errors() == 3);
    CHECK(report.findings[0].found == 3);
    CHECK(report.findings[0].expected == 2);
    CHECK(report.findings[1].what.find("vertices: 20") != std::string::npos);

    CHECK(read_budget(R"({"limits":{"colours":2}})").error().what.find("parameters") != std::string::npos);
    CHECK_FALSE(read_budget(R"({"limits":{"parameters":"two"}})").ok());
    CHECK_FALSE(read_budget(R"({})").ok());
    CHECK_FALSE(find_budget("no such file").ok());
}

TEST_CASE("a repair mends counts, layout, order, names, absent references and Fps, and touches nothing else",
          "[studio][check][repair]") {
    TemporaryFolder folder;
    SmallModel model;
    model.physics3["Meta"]["VertexCount"] = 7;
    model.physics3["Meta"]["PhysicsDictionary"][0]["Name"] = "hair (yure 60 Hz)";
    model.physics3["Meta"].erase("Fps");
    model.physics3["PhysicsSettings"][0]["Input"].push_back(model.physics3["PhysicsSettings"][0]["Input"][0]);
    model.physics3["PhysicsSettings"][0]["Input"][1]["Source"]["Id"] = "Gone";
    model.physics3["PhysicsSettings"][0]["Custom"] = "kept";
    model.motion3["Meta"]["TotalPointCount"] = 1;
    model.motion3["Custom"] = {1.5};
    model.model3["FileReferences"]["Textures"] = {"small.4/texture_00.png"};
    model.model3["FileReferences"]["Expressions"].push_back({{"Name", "gone"}, {"File", "gone.exp3.json"}});
    model.model3["Custom"] = "kept";
    const fs::path in = folder.path() / "in", out = folder.path() / "out";
    model.write(in);
    write_text(in / "Small.userdata3.json", model.user_data.dump());
    REQUIRE(check_model(in).errors() >= 5);

    const auto repaired = repair_model(in, out, Overwrite::refuse);
    REQUIRE(repaired.ok());
    for (const auto& what : repaired->done) UNSCOPED_INFO(what);
    INFO(listed(repaired->after));
    CHECK(repaired->after.findings.empty());
    CHECK(repaired->done.size() == 5);
    CHECK(check_model(out).findings.empty());
    const auto physics = tests::read_json(out / "Small.physics3.json");
    CHECK(physics["Meta"]["VertexCount"] == 2);
    CHECK(physics["Meta"]["Fps"] == 60);
    CHECK(physics["PhysicsSettings"][0]["Custom"] == "kept");
    CHECK(tests::read_json(out / "motions/idle.motion3.json")["Custom"][0] == 1.5);
    CHECK(tests::read_json(out / "Small.model3.json")["Custom"] == "kept");
    for (const char* name : {"Small.moc3", "Small.cdi3.json", "expressions/smile.exp3.json", "Small.4/texture_00.png"})
        CHECK(tests::read_bytes(out / name) == tests::read_bytes(in / name));
    CHECK(tests::read_text(in / "Small.userdata3.json") == model.user_data.dump());
}

TEST_CASE("a repair registers a lone physics file", "[studio][check][repair]") {
    TemporaryFolder folder;
    SmallModel model;
    model.model3["FileReferences"].erase("Physics");
    model.write(folder.path() / "in");
    const auto repaired = repair_model(folder.path() / "in", folder.path() / "out", Overwrite::refuse);
    REQUIRE(repaired.ok());
    CHECK(repaired->after.findings.empty());
    const auto opened = open_model(folder.path() / "out");
    REQUIRE(opened.ok());
    CHECK(opened->physics.has_value());
}

TEST_CASE("what a repair cannot mend is still told", "[studio][check][repair]") {
    TemporaryFolder folder;
    SmallModel model;
    model.puppet.triangles[4] = 999;
    model.motion3["Meta"]["CurveCount"] = 5;
    model.write(folder.path() / "in");
    const auto repaired = repair_model(folder.path() / "in", folder.path() / "out", Overwrite::refuse);
    REQUIRE(repaired.ok());
    CHECK(repaired->done.size() == 1);
    INFO(listed(repaired->after));
    CHECK(repaired->after.errors() >= 1);
    CHECK(repaired->after.findings.front().file == "Small.moc3");
    CHECK_FALSE(repair_model(folder.path() / "absent", folder.path() / "no", Overwrite::refuse).ok());
    CHECK_FALSE(fs::exists(folder.path() / "no"));
}

TEST_CASE("a fitted rate is read from a group's name", "[studio][check]") {
    // The form is that of the names that a bake gives; anything else is somebody else's group.
    CHECK(check_spoilt([](SmallModel& model) {
              model.physics3["Meta"]["PhysicsDictionary"][0]["Name"] = "hair (yure 60 Hz";
              model.physics3["Meta"]["Fps"] = 30;
          }).errors() == 0);
    CHECK(check_spoilt([](SmallModel& model) {
              model.physics3["Meta"]["PhysicsDictionary"][0]["Name"] = "2 (yure 59.94 Hz) b";
              model.physics3["Meta"]["Fps"] = 59.94;
          }).errors() == 0);
}

TEST_CASE("switches of state between neighbours are counted in drawing order", "[check][drawing]") {
    const TemporaryFolder folder;
    SmallModel small;
    // three meshes on one page, drawn Face, Hair, Back by their order: nothing to switch
    small.write(folder.path());
    const auto plain = check_model(folder.path()).drawing;
    REQUIRE(plain);
    CHECK(plain->drawn == 3);
    CHECK(plain->switches == 0);
    CHECK(plain->mask_sets == 0);

    rig::Puppet& puppet = small.puppet;
    const int second = [&] {  // the mesh in the middle of the drawing order
        const rig::Rig rig = rig::Rig::build(puppet).value();
        rig::Evaluation pose(rig);
        pose.evaluate(rig.default_values());
        for (int mesh = 0; mesh < 3; ++mesh)
            if (pose.render_order()[static_cast<std::size_t>(mesh)] == 1) return mesh;
        return 0;
    }();
    puppet.mesh.flags[static_cast<std::size_t>(second)] |= rig::kAdditive;
    const DrawCost blended = draw_cost(puppet, rig::Rig::build(puppet).value());
    CHECK(blended.blend_switches == 2);  // there and back
    CHECK(blended.switches == 2);
    puppet.mesh.texture[static_cast<std::size_t>(second)] = 1;
    const DrawCost paged = draw_cost(puppet, rig::Rig::build(puppet).value());
    CHECK(paged.texture_switches == 2);
    CHECK(paged.switches == 2);  // both at once cost one switch
}

TEST_CASE("the sample models have no errors but what is really absent", "[studio][check][shared]") {
    YURE_REQUIRE_SHARED("models");
    for (const char* name : {"Haru", "Hiyori", "Mark", "Wanko"}) {
        const CheckReport report = check_model(tests::shared_path("models") / name);
        INFO(name << listed(report));
        CHECK(report.errors() == 0);
        CHECK(report.warnings() > 0);  // no Fps, and expressions, sounds or motions that were left out
    }
}
