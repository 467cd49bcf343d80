/// Long jobs as tasks, for clients that declare them: the extension io.modelcontextprotocol/tasks of 2026-07-28, and the
/// experimental tasks of 2025-11-25. A task is a job of an open project under an id of its own. Private to mcp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tool_support.hpp"

namespace yure::mcp {

inline constexpr const char* kTasksExtension = "io.modelcontextprotocol/tasks";

class Tasks {
  public:
    struct Task {
        std::string id, project;
        studio::JobId job = 0;
        std::string created, updated;  ///< ISO 8601, UTC
        studio::JobState seen = studio::JobState::queued;
    };

    /// Only tools that start a job are run as tasks.
    static bool can_run(const Tool& tool);

    /// The task of a job that was just started. The oldest of more than a thousand are forgotten.
    const Task& add(const std::string& project, studio::JobId job);
    /// Null when there is none of that id, or its project was closed.
    const Task* find(Workspace& workspace, const std::string& id);
    std::vector<const Task*> all(Workspace& workspace);

    /// "working", "completed", "failed" or "cancelled". `failed_as_completed`: the extension calls a tool that ended with
    /// an error of its own completed.
    static std::string status(const studio::JobInfo& job, bool failed_as_completed);
    /// The fields of a task in an era; `modern` = the extension's names.
    static Json fields(const Task& task, const studio::JobInfo& job, bool modern);
    /// What the call would have answered had it waited for the job.
    static ToolReply outcome(Workspace& workspace, const Task& task);

  private:
    std::map<std::string, Task> tasks_;
    std::vector<std::string> order_;
    int next_ = 1;
};

}  // namespace yure::mcp
