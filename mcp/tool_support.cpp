#include "tool_support.hpp"

#include <algorithm>
#include <set>

#include "yure/core/hash.hpp"

namespace yure::mcp {
namespace {

constexpr std::size_t kRemembered = 1000;

const char* const kProjectHelp = "project handle, from project_open or project_new";

Json common(const Tool& tool) {
    Json more = Json::object();
    if (tool.needs_project) more["project_id"] = schema::text(kProjectHelp, 40);
    if (tool.changes) {
        more["state"] = schema::text(
            "state token the call was decided on; when the project has moved on since, nothing happens and the error says so", 64);
        more["request_id"] = schema::text(
            "the same id with the same arguments replays the first answer instead of doing it twice", 200);
    }
    return more;
}

std::uint64_t asked(const Tool& tool, const Json& arguments) {
    const std::string text = tool.name + dumped(arguments);
    return hash_bytes(std::as_bytes(std::span(text)));
}

ToolReply unknown_project(const Workspace& workspace, const std::string& id) {
    std::string open;
    for (const auto& [known, project] : const_cast<Workspace&>(workspace).projects()) open += (open.empty() ? "" : ", ") + known;
    return ToolReply::fail("not_found", "there is no open project " + id + (open.empty() ? "; open one with project_open or project_new" : "; open are: " + open),
                           "project_id");
}

}  // namespace

ToolReply ToolReply::fail(std::string code, std::string message, std::string field) {
    ToolReply reply;
    reply.errors.push_back({std::move(code), std::move(message), std::move(field)});
    return reply;
}

ToolReply ToolReply::fail(const Error& error, const char* code) {
    return fail(code, error.what, error.where);
}

namespace {

Json whole_input(const Tool& tool) {
    const Json& input = tool.input;
    const bool needs_project = tool.needs_project;
    Json form = input;
    form.erase("description");
    Json properties = common(tool);
    properties.update(input.value("properties", Json::object()));
    form["type"] = "object";
    form["properties"] = std::move(properties);
    if (needs_project) {
        Json required = Json::array({"project_id"});
        for (const Json& wanted : input.value("required", Json::array())) required.push_back(wanted);
        form["required"] = std::move(required);
    }
    form["additionalProperties"] = false;
    return form;
}

}  // namespace

const std::vector<Tool>& tools() {
    static const std::vector<Tool> all = [] {
        std::vector<Tool> list;
        add_project_tools(list);
        add_inspect_tools(list);
        add_simulation_tools(list);
        add_preview_tools(list);
        add_group_tools(list);
        add_chain_tools(list);
        add_document_tools(list);
        add_job_tools(list);
        // These leave the document alone, yet do something: open, write, stop.
        const std::set<std::string> acting{"project_open", "project_new", "project_save", "project_close", "project_export",
                                           "job_cancel", "simulation_preview", "simulation_preview_step"};
        for (Tool& tool : list) {
            tool.whole_input = whole_input(tool);
            tool.read_only = !tool.changes && !acting.contains(tool.name);
        }
        return list;
    }();
    return all;
}

const Tool* find_tool(const std::string& name) {
    static const std::map<std::string, const Tool*> by_name = [] {
        std::map<std::string, const Tool*> map;
        for (const Tool& tool : tools()) map[tool.name] = &tool;
        return map;
    }();
    const auto place = by_name.find(name);
    return place == by_name.end() ? nullptr : place->second;
}

ToolReply call_tool(Workspace& workspace, const Tool& tool, const Json& arguments) {
    std::vector<Error> wrong;
    studio::check_schema(tool.whole_input, arguments, "", wrong);
    if (!wrong.empty()) {
        ToolReply reply;
        for (const Error& error : wrong) reply.errors.push_back({"invalid_argument", error.what, error.where});
        return reply;
    }
    Project* project = nullptr;
    if (tool.needs_project) {
        const auto id = arguments["project_id"].get<std::string>();
        project = workspace.find(id);
        if (project == nullptr) return unknown_project(workspace, id);
    }
    const std::string request = tool.changes ? arguments.value("request_id", std::string()) : std::string();
    if (project != nullptr && !request.empty()) {
        if (const auto before = project->answered.find(request); before != project->answered.end()) {
            if (before->second.asked != asked(tool, arguments))
                return ToolReply::fail("conflict", "was used for another call already; take a new id", "request_id");
            ToolReply replay;
            replay.result = before->second.result;
            return replay;
        }
    }
    if (project != nullptr) {
        project->session->poll();
        const std::string seen = tool.changes ? arguments.value("state", std::string()) : std::string();
        if (!seen.empty() && seen != project->session->state())
            return ToolReply::fail("state_changed",
                                   "the project is at " + project->session->state() + " now; inspect it again, then decide anew", "state");
    }
    ToolReply reply = tool.call({workspace, project, arguments});
    if (project != nullptr && !request.empty() && reply.ok() && workspace.find(project->id) == project) {
        project->answered[request] = {asked(tool, arguments), reply.result};
        project->answered_order.push_back(request);
        if (project->answered_order.size() > kRemembered) {
            project->answered.erase(project->answered_order.front());
            project->answered_order.erase(project->answered_order.begin());
        }
    }
    return reply;
}

Json notices_json(const Notices& notices) {
    Json list = Json::array();
    for (const Notice& notice : notices) list.push_back({{"where", notice.where}, {"what", notice.what}});
    return list;
}

Json job_json(const studio::JobInfo& job) {
    Json json{{"job_id", job.id},
              {"kind", job.kind},
              {"label", job.label},
              {"simulations", job.subjects},
              {"status", studio::job_state_name(job.state)},
              {"stage", job.stage},
              {"progress", job.fraction}};
    if (job.state == studio::JobState::done) json["result"] = job.result;
    if (job.state == studio::JobState::failed)
        json["error"] = {{"code", "failed"}, {"message", job.error.what}, {"field", job.error.where}};
    if (!job.notices.empty()) json["notices"] = notices_json(job.notices);
    return json;
}

Json project_json(const Project& project) {
    return {{"project_id", project.id}, {"state", project.session->state()}};
}

ToolReply reply_of(const Project& project, const studio::Reply& reply) {
    ToolReply answer;
    for (const Error& issue : reply.issues) answer.errors.push_back({"invalid_argument", issue.what, issue.where});
    if (!answer.ok()) return answer;
    answer.result = project_json(project);
    answer.result["result"] = reply.result;
    answer.result["notices"] = notices_json(reply.notices);
    if (reply.bake_job != 0) answer.result["job_id"] = reply.bake_job;
    return answer;
}

ToolReply apply(const ToolCall& call, const std::string& command, const Json& arguments, bool bake) {
    studio::ApplyOptions options;
    options.origin = studio::Origin::agent;
    options.bake = bake;
    return reply_of(*call.project, call.project->session->apply(command, arguments, options));
}

Json without(Json arguments, std::initializer_list<const char*> names) {
    for (const char* name : {"project_id", "state", "request_id"}) arguments.erase(name);
    for (const char* name : names) arguments.erase(name);
    return arguments;
}

Json wait_argument() {
    return schema::number("s to wait for the job's end before answering, 0..600; 0 = answer at once, then job_wait", 0, 600);
}

ToolReply started(const Project& project, studio::JobId job, const Json& arguments) {
    ToolReply reply;
    reply.result = project_json(project);
    reply.result["job"] = job_json(project.session->job(job));
    if (const double seconds = arguments.value("wait_seconds", 0.0); seconds > 0.0)
        reply.wait = JobWait{project.id, job, seconds};
    return reply;
}

}  // namespace yure::mcp
