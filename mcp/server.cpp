#include "yure/mcp/server.hpp"

#include "guide.hpp"
#include "json_rpc.hpp"
#include "resources.hpp"
#include "tasks.hpp"
#include "tool_support.hpp"
#include "workspace.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <list>

namespace yure::mcp {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kModern = "2026-07-28";
constexpr std::array<const char*, 4> kLegacy{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};
constexpr const char* kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr int kListSeconds = 3600;
constexpr std::chrono::milliseconds kProgressPause{100};

Json supported_versions() {
    Json list = Json::array({kModern});
    for (const char* version : kLegacy) list.push_back(version);
    return list;
}

/// A tool call that is answered when its job is over.
struct Pending {
    Json id;
    bool modern = false;
    Emit emit;
    const void* stream = nullptr;
    JobWait wait;
    Json result;
    std::string task;  ///< the answer to tasks/result is of this task; empty = to the call itself
    Clock::time_point until, next_progress;
    Json progress_token;
    double told = -1.0;
};

}  // namespace

struct Server::Impl {
    explicit Impl(const ServerOptions& given)
        : options(given), workspace(FileRoot::at(given.root).value(), session_options(given)) {}

    /// The session of somebody else, as it is now.
    void take_shared() {
        if (!options.session) return;
        const SharedSession shared = options.session();
        workspace.share(shared.session, shared.serial);
    }

    static studio::SessionOptions session_options(const ServerOptions& given) {
        studio::SessionOptions options;
        options.workers = given.workers;
        options.threads = given.threads;
        return options;
    }

    Json server_info() const { return {{"name", "yure"}, {"title", "Yure"}, {"version", options.version}}; }

    // --- answers --------------------------------------------------------------------------------------------------

    /// A result with what its era adds. Lists and reads may be kept by modern clients for a while.
    static Json dressed(Json result, bool modern, int seconds_to_live = -1) {
        if (!modern) return result;
        result["resultType"] = "complete";
        if (seconds_to_live >= 0) {
            result["ttlMs"] = 1000 * seconds_to_live;
            result["cacheScope"] = "private";
        }
        return result;
    }

    static Json tool_result(const ToolReply& reply, bool modern) {
        Json result{{"content", Json::array()}};
        if (!reply.ok()) {
            Json errors = Json::array();
            for (const ToolError& error : reply.errors) errors.push_back({{"code", error.code}, {"message", error.message}, {"field", error.field}});
            const Json body = errors.size() == 1 ? errors[0] : Json{{"code", errors[0]["code"]}, {"message", errors[0]["message"]}, {"field", errors[0]["field"]}, {"errors", errors}};
            result["content"].push_back({{"type", "text"}, {"text", dumped(body)}});
            result["isError"] = true;
            return dressed(std::move(result), modern);
        }
        result["content"].push_back({{"type", "text"}, {"text", dumped(reply.result)}});
        if (!reply.png.empty()) result["content"].push_back({{"type", "image"}, {"data", base64(reply.png)}, {"mimeType", "image/png"}});
        result["structuredContent"] = reply.result;
        result["isError"] = false;
        return dressed(std::move(result), modern);
    }

    Json tool_list(bool modern) const {
        Json list = Json::array();
        for (const Tool& tool : tools()) {
            Json entry{{"name", tool.name},
                       {"description", tool.description},
                       {"inputSchema", tool.whole_input},
                       {"outputSchema", tool.output},
                       {"annotations", {{"readOnlyHint", tool.read_only}, {"openWorldHint", false}}}};
            if (!modern && old_tasks && Tasks::can_run(tool)) entry["execution"] = {{"taskSupport", "optional"}};
            list.push_back(std::move(entry));
        }
        return dressed({{"tools", std::move(list)}}, modern, kListSeconds);
    }

    // --- requests -------------------------------------------------------------------------------------------------

    void request(const Message& message, const Emit& emit, const void* stream) {
        const Json& params = message.params;
        const Json meta = params.contains("_meta") && params["_meta"].is_object() ? params["_meta"] : Json::object();
        const bool modern = meta.contains(kVersionKey);
        const auto answer = [&](Json result) { emit(result_message(message.id, std::move(result))); };
        const auto refuse = [&](int code, const std::string& what, Json data = nullptr) { emit(error_message(message.id, code, what, std::move(data))); };
        if (modern && meta[kVersionKey] != kModern)
            return refuse(code::unsupported_version, "this protocol version is not served statelessly",
                          {{"supported", supported_versions()}, {"requested", meta[kVersionKey]}});
        const std::string& method = message.method;
        if (method == "server/discover")
            return answer(dressed({{"supportedVersions", supported_versions()},
                                   {"capabilities", capabilities(true)},
                                   {"instructions", instructions()},
                                   {"_meta", {{"io.modelcontextprotocol/serverInfo", server_info()}}}},
                                  true, kListSeconds));
        if (method == "initialize") return initialize(params, answer);
        if (method == "ping") return answer(dressed(Json::object(), modern));
        if (method == "tools/list") return answer(tool_list(modern));
        if (method == "tools/call") return call(message, meta, modern, emit, stream);
        if (method.starts_with("tasks/") && (modern ? declares_tasks(meta) : old_tasks))
            return task_request(message, modern, emit, stream, answer, refuse);
        if (method == "prompts/list") return answer(dressed(prompt_list(), modern, kListSeconds));
        if (method == "prompts/get") {
            std::string problem;
            Json found = prompt(text_of(params, "name"), params.value("arguments", Json::object()), problem);
            return found.is_null() ? refuse(code::invalid_params, problem) : answer(dressed(std::move(found), modern));
        }
        if (method == "resources/list") return answer(dressed(resource_list(workspace), modern, 0));
        if (method == "resources/templates/list") return answer(dressed(resource_templates(), modern, kListSeconds));
        if (method == "resources/read") {
            std::string problem;
            std::optional<Json> found = read_resource(workspace, text_of(params, "uri"), problem);
            return found ? answer(dressed(std::move(*found), modern, 0))
                         : refuse(modern ? code::invalid_params : code::no_resource, problem, {{"uri", text_of(params, "uri")}});
        }
        refuse(code::no_method, "there is no method " + method);
    }

    static std::string text_of(const Json& params, const char* name) {
        return params.contains(name) && params[name].is_string() ? params[name].get<std::string>() : std::string();
    }

    Json capabilities(bool modern) const {
        Json json{{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}};
        if (modern) json["extensions"] = {{kTasksExtension, Json::object()}};
        if (!modern && old_tasks)
            json["tasks"] = {{"list", Json::object()}, {"cancel", Json::object()}, {"requests", {{"tools", {{"call", Json::object()}}}}}};
        return json;
    }

    /// A modern request whose client takes task handles.
    static bool declares_tasks(const Json& meta) {
        const auto member = [](const Json& object, const char* name) -> const Json& {
            static const Json none;
            return object.is_object() && object.contains(name) ? object[name] : none;
        };
        return member(member(member(meta, "io.modelcontextprotocol/clientCapabilities"), "extensions"), kTasksExtension).is_object();
    }

    /// tasks/get, tasks/cancel, and tasks/update of the extension or tasks/result and tasks/list of 2025-11-25.
    template <class Answer, class Refuse>
    void task_request(const Message& message, bool modern, const Emit& emit, const void* stream, const Answer& answer, const Refuse& refuse) {
        const std::string& method = message.method;
        if (method == "tasks/list" && !modern) {
            Json list = Json::array();
            for (const Tasks::Task* task : tasks.all(workspace)) list.push_back(Tasks::fields(*task, job_of(*task), false));
            return answer({{"tasks", std::move(list)}});
        }
        const bool known = method == "tasks/get" || method == "tasks/cancel" || method == (modern ? "tasks/update" : "tasks/result");
        if (!known) return refuse(code::no_method, "there is no method " + method, nullptr);
        const std::string id = text_of(message.params, "taskId");
        const Tasks::Task* task = tasks.find(workspace, id);
        if (task == nullptr) return refuse(code::invalid_params, "there is no task " + id + "; its project may have been closed", nullptr);
        const studio::JobInfo job = job_of(*task);
        if (method == "tasks/get") {
            Json fields = Tasks::fields(*task, job, modern);
            if (modern && studio::is_over(job.state) && job.state != studio::JobState::cancelled) fields["result"] = tool_result(Tasks::outcome(workspace, *task), true);
            return answer(dressed(std::move(fields), modern));
        }
        if (method == "tasks/update") return answer(dressed(Json::object(), true));  // no task here ever asks for input
        if (method == "tasks/cancel") {
            if (!modern && studio::is_over(job.state)) return refuse(code::invalid_params, "task " + id + " is over already", nullptr);
            workspace.find(task->project)->session->cancel(task->job);
            return answer(modern ? dressed(Json::object(), true) : Tasks::fields(*task, job_of(*task), false));
        }
        // tasks/result: when the job is over
        Pending waiting;
        waiting.id = message.id;
        waiting.emit = emit;
        waiting.stream = stream;
        waiting.wait = {task->project, task->job, 0.0};
        waiting.task = id;
        waiting.until = Clock::time_point::max();
        pending.push_back(std::move(waiting));
        poll();
    }

    studio::JobInfo job_of(const Tasks::Task& task) {
        Project* project = workspace.find(task.project);
        return project == nullptr ? studio::JobInfo{} : project->session->job(task.job);
    }

    template <class Answer>
    void initialize(const Json& params, const Answer& answer) {
        const std::string wanted = text_of(params, "protocolVersion");
        const auto known = std::find(kLegacy.begin(), kLegacy.end(), wanted);
        old_tasks = known == kLegacy.end() || *known == kLegacy.front();
        answer({{"protocolVersion", known != kLegacy.end() ? *known : kLegacy.front()},
                {"capabilities", capabilities(false)},
                {"serverInfo", server_info()},
                {"instructions", instructions()}});
    }

    void call(const Message& message, const Json& meta, bool modern, const Emit& emit, const void* stream) {
        const std::string name = text_of(message.params, "name");
        const Tool* tool = find_tool(name);
        if (tool == nullptr) return emit(error_message(message.id, code::invalid_params, "there is no tool " + name));
        const Json arguments = message.params.value("arguments", Json::object());
        if (!arguments.is_object()) return emit(error_message(message.id, code::invalid_params, "\"arguments\" must be an object"));
        const bool old_task = !modern && old_tasks && message.params.contains("task");
        if (old_task && !Tasks::can_run(*tool)) return emit(error_message(message.id, code::no_method, name + " is no tool to run as a task"));
        ToolReply reply;
        try {
            reply = call_tool(workspace, *tool, arguments);
        } catch (const std::exception& fault) {  // the standard library's own: memory, a number out of range
            reply = ToolReply::fail("failed", std::string("this call could not be carried out: ") + fault.what());
        }
        if (reply.ok() && Tasks::can_run(*tool) && (old_task || (modern && declares_tasks(meta)))) {
            const Tasks::Task& task = tasks.add(reply.result["project_id"].get<std::string>(), reply.result["job"]["job_id"].get<studio::JobId>());
            Json fields = Tasks::fields(task, job_of(task), modern);
            if (!modern) return emit(result_message(message.id, {{"task", std::move(fields)}}));
            fields["resultType"] = "task";
            return emit(result_message(message.id, std::move(fields)));
        }
        if (!reply.wait || !reply.ok()) return emit(result_message(message.id, tool_result(reply, modern)));
        Pending waiting;
        waiting.id = message.id;
        waiting.modern = modern;
        waiting.emit = emit;
        waiting.stream = stream;
        waiting.wait = *reply.wait;
        waiting.result = std::move(reply.result);
        waiting.until = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000.0 * waiting.wait.seconds));
        if (meta.contains("progressToken") && (meta["progressToken"].is_string() || meta["progressToken"].is_number_integer()))
            waiting.progress_token = meta["progressToken"];
        pending.push_back(std::move(waiting));
        poll();
    }

    void notification(const Message& message) {
        if (message.method != "notifications/cancelled" || !message.params.contains("requestId")) return;
        const Json& id = message.params["requestId"];
        for (auto it = pending.begin(); it != pending.end();)
            if (it->id == id) {
                // whoever waits for a task's result may stop to wait; the task goes on until tasks/cancel
                if (Project* project = workspace.find(it->wait.project); project != nullptr && it->task.empty()) project->session->cancel(it->wait.job);
                it = pending.erase(it);
            } else {
                ++it;
            }
    }

    void poll() {
        workspace.poll();
        const Clock::time_point now = Clock::now();
        for (auto it = pending.begin(); it != pending.end();) {
            Project* project = workspace.find(it->wait.project);
            if (project == nullptr) {
                it->emit(result_message(it->id, tool_result(ToolReply::fail("cancelled", "the project was closed", "project_id"), it->modern)));
                it = pending.erase(it);
                continue;
            }
            const studio::JobInfo job = project->session->job(it->wait.job);
            if (studio::is_over(job.state) || now >= it->until) {
                if (!it->task.empty()) {
                    const Tasks::Task* task = tasks.find(workspace, it->task);
                    Json result = tool_result(task != nullptr ? Tasks::outcome(workspace, *task) : ToolReply::fail("cancelled", "the task is forgotten"), false);
                    result["_meta"] = {{"io.modelcontextprotocol/related-task", {{"taskId", it->task}}}};
                    it->emit(result_message(it->id, std::move(result)));
                    it = pending.erase(it);
                    continue;
                }
                ToolReply reply;
                reply.result = std::move(it->result);
                reply.result["state"] = project->session->state();
                reply.result["job"] = job_json(job);
                it->emit(result_message(it->id, tool_result(reply, it->modern)));
                it = pending.erase(it);
                continue;
            }
            if (!it->progress_token.is_null() && job.fraction > it->told && now >= it->next_progress) {
                it->emit(notification_message("notifications/progress", {{"progressToken", it->progress_token},
                                                                         {"progress", job.fraction},
                                                                         {"total", 1.0},
                                                                         {"message", job.stage}}));
                it->told = job.fraction;
                it->next_progress = now + kProgressPause;
            }
            ++it;
        }
    }

    ServerOptions options;
    Workspace workspace;
    std::list<Pending> pending;
    Tasks tasks;
    bool old_tasks = false;  ///< the client said hello in the version that has experimental tasks
};

Server::Server(const ServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Server::~Server() = default;

void Server::receive(std::string_view message, const Emit& emit, const void* stream) {
    impl_->take_shared();
    Reading reading = read_message(message);
    if (!reading.message) return emit(reading.error);
    switch (reading.message->kind) {
        case Message::Kind::request:
            return impl_->request(*reading.message, emit, stream);
        case Message::Kind::notification:
            return impl_->notification(*reading.message);
        case Message::Kind::response:
            return;  // nothing was asked of the client
    }
}

void Server::receive(std::string_view message, const Emit& emit) {
    receive(message, emit, nullptr);
}

void Server::poll() {
    impl_->take_shared();
    impl_->poll();
}

void Server::forget(const void* stream) {
    impl_->take_shared();
    impl_->pending.remove_if([&](const Pending& waiting) {
        if (waiting.stream != stream) return false;
        if (Project* project = impl_->workspace.find(waiting.wait.project); project != nullptr && waiting.task.empty())
            project->session->cancel(waiting.wait.job);
        return true;
    });
}

bool Server::waiting() const {
    return !impl_->pending.empty();
}

void Server::close() {
    impl_->pending.clear();
    if (impl_->workspace.is_shared()) return;  // its owner brings it to rest
    for (auto& [id, project] : impl_->workspace.projects()) {
        for (const studio::JobInfo& job : project.session->jobs())
            if (!studio::is_over(job.state)) project.session->cancel(job.id);
        project.session->poll();
    }
    impl_->workspace.projects().clear();
}

}  // namespace yure::mcp
