/// What panels work with: the project (through studio's session and nothing else), what is chosen, the preview, and the
/// machine's settings. Belongs to the interface's thread.
///
///     if (Workbench& w = …; w.session()) w.apply("body.set", {{"body", id}, {"modes", 3}});
///
/// Edits while a mouse button is held on one widget become one undo step by themselves.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/settings.hpp"
#include "input/actions.hpp"
#include "preview/preview.hpp"
#include "project/comparison.hpp"
#include "project/selection.hpp"
#include "project/toasts.hpp"
#include "yure/formats/cdi3.hpp"
#include "yure/studio/picture.hpp"
#include "yure/studio/session.hpp"

namespace yure::editor {

struct FileRequest;

struct WorkbenchOptions {
    bool background = true;  ///< false: everything happens inside of the call, as tests want it
};

/// Which of the two a canvas shows.
enum class Shown { exported, reference, ghost };

class Workbench {
  public:
    Workbench(Settings settings, std::filesystem::path settings_folder, WorkbenchOptions options);
    ~Workbench();
    Workbench(const Workbench&) = delete;
    Workbench& operator=(const Workbench&) = delete;

    Settings settings;
    std::filesystem::path settings_folder;  ///< empty = settings are not kept
    void save_settings();

    Actions actions;
    Toasts toasts;
    Selection selection;
    Preview preview;

    // --- the project ----------------------------------------------------------------------------------------------
    /// Null while nothing is open.
    studio::Session* session() { return session_.get(); }
    const studio::Session* session() const { return session_.get(); }
    /// Another number for every session there was.
    int session_serial() const { return session_serial_; }
    /// Precondition: session().
    const studio::Document& document() const { return session_->document(); }
    /// Null when there is none or it could not be opened.
    const studio::ModelGeometry* geometry() const;
    /// Names for people, by the model's cdi3; the id where it has none.
    const std::string& parameter_name(const std::string& id) const;
    const std::string& part_name(const std::string& id) const;
    const formats::Cdi3& names() const { return names_; }

    /// Model (folder, model3.json, moc3) or project (.yure). What was open is closed without asking: see
    /// App for the question. False when it failed; a message says why.
    bool open(const std::filesystem::path& path);
    void close();
    /// False while the person has given it no place: then it lies in the settings' folder, so that a crash loses nothing.
    bool has_name() const;
    /// Projects without a place that a crash left behind, newest first.
    std::vector<std::filesystem::path> left_behind() const;
    /// Throws one of them away.
    void forget_left_behind(const std::filesystem::path& path);
    /// Unsaved edits were found when this project was opened; null the flag once the person has been asked.
    bool recovered = false;
    /// Saves where it was; false when it has no place yet or failed.
    bool save();
    bool save_as(const std::filesystem::path& path, studio::Overwrite overwrite);
    std::string title() const;  ///< of the project, for people

    /// Applies a command (Origin::interface); issues become a message. `result` gets what the command decided.
    bool apply(const std::string& command, const studio::Json& arguments, studio::Json* result = nullptr);
    bool batch(const std::string& label, const std::vector<studio::CommandCall>& calls, studio::Json* result = nullptr,
               bool bake = false);
    void undo(int steps = 1);
    void redo(int steps = 1);
    /// Starts a bake of these bodies, or of all that need one.
    void bake(const std::vector<std::string>& bodies = {});
    /// Bake after every edit: kept with the settings.
    void use_auto_bake(bool on);
    /// Jobs as of the last news of them, oldest first, without their results (which Session::job has).
    const std::vector<studio::JobInfo>& jobs() const { return jobs_; }
    /// The bake that is queued or running, the last one that is over; null = none.
    const studio::JobInfo* current_bake() const;
    const studio::JobInfo* last_bake() const;
    /// Session::freshness, worked out anew when the document has changed and once a second.
    const studio::BodyFreshness& freshness(const std::string& body);

    /// Texture pages of the open model; empty while they are being read.
    const std::vector<studio::Picture>& textures() const { return textures_; }
    /// Counts up whenever another model's pictures are to be shown.
    int model_serial() const { return model_serial_; }

    // --- the view -------------------------------------------------------------------------------------------------
    Shown shown = Shown::exported;
    Comparison comparison;
    bool exaggerated = true;  ///< false: the exported result is shown at x1, as it is measured

    /// Loss report of the last export; null = there was none.
    studio::Json last_losses;
    /// Asks for a file or folder by the program's own dialog; the application puts it there.
    std::function<void(FileRequest)> choose_file;

    /// Once a frame: jobs, preview, freshness. `seconds` since the last.
    void advance(float seconds);

  private:
    std::filesystem::path unsaved_folder() const;
    void keep_unnamed(const std::filesystem::path& model);
    void opened();
    void read_jobs();
    void document_changed();
    void rebuild_bodies();
    void rebuild_exported();
    bool told(const studio::Reply& reply, studio::Json* result);

    WorkbenchOptions options_;
    std::unique_ptr<studio::Session> session_;
    std::shared_ptr<const studio::ModelGeometry> shown_geometry_;
    formats::Cdi3 names_;
    std::map<std::string, std::string, std::less<>> parameter_names_, part_names_;
    std::vector<studio::Picture> textures_;
    int model_serial_ = 0, session_serial_ = 0;
    std::string bodies_key_, exported_key_;
    std::vector<studio::JobInfo> jobs_;
    std::set<studio::JobId> told_jobs_;  ///< whose end has been told
    std::map<std::string, studio::BodyFreshness, std::less<>> freshness_;
    float freshness_age_ = 0.0f;  ///< s
    bool document_dirty_ = false, drag_open_ = false, jobs_dirty_ = false, shown_exaggerated_ = true;
};

}  // namespace yure::editor
