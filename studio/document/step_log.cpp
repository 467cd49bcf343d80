#include "step_log.hpp"

#include "document_parts.hpp"
#include "json_fields.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostKept = std::size_t{24} << 20;  // bytes of old steps that a restarted log takes over

std::string line_of(const Json& line) {
    return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json step_line(const Document& before, const HistoryStep& step, bool merged) {
    Json calls = Json::array();
    for (const CommandCall& call : step.calls) calls.push_back({{"command", call.name}, {"arguments", call.arguments}});
    return {{"step", step.label},
            {"origin", step.origin},
            {"calls", std::move(calls)},
            {"merged", merged},
            {"changes", part_changes(before, *step.after)},
            {"state", step.after->state()}};
}

Json head_line(const Document& base) {
    return {{"format", "yure-steps"}, {"version", 1}, {"base", part_changes(Document{}, base)}};
}

/// Takes lines in, one after another.
class Replay {
  public:
    bool line(const Json& json) {
        if (!logged_) return head(json);
        History& history = logged_->history;
        if (json.contains("step")) {
            HistoryStep step;
            step.label = words_at(json, "step");
            step.origin = words_at(json, "origin");
            for (const Json& call : at(json, "calls")) step.calls.push_back({words_at(call, "command"), at(call, "arguments")});
            Document after = *history.current();
            std::vector<Error> problems;
            apply_part_changes(after, at(json, "changes"), problems);
            step.after = std::make_shared<const Document>(std::move(after));
            if (!problems.empty() || step.after->state() != words_at(json, "state")) return false;
            if (flag_at(json, "merged", false) && history.can_undo())
                history.amend(std::move(step));
            else
                history.push(std::move(step));
        } else if (json.contains("undo")) {
            if (!history.undo()) return false;
        } else if (json.contains("redo")) {
            if (!history.redo()) return false;
        } else if (json.contains("saved")) {
            return true;
        } else {
            return false;
        }
        logged_->states.push_back(history.current()->state());
        return true;
    }

    std::optional<LoggedSteps> take() { return std::move(logged_); }

  private:
    bool head(const Json& json) {
        if (words_at(json, "format") != "yure-steps" || whole_at(json, "version", 0) != 1) return false;
        Document base;
        std::vector<Error> problems;
        apply_part_changes(base, at(json, "base"), problems);
        if (!problems.empty()) return false;
        auto shared = std::make_shared<const Document>(std::move(base));
        logged_ = LoggedSteps{History(shared), {shared->state()}};
        return true;
    }

    std::optional<LoggedSteps> logged_;
};

Error system_fault(const fs::path& path, const char* doing) {
    return {path.string(), std::string(doing) + ": " + std::strerror(errno)};
}

}  // namespace

ProjectPlaces ProjectPlaces::of(const fs::path& project) {
    ProjectPlaces places;
    places.name = project.stem().string();
    places.folder = project.parent_path() / ".yure";
    places.steps = places.folder / (places.name + ".steps");
    places.lock = places.folder / (places.name + ".lock");
    return places;
}

fs::path ProjectPlaces::backup(int number) const {
    return folder / (name + ".backup-" + std::to_string(number) + ".yure");
}

StepLog::~StepLog() {
    close();
}
StepLog::StepLog(StepLog&& other) noexcept {
    *this = std::move(other);
}
StepLog& StepLog::operator=(StepLog&& other) noexcept {
    if (this == &other) return *this;
    close();
    file_ = std::exchange(other.file_, -1);
    path_ = std::move(other.path_);
    size_ = other.size_;
    saved_size_ = other.saved_size_;
    opened_size_ = other.opened_size_;
    unflushed_ = other.unflushed_;
    flushed_ = other.flushed_;
    fault_ = std::move(other.fault_);
    return *this;
}

void StepLog::close() {
    if (file_ < 0) return;
    flush(true);
    ::close(file_);
    file_ = -1;
}

std::optional<LoggedSteps> StepLog::read(const fs::path& path) {
    const Result<std::string> text = read_text(path);
    if (!text) return std::nullopt;
    Replay replay;
    std::size_t at = 0, saved = 0;
    bool damaged = false;
    while (at < text->size()) {
        const std::size_t end = text->find('\n', at);
        if (end == std::string::npos) break;  // torn
        const Result<Json> line = parse_json(std::string_view(*text).substr(at, end - at));
        if (!line || !replay.line(*line)) {  // what follows a damaged line cannot be trusted
            damaged = true;
            break;
        }
        at = end + 1;
        if (line->contains("saved")) saved = at;
    }
    std::optional<LoggedSteps> logged = replay.take();
    if (logged) logged->size = at, logged->saved_size = saved, logged->damaged = damaged;
    return logged;
}

Status StepLog::continue_at(const fs::path& path, const LoggedSteps& logged) {
    return open_at(path, logged.size, logged.saved_size);
}

Status StepLog::open_at(const fs::path& path, std::size_t size, std::size_t saved_size) {
    close();
    file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) return system_fault(path, "cannot be written");
    if (::ftruncate(file_, static_cast<off_t>(size)) != 0 || ::lseek(file_, 0, SEEK_END) < 0)
        return system_fault(path, "cannot be written");
    path_ = path;
    size_ = opened_size_ = size;
    saved_size_ = saved_size;
    flushed_ = std::chrono::steady_clock::now();
    return {};
}

Status StepLog::restart_at(const fs::path& path, const History& history, const std::string& saved_state) {
    close();
    const std::vector<HistoryStep>& steps = history.steps();
    const auto before = [&](std::size_t i) -> const Document& { return i == 0 ? *history.start() : *steps[i - 1].after; };
    std::vector<std::string> lines(steps.size());
    std::size_t first = steps.size(), bytes = 0;
    while (first > 0) {
        const std::size_t i = first - 1;
        if (i < history.position() && bytes > kMostKept) break;
        lines[i] = line_of(step_line(before(i), steps[i], false));
        bytes += lines[i].size();
        first = i;
    }
    std::string text = line_of(head_line(before(first)));
    for (std::size_t i = first; i < steps.size(); ++i) text += lines[i];
    for (std::size_t i = steps.size(); i > history.position(); --i) text += line_of({{"undo", 1}, {"state", before(i - 1).state()}});
    const bool saved = history.current()->state() == saved_state;
    if (saved) text += line_of({{"saved", saved_state}});
    if (Status written = write_file(path, text, Overwrite::replace); !written) return written;
    return open_at(path, text.size(), saved ? text.size() : 0);
}

void StepLog::append(const Json& line) {
    if (file_ < 0) return;
    const std::string text = line_of(line);
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t put = ::write(file_, text.data() + done, text.size() - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) {
            fault_ = Error{path_.string(), std::string("the journal cannot be written (") + std::strerror(errno) +
                                               "); save, or a crash would lose what was edited since"};
            static_cast<void>(::ftruncate(file_, static_cast<off_t>(size_)));
            ::close(file_);
            file_ = -1;
            return;
        }
        done += static_cast<std::size_t>(put);
    }
    size_ += text.size();
    unflushed_ = true;
    flush(false);
}

void StepLog::step(const Document& before, const HistoryStep& step, bool merged) {
    if (is_open()) append(step_line(before, step, merged));
}
void StepLog::undo(const std::string& state) {
    append({{"undo", 1}, {"state", state}});
}
void StepLog::redo(const std::string& state) {
    append({{"redo", 1}, {"state", state}});
}
void StepLog::saved(const std::string& state) {
    append({{"saved", state}});
    saved_size_ = size_;
}

void StepLog::cut(std::size_t size) {
    if (file_ >= 0 && size < size_ && ::ftruncate(file_, static_cast<off_t>(size)) == 0 && ::lseek(file_, 0, SEEK_END) >= 0)
        size_ = size;
}

void StepLog::drop_unsaved() {
    if (saved_size_ > 0) cut(saved_size_);
}
void StepLog::drop_since_open() {
    cut(std::max(saved_size_, opened_size_));
}

void StepLog::flush(bool now) {
    if (file_ < 0 || !unflushed_) return;
    const auto time = std::chrono::steady_clock::now();
    if (!now && time - flushed_ < std::chrono::seconds(2)) return;
    ::fdatasync(file_);
    unflushed_ = false;
    flushed_ = time;
}

std::optional<Error> StepLog::take_fault() {
    return std::exchange(fault_, std::nullopt);
}

ProjectLock::~ProjectLock() {
    if (file_ >= 0) ::close(file_);
}
ProjectLock::ProjectLock(ProjectLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
ProjectLock& ProjectLock::operator=(ProjectLock&& other) noexcept {
    std::swap(file_, other.file_);
    return *this;
}

Status ProjectLock::take(const fs::path& path, double patience_seconds) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return system_fault(path, "cannot be made");
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience_seconds);
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) {
            const Error fault = system_fault(path, "cannot be locked");
            ::close(file);
            return fault;
        }
        if (std::chrono::steady_clock::now() >= end) {
            ::close(file);
            return Error{path.string(), "the project is being edited by another program; close it there first"};
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (file_ >= 0) ::close(file_);
    file_ = file;
    return {};
}

}  // namespace yure::studio
