/// Reading and writing each JSON format: values, findings, what survives, and what is refused with a pointer.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <filesystem>
#include <functional>

#include "yure/formats/cdi3.hpp"
#include "yure/formats/exp3.hpp"
#include "yure/formats/model3.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/formats/physics3.hpp"
#include "yure/formats/pose3.hpp"

namespace yure::formats {
namespace {

using Level = Finding::Level;

const char* const kPhysics = R"({
 "Version": 3, "Own": {"kept": [1.50, "é"]},
 "Meta": {"PhysicsSettingCount": 1, "TotalInputCount": 1, "TotalOutputCount": 1, "VertexCount": 2, "Fps": 60,
  "EffectiveForces": {"Gravity": {"X": 0, "Y": -1}, "Wind": {"X": 0, "Y": 0}},
  "PhysicsDictionary": [{"Id": "G1", "Name": "hair"}]},
 "PhysicsSettings": [{"Id": "G1",
  "Input": [{"Source": {"Target": "Parameter", "Id": "ParamAngleX"}, "Weight": 60, "Type": "X", "Reflect": false, "Note": 7}],
  "Output": [{"Destination": {"Target": "Parameter", "Id": "ParamHair"}, "VertexIndex": 1, "Scale": 1.5, "Weight": 100,
   "Type": "Angle", "Reflect": true}],
  "Vertices": [{"Position": {"X": 0, "Y": 0}, "Mobility": 1, "Delay": 1, "Acceleration": 1, "Radius": 0},
   {"Position": {"X": 0, "Y": 10}, "Mobility": 0.95, "Delay": 0.8, "Acceleration": 1.5, "Radius": 10}],
  "Normalization": {"Position": {"Minimum": -10, "Default": 0, "Maximum": 10},
   "Angle": {"Minimum": -8, "Default": 0, "Maximum": 8}}}]})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

bool found(const Findings& findings, Level level, const std::string& pointer) {
    for (const Finding& finding : findings)
        if (finding.level == level && finding.pointer == pointer) return true;
    return false;
}

/// Reading and writing changes nothing but the layout.
template <class Read, class Write>
void check_round_trip(const std::string& text, const Read& read, const Write& write) {
    const auto file = read(text, NumberReading::exact, nullptr);
    REQUIRE(file.ok());
    CHECK(write(*file) == tidy_json(text).value());
    // The numbers' characters stay, however they were read.
    const auto official = read(text, NumberReading::official, nullptr);
    REQUIRE(official.ok());
    CHECK(write(*official) == tidy_json(text).value());
    CHECK(check_number_layout(write(*file)).empty());
}

}  // namespace

TEST_CASE("a physics3 is read with everything in its place", "[engine][formats]") {
    Findings findings;
    const auto file = read_physics3(kPhysics, NumberReading::exact, &findings);
    REQUIRE(file.ok());
    CHECK(findings.empty());
    CHECK(file->physics.fps == 60.0f);
    REQUIRE(file->physics.groups.size() == 1);
    const pendulum::Group& group = file->physics.groups[0];
    CHECK(group.id == "G1");
    CHECK(group.name == "hair");
    CHECK(group.inputs.at(0).parameter == "ParamAngleX");
    CHECK(group.inputs[0].weight == 60.0f);
    CHECK_FALSE(group.inputs[0].reflect);
    CHECK(group.outputs.at(0).scale == 1.5f);
    CHECK(group.outputs[0].reflect);
    CHECK(group.vertices.at(1).delay == 0.8f);
    CHECK(group.angle.maximum == 8.0f);
    check_round_trip(kPhysics, read_physics3, write_physics3);
}

TEST_CASE("writing changed physics recounts and keeps unknown members", "[engine][formats]") {
    auto file = read_physics3(kPhysics);
    REQUIRE(file.ok());
    pendulum::Group extra = file->physics.groups[0];
    extra.id = "G0";
    extra.name = "new (yure 60 Hz)";
    extra.vertices.push_back(extra.vertices[1]);
    file->physics.groups.insert(file->physics.groups.begin(), extra);
    file->physics.groups[1].vertices[1].radius = 12.25f;
    const std::string text = write_physics3(*file);

    Findings findings;
    const auto again = read_physics3(text, NumberReading::exact, &findings);
    REQUIRE(again.ok());
    for (const Finding& finding : findings) CHECK(finding.level != Level::error);
    CHECK(again->physics.groups.at(0).name == "new (yure 60 Hz)");
    CHECK(again->physics.groups.at(1).vertices.at(1).radius == 12.25f);
    CHECK(text.find("\"VertexCount\": 5") != std::string::npos);
    CHECK(text.find("\"Note\": 7") != std::string::npos);
    CHECK(text.find("1.50") != std::string::npos);
    CHECK(write_physics3(*again) == text);
}

TEST_CASE("physics made by code is written so that every reader takes it", "[engine][formats]") {
    Physics3 file;
    file.physics.fps = 30.0f;
    pendulum::Group group;
    group.id = "PhysicsSim_hair";
    group.inputs.push_back({"ParamAngleX", 100.0f, pendulum::Channel::angle, false});
    group.outputs.push_back({"ParamSim", 1, 12.5f, 100.0f, pendulum::Channel::angle, false});
    group.vertices.resize(2);
    group.vertices[1].radius = 10.0f;
    file.physics.groups.push_back(group);
    const std::string text = write_physics3(file);
    Findings findings;
    REQUIRE(read_physics3(text, NumberReading::exact, &findings).ok());
    CHECK(findings.empty());
    CHECK(check_number_layout(text).empty());
}

TEST_CASE("wrong counts are found, not believed", "[engine][formats]") {
    for (const char* key : {"PhysicsSettingCount", "TotalInputCount", "TotalOutputCount", "VertexCount"}) {
        const std::string quoted = std::string("\"") + key + "\": ";
        for (const char* wrong : {"4000000000", "0", "-3", "1e30"}) {
            const std::string number = std::string(key) == "VertexCount" ? "2" : "1";
            Findings findings;
            const auto file =
                read_physics3(replaced(kPhysics, quoted + number, quoted + wrong), NumberReading::exact, &findings);
            REQUIRE(file.ok());
            CHECK(file->physics.groups.size() == 1);
            CHECK(found(findings, Level::error, std::string("/Meta/") + key));
            CHECK(write_physics3(*file).find(quoted + number) != std::string::npos);
        }
    }
}

TEST_CASE("odd physics values are told with their place", "[engine][formats]") {
    const auto findings_of = [](const std::string& from, const std::string& to) {
        Findings findings;
        REQUIRE(read_physics3(replaced(kPhysics, from, to), NumberReading::exact, &findings).ok());
        return findings;
    };
    CHECK(found(findings_of("\"Type\": \"X\"", "\"Type\": \"Z\""), Level::error, "/PhysicsSettings/0/Input/0/Type"));
    CHECK(found(findings_of("\"Type\": \"Angle\"", "\"Type\": \"Y\""), Level::warning,
                "/PhysicsSettings/0/Output/0/Type"));
    CHECK(found(findings_of("\"VertexIndex\": 1", "\"VertexIndex\": 2"), Level::warning, "/PhysicsSettings/0/Output"));
    CHECK(
        found(findings_of("\"Radius\": 10", "\"Radius\": 0"), Level::warning, "/PhysicsSettings/0/Vertices/1/Radius"));
    CHECK(found(findings_of(", \"Fps\": 60", ""), Level::warning, "/Meta/Fps"));
    CHECK(found(findings_of("\"Fps\": 60", "\"Fps\": 1000000000"), Level::error, "/Meta/Fps"));
    CHECK(found(findings_of("\"Reflect\": true", "\"Reflect\": 1"), Level::warning,
                "/PhysicsSettings/0/Output/0/Reflect"));
}

TEST_CASE("wrong types anywhere are refused with a JSON pointer", "[engine][formats]") {
    const auto where = [](const std::string& from, const std::string& to) {
        const auto file = read_physics3(replaced(kPhysics, from, to));
        return file.ok() ? std::string("read") : file.error().where;
    };
    CHECK(where("\"Radius\": 10", "\"Radius\": \"10\"") == "/PhysicsSettings/0/Vertices/1/Radius");
    CHECK(where("\"Radius\": 10", "\"Radius\": 1e39") == "/PhysicsSettings/0/Vertices/1/Radius");
    CHECK(where("\"VertexIndex\": 1", "\"VertexIndex\": 99999999999") == "/PhysicsSettings/0/Output/0/VertexIndex");
    CHECK(where("\"Id\": \"ParamAngleX\"", "\"Id\": 5") == "/PhysicsSettings/0/Input/0/Source/Id");
    CHECK(where("\"PhysicsSettings\": [", "\"PhysicsSettings\": 3, \"x\": [") == "/PhysicsSettings");
    CHECK(where("\"PhysicsSettings\": [", "\"x\": [") == "/PhysicsSettings");
    CHECK(where("\"Reflect\": true", "\"Reflect\": \"yes\"") == "/PhysicsSettings/0/Output/0/Reflect");
    CHECK_FALSE(read_physics3("[]").ok());
    CHECK_FALSE(read_physics3("null").ok());
}

const char* const kMotion =
    R"({"Version": 3, "Meta": {"Duration": 2, "Fps": 30, "Loop": true, "AreBeziersRestricted": true,
 "CurveCount": 3, "TotalSegmentCount": 5, "TotalPointCount": 10, "UserDataCount": 1, "TotalUserDataSize": 3},
 "Curves": [{"Target": "Model", "Id": "Opacity", "Segments": [0, 1]},
  {"Target": "Parameter", "Id": "A", "FadeInTime": 0.25, "Segments": [0, 0, 1, 0.1, 0, 0.4, 1, 0.5, 1, 0, 1, 2.0, 2, 1.5, 3, 3, 2, 4]},
  {"Target": "PartOpacity", "Id": "P", "Segments": [0, 1, 2, 2, 0]}],
 "UserData": [{"Time": 0.5, "Value": "hey"}]})";

TEST_CASE("a motion3 is read with all kinds of segments", "[engine][formats]") {
    Findings findings;
    const auto file = read_motion3(kMotion, NumberReading::exact, &findings);
    REQUIRE(file.ok());
    CHECK(findings.empty());
    CHECK(motion::check(file->clip).ok());
    REQUIRE(file->clip.curves.size() == 3);
    const motion::Curve& curve = file->clip.curves[1];
    REQUIRE(curve.segments.size() == 4);
    CHECK(curve.segments[0].kind == motion::SegmentKind::bezier);
    CHECK(curve.segments[1].kind == motion::SegmentKind::linear);
    CHECK(curve.segments[2].kind == motion::SegmentKind::stepped);
    CHECK(curve.segments[3].kind == motion::SegmentKind::inverse_stepped);
    CHECK(curve.points.back() == motion::Point{2.0f, 4.0f});
    CHECK(curve.fade_in == 0.25f);
    CHECK(curve.fade_out < 0.0f);
    CHECK(file->clip.events.at(0) == motion::Event{0.5f, "hey"});
    check_round_trip(kMotion, read_motion3, write_motion3);
}

TEST_CASE("motions that break off or go astray are refused or told", "[engine][formats]") {
    const auto where = [](const std::string& segments) {
        const auto file = read_motion3(replaced(kMotion, "[0, 1, 2, 2, 0]", segments));
        return file.ok() ? std::string("read") : file.error().where;
    };
    CHECK(where("[]") == "/Curves/2/Segments");
    CHECK(where("[0]") == "/Curves/2/Segments");
    CHECK(where("[0, 1, 0]") == "/Curves/2/Segments/2");
    CHECK(where("[0, 1, 1, 1, 1, 2, 2]") == "/Curves/2/Segments/2");
    CHECK(where("[0, 1, 4, 1, 1]") == "/Curves/2/Segments/2");
    CHECK(where("[0, 1, 0.5, 1, 1]") == "/Curves/2/Segments/2");
    CHECK(where("[0, 1, -1, 1, 1]") == "/Curves/2/Segments/2");
    CHECK(where("[0, \"x\"]") == "/Curves/2/Segments/1");
    CHECK(where("[0, 1e39]") == "/Curves/2/Segments/1");
    CHECK(where("{}") == "/Curves/2/Segments");

    Findings findings;
    REQUIRE(
        read_motion3(replaced(kMotion, "[0, 1, 2, 2, 0]", "[0, 1, 0, -1, 0]"), NumberReading::exact, &findings).ok());
    CHECK(found(findings, Level::warning, "/Curves/2/Segments"));
    findings.clear();
    REQUIRE(read_motion3(replaced(kMotion, "\"TotalPointCount\": 10", "\"TotalPointCount\": 11"), NumberReading::exact,
                         &findings)
                .ok());
    CHECK(found(findings, Level::error, "/Meta/TotalPointCount"));
    findings.clear();
    const auto astray = read_motion3(replaced(kMotion, "\"Target\": \"Model\"", "\"Target\": \"PartOpacity\""),
                                     NumberReading::exact, &findings);
    REQUIRE(astray.ok());
    CHECK(found(findings, Level::warning, "/Curves/1/Target"));
    findings.clear();
    REQUIRE(read_motion3(write_motion3(*astray), NumberReading::exact, &findings).ok());
    CHECK(findings.empty());  // written in the players' order
}

TEST_CASE("a model3 names all its files and keeps what we do not know", "[engine][formats]") {
    const std::string text =
        R"({"Version": 3, "FileReferences": {"Moc": "a.moc3", "Textures": ["t/0.png"], "Physics": "a.physics3.json",
     "DisplayInfo": "a.cdi3.json", "Expressions": [{"Name": "smile", "File": "e.exp3.json", "Own": 1}],
     "Motions": {"Idle": [{"File": "m.motion3.json", "FadeInTime": 0.5, "Sound": "s.wav", "Own": 2}], "": [], "Ta/p": [{"File": "n.motion3.json"}]},
     "Vendor": "v.json"}, "Groups": [{"Target": "Parameter", "Name": "EyeBlink", "Ids": ["L", "R"]}],
     "HitAreas": [{"Id": "HitAreaHead", "Name": "Head"}], "Layout": {"width": 2.0}, "Own": [3]})";
    Findings findings;
    auto file = read_model3(text, NumberReading::exact, &findings);
    REQUIRE(file.ok());
    CHECK(findings.empty());
    CHECK(file->moc == "a.moc3");
    CHECK(file->motions.at(0).motions.at(0).sound == "s.wav");
    CHECK(file->motions.at(0).motions.at(0).fade_in == 0.5f);
    CHECK(file->group_ids("EyeBlink") == std::vector<std::string>{"L", "R"});
    CHECK(file->references().back() == Model3::Reference{"/FileReferences/Motions/Ta~1p/0/File", "n.motion3.json"});
    CHECK(file->references().size() == 8);
    check_round_trip(text, read_model3, write_model3);

    file->physics.clear();
    file->motions.erase(file->motions.begin() + 2);
    file->motions[0].motions.insert(file->motions[0].motions.begin(), {"new.motion3.json", "", "", -1.0f, 0.0f});
    const std::string changed = write_model3(*file);
    const auto again = read_model3(changed);
    REQUIRE(again.ok());
    CHECK(again->physics.empty());
    CHECK(again->motions == file->motions);
    CHECK(changed.find("\"Own\": 2") != std::string::npos);
    CHECK(changed.find("\"Vendor\"") != std::string::npos);
    CHECK(read_model3("{\"FileReferences\": {}}").error().where == "/FileReferences/Moc");
    CHECK(read_model3("{}").error().where == "/FileReferences");
}

TEST_CASE("cdi3, exp3 and pose3 survive being read and written", "[engine][formats]") {
    const std::string cdi = R"({"Version": 3, "Parameters": [{"Id": "A", "GroupId": "", "Name": "角度 X", "Own": 1}],
      "ParameterGroups": [{"Id": "G", "GroupId": "", "Name": "g"}], "Parts": [{"Id": "P", "Name": "p"}],
      "CombinedParameters": [["A", "B"]]})";
    const auto names = read_cdi3(cdi);
    REQUIRE(names.ok());
    CHECK(names->parameter_name("A") == "角度 X");
    CHECK(names->parameter_name("B") == "B");
    check_round_trip(cdi, read_cdi3, write_cdi3);

    const std::string exp =
        R"({"Type": "Live2D Expression", "FadeInTime": 0.5, "Parameters": [{"Id": "A", "Value": 1.0, "Blend": "Multiply"}]})";
    const auto expression = read_exp3(exp);
    REQUIRE(expression.ok());
    CHECK(expression->expression.fade_in == 0.5f);
    CHECK(expression->expression.fade_out == 1.0f);
    CHECK(expression->expression.entries.at(0).blend == motion::Blend::multiply);
    check_round_trip(exp, read_exp3, write_exp3);

    const std::string pose =
        R"({"Type": "Live2D Pose", "Groups": [[{"Id": "A", "Link": ["C"]}, {"Id": "B", "Link": []}]]})";
    const auto parts = read_pose3(pose);
    REQUIRE(parts.ok());
    CHECK(parts->pose.fade_in == 0.5f);
    CHECK(parts->pose.groups.at(0).at(0).links == std::vector<std::string>{"C"});
    check_round_trip(pose, read_pose3, write_pose3);
}

TEST_CASE("every JSON file of the reference models survives unchanged and without errors",
          "[engine][formats][golden]") {
    YURE_REQUIRE_SHARED("models");
    const auto ends_with = [](const std::string& name, const std::string& end) {
        return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
    };
    std::size_t files = 0;
    const auto run = [&](const std::string& text, const auto& read, const auto& write) {
        Findings findings;
        REQUIRE(read(text, NumberReading::exact, &findings).ok());
        for (const Finding& finding : findings) {
            INFO(finding.pointer << " " << finding.what);
            CHECK(finding.level != Level::error);
        }
        check_round_trip(text, read, write);
        ++files;
    };
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tests::shared_path("models"))) {
        const std::string name = entry.path().filename().string();
        if (!ends_with(name, "3.json")) continue;
        INFO(entry.path().string());
        const std::string text = tests::read_text(entry.path());
        CHECK(check_number_layout(text).empty());
        if (ends_with(name, ".physics3.json")) run(text, read_physics3, write_physics3);
        if (ends_with(name, ".motion3.json")) run(text, read_motion3, write_motion3);
        if (ends_with(name, ".model3.json")) run(text, read_model3, write_model3);
        if (ends_with(name, ".cdi3.json")) run(text, read_cdi3, write_cdi3);
        if (ends_with(name, ".exp3.json")) run(text, read_exp3, write_exp3);
        if (ends_with(name, ".pose3.json")) run(text, read_pose3, write_pose3);
    }
    CHECK(files >= 25);
}

}  // namespace yure::formats
