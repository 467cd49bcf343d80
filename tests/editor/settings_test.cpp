#include "app/settings.hpp"

#include <fstream>

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace yure;
using namespace yure::editor;

TEST_CASE("settings are the same after they were kept", "[editor][settings]") {
    const tests::TemporaryFolder folder;
    Settings settings;
    settings.language = Language::chinese;
    settings.theme = ThemeKind::light;
    settings.scale = 1.5f;
    settings.auto_bake = true;
    for (int i = 0; i < 20; ++i) settings.add_recent("/models/模型 " + std::to_string(i) + ".yure");
    settings.add_recent("/models/模型 12.yure");
    settings.keys["edit.undo"] = {"Ctrl+U"};
    settings.window_width = 1000;
    REQUIRE(write_settings(folder.path() / "deep", settings).ok());
    const Settings read = read_settings(folder.path() / "deep");
    CHECK(read.language == Language::chinese);
    CHECK(read.theme == ThemeKind::light);
    CHECK(read.scale == 1.5f);
    CHECK(read.auto_bake);
    CHECK(read.keys == settings.keys);
    CHECK(read.window_width == 1000);
    REQUIRE(read.recent.size() == 12);
    CHECK(read.recent == settings.recent);
    CHECK(read.recent[0].filename() == std::filesystem::path(u8"模型 12.yure"));
    CHECK(read.recent[1].filename() == std::filesystem::path(u8"模型 19.yure"));
}

TEST_CASE("a settings file that is broken or odd gives defaults where it is", "[editor][settings]") {
    const tests::TemporaryFolder folder;
    CHECK(read_settings(folder.path() / "none").theme == ThemeKind::dark);
    const auto with = [&](const std::string& text) {
        std::ofstream(folder.path() / "settings.json") << text;
        return read_settings(folder.path());
    };
    CHECK(with("{").scale == 0.0f);
    const Settings odd = with(R"({"scale":1e9,"theme":7,"recent":[3,"/a"],"keys":[1],"window_width":-5,"language":"xx","auto_bake":"yes"})");
    CHECK(odd.scale == 3.0f);
    CHECK(odd.recent.size() == 1);
    CHECK(odd.window_width == 640);
    CHECK_FALSE(odd.auto_bake);
}
