/// Plays a script on an app: mouse and keys go through Dear ImGui's input as a person's would, one event a frame.
#pragma once

#include <imgui.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/app.hpp"
#include "script/script.hpp"

namespace yure::editor {

class ScriptPlayer {
  public:
    struct Host {
        std::function<Status(const std::filesystem::path&)> screenshot;  ///< of the frame just drawn; empty = none are taken
        std::function<void(int, int)> resize;                            ///< empty = the window keeps its size
    };
    ScriptPlayer(App& app, std::vector<ScriptLine> lines, std::filesystem::path script_folder, std::filesystem::path picture_folder, Host host);

    /// Before Dear ImGui's NewFrame, after its back ends': puts this frame's input there.
    void before_frame();
    /// After the frame has been drawn.
    void after_frame();
    bool done() const { return failed_ || (next_ >= lines_.size() && pending_.empty() && waiting_ == Waiting::none); }
    bool failed() const { return failed_; }
    const Error& fault() const { return fault_; }
    int pictures() const { return pictures_; }

  private:
    /// Input of one frame.
    struct Frame {
        ImVec2 mouse{-1, -1};
        bool buttons[3] = {false, false, false};
        float wheel = 0.0f;
        std::vector<int> keys;
        bool ctrl = false, shift = false, alt = false;
        std::string text;
    };
    enum class Waiting { none, jobs, widget, find, frames };

    void start(const ScriptLine& line);
    void act(const ScriptLine& line);
    bool act_widget(const ScriptLine& line);
    void push(Frame frame, int times = 1);
    void push_click(ImVec2 at, const std::string& how);
    void push_path(ImVec2 from, ImVec2 to, int frames, bool let_go);
    void fail(const ScriptLine& line, std::string what);
    double number(const ScriptLine& line, std::size_t word);

    App& app_;
    std::vector<ScriptLine> lines_;
    std::size_t next_ = 0;
    std::filesystem::path script_folder_, picture_folder_;
    Host host_;
    std::deque<Frame> pending_;
    Frame now_;
    Waiting waiting_ = Waiting::none;
    int waited_ = 0;
    double waited_seconds_ = 0.0, patience_ = 300.0;
    std::string picture_;
    bool failed_ = false;
    Error fault_;
    int pictures_ = 0;
    std::vector<int> down_;
    ImVec2 steady_{-1, -1};  ///< where the wanted widget was in the frame before
    double frames_left_ = 0.0;  ///< of a `wait`
    int steady_frames_ = 0;
};

}  // namespace yure::editor
