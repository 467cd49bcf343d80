/// Tools: what an agent can call. One list, described by JSON Schema (2020-12). Private to mcp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "json_rpc.hpp"
#include "output_schema.hpp"
#include "workspace.hpp"
#include "yure/studio/schema.hpp"

namespace yure::mcp {

namespace schema = studio::schema;

/// A business error: {code, message, field}. Codes: "invalid_argument", "not_found", "state_changed", "conflict",
/// "failed", "cancelled".
struct ToolError {
    std::string code, message, field;
};

/// A job whose end the caller waits for.
struct JobWait {
    std::string project;
    studio::JobId job = 0;
    double seconds = 0.0;
};

struct ToolReply {
    std::vector<ToolError> errors;  ///< not empty = the call failed and nothing was changed
    Json result = Json::object();
    std::vector<std::byte> png;     ///< a picture beside the result; empty = none
    std::optional<JobWait> wait;    ///< answer when the job is over (or the time is up): `result` gets "job"
    bool ok() const { return errors.empty(); }

    static ToolReply fail(std::string code, std::string message, std::string field = "");
    static ToolReply fail(const Error& error, const char* code = "invalid_argument");
};

struct ToolCall {
    Workspace& workspace;
    Project* project = nullptr;  ///< set for every tool with `needs_project`
    const Json& arguments;       ///< passed the schema
};

struct Tool {
    std::string name, description;
    Json input, output;          ///< without what `needs_project` and `changes` add to the input
    bool needs_project = true;   ///< takes project_id
    bool changes = false;        ///< takes state and request_id; changes the project
    std::function<ToolReply(const ToolCall&)> call;

    Json whole_input = {};   ///< with what they add; filled by `tools`
    bool read_only = false;  ///< neither project, files nor jobs are other afterwards; filled by `tools`
};

/// All tools in a fixed order.
const std::vector<Tool>& tools();
const Tool* find_tool(const std::string& name);

void add_project_tools(std::vector<Tool>& list);
void add_inspect_tools(std::vector<Tool>& list);
void add_simulation_tools(std::vector<Tool>& list);
void add_preview_tools(std::vector<Tool>& list);
void add_group_tools(std::vector<Tool>& list);
void add_chain_tools(std::vector<Tool>& list);
void add_document_tools(std::vector<Tool>& list);
void add_job_tools(std::vector<Tool>& list);

/// Runs a tool as the protocol asks for it: schema, project, state, request_id. `answered` replies are replayed.
ToolReply call_tool(Workspace& workspace, const Tool& tool, const Json& arguments);

// --- for tools ---------------------------------------------------------------------------------------------------------

/// A command on the project as an agent's edit; the reply has project_id, state, result, notices and the bake that follows.
ToolReply apply(const ToolCall& call, const std::string& command, const Json& arguments, bool bake = false);
ToolReply reply_of(const Project& project, const studio::Reply& reply);
Json notices_json(const Notices& notices);
Json job_json(const studio::JobInfo& job);
/// {"project_id","state"}
Json project_json(const Project& project);
/// `arguments` without the members named.
Json without(Json arguments, std::initializer_list<const char*> names);
/// A job that was just started, waited for as long as `wait_seconds` says.
ToolReply started(const Project& project, studio::JobId job, const Json& arguments);
Json wait_argument();

}  // namespace yure::mcp
