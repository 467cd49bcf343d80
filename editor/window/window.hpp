/// A window with OpenGL 3.3, an app in it, and the loop that keeps it going; optionally a script that plays on it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/settings.hpp"
#include "script/script.hpp"
#include "yure/core/result.hpp"

namespace yure::editor {

struct WindowRun {
    std::filesystem::path open;                      ///< model or project; empty = the start page
    std::filesystem::path demo;                      ///< the demo character
    std::filesystem::path agents;                    ///< socket where agents may attach; empty = by the settings
    std::optional<std::vector<ScriptLine>> script;   ///< plays, then the window closes
    std::filesystem::path script_folder, picture_folder;
    Settings settings;
    std::filesystem::path settings_folder;           ///< empty = settings are not kept
};

/// Until the window is closed or the script has ended. Errors: no display or OpenGL (what is lacking), or the script's.
Status run_window(const WindowRun& run);
/// The same without a window or pictures, in Dear ImGui alone; needs a script. For tests on machines without a display.
Status run_without_window(const WindowRun& run);

}  // namespace yure::editor
