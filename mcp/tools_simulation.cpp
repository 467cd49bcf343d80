#include <algorithm>

#include "tool_support.hpp"
#include "yure/studio/bake_run.hpp"
#include "yure/studio/project_compare.hpp"
#include "yure/studio/trial.hpp"

namespace yure::mcp {
namespace {

/// The names of the protocol's older cousin beside ours: targets, input_ranges, force_inputs, static_inputs, blend_shapes,
/// training_clips.
Json put_schema() {
    using namespace schema;
    Json form = object("", {{"id", text("simulation: an existing one is changed, another is made", 40)},
                            {"targets", schema::list("art meshes simulated together (the same as meshes)", text("art mesh id", 63), 1, 1000)},
                            {"material_preset", text("named material, taken before single values of material", 40)},
                            {"input_ranges", map("input -> [low, high] it is trained over, in the parameter's units; replaces all ranges",
                                                 schema::list("", any_number(""), 2, 2))},
                            {"force_inputs", schema::list("inputs that stay though they hardly move it; replaces the list", text("parameter id", 63), 0, 64)},
                            {"static_inputs", schema::list("exact poses: inputs whose held poses are baked exactly", text("parameter id", 63), 0, 4)},
                            {"blend_shapes", Json{{"type", Json::array({"boolean", "null"})}, {"description", "true = blend shapes, false = keyform axes, null = by need"}}},
                            {"training_clips", map("motion -> weight .05..1 of motions the bake also learns from; replaces all", number("weight", 0.05, 1))}},
                       {"id"});
    for (const auto& [name, member] : studio::body_schema()["properties"].items()) form["properties"][name] = member;
    // inputs may also be plain ids
    Json inputs = form["properties"]["inputs"];
    inputs["items"] = Json{{"type", Json::array({"string", "object"})}, {"description", "parameter id, or {id, span, keep}"}};
    form["properties"]["inputs"] = std::move(inputs);
    form["properties"]["vertical"] = Json{{"type", Json::array({"string", "boolean", "null"})}, {"description", "follow up-and-down inputs: auto (null), on (true), off (false)"}};
    return form;
}

/// Arguments as the commands take them. Inputs, ranges and forced ones become one list, on top of what the body has.
Json as_settings(const Json& given, const studio::Body* before) {
    Json settings = without(given, {"id", "targets", "input_ranges", "force_inputs", "static_inputs", "blend_shapes", "training_clips", "vertical"});
    if (given.contains("targets")) settings["meshes"] = given["targets"];
    if (given.contains("static_inputs")) settings["static"] = given["static_inputs"].empty() ? Json("off") : given["static_inputs"];
    if (given.contains("training_clips")) settings["training"] = given["training_clips"];
    if (given.contains("blend_shapes"))
        settings["write"] = given["blend_shapes"].is_null() ? "auto" : given["blend_shapes"].get<bool>() ? "blend" : "axes";
    if (given.contains("vertical")) {
        const Json& vertical = given["vertical"];
        settings["vertical"] = vertical.is_string() ? vertical : Json(vertical.is_null() ? "auto" : vertical.get<bool>() ? "on" : "off");
    }
    const bool ranges = given.contains("input_ranges"), forced = given.contains("force_inputs");
    if (!given.contains("inputs") && !ranges && !forced) return settings;
    Json inputs = Json::array();
    if (given.contains("inputs")) {
        for (const Json& input : given["inputs"]) inputs.push_back(input.is_string() ? Json{{"id", input}} : input);
    } else if (before != nullptr) {
        inputs = studio::to_json(*before)["inputs"];
    }
    for (Json& input : inputs) {
        if (!input.contains("id") || !input["id"].is_string()) continue;
        const auto id = input["id"].get<std::string>();
        if (ranges) input["span"] = given["input_ranges"].contains(id) ? given["input_ranges"][id] : Json(nullptr);
        if (forced) {
            const Json& list = given["force_inputs"];
            input["keep"] = std::find(list.begin(), list.end(), Json(id)) != list.end();
        }
    }
    settings["inputs"] = std::move(inputs);
    return settings;
}

ToolReply put(const ToolCall& call) {
    const auto id = call.arguments["id"].get<std::string>();
    const studio::Body* before = call.project->session->document().bodies.find(id);
    Json settings = as_settings(call.arguments, before);
    settings[before != nullptr ? "body" : "id"] = id;
    return apply(call, before != nullptr ? "body.set" : "body.add", settings);
}

ToolReply remove(const ToolCall& call) {
    return apply(call, "body.remove", {{"body", call.arguments["simulation_id"]}});
}

ToolReply clear_bake(const ToolCall& call) {
    Json arguments = Json::object();
    if (call.arguments.contains("simulation_id")) arguments["body"] = call.arguments["simulation_id"];
    return apply(call, "bake.clear", arguments);
}

ToolReply bake(const ToolCall& call) {
    std::vector<std::string> bodies;
    if (call.arguments.contains("simulation_ids")) bodies = call.arguments["simulation_ids"].get<std::vector<std::string>>();
    const studio::BakeStart start =
        call.project->session->bake(bodies, call.arguments.value("clip_seed", std::uint64_t{0}));
    if (!start.status) return ToolReply::fail(start.status.error());
    if (start.job == 0) return ToolReply::fail("failed", "there is nothing to bake: no simulation is enabled", "simulation_ids");
    return started(*call.project, start.job, call.arguments);
}

Json trial_json(const studio::Trial& trial) {
    Json bodies = Json::array();
    for (const studio::BodyTrial& body : trial.bodies) {
        Json rows = Json::array(), hints = Json::array();
        for (const studio::TrialRow& row : body.rows) {
            Json json{{"input", row.input}, {"value", row.value},     {"reach_px", row.reach}, {"peak_px", row.peak},
                      {"peak_time_s", row.peak_time}, {"peak_mesh", row.peak_mesh}, {"held_px", row.held},
                      {"release_peak_px", row.release_peak}, {"drift_px", row.drift}, {"stretch", row.stretch}};
            json["settle_s"] = row.settle ? Json(*row.settle) : Json(nullptr);
            rows.push_back(std::move(json));
        }
        for (const studio::Hint& hint : body.hints) hints.push_back({{"setting", hint.setting}, {"what", hint.what}});
        bodies.push_back({{"id", body.id}, {"particles", body.particles}, {"pinned", body.pinned}, {"length_px", body.length},
                          {"peak_px", body.peak}, {"drift_px", body.drift}, {"stretch", body.stretch}, {"rows", std::move(rows)},
                          {"hints", std::move(hints)}});
    }
    return {{"simulations", std::move(bodies)}};
}

ToolReply simulate(const ToolCall& call) {
    studio::Session& session = *call.project->session;
    if (!session.geometry()) return ToolReply::fail("failed", session.model_error().text(), "project_id");
    auto requests = std::make_shared<std::vector<baker::BodyRequest>>();
    Notices notices;
    std::vector<std::string> ids;
    if (call.arguments.contains("simulation_ids")) ids = call.arguments["simulation_ids"].get<std::vector<std::string>>();
    for (const auto& entry : session.document().bodies)
        if (!call.arguments.contains("simulation_ids") && entry.value->enabled) ids.push_back(entry.id);
    for (const std::string& id : ids) {
        const studio::Body* body = session.document().bodies.find(id);
        if (body == nullptr) return ToolReply::fail("not_found", "there is no simulation " + id, "simulation_ids");
        auto request = studio::body_request(session.document(), *body, *session.geometry(), notices);
        if (!request) return ToolReply::fail(request.error());
        requests->push_back(std::move(*request));
    }
    if (requests->empty()) return ToolReply::fail("not_found", "there is no simulation yet; simulation_put makes one", "simulation_ids");
    studio::TrialOptions options;
    options.hold = call.arguments.value("hold", options.hold);
    options.release = call.arguments.value("release", options.release);
    if (call.arguments.contains("wind")) options.wind = Vec2{call.arguments["wind"][0].get<float>(), call.arguments["wind"][1].get<float>()};
    auto trial = std::make_shared<studio::Trial>();
    studio::JobTask task;
    task.kind = "try";
    task.label = "Try simulations";
    task.subjects = ids;
    task.run = [trial, requests, options, geometry = session.geometry()](const Work& work) -> Status {
        auto done = studio::run_trial(*geometry->model, *requests, options, work);
        if (!done) return done.error();
        *trial = std::move(*done);
        return {};
    };
    task.finish = [trial] { return studio::JobEnd{{}, trial_json(*trial), trial->notices, false}; };
    return started(*call.project, session.submit(std::move(task)), call.arguments);
}

ToolReply compare(const ToolCall& call) {
    studio::Session& session = *call.project->session;
    if (!session.geometry()) return ToolReply::fail("failed", session.model_error().text(), "project_id");
    studio::CompareRequest request;
    if (call.arguments.contains("simulation_ids")) request.bodies = call.arguments["simulation_ids"].get<std::vector<std::string>>();
    if (call.arguments.contains("motions")) request.motions = call.arguments["motions"].get<std::vector<std::string>>();
    request.clip_seed = call.arguments.value("clip_seed", std::uint64_t{0});
    for (const std::string& id : request.bodies)
        if (session.document().bakes.find(id) == nullptr)
            return ToolReply::fail("not_found", "simulation " + id + " has no bake; simulation_bake makes one", "simulation_ids");
    auto compared = std::make_shared<std::vector<studio::BodyComparison>>();
    studio::JobTask task;
    task.kind = "compare";
    task.label = "Compare with the simulation";
    task.subjects = request.bodies;
    task.run = [compared, request, document = session.snapshot(), geometry = session.geometry()](const Work& work) -> Status {
        auto done = studio::compare_project(*document, *geometry, request, work);
        if (!done) return done.error();
        *compared = std::move(*done);
        return {};
    };
    task.finish = [compared] { return studio::JobEnd{{}, studio::comparison_json(*compared), {}, false}; };
    return started(*call.project, session.submit(std::move(task)), call.arguments);
}

}  // namespace

void add_simulation_tools(std::vector<Tool>& list) {
    using namespace schema;
    const Json one = text("simulation", 40);
    const Json some = schema::list("simulations; left out = all that need it", one, 1, 100);
    list.push_back({"simulation_put",
                    "Make a simulated body of art meshes (hair, cloth), or change one; settings that are not named stay. A bake follows in the background unless its auto_bake is off.",
                    put_schema(), output::edit(output::body_result()), true, true, put});
    list.push_back({"simulation_delete", "Remove a simulation with its bake.", object("", {{"simulation_id", one}}, {"simulation_id"}), output::edit(output::body_result()),
                    true, true, remove});
    list.push_back({"simulation_clear_bake", "Remove the bake of a simulation, or of all: its parameters, key shapes and pendulums leave the export.",
                    object("", {{"simulation_id", one}}), output::edit(output::body_result()), true, true, clear_bake});
    list.push_back({"simulation_bake",
                    "Bake simulations into parameters, key shapes and pendulums (a job, seconds each). Without ids: every enabled one that is not fresh. The job's result has the metrics; report_get has all of them.",
                    object("", {{"simulation_ids", some},
                                {"clip_seed", whole("shifts the motions it is measured on, never the bake", 0, 1000000)},
                                {"wait_seconds", wait_argument()}}),
                    output::job(output::bake_result()), true, true, bake});
    list.push_back({"simulation_compare",
                    "Play motions through the simulation and through the exported model, and measure how far they agree (a job; nothing is changed). Motions: the model's own by name, or tracking, roll, idle, nod, shake, step:PARAMETER, turns, drags, fast_shake.",
                    object("", {{"simulation_ids", some},
                                {"motions", schema::list("up to 8; left out = all that a bake is measured on", text("motion", 200), 1, 8)},
                                {"clip_seed", whole("shifts the random ones", 0, 1000000)},
                                {"wait_seconds", wait_argument()}}),
                    output::job(output::compare_result()), true, false, compare});
    list.push_back({"simulation_simulate",
                    "Try simulations without baking or changing anything (a job): every input goes to each end, is held, let go and watched. Gives peaks, drift at rest, stretch in px and hints on settings.",
                    object("", {{"simulation_ids", some},
                                {"hold", number("s a value is held", 0.1, 30)},
                                {"release", number("s the body is watched afterwards", 0.1, 30)},
                                {"wind", schema::list("[x, y] px/s^2, y down: one more trial with wind", number("", -1e5, 1e5), 2, 2)},
                                {"wait_seconds", wait_argument()}}),
                    output::job(output::trial_result()), true, false, simulate});
}

}  // namespace yure::mcp
