#include "script/script_player.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "input/keys.hpp"
#include "widgets/widget_map.hpp"
#include "yure/studio/file.hpp"

namespace yure::editor {
namespace {

constexpr int kPatienceFrames = 600;

bool needs_widget(const std::string& verb) {
    for (const char* each : {"click", "drag", "slide", "set", "hover"})
        if (verb == each) return true;
    return false;
}

}  // namespace

ScriptPlayer::ScriptPlayer(App& app, std::vector<ScriptLine> lines, std::filesystem::path script_folder, std::filesystem::path picture_folder,
                           Host host)
    : app_(app), lines_(std::move(lines)), script_folder_(std::move(script_folder)), picture_folder_(std::move(picture_folder)), host_(std::move(host)) {
    // Where a script's pictures go is the one place it may write to.
    constexpr std::string_view mark = "{out}";
    for (ScriptLine& line : lines_)
        for (std::string& word : line.words)
            if (const std::size_t at = word.find(mark); at != std::string::npos) word.replace(at, mark.size(), path_text(std::filesystem::absolute(picture_folder_)));
}

void ScriptPlayer::fail(const ScriptLine& line, std::string what) {
    failed_ = true;
    std::string words;
    for (const std::string& word : line.words) words += (words.empty() ? "" : " ") + word;
    fault_ = {"line " + std::to_string(line.number) + " (" + words + ")", std::move(what)};
}

double ScriptPlayer::number(const ScriptLine& line, std::size_t word) {
    if (word >= line.words.size()) return 0.0;
    char* end = nullptr;
    const double value = std::strtod(line.words[word].c_str(), &end);
    if (end == line.words[word].c_str() || *end != '\0' || !std::isfinite(value)) fail(line, line.words[word] + " is no number");
    return value;
}

void ScriptPlayer::push(Frame frame, int times) {
    for (int i = 0; i < times; ++i) pending_.push_back(frame);
}

void ScriptPlayer::push_click(ImVec2 at, const std::string& how) {
    const int button = how == "right" ? 1 : how == "middle" ? 2 : 0;
    Frame over;
    over.mouse = at;
    over.ctrl = how == "ctrl";
    Frame pressed = over;
    pressed.buttons[button] = true;
    push(over, 2);
    for (int i = 0; i < (how == "double" ? 2 : 1); ++i) {
        push(pressed, 2);
        push(over, 2);
    }
}

void ScriptPlayer::push_path(ImVec2 from, ImVec2 to, int frames, bool let_go) {
    Frame over;
    over.mouse = from;
    push(over, 2);
    over.buttons[0] = true;
    push(over, 2);
    for (int i = 1; i <= frames; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(frames);
        over.mouse = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
        push(over);
    }
    if (!let_go) return;
    over.buttons[0] = false;
    push(over, 2);
}

bool ScriptPlayer::act_widget(const ScriptLine& line) {
    const std::string& verb = line.words[0];
    WidgetMap& map = widget_map();
    const WidgetInfo* widget = map.find(line.words[1]);
    if (widget == nullptr) return false;
    if (!widget->on_screen()) {
        map.scroll_to(widget->path);
        return false;
    }
    // Windows that appear find their place within a frame or two; a person does not click before that.
    if (steady_.x != widget->low.x || steady_.y != widget->low.y) {
        steady_ = widget->low;
        steady_frames_ = 0;
    }
    if (++steady_frames_ < (widget->layer > 0 ? 10 : 4)) return false;
    steady_ = {-1, -1};
    if (!widget->enabled && verb != "hover") {
        fail(line, "is disabled: " + widget->reason);
        return true;
    }
    const ImVec2 center = widget->center();
    if (verb == "click") push_click(center, line.words.size() > 2 ? line.words[2] : "");
    if (verb == "drag") {
        const int frames = line.words.size() > 4 ? std::max(1, static_cast<int>(number(line, 4))) : 12;
        push_path(center, {center.x + static_cast<float>(number(line, 2)), center.y + static_cast<float>(number(line, 3))}, frames, true);
    }
    if (verb == "slide") {
        const float inner = widget->high.x - widget->low.x - 4.0f;
        const float x = widget->low.x + 2.0f + inner * static_cast<float>(std::clamp(number(line, 2), 0.0, 1.0));
        push_path(center, {x, center.y}, 8, true);
    }
    if (verb == "set") {
        push_click(center, "ctrl");
        Frame all;
        all.mouse = center;
        all.ctrl = true;
        push(all);
        all.keys = {GLFW_KEY_A};
        push(all, 2);
        Frame typed;
        typed.mouse = center;
        push(typed);
        typed.text = line.words[2];
        push(typed);
        typed.text.clear();
        push(typed);
        typed.keys = {GLFW_KEY_ENTER};
        push(typed, 2);
        typed.keys.clear();
        push(typed, 2);
    }
    if (verb == "hover") {
        Frame over;
        over.mouse = center;
        push(over, 45);
    }
    return true;
}

void ScriptPlayer::act(const ScriptLine& line) {
    const std::string& verb = line.words[0];
    const auto word = [&](std::size_t i) { return i < line.words.size() ? line.words[i] : std::string(); };
    const auto world = [&](std::size_t i) {
        return app_.canvas().screen_of({static_cast<float>(number(line, i)), static_cast<float>(number(line, i + 1))});
    };
    Workbench& workbench = app_.workbench();
    Settings& settings = workbench.settings;
    Frame still = now_;
    still.wheel = 0.0f;
    still.keys.clear();
    still.text.clear();
    if (verb == "open") {
        std::filesystem::path path = text_path(word(1));
        if (path.is_relative()) path = script_folder_ / path;
        if (!workbench.open(path)) fail(line, workbench.toasts.log().back().words);
        app_.canvas().fit();
        push(still, 3);
    } else if (verb == "do") {
        if (!workbench.actions.run(word(1))) fail(line, "is no action, or cannot be done now");
        push(still, 2);
    } else if (verb == "stroke" || verb == "hold") {
        push_path(world(1), world(3), line.words.size() > 5 ? std::max(1, static_cast<int>(number(line, 5))) : 20, verb == "stroke");
    } else if (verb == "point") {
        push_click(world(1), word(3));
    } else if (verb == "release") {
        still.buttons[0] = still.buttons[1] = still.buttons[2] = false;
        push(still, 2);
    } else if (verb == "wheel") {
        still.mouse = world(1);
        push(still, 2);
        still.wheel = static_cast<float>(number(line, 3));
        push(still);
        still.wheel = 0.0f;
        push(still);
    } else if (verb == "key") {
        const auto keys = read_keys(word(1));
        if (!keys) {
            fail(line, "names no key");
            return;
        }
        still.ctrl = keys->ctrl;
        still.shift = keys->shift;
        still.alt = keys->alt;
        push(still);
        still.keys = {keys->key};
        push(still, 2);
        still.keys.clear();
        still.ctrl = still.shift = still.alt = false;
        push(still, 2);
    } else if (verb == "type") {
        still.text = word(1);
        push(still);
        still.text.clear();
        push(still, 2);
    } else if (verb == "expect" || verb == "expect_off" || verb == "expect_gone") {
        const WidgetInfo* widget = widget_map().find(word(1));
        if (verb == "expect_gone") {
            if (widget != nullptr) fail(line, "is there");
        } else if (widget == nullptr) {
            fail(line, "there is no such widget");
        } else if (verb == "expect_off") {
            if (widget->enabled || widget->reason.empty()) fail(line, "is not disabled with a reason");
        } else if (line.words.size() > 2 && widget->value != word(2)) {
            fail(line, "shows \"" + widget->value + "\"");
        }
    } else if (verb == "expect_no_errors") {
        for (const Toast& toast : workbench.toasts.log())
            if (toast.kind == ToastKind::error) fail(line, toast.words);
    } else if (verb == "screenshot") {
        picture_ = word(1);
    } else if (verb == "language") {
        if (!find_language(word(1), settings.language)) fail(line, "is none of the languages");
        push(still, 3);
    } else if (verb == "theme") {
        settings.theme = word(1) == "light" ? ThemeKind::light : ThemeKind::dark;
        push(still, 3);
    } else if (verb == "scale") {
        settings.scale = static_cast<float>(number(line, 1));
        push(still, 3);
    } else if (verb == "size") {
        if (host_.resize) host_.resize(static_cast<int>(number(line, 1)), static_cast<int>(number(line, 2)));
        app_.canvas().fit();
        push(still, 6);
        app_.canvas().fit();
    } else if (verb == "workspace") {
        app_.use_workspace(word(1));
        push(still, 3);
    } else if (verb == "show") {
        const auto ids = app_.panel_ids();
        if (std::find(ids.begin(), ids.end(), word(1)) == ids.end())
            fail(line, "there is no such panel");
        else
            app_.layout().show(word(1));
        push(still, 3);
    } else if (verb == "run" || verb == "stop") {
        workbench.preview.running = verb == "run";
    } else if (verb == "save_as") {
        if (!workbench.save_as(picture_folder_ / text_path(word(1)), studio::Overwrite::replace)) fail(line, "could not be saved");
    }
}

void ScriptPlayer::start(const ScriptLine& line) {
    waited_ = 0;
    const std::string& verb = line.words[0];
    if (verb == "wait_jobs") {
        waiting_ = Waiting::jobs;
        patience_ = line.words.size() > 1 ? number(line, 1) : 300.0;
        waited_seconds_ = 0.0;
    } else if (verb == "wait") {
        waiting_ = Waiting::frames;
        frames_left_ = std::max(1.0, number(line, 1));
    } else if (verb == "wait_for") {
        waiting_ = Waiting::widget;
    } else if (needs_widget(verb)) {
        if (!act_widget(line)) waiting_ = Waiting::find;
    } else {
        act(line);
    }
}

void ScriptPlayer::before_frame() {
    if (failed_) return;
    while (pending_.empty() && picture_.empty() && !failed_) {
        if (waiting_ == Waiting::none) {
            if (next_ >= lines_.size()) break;
            start(lines_[next_++]);
            continue;
        }
        const ScriptLine& line = lines_[next_ - 1];
        ++waited_;
        if (waiting_ == Waiting::frames) {
            if ((frames_left_ -= 1.0) < 0.0) {
                waiting_ = Waiting::none;
                continue;
            }
        } else if (waiting_ == Waiting::jobs) {
            const studio::Session* session = app_.workbench().session();
            if ((session == nullptr || !session->busy()) && !app_.workbench().preview.building()) {
                waiting_ = Waiting::none;
                continue;
            }
            // Jobs work by the wall clock, frames here do not.
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            waited_seconds_ += 0.005;
            if (waited_seconds_ > patience_) fail(line, "jobs were still running");
        } else if (waiting_ == Waiting::widget ? widget_map().find(line.words[1]) != nullptr : act_widget(line)) {
            waiting_ = Waiting::none;
            continue;
        } else if (waited_ > kPatienceFrames) {
            std::string near;
            const std::size_t slash = line.words[1].find('/');
            const std::string first = line.words[1].substr(0, slash);
            for (const WidgetInfo& widget : widget_map().all())
                if (widget.path.starts_with(first) && near.size() < 1500) near += " " + widget.path;
            fail(line, "there is no such widget; there are:" + near);
        }
        break;
    }
    if (!pending_.empty()) {
        now_ = pending_.front();
        pending_.pop_front();
    } else {
        now_.keys.clear();
        now_.text.clear();
        now_.wheel = 0.0f;
    }
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = now_.mouse;
    for (int i = 0; i < 3; ++i) io.MouseDown[i] = now_.buttons[i];
    io.MouseWheel = now_.wheel;
    io.KeyCtrl = now_.ctrl;
    io.KeyShift = now_.shift;
    io.KeyAlt = now_.alt;
    for (const int key : down_) io.KeysDown[key] = false;
    down_ = now_.keys;
    for (const int key : down_) io.KeysDown[key] = true;
    if (!now_.text.empty()) {
        io.AddInputCharactersUTF8(now_.text.c_str());
        fonts().need(now_.text);
    }
}

void ScriptPlayer::after_frame() {
    if (picture_.empty() || failed_) return;
    // Not before everything has been drawn with its glyphs.
    if (fonts().stale()) return;
    if (host_.screenshot) {
        const Status taken = host_.screenshot(picture_folder_ / text_path(picture_ + ".png"));
        if (!taken) fail(lines_[next_ - 1], taken.error().text());
        ++pictures_;
    }
    picture_.clear();
}

}  // namespace yure::editor
