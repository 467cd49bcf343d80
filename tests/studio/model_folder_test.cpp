#include "yure/studio/model_folder.hpp"

#include "studio/small_model.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>

#include "yure/formats/moc3.hpp"
#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::studio;
using yure::tests::SmallModel;
using yure::tests::TemporaryFolder;
using yure::tests::write_text;
namespace fs = std::filesystem;

namespace {

bool told(const Notices& notices, const std::string& where, const std::string& what) {
    return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) {
        return notice.where.find(where) != std::string::npos && notice.what.find(what) != std::string::npos;
    });
}

/// Opens the model, exports it unchanged, and gives what the export said.
Notices export_plain(const fs::path& from, const fs::path& to, const ExportChanges& changes = {}) {
    auto model = locate_model(from);
    REQUIRE(model.ok());
    auto out = OutputFolder::begin(to, Overwrite::refuse);
    REQUIRE(out.ok());
    Notices notices;
    const Status status = export_model(*model, changes, *out, "", notices);
    INFO((status ? "" : status.error().text()));
    REQUIRE(status.ok());
    REQUIRE(out->commit().ok());
    return notices;
}

std::vector<std::string> files_below(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file() && entry.path().filename() != OutputFolder::kMarker)
            names.push_back(entry.path().lexically_relative(folder).generic_string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("the little model of these tests is sound", "[studio][model]") {
    const auto findings = rig::check(tests::small_puppet());
    for (const auto& finding : findings) UNSCOPED_INFO(finding.where << ": " << finding.what);
    CHECK(findings.empty());
}

TEST_CASE("a model opens by its folder, by its model3.json, and by its moc3 alone", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel().write(folder.path() / "模型 テスト é");
    const fs::path root = folder.path() / "模型 テスト é";
    for (const fs::path& given : {root, root / "Small.model3.json"}) {
        const auto model = open_model(given);
        INFO((model ? "" : model.error().text()));
        REQUIRE(model.ok());
        CHECK(model->puppet.mesh_count() == 3);
        CHECK(model->location.base_name == "Small");
        CHECK(model->physics_name == "Small.physics3.json");
        REQUIRE(model->physics);
        CHECK(model->physics->physics.groups.size() == 1);
        CHECK(model->notices.empty());
        CHECK(model->effect_groups().eye_blink == std::vector<std::string>{"ParamEyeLOpen"});
        CHECK(model->parameter_ranges()[0].max == 30.0f);
    }
    const auto bare = open_model(root / "Small.moc3");
    REQUIRE(bare.ok());
    CHECK(bare->location.bare());
    CHECK_FALSE(bare->physics.has_value());
}

TEST_CASE("what is no model is refused with the way out", "[studio][model]") {
    TemporaryFolder folder;
    const fs::path root = folder.path();
    CHECK(open_model(root / "absent").error().what == "does not exist");
    CHECK(open_model(root).error().what.find("no .model3.json") != std::string::npos);
    write_text(root / "a.txt", "x");
    CHECK(open_model(root / "a.txt").error().what.find("is no model") != std::string::npos);
    SmallModel().write(root);
    write_text(root / "Other.model3.json", "{}");
    const Error several = open_model(root).error();
    CHECK(several.what.find("Other.model3.json, Small.model3.json") != std::string::npos);
    CHECK(open_model(root / "Other.model3.json").error().where.find("/FileReferences/Moc") != std::string::npos);
    write_text(root / "Other.model3.json", "{,}");
    CHECK(open_model(root / "Other.model3.json").error().what.find("no JSON") != std::string::npos);
    write_text(root / "Other.model3.json", std::string(100000, '[') + std::string(100000, ']'));
    CHECK_FALSE(open_model(root / "Other.model3.json").ok());
    write_text(root / "Small.moc3", "MOC3 but no more");
    CHECK(open_model(root / "Small.model3.json").error().where.find("Small.moc3") != std::string::npos);
}

TEST_CASE("files that are named but lacking are notices, and their references are dropped on export",
          "[studio][model]") {
    TemporaryFolder folder;
    SmallModel source;
    source.model3["FileReferences"]["Expressions"].push_back(
        {{"Name", "gone"}, {"File", "expressions/gone.exp3.json"}});
    source.model3["FileReferences"]["Motions"]["Tap"] = {
        {{"File", "motions/gone.motion3.json"}, {"Sound", "sounds/gone.wav"}}};
    source.model3["FileReferences"]["Motions"]["Idle"][0]["Sound"] = "sounds/hum.wav";
    source.model3["FileReferences"]["Textures"].push_back("Small.4/texture_01.png");
    source.write(folder.path() / "in");
    fs::remove(folder.path() / "in/Small.pose3.json");

    const auto model = open_model(folder.path() / "in");
    REQUIRE(model.ok());
    CHECK(model->notices.size() == 6);
    CHECK(told(model->notices, "Small.pose3.json", "pose is not there"));
    CHECK(told(model->notices, "sounds/hum.wav", "sound is not there"));

    const Notices notices = export_plain(folder.path() / "in", folder.path() / "out");
    CHECK(told(notices, "expressions/gone.exp3.json", "dropped"));
    const auto exported = tests::read_json(folder.path() / "out/Small.model3.json");
    const auto& references = exported.at("FileReferences");
    CHECK(references.at("Expressions").size() == 1);
    CHECK(references.at("Textures").size() == 1);
    CHECK_FALSE(references.contains("Pose"));
    CHECK_FALSE(references.at("Motions").contains("Tap"));
    CHECK_FALSE(references.at("Motions").at("Idle").at(0).contains("Sound"));
    CHECK(references.at("Motions").at("Idle").at(0).at("FadeInTime") == 0.5);
    const auto again = open_model(folder.path() / "out");
    REQUIRE(again.ok());
    CHECK(again->notices.empty());
}

TEST_CASE("a texture that is lacking in the middle keeps its place, so that the others keep their numbers",
          "[studio][model]") {
    TemporaryFolder folder;
    SmallModel source;
    source.model3["FileReferences"]["Textures"] = {"gone.png", "Small.4/texture_00.png"};
    source.write(folder.path() / "in");
    const Notices notices = export_plain(folder.path() / "in", folder.path() / "out");
    CHECK(told(notices, "gone.png", "place in the list is kept"));
    CHECK(tests::read_json(folder.path() / "out/Small.model3.json").at("FileReferences").at("Textures").size() == 2);
}

TEST_CASE("an unchanged model is exported byte for byte, fields we do not know included", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel source;
    source.model3["FileReferences"]["Newer"] = {{"Kind", "x"}, {"File", "extra/data.bin"}};
    source.model3["Unknown"] = {1, 2.5, "three"};
    source.write(folder.path() / "in");
    write_text(folder.path() / "in/extra/data.bin", std::string("\0\1\2", 3));
    write_text(folder.path() / "in/not named.txt", "stays behind");
    CHECK(export_plain(folder.path() / "in", folder.path() / "out").empty());
    for (const std::string& name : files_below(folder.path() / "out")) {
        INFO(name);
        CHECK(tests::read_bytes(folder.path() / "out" / name) == tests::read_bytes(folder.path() / "in" / name));
    }
    auto expected = files_below(folder.path() / "in");
    expected.erase(std::find(expected.begin(), expected.end(), "not named.txt"));
    CHECK(files_below(folder.path() / "out") == expected);
}

TEST_CASE("changed files replace the old ones and are registered when new", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel source;
    source.model3["FileReferences"].erase("DisplayInfo");
    source.write(folder.path() / "in");
    ExportChanges changes;
    changes.physics3 = "{\n}\n";
    changes.cdi3 = "{\n  \"Version\": 3\n}\n";
    changes.moc3 = std::vector<std::byte>{std::byte{1}};
    export_plain(folder.path() / "in", folder.path() / "out", changes);
    CHECK(tests::read_text(folder.path() / "out/Small.physics3.json") == *changes.physics3);
    CHECK(tests::read_text(folder.path() / "out/Small.cdi3.json") == *changes.cdi3);
    CHECK(tests::read_bytes(folder.path() / "out/Small.moc3") == *changes.moc3);
    const auto references = tests::read_json(folder.path() / "out/Small.model3.json").at("FileReferences");
    CHECK(references.at("DisplayInfo") == "Small.cdi3.json");
    CHECK(references.at("Physics") == "Small.physics3.json");

    ExportChanges none;
    none.drop_physics = true;
    export_plain(folder.path() / "in", folder.path() / "none", none);
    CHECK_FALSE(fs::exists(folder.path() / "none/Small.physics3.json"));
    CHECK_FALSE(tests::read_json(folder.path() / "none/Small.model3.json").at("FileReferences").contains("Physics"));
}

TEST_CASE("a bare moc3 becomes a model folder", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel().write(folder.path() / "in");
    export_plain(folder.path() / "in/Small.moc3", folder.path() / "out");
    CHECK(files_below(folder.path() / "out") == std::vector<std::string>{"Small.moc3", "Small.model3.json"});
    CHECK(open_model(folder.path() / "out").ok());
}

TEST_CASE("names that lie differently on the disk are found, told, and corrected on export", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel source;
    source.model3["FileReferences"]["Textures"] = {"small.4\\Texture_00.PNG"};
    source.write(folder.path() / "in");
    const auto model = open_model(folder.path() / "in");
    REQUIRE(model.ok());
    CHECK(told(model->notices, "Texture_00.PNG", "Small.4/texture_00.png"));
    export_plain(folder.path() / "in", folder.path() / "out");
    CHECK(tests::read_json(folder.path() / "out/Small.model3.json").at("FileReferences").at("Textures").at(0) ==
          "Small.4/texture_00.png");
    CHECK(fs::exists(folder.path() / "out/Small.4/texture_00.png"));
}

TEST_CASE("a model never reaches out of its folder", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel source;
    source.model3["FileReferences"]["UserData"] = "../secret.json";
    source.write(folder.path() / "in");
    write_text(folder.path() / "secret.json", "{}");
    const auto model = open_model(folder.path() / "in");
    REQUIRE(model.ok());
    CHECK(told(model->notices, "../secret.json", "outside"));
    export_plain(folder.path() / "in", folder.path() / "out");
    CHECK(tests::read_text(folder.path() / "out/Small.model3.json").find("secret") == std::string::npos);
}

TEST_CASE("a model is never overwritten by its own export", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel().write(folder.path() / "in");
    export_plain(folder.path() / "in", folder.path() / "out");
    const auto model = locate_model(folder.path() / "out");
    REQUIRE(model.ok());
    auto out = OutputFolder::begin(folder.path() / "out", Overwrite::replace);
    REQUIRE(out.ok());
    Notices notices;
    CHECK_FALSE(export_model(*model, {}, *out, "", notices).ok());
}

TEST_CASE("a motion is found by path, file name, stem, group and place", "[studio][model]") {
    TemporaryFolder folder;
    SmallModel().write(folder.path());
    const auto model = locate_model(folder.path());
    REQUIRE(model.ok());
    const fs::path expected = folder.path() / "motions/idle.motion3.json";
    for (const std::string& wanted :
         {expected.string(), std::string("motions/idle.motion3.json"), std::string("idle.motion3.json"),
          std::string("idle"), std::string("Idle"), std::string("Idle:0")}) {
        const auto found = find_motion(*model, wanted);
        INFO(wanted);
        REQUIRE(found.ok());
        CHECK(*found == expected);
    }
    CHECK(find_motion(*model, "walk").error().what.find("idle") != std::string::npos);
}

TEST_CASE("the sample models open, and export to the same bytes", "[studio][model][shared]") {
    YURE_REQUIRE_SHARED("models");
    for (const char* name : {"Haru", "Hiyori", "Mark", "Wanko"}) {
        INFO(name);
        const fs::path source = tests::shared_path("models") / name;
        const auto model = open_model(source);
        REQUIRE(model.ok());
        TemporaryFolder folder;
        export_plain(source, folder.path() / "out");
        for (const std::string& file : files_below(folder.path() / "out")) {
            INFO(file);
            if (!file.ends_with(".model3.json"))
                CHECK(tests::read_bytes(folder.path() / "out" / file) == tests::read_bytes(source / file));
        }
        const auto again = open_model(folder.path() / "out");
        REQUIRE(again.ok());
        CHECK(again->notices.empty());
    }
}
