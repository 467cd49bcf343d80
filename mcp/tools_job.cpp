#include "tool_support.hpp"

namespace yure::mcp {
namespace {

ToolReply with_job(const ToolCall& call, const std::function<ToolReply(studio::JobId)>& act) {
    const auto id = call.arguments["job_id"].get<studio::JobId>();
    if (call.project->session->job(id).id == 0) return ToolReply::fail("not_found", "there is no such job; the last 200 are remembered", "job_id");
    return act(id);
}

ToolReply get(const ToolCall& call) {
    return with_job(call, [&](studio::JobId id) { return started(*call.project, id, Json::object()); });
}

ToolReply wait(const ToolCall& call) {
    return with_job(call, [&](studio::JobId id) {
        Json arguments = call.arguments;
        if (!arguments.contains("wait_seconds")) arguments["wait_seconds"] = 60.0;
        return started(*call.project, id, arguments);
    });
}

ToolReply cancel(const ToolCall& call) {
    return with_job(call, [&](studio::JobId id) {
        call.project->session->cancel(id);
        return started(*call.project, id, Json::object());
    });
}

ToolReply list_jobs(const ToolCall& call) {
    ToolReply reply;
    reply.result = project_json(*call.project);
    reply.result["jobs"] = Json::array();
    for (const studio::JobInfo& job : call.project->session->jobs()) {
        Json json = job_json(job);
        json.erase("result");
        reply.result["jobs"].push_back(std::move(json));
    }
    return reply;
}

}  // namespace

void add_job_tools(std::vector<Tool>& list) {
    using namespace schema;
    const Json any = output::job(output::any_of({output::bake_result(), output::compare_result(), output::trial_result(), output::export_result(),
                                                 output::chain_play_result(), output::chain_motion_result()}));
    const Json id = whole("job, as a tool that starts one told", 1, 2000000000);
    list.push_back({"job_get", "State and progress of a job now, and its result when it is done.", object("", {{"job_id", id}}, {"job_id"}),
                    any, true, false, get});
    list.push_back({"job_wait", "The same once the job is over or the time is up. With a progressToken, progress is told meanwhile.",
                    object("", {{"job_id", id}, {"wait_seconds", number("s, 0..600; 60 when left out", 0, 600)}}, {"job_id"}), any, true,
                    false, wait});
    list.push_back({"job_list", "Jobs of the project, oldest first, without their results.", object("", {}),
                    output::project({{"jobs", output::list(output::job_entry())}}), true, false, list_jobs});
    list.push_back({"job_cancel", "Cancel a job; nothing of it is kept.", object("", {{"job_id", id}}, {"job_id"}), any, true, false, cancel});
}

}  // namespace yure::mcp
