/// Preferences of this machine's user, apart from any project: `settings.json` in $XDG_CONFIG_HOME/yure (or
/// ~/.config/yure). A broken or absent file gives the defaults.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "look/theme.hpp"
#include "words/words.hpp"
#include "yure/core/result.hpp"

namespace yure::editor {

struct Settings {
    Language language = Language::english;
    ThemeKind theme = ThemeKind::dark;
    float scale = 0.0f;            ///< 0.75..3; 0 = as the screen says
    std::string font;              ///< a font file; empty = found by the program
    bool auto_bake = false;        ///< bake after each edit in a panel
    bool agents = true;            ///< agents of this user may attach to the open project
    bool guide_seen = false;       ///< the first-run guide was finished or dismissed
    std::string workspace = "standard";
    std::vector<std::filesystem::path> recent;    ///< newest first, at most 12
    std::vector<std::filesystem::path> places;    ///< folders of the file dialog, newest first, at most 8
    std::map<std::string, std::vector<std::string>> keys;
    nlohmann::ordered_json layout;  ///< null = the workspace's own
    int window_width = 1440, window_height = 900;
    bool window_maximised = false;

    void add_recent(const std::filesystem::path& path);
    void add_place(const std::filesystem::path& folder);
};

/// $XDG_CONFIG_HOME/yure, ~/.config/yure; empty without a home.
std::filesystem::path settings_folder();
Settings read_settings(const std::filesystem::path& folder);
Status write_settings(const std::filesystem::path& folder, const Settings& settings);

}  // namespace yure::editor
