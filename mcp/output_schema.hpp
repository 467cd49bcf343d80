/// What tools answer, as JSON Schema (2020-12). Closed objects, so that a member nobody described is a fault that tests
/// find. Private to mcp.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "json_rpc.hpp"

namespace yure::mcp::output {

using Members = std::vector<std::pair<std::string, Json>>;

Json text(const char* description = "");
Json number(const char* description = "");
Json whole(const char* description = "");
Json flag(const char* description = "");
Json list(Json items, const char* description = "");
Json or_null(Json inner);
Json any_of(std::vector<Json> forms);
/// Any object: for what is described elsewhere (a report, a body's settings).
Json open(const char* description);
/// Names nobody knows beforehand, values of one form.
Json map(Json values, const char* description = "");
/// A closed object; `optional` members may be absent.
Json object(const Members& members, const Members& optional = {}, const char* description = "");

/// [{"where","what"}…]
Json notices();
/// {"project_id","state", and more}.
Json project(Members more, const Members& optional = {});
/// The answer of an edit: project, `result`, notices, the bake that follows.
Json edit(Json result);
/// The answer of what starts a job, whose result is of the form.
Json job(Json result);
/// A job by itself, as lists hold them: without its result.
Json job_entry();

// Results of commands and jobs.
Json body_result();
Json group_result();
Json preset_result();
Json bake_result();
Json compare_result();
Json trial_result();
Json export_result();
Json chain_play_result();
Json chain_motion_result();
/// A bake's report, as docs/report.schema.json has it for one body.
Json report();

}  // namespace yure::mcp::output
