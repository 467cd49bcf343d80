/// What a session holds. Private to studio.
#pragma once

#include "step_log.hpp"

#include <map>
#include <mutex>

#include "yure/studio/session.hpp"

namespace yure::studio {

struct Session::Impl {
    SessionOptions options;
    std::filesystem::path path;
    History history{std::make_shared<const Document>()};
    Json view = Json::object();
    Notices notices;

    std::shared_ptr<const ModelGeometry> geometry;
    Error model_error;
    mutable std::shared_ptr<const presets::Subject> subject;  ///< of `geometry`, once asked for
    mutable bool subject_failed = false;
    std::string opened_model;  ///< path (as in the document) that `geometry` is of

    std::string saved_state;      ///< state of the file; empty = never saved
    std::uint64_t file_hash = 0;  ///< of its bytes
    bool keep_damaged = false;    ///< the file was damaged: keep it aside when first saved over
    ProjectLock lock;
    StepLog log;

    mutable Fingerprinter prints;
    std::map<int, std::function<void(const SessionEvent&)>> listeners;
    int next_listener = 1;
    bool over = false;  ///< discarded

    /// What jobs see of the session, from their threads.
    struct Latest {
        std::mutex mutex;
        std::shared_ptr<const Document> document;
        std::shared_ptr<const ModelGeometry> geometry;

        std::pair<std::shared_ptr<const Document>, std::shared_ptr<const ModelGeometry>> get() {
            const std::lock_guard guard(mutex);
            return {document, geometry};
        }
    };
    std::shared_ptr<Latest> latest = std::make_shared<Latest>();
    std::unique_ptr<JobQueue> jobs;  ///< last: its workers use what is above

    std::filesystem::path folder() const;
    CommandContext context() const;
    const presets::Subject* preset_subject() const;
    void publish();
    void tell(SessionEvent::Kind kind, JobId job = 0);
    /// Opens the model the document names, unless it is open already.
    void open_model_of_document(bool anew);
    /// A step into history, journal and world.
    void commit(HistoryStep step);
    void moved(bool undone);
    Status open_journal(bool fresh_project);
    Status write_project(const std::filesystem::path& target, Overwrite overwrite);
    void keep_backup(const std::filesystem::path& target);
    BakeStart start_bake(const std::vector<std::string>& bodies, std::uint64_t clip_seed, bool only_stale);
};

}  // namespace yure::studio
