/// Bone chains of a puppet: bodies that chains move.
#include "tool_support.hpp"
#include "yure/chain/presets.hpp"
#include "yure/formats/motion3.hpp"
#include "yure/studio/bake_run.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/simulate.hpp"
#include "yure/studio/strand_motion.hpp"

namespace yure::mcp {
namespace {

struct Asked {
    baker::BodyRequest body;
    baker::DriveClip motion;
};

/// The simulation and the motion that a call names; errors name their argument.
Result<Asked> asked_of(const ToolCall& call) {
    studio::Session& session = *call.project->session;
    if (!session.geometry()) return Error{"project_id", session.model_error().text()};
    const auto id = call.arguments["simulation_id"].get<std::string>();
    const studio::Body* body = session.document().bodies.find(id);
    if (body == nullptr) return Error{"simulation_id", "there is no simulation " + id};
    if (!body->chain) return Error{"simulation_id", id + " has no bone chains; chain_put lays them"};
    Notices notices;
    auto request = studio::body_request(session.document(), *body, *session.geometry(), notices);
    if (!request) return request.error();
    const studio::Model& model = *session.geometry()->model;
    const auto name = call.arguments["motion"].get<std::string>();
    Asked asked{std::move(*request), {}};
    if (const auto file = studio::find_motion(model.location, name)) {
        auto clip = studio::read_drive_clip(model, *file);
        if (!clip) return Error{"motion", clip.error().text()};
        asked.motion = std::move(*clip);
        return asked;
    }
    auto clip = studio::find_clip(model, {asked.body}, name, 0);
    if (!clip) return Error{"motion", name + " is no motion of the model, and: " + clip.error().what};
    asked.motion = std::move(*clip);
    return asked;
}

ToolReply put(const ToolCall& call) {
    const auto id = call.arguments["id"].get<std::string>();
    const studio::Body* before = call.project->session->document().bodies.find(id);
    Json settings = Json::object(), chain = Json::object();
    settings[before != nullptr ? "body" : "id"] = id;
    for (const char* name : {"segments", "points", "component"})
        if (call.arguments.contains(name)) chain[name] = call.arguments[name];
    if (call.arguments.contains("targets")) settings["meshes"] = call.arguments["targets"];
    if (call.arguments.contains("preset")) settings["chain_preset"] = call.arguments["preset"];
    if (call.arguments.value("remove", false)) {
        if (before == nullptr) return ToolReply::fail("not_found", "there is no simulation " + id, "id");
        settings["chain"] = nullptr;
    } else {
        settings["chain"] = std::move(chain);
    }
    if (before == nullptr && !settings.contains("meshes"))
        return ToolReply::fail("invalid_argument", "is needed to make simulation " + id, "targets");
    return apply(call, before != nullptr ? "body.set" : "body.add", settings);
}

ToolReply play(const ToolCall& call) {
    auto asked = asked_of(call);
    if (!asked) return ToolReply::fail(asked.error());
    auto played = std::make_shared<Json>();
    studio::JobTask task;
    task.kind = "play";
    task.label = "Play bone chains";
    task.subjects = {asked->body.id};
    task.run = [played, asked = std::make_shared<Asked>(std::move(*asked)), every = call.arguments.value("every", 1),
                geometry = call.project->session->geometry()](const Work& work) -> Status {
        auto frames = studio::play_strands(*geometry->model, asked->body, asked->motion, work);
        if (!frames) return frames.error();
        *played = std::move(*frames);
        (*played)["every"] = every;
        for (const char* table : {"animated", "simulated"}) {
            Json kept = Json::array();
            for (std::size_t i = 0; i < (*played)[table].size(); i += static_cast<std::size_t>(every)) kept.push_back(std::move((*played)[table][i]));
            (*played)[table] = std::move(kept);
        }
        return {};
    };
    task.finish = [played] { return studio::JobEnd{{}, std::move(*played), {}, false}; };
    return started(*call.project, call.project->session->submit(std::move(task)), call.arguments);
}

ToolReply bake(const ToolCall& call) {
    if (!call.arguments.contains("motion")) {
        for (const char* name : {"out", "overwrite", "drive", "loop", "preroll"})
            if (call.arguments.contains(name)) return ToolReply::fail("invalid_argument", "goes with motion, whose curves are written; without, the bake makes pendulum groups", name);
        const auto id = call.arguments["simulation_id"].get<std::string>();
        const studio::Body* body = call.project->session->document().bodies.find(id);
        if (body == nullptr) return ToolReply::fail("not_found", "there is no simulation " + id, "simulation_id");
        if (!body->chain) return ToolReply::fail("invalid_argument", id + " has no bone chains; chain_put lays them", "simulation_id");
        const studio::BakeStart start = call.project->session->bake({id});
        if (!start.status) return ToolReply::fail(start.status.error());
        return started(*call.project, start.job, call.arguments);
    }
    auto asked = asked_of(call);
    if (!asked) return ToolReply::fail(asked.error());
    if (!call.arguments.contains("out"))
        return ToolReply::fail("invalid_argument", "is needed: the motion3.json to write", "out");
    const auto out = call.workspace.root().inside(call.arguments["out"].get<std::string>(), "out");
    if (!out) return ToolReply::fail(out.error());
    studio::StrandMotionOptions options;
    if (call.arguments.contains("drive")) options.drive = call.arguments["drive"].get<std::vector<std::string>>();
    options.loop = call.arguments.value("loop", false);
    options.preroll = call.arguments.value("preroll", options.preroll);
    const auto overwrite = call.arguments.value("overwrite", false) ? studio::Overwrite::replace : studio::Overwrite::refuse;
    auto result = std::make_shared<studio::StrandMotion>();
    studio::JobTask task;
    task.kind = "chain_motion";
    task.label = "Bake bone chains into curves";
    task.subjects = {asked->body.id};
    task.run = [result, options, asked = std::make_shared<Asked>(std::move(*asked)), overwrite, path = *out,
                geometry = call.project->session->geometry()](const Work& work) -> Status {
        auto baked = studio::strand_motion(*geometry->model, asked->body, asked->motion, options, work);
        if (!baked) return baked.error();
        *result = std::move(*baked);
        formats::Motion3 file;
        file.clip = result->clip;
        return studio::write_file(path, formats::write_motion3(file), overwrite);
    };
    task.finish = [result, path = *out] {
        return studio::JobEnd{{}, Json{{"out", path.string()}, {"curves", result->clip.curves.size()}, {"seconds", result->clip.duration},
                                       {"largest_error_degrees", result->largest_error}, {"seam_degrees", result->seam}},
                              result->notices, false};
    };
    return started(*call.project, call.project->session->submit(std::move(task)), call.arguments);
}

}  // namespace

void add_chain_tools(std::vector<Tool>& list) {
    using namespace schema;
    std::vector<std::string> presets;
    for (const chain::ChainPreset& preset : chain::chain_presets()) presets.emplace_back(preset.id);
    const Json one = text("simulation that bone chains move", 40);
    const Json motion = text("motion of the model by file name, group or GROUP:INDEX; or tracking, roll, idle, nod, shake, step:PARAMETER, turns, drags, fast_shake", 200);
    const Json& body = studio::body_schema()["properties"]["chain"]["properties"];
    list.push_back({"chain_put",
                    "Let bone chains move a simulation instead of the mesh solver, or change them: laid along each strand from its pins to its tip, or through points. Makes the simulation when there is none of that id. A bake follows in the background unless its auto_bake is off.",
                    object("", {{"id", text("simulation: an existing one is changed, another is made", 40)},
                                {"targets", schema::list("art meshes the chains carry; needed for a new simulation", text("art mesh id", 63), 1, 1000)},
                                {"preset", choice("named movement, taken before single values", presets)},
                                {"segments", body["segments"]},
                                {"points", body["points"]},
                                {"component", body["component"]},
                                {"remove", flag("take the chains away; the mesh solver moves it again")}},
                           {"id"}),
                    output::edit(output::body_result()), true, true, put});
    list.push_back({"chain_play",
                    "Play a motion through a simulation's bone chains and give the joints, frame by frame at 60 Hz, canvas px, y down (a job; nothing is changed).",
                    object("", {{"simulation_id", one}, {"motion", motion}, {"every", whole("keep every n-th frame; 1 when left out", 1, 600)}, {"wait_seconds", wait_argument()}},
                           {"simulation_id", "motion"}),
                    output::job(output::chain_play_result()), true, false, play});
    list.push_back({"chain_bake",
                    "Bake a simulation's bone chains: into pendulum groups and key shapes (a bake as any other), or, with motion and out, into one motion's curves of how far each segment bends (a motion3.json; nothing in the project is changed). A job.",
                    object("", {{"simulation_id", one},
                                {"motion", motion},
                                {"out", text("motion3.json to write, below the root", 1000)},
                                {"overwrite", flag("an existing file may be replaced")},
                                {"drive", schema::list("parameters that the segments bend, root first, e.g. of nested rotation deformers; left out = Param_<simulation>_<n>",
                                                       text("parameter id", 63), 0, 1000)},
                                {"loop", flag("the motion goes round: the last value is the first")},
                                {"preroll", number("s that the first pose is held before; 1 when left out", 0, 60)},
                                {"wait_seconds", wait_argument()}},
                           {"simulation_id"}),
                    output::job(output::any_of({output::bake_result(), output::chain_motion_result()})), true, true, bake});
}

}  // namespace yure::mcp
