/// Writes the model with its bakes into a new folder: where to, within which limits, and, before anything is written,
/// what it will have differently from the simulation and the source.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/file_dialog.hpp"
#include "project/workbench.hpp"
#include "yure/studio/project_export.hpp"

namespace yure::editor {

class ExportDialog {
  public:
    /// Precondition: the model is open.
    void open(Workbench& workbench);
    bool is_open() const { return open_; }
    /// Inside of a frame, at the top level. `files` chooses the folder.
    void draw(Workbench& workbench, FileDialog& files);

  private:
    /// What would be written, worked out beside the interface's thread.
    struct Plan {
        studio::ModelSize size;
        studio::Json losses = studio::Json::array();
        std::vector<std::string> bodies;
        std::string fault;  ///< why it cannot be written; empty = it can
    };
    struct Done {
        std::filesystem::path folder;
        std::size_t files = 0;
        studio::Json losses;
    };

    void plan(Workbench& workbench);
    void start(Workbench& workbench);
    void draw_target(Workbench& workbench, FileDialog& files);
    void draw_options(Workbench& workbench);
    void draw_bodies(Workbench& workbench);
    void draw_sizes(Workbench& workbench);
    void draw_buttons(Workbench& workbench);
    const char* off(Workbench& workbench) const;

    bool open_ = false, appearing_ = false, choosing_ = false, replace_ = false;
    std::string folder_;
    bool motions_ = false, loop_ = false;
    float preroll_ = 1.0f;
    std::string planned_;  ///< what `plan_` is of
    std::shared_ptr<Plan> plan_;
    studio::JobId job_ = 0;
    std::optional<Done> done_;
};

}  // namespace yure::editor
