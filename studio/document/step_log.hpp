/// The steps of a project in a file beside it: what undo reaches after a restart, and what a crash leaves of edits that
/// were not saved. One JSON document a line, only ever appended:
///
///     {"format":"yure-steps","version":1,"base":{<all parts>}}
///     {"step":"Set goal of hair","origin":"interface","calls":[…],"merged":false,"changes":{"body/hair":{…}},"state":…}
///     {"undo":1,"state":…}   {"redo":1,"state":…}   {"saved":<state>}
///
/// A line is handed to the system whole before the edit counts as done, so that ending the program at any moment loses
/// nothing of it; the disk is flushed every two seconds. A last line without its end is not there. Private to studio.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "yure/studio/history.hpp"

namespace yure::studio {

/// Where the things beside a project lie: DIR/.yure/NAME.steps and so on.
struct ProjectPlaces {
    std::filesystem::path folder, steps, lock;
    std::filesystem::path backup(int number) const;  ///< 1 = the newest
    std::string name;
    static ProjectPlaces of(const std::filesystem::path& project);
};

struct LoggedSteps {
    History history;
    std::vector<std::string> states;  ///< every state it went through
    std::size_t size = 0;             ///< bytes of the lines that count
    bool damaged = false;             ///< a line in the middle could not be used; it and what follows do not count
    std::size_t saved_size = 0;       ///< bytes up to the last `saved`, that line included; 0 = none
};

class StepLog {
  public:
    StepLog() = default;
    ~StepLog();
    StepLog(StepLog&& other) noexcept;
    StepLog& operator=(StepLog&& other) noexcept;

    /// What a log says; nothing when there is none or it cannot be used. Reads only.
    static std::optional<LoggedSteps> read(const std::filesystem::path& path);
    /// Goes on with a log as `read` took it, without a torn last line.
    Status continue_at(const std::filesystem::path& path, const LoggedSteps& logged);
    /// A new log with these steps (the newest of them when they are many), in one step in place of an old one.
    Status restart_at(const std::filesystem::path& path, const History& history, const std::string& saved_state);

    void step(const Document& before, const HistoryStep& step, bool merged);
    void undo(const std::string& state);
    void redo(const std::string& state);
    void saved(const std::string& state);
    /// Back to the last `saved`: what came after is forgotten.
    void drop_unsaved();
    /// Back to what was there when it was opened, or last saved since.
    void drop_since_open();
    /// To the disk, when two seconds have gone since the last time, or at once.
    void flush(bool now);

    bool is_open() const { return file_ >= 0; }
    std::size_t size() const { return size_; }
    /// A fault of writing, told once.
    std::optional<Error> take_fault();

  private:
    Status open_at(const std::filesystem::path& path, std::size_t size, std::size_t saved_size);
    void append(const Json& line);
    void cut(std::size_t size);
    void close();

    int file_ = -1;
    std::filesystem::path path_;
    std::size_t size_ = 0, saved_size_ = 0, opened_size_ = 0;
    bool unflushed_ = false;
    std::chrono::steady_clock::time_point flushed_{};
    std::optional<Error> fault_;
};

/// Holds a project for editing while it lives; another program that wants to edit is told so.
class ProjectLock {
  public:
    ProjectLock() = default;
    ~ProjectLock();
    ProjectLock(ProjectLock&& other) noexcept;
    ProjectLock& operator=(ProjectLock&& other) noexcept;
    /// Waits up to `patience_seconds`. An error: somebody else holds it, or the place cannot be written.
    Status take(const std::filesystem::path& path, double patience_seconds);
    bool held() const { return file_ >= 0; }

  private:
    int file_ = -1;
};

}  // namespace yure::studio
