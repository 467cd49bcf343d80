/// The whole editor in Dear ImGui alone, without a window, for tests; jobs run inside of the calls that start them.
#pragma once

#include <imgui.h>

#include <memory>
#include <string>

#include "app/app.hpp"
#include "canvas/canvas_painter.hpp"
#include "input/keys.hpp"
#include "script/script_player.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

namespace yure::editor {

/// An app in Dear ImGui alone.
class Windowless {
  public:
    /// `background`: jobs run on threads of their own, as in the program.
    explicit Windowless(Settings settings = {}, bool background = false) {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui::GetIO().DisplaySize = {1280, 800};
        map_keys();
        AppOptions options;
        options.workbench.background = background;
        options.demo = tests::source_path("assets/demo/yura.model3.json");
        app_ = std::make_unique<App>(std::move(settings), std::filesystem::path(), painter_, options);
    }
    ~Windowless() {
        app_.reset();
        ImGui::DestroyContext();
    }
    Windowless(const Windowless&) = delete;
    Windowless& operator=(const Windowless&) = delete;

    App& app() { return *app_; }
    const NullPainter& painter() const { return painter_; }
    /// Where scripts may write to: their "{out}".
    const std::filesystem::path& folder() const { return folder_.path(); }
    void frames(int count) {
        for (int i = 0; i < count; ++i) {
            app_->prepare(1.0f);
            ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
            ImGui::NewFrame();
            app_->frame(1.0f / 60.0f);
            ImGui::Render();
        }
    }
    Status play(const std::string& text) {
        auto lines = read_script(text);
        if (!lines) return lines.error();
        ScriptPlayer player(*app_, std::move(*lines), tests::source_path("tests/editor"), folder_.path(), {});
        for (int i = 0; i < 20000 && !player.done(); ++i) {
            app_->prepare(1.0f);
            ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
            player.before_frame();
            ImGui::NewFrame();
            app_->frame(1.0f / 60.0f);
            ImGui::Render();
            player.after_frame();
        }
        if (player.failed()) return player.fault();
        if (!player.done()) return Error{"script", "does not end"};
        return {};
    }

  private:
    NullPainter painter_;
    tests::TemporaryFolder folder_;
    std::unique_ptr<App> app_;
};

inline void require_ok(const Status& status) {
    if (!status.ok()) FAIL(status.error().text());
}

}  // namespace yure::editor
