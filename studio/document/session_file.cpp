/// A session's file: open, save, backups, journal, the model it names.
#include "model_refresh.hpp"
#include "project_file.hpp"
#include "project_place.hpp"
#include "session_impl.hpp"

#include <algorithm>

#include "yure/core/hash.hpp"
#include "yure/studio/reference.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kRestartLog = std::size_t{64} << 20;  // bytes; a longer journal is written anew at a save

std::uint64_t text_hash(std::string_view text) {
    return hash_bytes(std::as_bytes(std::span(text.data(), text.size())));
}

/// The project's file as it lies on the disk, its name perhaps in another Unicode form.
fs::path existing_file(const fs::path& path) {
    std::error_code fault;
    if (fs::exists(path, fault)) return path;
    const fs::path place = model_place(path.has_parent_path() ? path.parent_path() : fs::path("."), path.filename().string());
    return fs::exists(place, fault) ? place : path;
}

}  // namespace

void Session::Impl::open_model_of_document(bool anew) {
    const std::string& wanted = history.current()->model.path;
    if (!anew && wanted == opened_model) return;
    opened_model = wanted;
    subject.reset();
    subject_failed = false;
    geometry = nullptr;
    model_error = {};
    const Result<Model> model = open_model(model_place(folder(), wanted));
    if (!model) {
        model_error = model.error();
    } else {
        auto made = ModelGeometry::of(std::make_shared<const Model>(*model));
        if (made)
            geometry = std::move(*made);
        else
            model_error = made.error();
    }
    publish();
    tell(SessionEvent::Kind::model);
}

Status Session::Impl::open_journal(bool fresh_project) {
    const ProjectPlaces places = ProjectPlaces::of(path);
    std::error_code fault;
    fs::create_directories(places.folder, fault);
    if (Status locked = lock.take(places.lock, 3.0); !locked) {
        std::error_code ignored;
        if (fs::is_directory(places.folder, ignored) && fs::exists(places.lock, ignored)) return locked;
        notices.push_back({places.folder.string(), "cannot be written, so there is no journal and no backup; a crash loses what was "
                                                   "not saved"});
        return {};
    }
    if (!fresh_project)
        if (std::optional<LoggedSteps> logged = StepLog::read(places.steps)) {
            const bool ours = std::find(logged->states.begin(), logged->states.end(), saved_state) != logged->states.end();
            if (ours) {
                const bool recovered = logged->history.current()->state() != saved_state;
                const LoggedSteps& known = *logged;
                if (known.damaged) {
                    const fs::path aside = places.folder / (places.name + ".steps.damaged");
                    fs::copy_file(places.steps, aside, fs::copy_options::overwrite_existing, fault);
                    notices.push_back({"project", "its list of steps is damaged; it opens as the last step that can be read left it" +
                                                      (fault ? std::string() : ", and the whole list is kept in " + aside.string())});
                }
                history = known.history;
                if (recovered) notices.push_back({"project", "edits that had not been saved were found and are there again"});
                return log.continue_at(places.steps, known);
            }
            fs::rename(places.steps, places.folder / (places.name + ".steps.old"), fault);
            notices.push_back({"project", "was changed by something else since it was last open here; its undo steps are gone"});
        }
    return log.restart_at(places.steps, history, saved_state);
}

Result<std::unique_ptr<Session>> Session::create(const fs::path& model, const fs::path& path, const SessionOptions& options) {
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    impl->path = path;
    std::error_code fault;
    if (!path.empty() && fs::exists(path, fault))
        return Error{path.string(), "exists already; open it, or give the new project another name"};
    const Result<Model> opened = open_model(model);
    if (!opened) return opened.error();
    Document document;
    document.model.path = relative_place(impl->folder(), model_file(*opened));
    document.model.hash = model_hash(*opened);
    document.settings.name = path.empty() ? opened->location.base_name : path.stem().string();
    impl->history = History(std::make_shared<const Document>(std::move(document)));
    impl->notices = opened->notices;
    impl->open_model_of_document(true);
    if (!impl->geometry) return impl->model_error;
    impl->jobs = std::make_unique<JobQueue>(options.workers, options.threads);
    impl->publish();
    return std::unique_ptr<Session>(new Session(std::move(impl)));
}

Result<std::unique_ptr<Session>> Session::open(const fs::path& given, const SessionOptions& options) {
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    impl->path = existing_file(given);
    Result<std::string> text = read_text(impl->path);
    if (!text) return text.error();
    Result<ProjectContents> contents = read_project(*text);
    if (!contents) return Error{impl->path.string() + (contents.error().where.empty() ? "" : " " + contents.error().where), contents.error().what};
    impl->history = History(std::make_shared<const Document>(std::move(contents->document)));
    impl->view = std::move(contents->view);
    impl->notices = std::move(contents->notices);
    impl->keep_damaged = contents->damaged;
    impl->file_hash = text_hash(*text);
    impl->saved_state = contents->damaged ? "damaged" : impl->history.current()->state();
    if (options.access == Access::edit) {
        if (Status journal = impl->open_journal(false); !journal) return journal.error();
    } else if (std::optional<LoggedSteps> logged = StepLog::read(ProjectPlaces::of(impl->path).steps)) {
        if (logged->history.current()->state() == impl->saved_state) impl->history = std::move(logged->history);
    }
    if (contents->damaged) {
        std::error_code fault;
        if (const fs::path backup = ProjectPlaces::of(impl->path).backup(1); fs::exists(backup, fault))
            impl->notices.push_back({"project", "the state before is kept in " + backup.string()});
    }
    impl->jobs = std::make_unique<JobQueue>(options.workers, options.threads);
    impl->open_model_of_document(true);
    if (!impl->geometry) impl->notices.push_back({"model", impl->model_error.text()});
    auto session = std::unique_ptr<Session>(new Session(std::move(impl)));
    session->impl_->publish();
    session->refresh_model();
    return session;
}

bool Session::refresh_model() {
    Impl& impl = *impl_;
    if (impl.geometry) {  // as it lies on the disk now
        const std::string before = model_hash(*impl.geometry->model);
        const Result<Model> now = open_model(model_place(folder(), document().model.path));
        if (now && model_hash(*now) != before) impl.open_model_of_document(true);
    } else {
        impl.open_model_of_document(true);
    }
    if (!impl.geometry || document().model.hash == model_hash(*impl.geometry->model)) return false;
    const bool known = !document().model.hash.empty();
    Notices notices;
    HistoryStep step;
    step.label = "Take in the changed model";
    step.origin = "open";
    step.after = std::make_shared<const Document>(refreshed(document(), *impl.geometry->model, notices));
    impl.commit(std::move(step));
    if (known) impl.notices.push_back({"model", "was exported anew since the project was last open"});
    impl.notices.insert(impl.notices.end(), notices.begin(), notices.end());
    return true;
}

void Session::Impl::keep_backup(const fs::path& target) {
    std::error_code fault;
    if (!fs::is_regular_file(target, fault)) return;
    if (keep_damaged) {
        fs::path aside = target;
        for (int number = 1;; ++number) {
            aside.replace_filename(target.stem().string() + ".damaged" + (number == 1 ? "" : "-" + std::to_string(number)) + ".yure");
            if (!fs::exists(aside, fault)) break;
        }
        fs::copy_file(target, aside, fault);
        if (!fault) notices.push_back({"project", "the damaged file was kept as " + aside.string()});
        keep_damaged = false;
    }
    if (options.backups <= 0) return;
    const ProjectPlaces places = ProjectPlaces::of(target);
    for (int number = options.backups; number > 1; --number) fs::rename(places.backup(number - 1), places.backup(number), fault);
    fs::copy_file(target, places.backup(1), fs::copy_options::overwrite_existing, fault);
}

Status Session::Impl::write_project(const fs::path& target, Overwrite overwrite) {
    const std::string text = project_text(*history.current(), view);
    if (const Result<ProjectContents> back = read_project(text); !back || back->document.state() != history.current()->state())
        return Error{target.string(), "would not open again as it is now, so it was not saved; please report this"};
    if (Status written = write_file(target, text, overwrite); !written) return written;
    file_hash = text_hash(text);
    saved_state = history.current()->state();
    return {};
}

Status Session::save() {
    Impl& impl = *impl_;
    if (impl.options.access == Access::read) return Error{impl.path.string(), "is open for reading only"};
    if (impl.over) return Error{impl.path.string(), "the session is over"};
    if (impl.path.empty()) return Error{"", "the project has no name yet; save it as something"};
    std::error_code fault;
    const bool exists = fs::exists(impl.path, fault);
    if (!exists || impl.saved_state.empty()) return save_as(impl.path, Overwrite::refuse);
    const Result<std::string> there = read_text(impl.path);
    if (!there || text_hash(*there) != impl.file_hash)
        return Error{impl.path.string(), "was changed by something else since it was opened; save under another name"};
    impl.keep_backup(impl.path);
    if (Status written = impl.write_project(impl.path, Overwrite::replace); !written) return written;
    if (impl.log.size() > kRestartLog) {
        static_cast<void>(impl.log.restart_at(ProjectPlaces::of(impl.path).steps, impl.history, impl.saved_state));
    } else {
        impl.log.saved(impl.saved_state);
        impl.log.flush(true);
    }
    impl.tell(SessionEvent::Kind::saved);
    return {};
}

Status Session::save_as(const fs::path& target, Overwrite overwrite) {
    Impl& impl = *impl_;
    if (impl.over) return Error{target.string(), "the session is over"};
    std::error_code fault;
    if (overwrite == Overwrite::refuse && fs::exists(target, fault))
        return Error{target.string(), "exists already; give another name"};
    const fs::path folder = fs::absolute(target).parent_path();
    if (!fs::is_directory(folder, fault)) return Error{target.string(), "cannot be written: there is no folder " + folder.string()};

    // A new place: the model's path is written as seen from there.
    const fs::path old_path = impl.path;
    const std::shared_ptr<const Document> before = impl.history.current();
    ProjectLock lock;
    const ProjectPlaces places = ProjectPlaces::of(target);
    const bool same = !old_path.empty() && fs::exists(old_path, fault) && fs::equivalent(old_path, target, fault);
    if (!same || !impl.lock.held()) {
        fs::create_directories(places.folder, fault);
        if (Status taken = lock.take(places.lock, 3.0); !taken) return taken;
    }
    if (fs::exists(target, fault)) impl.keep_backup(target);
    const fs::path model = model_place(impl.folder(), before->model.path);
    impl.path = target;
    const std::string seen = fs::exists(model, fault) ? relative_place(folder, model) : before->model.path;
    if (seen != before->model.path) {
        Document moved = *before;
        moved.model.path = seen;
        impl.opened_model = seen;
        // Every step was made for the old place; from here undo would point at the wrong one.
        impl.history = History(std::make_shared<const Document>(std::move(moved)));
    }
    if (Status written = impl.write_project(target, overwrite); !written) {
        impl.path = old_path;
        if (impl.history.current() != before) impl.history = History(before);
        return written;
    }
    if (lock.held()) impl.lock = std::move(lock);
    impl.options.access = Access::edit;
    if (Status log = impl.log.restart_at(places.steps, impl.history, impl.saved_state); !log)
        impl.notices.push_back({log.error().where, "no journal: " + log.error().what});
    impl.publish();
    impl.tell(SessionEvent::Kind::saved);
    return {};
}

void Session::discard() {
    impl_->jobs->cancel_all();
    impl_->log.drop_unsaved();
    impl_->over = true;
}

}  // namespace yure::studio
