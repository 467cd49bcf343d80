#include "yure/mcp/server.hpp"

#include "guide.hpp"
#include "json_rpc.hpp"
#include "resources.hpp"
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
    Clock::time_point until, next_progress;
    Json progress_token;
    double told = -1.0;
};

}  // namespace

struct Server::Impl {
    explicit Impl(const ServerOptions& given)
        : options(given), workspace(FileRoot::at(given.root).value(), session_options(given)) {}

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
        for (const Tool& tool : tools())
            list.push_back({{"name", tool.name},
                            {"description", tool.description},
                            {"inputSchema", tool.input_schema()},
                            {"outputSchema", tool.output_schema()},
                            {"annotations", {{"readOnlyHint", !tool.changes && tool.name.find("_save") == std::string::npos && tool.name.find("_export") == std::string::npos},
                                             {"openWorldHint", false}}}});
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
                                   {"capabilities", capabilities()},
                                   {"instructions", instructions()},
                                   {"_meta", {{"io.modelcontextprotocol/serverInfo", server_info()}}}},
                                  true, kListSeconds));
        if (method == "initialize") return initialize(params, answer);
        if (method == "ping") return answer(dressed(Json::object(), modern));
        if (method == "tools/list") return answer(tool_list(modern));
        if (method == "tools/call") return call(message, meta, modern, emit, stream);
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

    static Json capabilities() {
        return {{"tools", Json::object()}, {"resources", Json::object()}, {"prompts", Json::object()}};
    }

    template <class Answer>
    void initialize(const Json& params, const Answer& answer) {
        const std::string wanted = text_of(params, "protocolVersion");
        const auto known = std::find(kLegacy.begin(), kLegacy.end(), wanted);
        answer({{"protocolVersion", known != kLegacy.end() ? *known : kLegacy.front()},
                {"capabilities", capabilities()},
                {"serverInfo", server_info()},
                {"instructions", instructions()}});
    }

    void call(const Message& message, const Json& meta, bool modern, const Emit& emit, const void* stream) {
        const std::string name = text_of(message.params, "name");
        const Tool* tool = find_tool(name);
        if (tool == nullptr) return emit(error_message(message.id, code::invalid_params, "there is no tool " + name));
        const Json arguments = message.params.value("arguments", Json::object());
        if (!arguments.is_object()) return emit(error_message(message.id, code::invalid_params, "\"arguments\" must be an object"));
        ToolReply reply;
        try {
            reply = call_tool(workspace, *tool, arguments);
        } catch (const std::exception& fault) {  // the standard library's own: memory, a number out of range
            reply = ToolReply::fail("failed", std::string("this call could not be carried out: ") + fault.what());
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
                if (Project* project = workspace.find(it->wait.project)) project->session->cancel(it->wait.job);
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
};

Server::Server(const ServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
Server::~Server() = default;

void Server::receive(std::string_view message, const Emit& emit, const void* stream) {
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
    impl_->poll();
}

void Server::forget(const void* stream) {
    impl_->pending.remove_if([&](const Pending& waiting) {
        if (waiting.stream != stream) return false;
        if (Project* project = impl_->workspace.find(waiting.wait.project)) project->session->cancel(waiting.wait.job);
        return true;
    });
}

bool Server::waiting() const {
    return !impl_->pending.empty();
}

void Server::close() {
    impl_->pending.clear();
    for (auto& [id, project] : impl_->workspace.projects()) {
        for (const studio::JobInfo& job : project.session->jobs())
            if (!studio::is_over(job.state)) project.session->cancel(job.id);
        project.session->poll();
    }
    impl_->workspace.projects().clear();
}

}  // namespace yure::mcp
