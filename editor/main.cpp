/// The program `yure-editor`.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/file_dialog.hpp"
#include "window/window.hpp"
#include "yure/studio/benchmark_parts.hpp"
#include "yure/studio/build_info.hpp"
#include "yure/studio/file.hpp"

namespace {

using namespace yure;
using namespace yure::editor;

constexpr const char* kUsage = R"(yure-editor [MODEL|PROJECT] [options]

MODEL is a folder with a model3.json, such a file, or a moc3; PROJECT a .yure file.

  --script FILE       play recorded actions, then leave (docs/editor.md, "scripts")
  --screenshot DIR    where a script's pictures go (default: out)
  --no-window         play the script without a window and without pictures
  --size WxH          of the window, px
  --language CODE     en, zh-Hans or ja
  --theme NAME        dark or light
  --scale FACTOR      size of text and controls, 0.75..3
  --fresh             neither read nor keep settings (always so with --script)
  --agents SOCKET     let agents attach there (yure mcp --attach SOCKET), whatever the settings say
  --verbs             list the verbs of scripts
  --version           what it was built from
  --help              this text
)";

int usage_fault(const std::string& words) {
    std::fprintf(stderr, "yure-editor: %s\n", words.c_str());
    return 2;
}

void print_verbs() {
    for (const ScriptVerb& verb : script_verbs()) std::printf("%-14s %-34s %s\n", verb.name, verb.usage, verb.help);
}

std::filesystem::path demo_model() {
    std::error_code failed;
    const auto file = studio::demo_folder(YURE_SOURCE_DIR) / "yura.model3.json";
    return std::filesystem::is_regular_file(file, failed) ? file : std::filesystem::path();
}

}  // namespace

int main(int count, char** words) {
    WindowRun run;
    std::string script, language, theme, size, scale, agents;
    run.picture_folder = "out";
    bool fresh = false, windowless = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        const auto value = [&](std::string& into) {
            if (i + 1 >= count) return false;
            into = words[++i];
            return true;
        };
        std::string folder;
        if (word == "--help" || word == "-h") return std::fputs(kUsage, stdout), 0;
        if (word == "--version") return std::fputs(studio::build_info_text("yure-editor").c_str(), stdout), 0;
        if (word == "--verbs") return print_verbs(), 0;
        if (word == "--fresh") {
            fresh = true;
        } else if (word == "--no-window") {
            windowless = true;
        } else if (word == "--screenshot") {
            if (!value(folder)) return usage_fault("--screenshot needs a folder");
            run.picture_folder = text_path(folder);
        } else if (word == "--script" || word == "--language" || word == "--theme" || word == "--size" || word == "--scale" || word == "--agents") {
            std::string& into = word == "--script" ? script : word == "--language" ? language : word == "--theme" ? theme : word == "--size" ? size : word == "--agents" ? agents : scale;
            if (!value(into)) return usage_fault(std::string(word) + " needs a value");
        } else if (word.starts_with("-")) {
            return usage_fault(std::string(word) + " is no option (see --help)");
        } else if (run.open.empty()) {
            run.open = text_path(std::string(word));
        } else {
            return usage_fault("one model or project at a time");
        }
    }
    run.demo = demo_model();
    run.agents = text_path(agents);
    if (!script.empty()) {
        const auto text = studio::read_text(text_path(script));
        if (!text) return usage_fault(text.error().text());
        auto lines = read_script(*text);
        if (!lines) return usage_fault(script + " " + lines.error().text());
        run.script = std::move(*lines);
        run.script_folder = std::filesystem::absolute(text_path(script)).parent_path();
        run.settings.window_width = 1280;
        run.settings.window_height = 800;
    } else if (!fresh) {
        run.settings_folder = settings_folder();
        run.settings = read_settings(run.settings_folder);
    }
    if (!language.empty() && !find_language(language, run.settings.language)) return usage_fault("there is no language " + language);
    if (!theme.empty()) {
        if (theme != "dark" && theme != "light") return usage_fault("there is no theme " + theme);
        run.settings.theme = theme == "light" ? ThemeKind::light : ThemeKind::dark;
    }
    if (!scale.empty()) {
        run.settings.scale = std::strtof(scale.c_str(), nullptr);
        if (!(run.settings.scale >= 0.75f && run.settings.scale <= 3.0f)) return usage_fault("--scale is 0.75..3");
    }
    if (!size.empty() && (std::sscanf(size.c_str(), "%dx%d", &run.settings.window_width, &run.settings.window_height) != 2 ||
                          run.settings.window_width < 320 || run.settings.window_height < 240 || run.settings.window_width > 16384 ||
                          run.settings.window_height > 16384))
        return usage_fault("--size is WIDTHxHEIGHT, e.g. 1280x800");
    if (windowless && !run.script) return usage_fault("--no-window needs --script");
    const Status ended = windowless ? run_without_window(run) : run_window(run);
    if (ended) return 0;
    std::fprintf(stderr, "yure-editor: %s\n", ended.error().text().c_str());
    return 1;
}
