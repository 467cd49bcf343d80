#include "tasks.hpp"

#include <ctime>

namespace yure::mcp {
namespace {

constexpr std::size_t kMostTasks = 1000;
constexpr int kPollMilliseconds = 500;

std::string now_text() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

}  // namespace

bool Tasks::can_run(const Tool& tool) {
    return !tool.name.starts_with("job_") && tool.output.contains("properties") && tool.output["properties"].contains("job");
}

const Tasks::Task& Tasks::add(const std::string& project, studio::JobId job) {
    Task task;
    task.id = "task-" + std::to_string(next_++);
    task.project = project;
    task.job = job;
    task.created = task.updated = now_text();
    order_.push_back(task.id);
    if (order_.size() > kMostTasks) {
        tasks_.erase(order_.front());
        order_.erase(order_.begin());
    }
    return tasks_[task.id] = task;
}

const Tasks::Task* Tasks::find(Workspace& workspace, const std::string& id) {
    const auto place = tasks_.find(id);
    if (place == tasks_.end()) return nullptr;
    Task& task = place->second;
    const Project* project = workspace.find(task.project);
    if (project == nullptr) return nullptr;
    const studio::JobInfo job = project->session->job(task.job);
    if (job.id == 0) return nullptr;
    if (job.state != task.seen) {
        task.seen = job.state;
        task.updated = now_text();
    }
    return &task;
}

std::vector<const Tasks::Task*> Tasks::all(Workspace& workspace) {
    std::vector<const Task*> list;
    for (const std::string& id : order_)
        if (const Task* task = find(workspace, id)) list.push_back(task);
    return list;
}

std::string Tasks::status(const studio::JobInfo& job, bool failed_as_completed) {
    switch (job.state) {
        case studio::JobState::done: return "completed";
        case studio::JobState::failed: return failed_as_completed ? "completed" : "failed";
        case studio::JobState::cancelled: return "cancelled";
        default: return "working";
    }
}

Json Tasks::fields(const Task& task, const studio::JobInfo& job, bool modern) {
    Json json{{"taskId", task.id}, {"status", status(job, modern)}};
    const std::string words = job.state == studio::JobState::failed ? job.error.text() : job.stage;
    if (!words.empty()) json["statusMessage"] = words;
    json["createdAt"] = task.created;
    json["lastUpdatedAt"] = task.updated;
    json[modern ? "ttlMs" : "ttl"] = nullptr;  // as long as the project is open
    json[modern ? "pollIntervalMs" : "pollInterval"] = kPollMilliseconds;
    return json;
}

ToolReply Tasks::outcome(Workspace& workspace, const Task& task) {
    const Project* project = workspace.find(task.project);
    if (project == nullptr) return ToolReply::fail("cancelled", "the project was closed", "project_id");
    const studio::JobInfo job = project->session->job(task.job);
    if (job.state == studio::JobState::failed) return ToolReply::fail("failed", job.error.what, job.error.where);
    if (job.state == studio::JobState::cancelled) return ToolReply::fail("cancelled", "the job was cancelled; nothing of it was kept");
    return started(*project, task.job, Json::object());
}

}  // namespace yure::mcp
