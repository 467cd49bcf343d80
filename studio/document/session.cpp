#include "yure/studio/session.hpp"

#include "session_impl.hpp"

#include <algorithm>

namespace yure::studio {
namespace {

const char* origin_name(Origin origin) {
    return origin == Origin::interface ? "interface" : origin == Origin::agent ? "agent" : "script";
}

void add_unique(std::vector<std::string>& list, const std::vector<std::string>& more) {
    for (const std::string& word : more)
        if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
}

}  // namespace

std::filesystem::path Session::Impl::folder() const {
    return path.empty() ? std::filesystem::path() : std::filesystem::absolute(path).parent_path();
}

CommandContext Session::Impl::context() const {
    return {geometry ? geometry->model : nullptr, geometry, folder(), [this] { return preset_subject(); }};
}

const presets::Subject* Session::Impl::preset_subject() const {
    if (!subject && geometry && !subject_failed) {
        Notices unread;  // textures and names that are not there: presets say themselves what they miss
        Result<presets::Subject> made = presets::open_subject(*geometry->model, unread);
        if (made)
            subject = std::make_shared<const presets::Subject>(std::move(*made));
        else
            subject_failed = true;
    }
    return subject.get();
}

void Session::Impl::publish() {
    const std::lock_guard guard(latest->mutex);
    latest->document = history.current();
    latest->geometry = geometry;
}

void Session::Impl::tell(SessionEvent::Kind kind, JobId job) {
    const auto now = listeners;  // a listener may unsubscribe
    for (const auto& [number, listener] : now) listener({kind, job});
}

void Session::Impl::commit(HistoryStep step) {
    const std::shared_ptr<const Document> before = history.current();
    const HistoryStep copy = step;
    const bool merged = history.push(std::move(step));
    log.step(*before, copy, merged);
    moved(false);
}

void Session::Impl::moved(bool undone) {
    static_cast<void>(undone);
    if (const auto fault = log.take_fault()) notices.push_back({fault->where, fault->what});
    open_model_of_document(false);
    publish();
    tell(SessionEvent::Kind::document);
}

const Document& Session::document() const {
    return *impl_->history.current();
}
std::shared_ptr<const Document> Session::snapshot() const {
    return impl_->history.current();
}
std::string Session::state() const {
    return document().state();
}
const std::shared_ptr<const ModelGeometry>& Session::geometry() const {
    return impl_->geometry;
}
const Error& Session::model_error() const {
    return impl_->model_error;
}
const std::filesystem::path& Session::path() const {
    return impl_->path;
}
std::filesystem::path Session::folder() const {
    return impl_->folder();
}
bool Session::dirty() const {
    return impl_->saved_state != state();
}
const Notices& Session::notices() const {
    return impl_->notices;
}
const History& Session::history() const {
    return impl_->history;
}
const presets::Subject* Session::preset_subject() const {
    return impl_->preset_subject();
}
void Session::use_preset_subject(std::shared_ptr<const presets::Subject> subject) {
    if (subject == nullptr || !impl_->geometry || subject->model != impl_->geometry->model.get()) return;
    impl_->subject = std::move(subject);
    impl_->subject_failed = false;
}
CommandContext Session::context() const {
    return impl_->context();
}

BodyFreshness Session::freshness(const std::string& id) const {
    const Body* body = document().bodies.find(id);
    return body == nullptr ? BodyFreshness{} : impl_->prints.freshness(document(), *body, impl_->geometry);
}

Reply Session::apply(const std::string& command, const Json& arguments, const ApplyOptions& options) {
    return batch("", {{command, arguments}}, options);
}

Reply Session::batch(const std::string& label, const std::vector<CommandCall>& calls, const ApplyOptions& options) {
    Reply reply;
    const std::shared_ptr<const Document> before = snapshot();
    reply.state = before->state();
    if (impl_->over) reply.issues.push_back({"", "the session is over"});
    if (!options.expected_state.empty() && options.expected_state != reply.state)
        reply.issues.push_back({"state", "the project has changed since: it is " + reply.state + " now"});
    if (calls.empty()) reply.issues.push_back({"commands", "there are none"});
    if (!reply.ok()) return reply;

    Document document = *before;
    std::vector<std::string> bodies;
    Json results = Json::array();
    std::string step_label = label;
    bool merges = calls.size() == 1;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const Command* known = find_command(calls[i].name);
        if (known != nullptr && step_label.empty()) step_label = known->label(document, calls[i].arguments);
        merges = merges && known != nullptr && known->merges;
        CommandAnswer answer = apply_command(document, calls[i].name, calls[i].arguments, impl_->context());
        if (!answer.ok()) {
            for (Error& issue : answer.issues)
                reply.issues.push_back({calls.size() == 1 ? issue.where : "[" + std::to_string(i) + "] " + issue.where, issue.what});
            return reply;
        }
        document = std::move(answer.effect.document);
        reply.notices.insert(reply.notices.end(), answer.effect.notices.begin(), answer.effect.notices.end());
        add_unique(bodies, answer.effect.bodies);
        results.push_back(std::move(answer.effect.result));
    }
    reply.result = calls.size() == 1 ? results[0] : Json{{"results", results}};
    const std::string after = document.state();
    if (after != reply.state) {
        HistoryStep step;
        step.label = step_label;
        step.origin = origin_name(options.origin);
        step.calls = calls;
        step.drag = merges ? options.drag : std::string();
        step.after = std::make_shared<const Document>(std::move(document));
        impl_->commit(std::move(step));
    }
    reply.state = after;

    std::vector<std::string> wanted;
    for (const std::string& id : bodies) {
        const Body* body = this->document().bodies.find(id);
        if (body == nullptr || !body->enabled) continue;
        const bool follows = options.bake || (options.origin == Origin::interface && impl_->options.auto_bake) ||
                             (options.origin == Origin::agent && body->auto_bake);
        if (follows && freshness(id).state != Freshness::fresh) wanted.push_back(id);
    }
    if (!wanted.empty()) {
        BakeStart start = impl_->start_bake(wanted, 0, true);
        reply.bake_job = start.job;
        if (!start.status.ok()) reply.notices.push_back({"bake", start.status.error().text()});
    }
    return reply;
}

Reply Session::undo(int steps) {
    Reply reply;
    int done = 0;
    while (done < steps && impl_->history.undo()) {
        ++done;
        impl_->log.undo(state());
    }
    reply.state = state();
    reply.result = {{"undone", done}};
    if (done == 0) reply.issues.push_back({"", "there is nothing to undo"});
    else impl_->moved(true);
    return reply;
}

Reply Session::redo(int steps) {
    Reply reply;
    int done = 0;
    while (done < steps && impl_->history.redo()) {
        ++done;
        impl_->log.redo(state());
    }
    reply.state = state();
    reply.result = {{"redone", done}};
    if (done == 0) reply.issues.push_back({"", "there is nothing to redo"});
    else impl_->moved(true);
    return reply;
}

void Session::end_drag() {
    impl_->history.end_drag();
}

const Json& Session::view() const {
    return impl_->view;
}
void Session::set_view(Json view) {
    impl_->view = view.is_object() ? std::move(view) : Json::object();
    impl_->tell(SessionEvent::Kind::view);
}

JobId Session::submit(JobTask task) {
    return impl_->jobs->submit(std::move(task));
}
bool Session::cancel(JobId job) {
    return impl_->jobs->cancel(job);
}
JobInfo Session::job(JobId job) const {
    return impl_->jobs->info(job);
}
std::vector<JobInfo> Session::jobs() const {
    return impl_->jobs->list();
}
bool Session::busy() const {
    return impl_->jobs->busy();
}

void Session::poll() {
    impl_->log.flush(false);
    if (!impl_->jobs->poll()) return;
    for (const JobInfo& job : impl_->jobs->list()) impl_->tell(SessionEvent::Kind::job, job.id);
}

JobInfo Session::wait(JobId job, double seconds) {
    JobInfo info = impl_->jobs->wait(job, seconds);
    impl_->log.flush(false);
    impl_->tell(SessionEvent::Kind::job, job);
    return info;
}

void Session::set_auto_bake(bool on) {
    impl_->options.auto_bake = on;
}

int Session::subscribe(std::function<void(const SessionEvent&)> listener) {
    impl_->listeners[impl_->next_listener] = std::move(listener);
    return impl_->next_listener++;
}
void Session::unsubscribe(int number) {
    impl_->listeners.erase(number);
}

BakeStart Session::bake(const std::vector<std::string>& bodies, std::uint64_t clip_seed) {
    return impl_->start_bake(bodies, clip_seed, false);
}

Session::Session(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Session::~Session() {
    impl_->jobs.reset();  // nothing arrives any more
    if (impl_->options.drop_unsaved && !impl_->over && dirty()) impl_->log.drop_since_open();
}

}  // namespace yure::studio
