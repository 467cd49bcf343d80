#include "script/script.hpp"

#include <algorithm>

namespace yure::editor {

const std::vector<ScriptVerb>& script_verbs() {
    static const std::vector<ScriptVerb> verbs{
        {"open", 1, 1, "FILE", "open a model or project; relative to the script's folder"},
        {"do", 1, 1, "ACTION", "run an action by its id, as a key or menu line would (edit.undo)"},
        {"click", 1, 2, "WIDGET [right|middle|double|ctrl]", "click a widget by its path"},
        {"drag", 3, 4, "WIDGET DX DY [FRAMES]", "press on a widget, move by that many px, let go"},
        {"slide", 2, 2, "WIDGET SHARE", "press on a slider and let go at that share (0..1) of its width"},
        {"set", 2, 2, "WIDGET VALUE", "type a value into a slider or text field"},
        {"hover", 1, 1, "WIDGET", "move the mouse there and wait for its tooltip"},
        {"stroke", 4, 5, "X0 Y0 X1 Y1 [FRAMES]", "drag on the canvas between two world points (px)"},
        {"point", 2, 3, "X Y [right|middle|double|ctrl]", "click on the canvas at a world point"},
        {"hold", 4, 5, "X0 Y0 X1 Y1 [FRAMES]", "like stroke, without letting go; `release` does"},
        {"release", 0, 0, "", "let go of the mouse"},
        {"wheel", 3, 3, "X Y TURNS", "turn the wheel at a world point"},
        {"key", 1, 1, "KEYS", "press and release (Ctrl+Z)"},
        {"type", 1, 1, "TEXT", "type into what has the keyboard"},
        {"wait", 1, 1, "FRAMES", "let so many frames of 1/60 s pass"},
        {"wait_jobs", 0, 1, "[SECONDS]", "until no job runs; fails after that time (default 300)"},
        {"wait_for", 1, 1, "WIDGET", "until a widget is there (at most 600 frames)"},
        {"expect", 1, 2, "WIDGET [VALUE]", "fail unless the widget is there (and shows the value)"},
        {"expect_off", 1, 1, "WIDGET", "fail unless the widget is disabled and says why"},
        {"expect_gone", 1, 1, "WIDGET", "fail when the widget is there"},
        {"expect_no_errors", 0, 0, "", "fail when an error message was shown"},
        {"screenshot", 1, 1, "NAME", "write NAME.png into the screenshot folder"},
        {"language", 1, 1, "en|zh-Hans|ja", ""},
        {"theme", 1, 1, "dark|light", ""},
        {"scale", 1, 1, "FACTOR", "0.75..3; 0 = the screen's own"},
        {"size", 2, 2, "WIDTH HEIGHT", "of the window, px"},
        {"workspace", 1, 1, "standard|simulate|compare", ""},
        {"show", 1, 1, "PANEL", "bring a panel to the front"},
        {"run", 0, 0, "", "let the preview's clock run"},
        {"stop", 0, 0, "", "stop the preview's clock"},
        {"save_as", 1, 1, "FILE", "save the project there, replacing it; relative to the screenshot folder"},
    };
    return verbs;
}

Result<std::vector<ScriptLine>> read_script(std::string_view text) {
    std::vector<ScriptLine> lines;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        ScriptLine out;
        out.number = number;
        while (true) {
            while (!line.empty() && (line.front() == ' ' || line.front() == '\t' || line.front() == '\r')) line.remove_prefix(1);
            if (line.empty() || (line.front() == '#' && out.words.empty())) break;
            if (line.front() == '"') {
                const std::size_t close = line.find('"', 1);
                if (close == std::string_view::npos) return Error{"line " + std::to_string(number), "a quote is not closed"};
                out.words.emplace_back(line.substr(1, close - 1));
                line.remove_prefix(close + 1);
            } else {
                const std::size_t stop = std::min(line.find_first_of(" \t\r"), line.size());
                out.words.emplace_back(line.substr(0, stop));
                line.remove_prefix(stop);
            }
        }
        if (out.words.empty()) continue;
        const auto& verbs = script_verbs();
        const auto verb = std::find_if(verbs.begin(), verbs.end(), [&](const ScriptVerb& each) { return out.words.front() == each.name; });
        if (verb == verbs.end()) return Error{"line " + std::to_string(number), out.words.front() + " is no verb of scripts"};
        const int count = static_cast<int>(out.words.size()) - 1;
        if (count < verb->least || count > verb->most)
            return Error{"line " + std::to_string(number), std::string("is written: ") + verb->name + " " + verb->usage};
        lines.push_back(std::move(out));
    }
    return lines;
}

}  // namespace yure::editor
