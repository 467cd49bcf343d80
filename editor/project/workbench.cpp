#include "project/workbench.hpp"

#include <algorithm>

#include "app/file_dialog.hpp"
#include "look/fonts.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/core/hash.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/project_model.hpp"

namespace yure::editor {
namespace {

std::string file_text(const std::filesystem::path& path) {
    const std::u8string text = path.filename().u8string();
    return {text.begin(), text.end()};
}

bool is_project(const std::filesystem::path& path) { return path.extension() == ".yure"; }

/// A project with its journal and backups (studio keeps them in `.yure` beside it).
void remove_project(const std::filesystem::path& path) {
    std::error_code failed;
    std::filesystem::remove(path, failed);
    const std::string name = file_text(path);
    std::vector<std::filesystem::path> gone;
    for (const auto& each : std::filesystem::directory_iterator(path.parent_path() / ".yure", failed))
        if (file_text(each.path()).starts_with(name + ".") || file_text(each.path()).starts_with(file_text(path.stem()) + "."))
            gone.push_back(each.path());
    for (const std::filesystem::path& each : gone) std::filesystem::remove(each, failed);
}

formats::Cdi3 read_names(const studio::Model& model) {
    const studio::ModelFile* file = model.location.first(studio::FileRole::display_info);
    if (file == nullptr) return {};
    const auto text = studio::read_text(file->reference.path);
    if (!text) return {};
    auto names = formats::read_cdi3(*text);
    return names ? std::move(*names) : formats::Cdi3{};
}

}  // namespace

Workbench::Workbench(Settings wanted, std::filesystem::path folder, WorkbenchOptions options)
    : settings(std::move(wanted)), settings_folder(std::move(folder)), options_(options) {
    preview.on_frame = [this] { comparison.frame(preview); };
}

Workbench::~Workbench() { close(); }

void Workbench::save_settings() {
    if (settings_folder.empty()) return;
    settings.keys = actions.changes();
    if (const Status written = write_settings(settings_folder, settings); !written)
        toasts.add(ToastKind::warning, tr("settings.unsaved", {written.error().text()}));
}

const studio::ModelGeometry* Workbench::geometry() const { return session_ ? session_->geometry().get() : nullptr; }

const std::string& Workbench::parameter_name(const std::string& id) const {
    const auto found = parameter_names_.find(id);
    return found == parameter_names_.end() ? id : found->second;
}

const std::string& Workbench::part_name(const std::string& id) const {
    const auto found = part_names_.find(id);
    return found == part_names_.end() ? id : found->second;
}

bool Workbench::open(const std::filesystem::path& path) {
    studio::SessionOptions options;
    options.workers = options_.background ? 1 : 0;
    options.auto_bake = settings.auto_bake;
    auto made = is_project(path) ? studio::Session::open(path, options) : studio::Session::create(path, {}, options);
    if (!made) {
        toasts.add(ToastKind::error, tr("open.failed", {file_text(path), made.error().text()}));
        return false;
    }
    close();
    session_ = std::move(*made);
    ++session_serial_;
    if (!is_project(path)) keep_unnamed(path);
    recovered = is_project(path) && session_->dirty();
    if (has_name() || !is_project(path)) {
        settings.add_recent(path);
        settings.add_place(path.parent_path());
    }
    session_->subscribe([this](const studio::SessionEvent& event) {
        if (event.kind == studio::SessionEvent::Kind::document || event.kind == studio::SessionEvent::Kind::model)
            document_dirty_ = true;
        if (event.kind == studio::SessionEvent::Kind::job) jobs_dirty_ = true;
    });
    opened();
    for (const Notice& notice : session_->notices())
        toasts.add(ToastKind::warning, notice.where.empty() ? notice.what : notice.where + ": " + notice.what);
    if (session_->geometry() == nullptr)
        toasts.add(ToastKind::error, tr("open.no_model", {session_->model_error().text()}));
    return true;
}

std::filesystem::path Workbench::unsaved_folder() const {
    return settings_folder.empty() ? std::filesystem::path() : settings_folder / "unsaved";
}

bool Workbench::has_name() const {
    return session_ != nullptr && !session_->path().empty() &&
           (settings_folder.empty() || session_->path().parent_path() != unsaved_folder());
}

/// Gives a new project a place of the program's own, where it has a journal.
void Workbench::keep_unnamed(const std::filesystem::path& model) {
    if (settings_folder.empty()) return;
    std::error_code failed;
    std::filesystem::create_directories(unsaved_folder(), failed);
    const std::string base = file_text(model.stem().stem());
    for (int number = 1; number < 1000; ++number) {
        const std::string name = number == 1 ? base : base + " " + std::to_string(number);
        const std::filesystem::path place = unsaved_folder() / std::filesystem::path(std::u8string(name.begin(), name.end()) + u8".yure");
        if (std::filesystem::exists(place, failed)) continue;
        if (const Status saved = session_->save_as(place, studio::Overwrite::refuse); !saved)
            toasts.add(ToastKind::warning, tr("save.no_journal", {saved.error().text()}));
        return;
    }
}

std::vector<std::filesystem::path> Workbench::left_behind() const {
    std::vector<std::filesystem::path> found;
    std::error_code failed;
    if (settings_folder.empty()) return found;
    for (const auto& each : std::filesystem::directory_iterator(unsaved_folder(), failed))
        if (is_project(each.path()) && each.is_regular_file(failed) && (session_ == nullptr || session_->path() != each.path()))
            found.push_back(each.path());
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        std::error_code ignored;
        return std::filesystem::last_write_time(a, ignored) > std::filesystem::last_write_time(b, ignored);
    });
    return found;
}

void Workbench::forget_left_behind(const std::filesystem::path& path) {
    if (path.parent_path() == unsaved_folder()) remove_project(path);
}

void Workbench::opened() {
    shown_geometry_ = session_->geometry();
    names_ = {};
    parameter_names_.clear();
    part_names_.clear();
    textures_.clear();
    bodies_key_.clear();
    exported_key_.clear();
    ++model_serial_;
    preview.open(shown_geometry_, options_.background);
    if (shown_geometry_ != nullptr) {
        const studio::Model& model = *shown_geometry_->model;
        names_ = read_names(model);
        for (const auto& entry : names_.parameters) parameter_names_.emplace(entry.id, entry.name);
        for (const auto& entry : names_.parts) part_names_.emplace(entry.id, entry.name);
        for (const auto& entry : names_.parameters) fonts().need(entry.name);
        for (const auto& entry : names_.parameter_groups) fonts().need(entry.name);
        for (const auto& entry : names_.parts) fonts().need(entry.name);
        for (const MotionEntry& motion : preview.driver().motions()) fonts().need(motion.name);
        for (const rig::Id& id : model.puppet.mesh.id) fonts().need(id.view());
        // Decoding pictures takes long; the model shows as soon as they are there.
        auto pages = std::make_shared<std::vector<studio::Picture>>();
        auto found = std::make_shared<Notices>();
        studio::JobTask task;
        task.kind = "textures";
        task.label = tr("job.textures");
        task.run = [pages, found, geometry = shown_geometry_](const Work&) -> Status {
            *pages = studio::load_textures(*geometry->model, *found);
            return {};
        };
        task.finish = [this, pages, found] {
            textures_ = std::move(*pages);
            ++model_serial_;
            studio::JobEnd end;
            end.notices = *found;
            return end;
        };
        session_->submit(std::move(task));
    }
    document_changed();
}

void Workbench::read_jobs() {
    jobs_dirty_ = false;
    jobs_ = session_->jobs();
    for (studio::JobInfo& job : jobs_) {
        job.result = nullptr;  // reports are long, and this is read every frame
        // A change of one job brings news of all; each end is told once.
        if (!studio::is_over(job.state) || !told_jobs_.insert(job.id).second) continue;
        if (job.state == studio::JobState::failed) toasts.add(ToastKind::error, tr("job.failed", {job.label, job.error.text()}));
        if (job.state == studio::JobState::done)
            for (const Notice& notice : job.notices)
                toasts.add(ToastKind::warning, notice.where.empty() ? notice.what : notice.where + ": " + notice.what);
    }
}

const studio::JobInfo* Workbench::current_bake() const {
    for (const studio::JobInfo& job : jobs_)
        if (job.kind == "bake" && !studio::is_over(job.state)) return &job;
    return nullptr;
}

const studio::JobInfo* Workbench::last_bake() const {
    for (auto job = jobs_.rbegin(); job != jobs_.rend(); ++job)
        if (job->kind == "bake" && studio::is_over(job->state)) return &*job;
    return nullptr;
}

const studio::BodyFreshness& Workbench::freshness(const std::string& body) {
    const auto known = freshness_.find(body);
    if (known != freshness_.end()) return known->second;
    return freshness_.emplace(body, session_->freshness(body)).first->second;
}

void Workbench::use_auto_bake(bool on) {
    settings.auto_bake = on;
    if (session_) session_->set_auto_bake(on);
}

void Workbench::close() {
    preview.open(nullptr, false);
    const std::filesystem::path unnamed = session_ != nullptr && !has_name() ? session_->path() : std::filesystem::path();
    session_.reset();
    ++session_serial_;
    if (!unnamed.empty()) remove_project(unnamed);
    recovered = false;
    selection.clear();
    shown_geometry_.reset();
    textures_.clear();
    names_ = {};
    parameter_names_.clear();
    part_names_.clear();
    ++model_serial_;
    document_dirty_ = jobs_dirty_ = false;
    jobs_.clear();
    told_jobs_.clear();
    freshness_.clear();
    comparison.clear();
    last_losses = nullptr;
}

bool Workbench::save() {
    if (!has_name()) return false;
    if (const Status saved = session_->save(); !saved) {
        toasts.add(ToastKind::error, tr("save.failed", {saved.error().text()}));
        return false;
    }
    toasts.add(ToastKind::good, tr("save.done", {file_text(session_->path())}));
    return true;
}

bool Workbench::save_as(const std::filesystem::path& path, studio::Overwrite overwrite) {
    if (!session_) return false;
    const std::filesystem::path unnamed = has_name() ? std::filesystem::path() : session_->path();
    if (const Status saved = session_->save_as(path, overwrite); !saved) {
        toasts.add(ToastKind::error, tr("save.failed", {saved.error().text()}));
        return false;
    }
    if (!unnamed.empty()) remove_project(unnamed);
    settings.add_recent(path);
    settings.add_place(path.parent_path());
    toasts.add(ToastKind::good, tr("save.done", {file_text(path)}));
    return true;
}

std::string Workbench::title() const {
    if (!session_) return {};
    if (!document().settings.name.empty()) return document().settings.name;
    if (has_name()) return file_text(session_->path());
    return shown_geometry_ != nullptr ? shown_geometry_->model->location.base_name : tr("project.unnamed");
}

bool Workbench::told(const studio::Reply& reply, studio::Json* result) {
    if (!reply.ok()) {
        std::string words;
        for (const Error& issue : reply.issues) words += (words.empty() ? "" : "\n") + issue.text();
        toasts.add(ToastKind::error, words);
        return false;
    }
    for (const Notice& notice : reply.notices)
        toasts.add(ToastKind::warning, notice.where.empty() ? notice.what : notice.where + ": " + notice.what);
    if (result != nullptr) *result = reply.result;
    return true;
}

bool Workbench::apply(const std::string& command, const studio::Json& arguments, studio::Json* result) {
    if (!session_) return false;
    studio::ApplyOptions options;
    options.origin = studio::Origin::interface;
    options.drag = ui::drag_token();
    drag_open_ = drag_open_ || !options.drag.empty();
    return told(session_->apply(command, arguments, options), result);
}

bool Workbench::batch(const std::string& label, const std::vector<studio::CommandCall>& calls, studio::Json* result, bool bake) {
    if (!session_) return false;
    studio::ApplyOptions options;
    options.origin = studio::Origin::interface;
    options.bake = bake;
    return told(session_->batch(label, calls, options), result);
}

void Workbench::undo(int steps) {
    if (session_) told(session_->undo(steps), nullptr);
}

void Workbench::redo(int steps) {
    if (session_) told(session_->redo(steps), nullptr);
}

void Workbench::bake(const std::vector<std::string>& bodies) {
    if (!session_) return;
    const studio::BakeStart start = session_->bake(bodies);
    read_jobs();
    if (!start.status) toasts.add(ToastKind::warning, start.status.error().text());
}

void Workbench::document_changed() {
    document_dirty_ = false;
    freshness_.clear();
    if (!session_) return;
    if (session_->geometry() != shown_geometry_) {
        opened();
        return;
    }
    selection.keep_valid(document(), geometry());
    rebuild_bodies();
    rebuild_exported();
}

void Workbench::rebuild_bodies() {
    const studio::ModelGeometry* model = geometry();
    if (model == nullptr) return;
    // What the simulation is built from; names, outputs and bakes change nothing of it.
    std::string key;
    for (const auto& entry : document().bodies) {
        const studio::Body& body = *entry.value;
        if (!body.enabled) continue;
        key += studio::baked_settings(body).dump(-1, ' ', false, studio::Json::error_handler_t::replace);
        for (const std::string& mesh : body.meshes) {
            const int index = document().groups.index_of(mesh);
            if (index >= 0) key += mesh + hash_text(document().groups[static_cast<std::size_t>(index)].hash);
        }
    }
    if (key == bodies_key_) return;
    bodies_key_ = std::move(key);
    std::vector<LiveRequest> requests;
    for (const auto& entry : document().bodies) {
        if (!entry.value->enabled) continue;
        Notices ignored;  // the bake tells them
        auto request = studio::body_request(document(), *entry.value, *model, ignored);
        if (!request) continue;
        LiveRequest& live = requests.emplace_back();
        live.body = std::move(*request);
        for (const auto& [name, obstacle] : entry.value->obstacles) live.obstacles.push_back(obstacle);
    }
    preview.set_bodies(std::move(requests));
}

/// Has the preview play what an export would be now.
void Workbench::rebuild_exported() {
    const studio::ModelGeometry* model = geometry();
    if (model == nullptr) return;
    std::string key;
    if (!document().bakes.empty()) {
        for (const auto& entry : document().bodies) key += entry.id + hash_text(entry.hash);
        for (const auto& entry : document().bakes) key += entry.id + hash_text(entry.hash);
        for (const auto& entry : document().overrides) key += entry.id + hash_text(entry.hash);
        if (!exaggerated) key += " x1";
    }
    if (key == exported_key_) return;
    exported_key_ = key;
    if (key.empty()) {
        preview.set_exported(nullptr, model->model->physics ? model->model->physics->physics : pendulum::Physics{});
        return;
    }
    struct Made {
        std::shared_ptr<const studio::ModelGeometry> geometry;
        pendulum::Physics physics;
    };
    auto made = std::make_shared<Made>();
    studio::JobTask task;
    task.kind = "preview";
    task.label = tr("job.preview");
    task.lane = "preview";
    task.run = [made, source = shown_geometry_, snapshot = session_->snapshot(), large = exaggerated](const Work&) -> Status {
        auto written = studio::written_model(*snapshot, *source->model, {large, {}});
        if (!written) return written.error();
        auto changed = std::make_shared<studio::Model>(*source->model);
        changed->puppet = std::move(written->puppet);
        changed->moc_bytes.clear();
        made->physics = std::move(written->physics);
        auto built = studio::ModelGeometry::of(std::move(changed));
        if (!built) return built.error();
        made->geometry = std::move(*built);
        return {};
    };
    task.finish = [this, made, key] {
        // A later state has a job of its own.
        if (key == exported_key_ && preview.has_model()) preview.set_exported(made->geometry, made->physics);
        return studio::JobEnd{};
    };
    session_->submit(std::move(task));
}

void Workbench::advance(float seconds) {
    toasts.advance(seconds);
    if (session_) {
        session_->poll();
        if (jobs_dirty_) read_jobs();
        // A motion's file that a bake learned from may change on the disk.
        freshness_age_ += seconds;
        if (freshness_age_ > 1.0f) {
            freshness_age_ = 0.0f;
            freshness_.clear();
        }
        if (drag_open_ && ui::drag_token().empty()) {
            session_->end_drag();
            drag_open_ = false;
        }
    }
    if (document_dirty_) document_changed();
    if (exaggerated != shown_exaggerated_) {
        shown_exaggerated_ = exaggerated;
        if (session_) rebuild_exported();
    }
    comparison.watch(selection.body);
    preview.simulate = shown != Shown::exported;
    preview.advance(seconds);
}

}  // namespace yure::editor
