#include "tool_support.hpp"
#include "yure/studio/project_export.hpp"

namespace yure::mcp {
namespace {

namespace fs = std::filesystem;

Json opened_output() {
    return output::project({{"path", output::text("empty = not saved yet")}, {"model", output::text()}, {"dirty", output::flag("has unsaved changes")}, {"notices", output::notices()}});
}

Json opened_json(const Project& project) {
    const studio::Session& session = *project.session;
    Json json = project_json(project);
    json["path"] = session.path().string();
    json["model"] = session.document().model.path;
    json["dirty"] = session.dirty();
    json["notices"] = notices_json(session.notices());
    if (!session.geometry()) json["notices"].push_back({{"where", "model"}, {"what", session.model_error().text()}});
    return json;
}

/// Keeps a session whose model lies inside the root.
ToolReply keep(const ToolCall& call, std::unique_ptr<studio::Session> session) {
    const fs::path model = session->folder() / fs::path(session->document().model.path);
    if (!call.workspace.root().holds(model)) {
        session->discard();
        return ToolReply::fail("invalid_argument", "its model lies outside of the folder this server may use: " + model.string(), "path");
    }
    ToolReply reply;
    reply.result = opened_json(call.workspace.add(std::move(session)));
    return reply;
}

/// Attached to an editor, files are opened and closed by the person.
ToolReply of_the_editor(const ToolCall& call, const char* field) {
    const Project* open = call.workspace.shared_project();
    return ToolReply::fail("conflict",
                           "this server is attached to an editor, where the person opens and closes projects" +
                               (open == nullptr ? std::string("; nothing is open there now") : "; open there is " + open->id),
                           field);
}

ToolReply open_project(const ToolCall& call) {
    if (call.workspace.is_shared()) {
        Project* open = call.workspace.shared_project();
        std::error_code fault;
        const fs::path wanted = call.workspace.root().folder() / fs::path(call.arguments["path"].get<std::string>());
        if (open == nullptr || !fs::equivalent(wanted, open->session->path(), fault)) return of_the_editor(call, "path");
        ToolReply reply;
        reply.result = opened_json(*open);
        return reply;
    }
    const auto path = call.workspace.root().inside(call.arguments["path"].get<std::string>(), "path");
    if (!path) return ToolReply::fail(path.error());
    auto session = studio::Session::open(*path, call.workspace.options());
    if (!session) return ToolReply::fail("failed", session.error().text(), "path");
    return keep(call, std::move(*session));
}

ToolReply new_project(const ToolCall& call) {
    if (call.workspace.is_shared()) return of_the_editor(call, "model");
    const auto model = call.workspace.root().inside(call.arguments["model"].get<std::string>(), "model");
    if (!model) return ToolReply::fail(model.error());
    fs::path place;
    if (call.arguments.contains("path")) {
        const auto path = call.workspace.root().inside(call.arguments["path"].get<std::string>(), "path");
        if (!path) return ToolReply::fail(path.error());
        place = *path;
    }
    auto session = studio::Session::create(*model, place, call.workspace.options());
    if (!session) return ToolReply::fail("failed", session.error().text(), "model");
    return keep(call, std::move(*session));
}

ToolReply save_project(const ToolCall& call) {
    studio::Session& session = *call.project->session;
    Status saved;
    if (call.arguments.contains("path")) {
        const auto path = call.workspace.root().inside(call.arguments["path"].get<std::string>(), "path");
        if (!path) return ToolReply::fail(path.error());
        saved = session.save_as(*path, call.arguments.value("overwrite", false) ? studio::Overwrite::replace : studio::Overwrite::refuse);
    } else {
        if (session.path().empty()) return ToolReply::fail("invalid_argument", "the project has no file yet: name one", "path");
        saved = session.save();
    }
    if (!saved) return ToolReply::fail("failed", saved.error().text(), "path");
    ToolReply reply;
    reply.result = opened_json(*call.project);
    return reply;
}

ToolReply close_project(const ToolCall& call) {
    if (call.workspace.is_shared()) return of_the_editor(call, "project_id");
    studio::Session& session = *call.project->session;
    if (session.dirty() && !call.arguments.value("discard", false))
        return ToolReply::fail("conflict", "has changes that are not saved; save it, or say discard", "project_id");
    if (session.dirty()) session.discard();
    ToolReply reply;
    reply.result = {{"closed", call.project->id}};
    call.workspace.close(call.project->id);
    return reply;
}

/// What an export job leaves for its end.
struct ExportWork {
    std::shared_ptr<const studio::Document> document;
    std::shared_ptr<const studio::ModelGeometry> geometry;
    studio::ExportOptions options;
    std::optional<studio::OutputFolder> out;
    Json losses;
    Notices notices;
};

ToolReply export_project_tool(const ToolCall& call) {
    studio::Session& session = *call.project->session;
    if (!session.geometry()) return ToolReply::fail("failed", session.model_error().text(), "project_id");
    const auto path = call.workspace.root().inside(call.arguments["out"].get<std::string>(), "out");
    if (!path) return ToolReply::fail(path.error());
    auto out = studio::OutputFolder::begin(*path, call.arguments.value("overwrite", false) ? studio::Overwrite::replace : studio::Overwrite::refuse);
    if (!out) return ToolReply::fail("failed", out.error().text(), "out");
    auto work = std::make_shared<ExportWork>();
    work->document = session.snapshot();
    work->geometry = session.geometry();
    work->out.emplace(std::move(*out));
    work->options.ascii_names = call.arguments.value("ascii_names", session.document().settings.ascii_names);
    work->options.program = "yure";
    if (call.arguments.value("bake_motions", false)) {
        studio::MotionBake motions;
        motions.loop = call.arguments.value("loop", false);
        motions.preroll = call.arguments.value("preroll", 0.0);
        work->options.motions = motions;
    }
    studio::JobTask task;
    task.kind = "export";
    task.label = "Export to " + path->filename().string();
    task.run = [work](const Work& running) -> Status {
        auto outcome = studio::export_project(*work->document, *work->geometry, work->options, *work->out, running);
        if (!outcome) return outcome.error();
        work->losses = std::move(outcome->losses);
        work->notices = std::move(outcome->notices);
        return {};
    };
    task.finish = [work, folder = path->string()] {
        studio::JobEnd end;
        end.status = work->out->commit();
        end.result = {{"folder", folder}, {"losses", std::move(work->losses)}};
        end.notices = std::move(work->notices);
        return end;
    };
    return started(*call.project, session.submit(std::move(task)), call.arguments);
}

}  // namespace

void add_project_tools(std::vector<Tool>& list) {
    using namespace schema;
    list.push_back({"project_open", "Open a project file (.yure). Gives a project_id for all other tools.",
                    object("", {{"path", text("project file, below the server's root", 4000)}}, {"path"}), opened_output(), false, false,
                    open_project});
    list.push_back({"project_new",
                    "Start a project on a Cubism model (folder, .model3.json or .moc3). The model's files are never changed. Next: model_apply_preset, or simulation_put.",
                    object("", {{"model", text("model folder or file, below the server's root", 4000)},
                                {"path", text("where the project will be saved; may be given to project_save later", 4000)}},
                           {"model"}),
                    opened_output(), false, false, new_project});
    list.push_back({"project_save", "Save the project; the state before is kept as a backup.",
                    object("", {{"path", text("another file; left out = the project's own", 4000)}, {"overwrite", flag("an existing file may be replaced")}}),
                    opened_output(), true, false, save_project});
    list.push_back({"project_close", "Close the project. Unsaved changes keep it open unless they are discarded.",
                    object("", {{"discard", flag("throw unsaved changes away")}}),
                    output::object({{"closed", output::text("project_id")}}), true, false,
                    close_project});
    list.push_back({"project_export",
                    "Write the complete model folder with everything that is baked (a job). The result has the folder and the list of losses.",
                    object("", {{"out", text("folder to make, below the server's root", 4000)},
                                {"overwrite", flag("a folder that this program wrote before may be replaced")},
                                {"ascii_names", flag("file names in ASCII")},
                                {"bake_motions", flag("also write the sway into the motions, for players without physics")},
                                {"loop", flag("close the baked curves in value and slope")},
                                {"preroll", number("s the start of a motion is held before, 0..60", 0, 60)},
                                {"wait_seconds", wait_argument()}},
                           {"out"}),
                    output::job(output::export_result()), true, false, export_project_tool});
}

}  // namespace yure::mcp
