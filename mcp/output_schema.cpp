#include "output_schema.hpp"

namespace yure::mcp::output {
namespace {

Json typed(const char* type, const char* description) {
    Json form{{"type", type}};
    if (*description != 0) form["description"] = description;
    return form;
}

Json job_form(const Members& more) {
    Members optional{{"error", object({{"code", text()}, {"message", text()}, {"field", text()}})}, {"notices", notices()}};
    optional.insert(optional.end(), more.begin(), more.end());
    Json status = text("done and failed, cancelled are the end");
    status["enum"] = {"queued", "running", "done", "failed", "cancelled"};
    return object({{"job_id", whole()},
                   {"kind", text()},
                   {"label", text()},
                   {"simulations", list(text())},
                   {"status", std::move(status)},
                   {"stage", text("what it does just now")},
                   {"progress", number("0..1")}},
                  optional);
}

}  // namespace

Json text(const char* description) { return typed("string", description); }
Json number(const char* description) { return typed("number", description); }
Json whole(const char* description) { return typed("integer", description); }
Json flag(const char* description) { return typed("boolean", description); }
Json open(const char* description) { return typed("object", description); }

Json list(Json items, const char* description) {
    Json form = typed("array", description);
    form["items"] = std::move(items);
    return form;
}

Json or_null(Json inner) {
    inner["type"] = Json::array({inner["type"], "null"});
    return inner;
}

Json any_of(std::vector<Json> forms) {
    return {{"anyOf", std::move(forms)}};
}

Json map(Json values, const char* description) {
    Json form = typed("object", description);
    form["additionalProperties"] = std::move(values);
    return form;
}

Json object(const Members& members, const Members& optional, const char* description) {
    Json form = typed("object", description);
    form["properties"] = Json::object();
    Json required = Json::array();
    for (const auto& [name, member] : members) {
        form["properties"][name] = member;
        required.push_back(name);
    }
    for (const auto& [name, member] : optional) form["properties"][name] = member;
    if (!required.empty()) form["required"] = std::move(required);
    form["additionalProperties"] = false;
    return form;
}

Json notices() {
    return list(object({{"where", text()}, {"what", text()}}), "what was passed over or decided, and why");
}

Json project(Members more, const Members& optional) {
    more.insert(more.begin(), {{"project_id", text("for all other tools")}, {"state", text("token of the project as it is now")}});
    return object(more, optional);
}

Json edit(Json result) {
    return project({{"result", std::move(result)}, {"notices", notices()}}, {{"job_id", whole("the bake that follows; job_wait waits for it")}});
}

Json job(Json result) {
    return project({{"job", job_form({{"result", std::move(result)}})}});
}

Json job_entry() {
    return job_form({});
}

Json body_result() {
    return object({}, {{"body", text("the simulation's id")}});
}

Json group_result() {
    return object({{"meshes", list(text())}, {"group", text()}});
}

Json preset_result() {
    return object({{"preset", text()},
                   {"summary", text()},
                   {"bodies", list(object({{"change", text("made, changed, kept or removed")}, {"id", text()}, {"meshes", list(text())}}))},
                   {"weights", list(object({{"mesh", text()}, {"kind", text()}, {"name", text()}, {"change", text("write or remove")}}))},
                   {"rebake", list(text(), "simulations that a bake follows for")},
                   {"decisions", list(object({{"about", text()}, {"what", text()}, {"why", text()}}))}},
                  {{"resting", list(object({{"group", text()}, {"parameter", text()}}), "old swing that rests now")},
                   {"pendulums", list(text(), "ordinary pendulum groups that were made")},
                   {"looseness", list(object({{"mesh", text()}, {"role", text()}, {"loose_art", number("0..1")}, {"loose_vertices", number("0..1")},
                                              {"skin_art", number("0..1")}, {"simulated", flag()}, {"why", text()}}))}});
}

Json report() {
    Json form = open("as docs/report.schema.json describes a body");
    form["required"] = {"summary", "clips"};
    form["properties"] = {{"summary", open("metrics over all measured motions")}, {"clips", list(open("a motion's metrics"))}};
    return form;
}

Json bake_result() {
    Json outcome = text();
    outcome["enum"] = {"baked", "fresh", "failed", "dropped", "disabled"};
    return object({{"bodies", list(object({{"body", text()}, {"outcome", std::move(outcome)}},
                                          {{"report", report()}, {"error", object({{"where", text()}, {"what", text()}})}}))}});
}

Json compare_result() {
    return object({{"bodies", list(object({{"body", text()},
                                           {"clips", list(open("a motion's metrics"))},
                                           {"summary", open("over all of them")},
                                           {"warnings", list(object({{"metric", text()}, {"value", number()}, {"limit", number()}, {"text", text()}}))}}))}});
}

Json trial_result() {
    const Json row = object({{"input", text()}, {"value", number()}, {"reach_px", number()}, {"peak_px", number()}, {"peak_time_s", number()},
                             {"peak_mesh", text()}, {"held_px", number()}, {"release_peak_px", number()}, {"drift_px", number()}, {"stretch", number()},
                             {"settle_s", or_null(number())}});
    return object({{"simulations", list(object({{"id", text()}, {"particles", whole()}, {"pinned", flag()}, {"length_px", number()}, {"peak_px", number()},
                                                {"drift_px", number()}, {"stretch", number()}, {"rows", list(row)},
                                                {"hints", list(object({{"setting", text()}, {"what", text()}}))}}))}});
}

Json export_result() {
    return object({{"folder", text()}, {"losses", open("the loss report: what was baked, approximated, dropped, and why")}});
}

Json chain_play_result() {
    const Json rows = list(list(number()), "per frame: x, y of every joint, canvas px");
    return object({{"fps", number()}, {"motion", text()}, {"strands", list(whole(), "joints of each")}, {"rest", list(number())},
                   {"animated", rows}, {"simulated", rows}, {"every", whole()}});
}

Json chain_motion_result() {
    return object({{"out", text()}, {"curves", whole()}, {"seconds", number()}, {"largest_error_degrees", number()}, {"seam_degrees", number()}});
}

}  // namespace yure::mcp::output
