/// The whole interface, one frame at a time, whatever window (or none) it is shown in.
///
///     App app(settings, folder, painter, options);
///     each frame, outside of Dear ImGui's: if (app.prepare(screen_scale)) upload the font picture anew;
///     inside: app.frame(seconds);
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/agents.hpp"
#include "app/export_dialog.hpp"
#include "app/file_dialog.hpp"
#include "app/guide.hpp"
#include "canvas/canvas_panel.hpp"
#include "layout/dock_view.hpp"
#include "layout/layout.hpp"
#include "look/fonts.hpp"
#include "panels/panel.hpp"
#include "project/workbench.hpp"

namespace yure::editor {

struct AppOptions {
    WorkbenchOptions workbench;
    std::filesystem::path demo;  ///< the demo character's model3.json; empty = the program has none
    std::filesystem::path agents;  ///< socket where agents may attach whatever the settings say; empty = by the settings
};

class App {
  public:
    App(Settings settings, std::filesystem::path settings_folder, CanvasPainter& painter, AppOptions options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Language, theme and fonts as they are wanted now. True when the font picture was made anew.
    bool prepare(float screen_scale);
    void frame(float seconds);

    Workbench& workbench() { return workbench_; }
    CanvasPanel& canvas() { return canvas_; }
    const Guide& guide() const { return guide_; }
    Layout& layout() { return layout_; }
    std::vector<std::string> panel_ids() const;

    /// Opens after asking about unsaved changes.
    void ask_open(const std::filesystem::path& path);
    void drop(const std::vector<std::filesystem::path>& files);
    /// The person wants to leave: asks about unsaved changes first.
    void ask_quit();
    bool quits() const { return quits_; }
    std::string window_title() const;

    void use_workspace(const std::string& name);
    /// Something moves, or long work is going on: draw again soon.
    bool busy() const;

  private:
    void add_actions();
    void guard(std::function<void()> then);
    void open_dialog();
    void save_dialog(std::function<void()> then = {});
    void draw_menu_bar();
    void draw_about();
    void draw_status_bar(ImVec2 low, ImVec2 high);
    void draw_job(float width);
    void draw_toasts(ImVec2 low, ImVec2 high);
    void draw_unsaved();
    void draw_recovered();
    void draw_start(ImVec2 low, ImVec2 high);
    void draw_panel(const std::string& id);
    Panel* panel(const std::string& id) const;

    Workbench workbench_;
    AppOptions options_;
    std::unique_ptr<Fonts> fonts_;
    CanvasPanel canvas_;
    std::vector<std::unique_ptr<Panel>> panels_;
    Layout layout_;
    DockView dock_;
    FileDialog files_;
    ExportDialog export_;
    Agents agents_;
    Guide guide_;
    std::unique_ptr<class SettingsDialog> settings_dialog_;
    std::optional<Language> applied_language_;
    std::optional<ThemeKind> applied_theme_;
    std::string applied_font_;
    float applied_scale_ = 0.0f;
    std::function<void()> after_guard_;
    bool ask_unsaved_ = false, quits_ = false, about_ = false, asked_left_behind_ = false;
    double frame_ms_ = 0.0;
};

}  // namespace yure::editor
