/// The project as programs see it: one document with its history, its file, its model and its jobs. The editor, the
/// command line and the MCP server all work through this and nothing else.
///
///     auto session = Session::open("hair.yure", {});
///     auto reply = (*session)->apply("body.set", {{"body", "hair"}, {"modes", 3}}, {});
///     if (!reply.ok()) … reply.issues[0].where == "modes"
///     JobId job = (*session)->bake({}).job;               // all that needs it
///     (*session)->wait(job);
///     (*session)->save();
///
/// A session belongs to one thread. Jobs run beside it and their results arrive inside of `poll`, `wait` and nowhere
/// else. Nothing below prints; what people should know is a notice.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "yure/studio/bake_run.hpp"
#include "yure/studio/command.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/freshness.hpp"
#include "yure/studio/history.hpp"
#include "yure/studio/jobs.hpp"

namespace yure::studio {

enum class Access {
    edit,  ///< one program at a time; edits are journalled beside the file
    read   ///< nothing is written, and any number may read
};

struct SessionOptions {
    Access access = Access::edit;
    int workers = 1;         ///< threads that run jobs; 0 = jobs run inside of the call that starts them
    int threads = 0;         ///< of a job's own parallel loops; 0 = all of the machine
    bool auto_bake = false;  ///< machine preference of interfaces: bake after every edit
    int backups = 5;         ///< earlier states of the file that are kept, 0..100
    bool drop_unsaved = false;  ///< edits not saved when the session ends are forgotten (a crash still keeps them)
    BakeFunction bake;       ///< empty = `bake_bodies`; for tests
};

enum class Origin {
    interface,  ///< a person at a panel: followed by a bake when SessionOptions::auto_bake is on
    agent,      ///< MCP: followed by a bake of the touched bodies whose own auto_bake is on
    script      ///< command line and scripts: never
};

struct ApplyOptions {
    Origin origin = Origin::script;
    /// Steps with the same token that follow one another become one; a new token per drag. Empty = a step of its own.
    std::string drag;
    /// The state the caller saw; when it is no longer that, nothing happens and an issue says so. Empty = whatever it is.
    std::string expected_state;
    /// Bake the bodies that the commands touched, whatever origin and switches say: for presets of interface and agent.
    bool bake = false;
};

struct Reply {
    std::vector<Error> issues;  ///< empty = done; otherwise nothing has changed. `where` names the argument
    Json result = Json::object();
    Notices notices;
    std::string state;    ///< afterwards
    JobId bake_job = 0;   ///< the bake that follows, 0 = none
    bool ok() const { return issues.empty(); }
};

struct SessionEvent {
    enum class Kind {
        document,  ///< the document changed (edit, undo, redo, a bake that arrived)
        model,     ///< another model was opened, or the same anew
        view,
        job,    ///< progress or an end
        saved,  ///< also when the file's name changed
    };
    Kind kind = Kind::document;
    JobId job = 0;
};

struct BakeStart {
    JobId job = 0;      ///< 0 when nothing was started
    Status status;      ///< why not
    std::vector<std::string> bodies;
};

class Session {
  public:
    /// A new project of a model, not saved yet. `path` is where it will be saved (empty = not known yet); an existing
    /// file there is an error, since nothing is overwritten unasked.
    static Result<std::unique_ptr<Session>> create(const std::filesystem::path& model, const std::filesystem::path& path,
                                                   const SessionOptions& options);
    /// Opens a project; edits that a crash left in the journal are there again, as unsaved steps. A damaged file opens
    /// as far as it can (see `notices`). Errors: no such file, not a project at all, being edited elsewhere.
    static Result<std::unique_ptr<Session>> open(const std::filesystem::path& path, const SessionOptions& options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // --- looking --------------------------------------------------------------------------------------------------
    const Document& document() const;
    std::shared_ptr<const Document> snapshot() const;
    std::string state() const;                            ///< Document::state of now
    const std::shared_ptr<const ModelGeometry>& geometry() const;  ///< null when the model could not be opened
    const Error& model_error() const;                     ///< why not
    const std::filesystem::path& path() const;            ///< empty = never saved
    std::filesystem::path folder() const;                 ///< where relative paths start
    bool dirty() const;                                   ///< differs from the file
    const Notices& notices() const;                       ///< of opening: repairs, recoveries, what was set aside
    const History& history() const;
    BodyFreshness freshness(const std::string& body) const;
    CommandContext context() const;
    /// What presets look at: made when first asked for, kept until the model changes. Null without a model.
    const presets::Subject* preset_subject() const;
    /// One made beside this thread (presets::open_subject of geometry()->model takes a while); of another model it is
    /// left aside.
    void use_preset_subject(std::shared_ptr<const presets::Subject> subject);

    // --- changing -------------------------------------------------------------------------------------------------
    Reply apply(const std::string& command, const Json& arguments, const ApplyOptions& options = {});
    /// Several commands as one step, all or nothing. An issue's `where` starts with "[2] " for the third.
    Reply batch(const std::string& label, const std::vector<CommandCall>& calls, const ApplyOptions& options = {});
    Reply undo(int steps = 1);
    Reply redo(int steps = 1);
    /// The next step stands by itself even when its drag token is the same: the mouse was let go.
    void end_drag();

    /// Camera, open panels, shown layers …: kept in the file, but no part of the document, of undo or of `dirty`.
    const Json& view() const;
    void set_view(Json view);

    // --- the file -------------------------------------------------------------------------------------------------
    /// Written beside, read back, renamed; the state before is kept as a backup. An error leaves the file as it was;
    /// so does a file that somebody else changed meanwhile (then save under another name).
    Status save();
    Status save_as(const std::filesystem::path& path, Overwrite overwrite);
    /// Forgets unsaved edits in the journal: the person chose not to keep them. The session is over for editing then.
    void discard();
    /// Opens the model again when its files changed. True when they had.
    bool refresh_model();

    // --- jobs -----------------------------------------------------------------------------------------------------
    /// Bakes the named bodies in the document's order, or with none named every enabled one that is not fresh, or all
    /// enabled ones when all are fresh. One undo step at the end. A body that is edited meanwhile is baked again, one
    /// that is removed is dropped, one that fails keeps its old bake and the rest go on.
    BakeStart bake(const std::vector<std::string>& bodies, std::uint64_t clip_seed = 0);
    /// Any other job on a snapshot; `finish` may be empty.
    JobId submit(JobTask task);
    bool cancel(JobId job);
    JobInfo job(JobId job) const;
    std::vector<JobInfo> jobs() const;
    bool busy() const;
    /// To be called now and then (each frame, each message): results of jobs arrive here, the journal is flushed.
    void poll();
    JobInfo wait(JobId job, double seconds = -1.0);
    void set_auto_bake(bool on);

    /// Listeners are called on the session's thread. The number is for `unsubscribe`.
    int subscribe(std::function<void(const SessionEvent&)> listener);
    void unsubscribe(int number);

    struct Impl;  ///< private to studio

  private:
    explicit Session(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace yure::studio
