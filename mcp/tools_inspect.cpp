#include <algorithm>

#include "tool_support.hpp"
#include "yure/studio/freshness.hpp"
#include "yure/studio/model_info.hpp"

namespace yure::mcp {
namespace {

Json model_json(const studio::Session& session) {
    Json info{{"path", session.document().model.path}};
    if (!session.geometry()) {
        info["error"] = session.model_error().text();
        return info;
    }
    const rig::Puppet& puppet = session.geometry()->model->puppet;
    info["moc3_version"] = studio::version_name(puppet.version);
    info["canvas"] = {{"width", puppet.canvas.width}, {"height", puppet.canvas.height}};
    info["meshes"] = puppet.mesh.id.size();
    info["parameters"] = puppet.parameter.id.size();
    info["parts"] = puppet.part.id.size();
    const auto& physics = session.geometry()->model->physics;
    info["physics_groups"] = physics ? physics->physics.groups.size() : 0;
    return info;
}

Json meshes_json(const studio::Session& session) {
    Json list = Json::array();
    if (!session.geometry()) return list;
    const rig::Puppet& puppet = session.geometry()->model->puppet;
    std::map<std::string_view, std::string_view> simulations;  // by mesh
    for (const auto& entry : session.document().bodies)
        for (const std::string& id : entry.value->meshes) simulations[id] = entry.id;
    for (std::size_t m = 0; m < puppet.mesh.id.size(); ++m) {
        Json mesh{{"id", std::string(puppet.mesh.id[m].view())}, {"vertices", puppet.mesh.vertex_count[m]}};
        if (const auto part = puppet.mesh.part[m]; part >= 0)
            mesh["part"] = std::string(puppet.part.id[static_cast<std::size_t>(part)].view());
        const std::vector<Vec2>& rest = session.geometry()->rest[m];
        if (!rest.empty()) {
            Vec2 low = rest[0], high = rest[0];
            for (const Vec2 p : rest) low = {std::min(low.x, p.x), std::min(low.y, p.y)}, high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            mesh["box"] = {std::round(low.x), std::round(low.y), std::round(high.x), std::round(high.y)};
        }
        if (const auto place = simulations.find(puppet.mesh.id[m].view()); place != simulations.end()) mesh["simulation"] = std::string(place->second);
        list.push_back(std::move(mesh));
    }
    return list;
}

Json parameters_json(const studio::Session& session) {
    Json list = Json::array();
    if (!session.geometry()) return list;
    for (const rig::ParameterInfo& p : session.geometry()->rig.parameters())
        list.push_back({{"id", p.id}, {"min", p.min}, {"default", p.default_value}, {"max", p.max}});
    return list;
}

Json simulations_json(const studio::Session& session) {
    Json list = Json::array();
    for (const auto& entry : session.document().bodies) {
        const studio::Body& body = *entry.value;
        const studio::BodyFreshness fresh = session.freshness(entry.id);
        Json json{{"id", entry.id},
                  {"bake_state", studio::freshness_name(fresh.state)},
                  {"bake_stale", fresh.state == studio::Freshness::stale},
                  {"reasons", fresh.reasons},
                  {"settings", studio::to_json(body)}};
        if (const studio::StoredBake* bake = session.document().bakes.find(entry.id)) {
            json["bake"] = {{"parameters", bake->parameter_ids()}, {"bank", bake->bank()}};
            if (bake->report.contains("summary")) json["bake"]["summary"] = bake->report["summary"];
            if (bake->report.contains("warnings")) json["bake"]["warnings"] = bake->report["warnings"];
        }
        list.push_back(std::move(json));
    }
    return list;
}

Json groups_json(const studio::Session& session) {
    Json list = Json::array();
    for (const auto& entry : session.document().groups) {
        const sim::VertexGroups& weights = entry.value->weights;
        Json kinds = Json::object();
        const auto add = [&](const char* kind, const std::vector<float>& values) {
            if (values.empty()) return;
            const auto [low, high] = std::minmax_element(values.begin(), values.end());
            double sum = 0.0;
            for (const float value : values) sum += static_cast<double>(value);
            kinds[kind] = {{"min", *low}, {"max", *high}, {"mean", sum / static_cast<double>(values.size())}};
            const auto made = entry.value->made_by.find(kind);
            if (made != entry.value->made_by.end()) kinds[kind]["made_by"] = made->second;
        };
        add("pin", weights.pin);
        add("stiffness", weights.stiffness);
        add("goal", weights.goal);
        add("mass", weights.mass);
        add("damping", weights.damping);
        add("wind", weights.wind);
        list.push_back({{"mesh", entry.id}, {"vertices", entry.value->uvs.size()}, {"kinds", std::move(kinds)}});
    }
    return list;
}

Json physics_json(const studio::Session& session) {
    Json generated = Json::array(), overrides = Json::array(), own = Json::array();
    for (const Json& group : studio::generated_groups(session.document())) generated.push_back(group);
    for (const auto& entry : session.document().overrides) overrides.push_back({{"group", entry.id}, {"enabled", entry.value->enabled}});
    if (session.geometry() && session.geometry()->model->physics)
        for (const pendulum::Group& group : session.geometry()->model->physics->physics.groups)
            own.push_back({{"id", group.id}, {"name", group.name}, {"inputs", group.inputs.size()}, {"outputs", group.outputs.size()}});
    return {{"model", std::move(own)}, {"generated", std::move(generated)}, {"overrides", std::move(overrides)}};
}

Json chains_json(const studio::Session& session) {
    Json list = Json::array();
    for (const auto& entry : session.document().bodies)
        if (entry.value->chain)
            list.push_back({{"simulation", entry.id}, {"bake_state", studio::freshness_name(session.freshness(entry.id).state)}, {"chain", studio::to_json(*entry.value)["chain"]}});
    return list;
}

Json jobs_json(const studio::Session& session) {
    Json list = Json::array();
    for (const studio::JobInfo& job : session.jobs()) {
        Json json = job_json(job);
        json.erase("result");
        list.push_back(std::move(json));
    }
    return list;
}

Json history_json(const studio::Session& session, std::size_t most) {
    const studio::History& history = session.history();
    Json list = Json::array();
    const auto& steps = history.steps();
    for (std::size_t i = steps.size() > most ? steps.size() - most : 0; i < steps.size(); ++i)
        list.push_back({{"number", steps[i].number}, {"label", steps[i].label}, {"origin", steps[i].origin}, {"done", i < history.position()}});
    return {{"steps", std::move(list)}, {"can_undo", history.can_undo()}, {"can_redo", history.can_redo()}};
}

const std::vector<std::string> kScopes{"model", "meshes", "parameters", "simulations", "vertex_groups", "physics", "chains", "jobs", "history"};

ToolReply inspect(const ToolCall& call) {
    studio::Session& session = *call.project->session;
    ToolReply reply;
    reply.result = project_json(*call.project);
    reply.result["path"] = session.path().string();
    reply.result["dirty"] = session.dirty();
    std::vector<std::string> scopes{"model", "simulations"};
    if (call.arguments.contains("scopes")) scopes = call.arguments["scopes"].get<std::vector<std::string>>();
    for (const std::string& scope : scopes) {
        if (scope == "model") reply.result[scope] = model_json(session);
        if (scope == "meshes") reply.result[scope] = meshes_json(session);
        if (scope == "parameters") reply.result[scope] = parameters_json(session);
        if (scope == "simulations") reply.result[scope] = simulations_json(session);
        if (scope == "vertex_groups") reply.result[scope] = groups_json(session);
        if (scope == "physics") reply.result[scope] = physics_json(session);
        if (scope == "chains") reply.result[scope] = chains_json(session);
        if (scope == "jobs") reply.result[scope] = jobs_json(session);
        if (scope == "history") reply.result[scope] = history_json(session, 50);
    }
    return reply;
}

ToolReply history(const ToolCall& call) {
    ToolReply reply;
    reply.result = project_json(*call.project);
    reply.result.update(history_json(*call.project->session, call.arguments.value("most", std::size_t{50})));
    return reply;
}

ToolReply report(const ToolCall& call) {
    const auto id = call.arguments["simulation_id"].get<std::string>();
    const studio::StoredBake* bake = call.project->session->document().bakes.find(id);
    if (bake == nullptr) return ToolReply::fail("not_found", "has no bake; simulation_bake makes one", "simulation_id");
    ToolReply reply;
    reply.result = project_json(*call.project);
    reply.result["report"] = bake->report;
    return reply;
}

}  // namespace

void add_inspect_tools(std::vector<Tool>& list) {
    using namespace schema;
    const Json step = output::object({{"number", output::whole()}, {"label", output::text()}, {"origin", output::text()}, {"done", output::flag()}});
    const output::Members steps{{"steps", output::list(step)}, {"can_undo", output::flag()}, {"can_redo", output::flag()}};
    const Json simulation = output::object({{"id", output::text()}, {"bake_state", output::text("fresh, stale, unbaked or disabled")}, {"bake_stale", output::flag()},
                                            {"reasons", output::list(output::text())}, {"settings", output::open("as simulation_put takes them")}},
                                           {{"bake", output::object({{"parameters", output::list(output::text())}, {"bank", output::text()}},
                                                                    {{"summary", output::open("metrics")}, {"warnings", output::list(output::open("metric, value, limit, text"))}})}});
    const Json whole_box = output::list(output::number(), "left, top, right, bottom, px");
    const output::Members scopes{
        {"model", output::object({{"path", output::text()}},
                                 {{"error", output::text()}, {"moc3_version", output::text()}, {"canvas", output::object({{"width", output::number()}, {"height", output::number()}})},
                                  {"meshes", output::whole()}, {"parameters", output::whole()}, {"parts", output::whole()}, {"physics_groups", output::whole()}})},
        {"meshes", output::list(output::object({{"id", output::text()}, {"vertices", output::whole()}},
                                               {{"part", output::text()}, {"box", whole_box}, {"simulation", output::text()}}))},
        {"parameters", output::list(output::object({{"id", output::text()}, {"min", output::number()}, {"default", output::number()}, {"max", output::number()}}))},
        {"simulations", output::list(simulation)},
        {"vertex_groups", output::list(output::object({{"mesh", output::text()}, {"vertices", output::whole()}, {"kinds", output::map(output::open("min, max, mean, made_by"))}}))},
        {"physics", output::object({{"model", output::list(output::object({{"id", output::text()}, {"name", output::text()}, {"inputs", output::whole()}, {"outputs", output::whole()}}))},
                                    {"generated", output::list(output::open("a pendulum group"))},
                                    {"overrides", output::list(output::object({{"group", output::text()}, {"enabled", output::flag()}}))}})},
        {"chains", output::list(output::object({{"simulation", output::text()}, {"bake_state", output::text()}, {"chain", output::open("segments, points, component")}}))},
        {"jobs", output::list(output::job_entry())},
        {"history", output::object(steps)}};
    const Json inspect_output = output::project({{"path", output::text("empty = not saved yet")}, {"dirty", output::flag("has unsaved changes")}}, scopes);
    list.push_back({"workspace_inspect",
                    "Look at the project: model, meshes (boxes in canvas px, y down), parameters, simulations with their bake state (fresh, stale, unbaked, disabled) and the reasons, painted vertex_groups, physics, chains, jobs, history. Without scopes: model and simulations.",
                    object("", {{"scopes", schema::list("what to look at", choice("", kScopes), 1, 9)}}), inspect_output, true, false, inspect});
    list.push_back({"history", "Steps done and undone, newest last.", object("", {{"most", whole("newest steps to list", 1, 10000)}}),
                    output::project(steps), true, false, history});
    list.push_back({"report_get",
                    "The report of a simulation's bake: what moves it, what was written, every metric on every measured motion. r2 = share of the simulated movement that the export follows on motions the bake never saw.",
                    object("", {{"simulation_id", text("simulation", 40)}}, {"simulation_id"}),
                    output::project({{"report", output::report()}}),
                    true, false, report});
}

}  // namespace yure::mcp
