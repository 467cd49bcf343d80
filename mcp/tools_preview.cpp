#include <algorithm>

#include "tool_support.hpp"
#include "yure/studio/picture.hpp"

namespace yure::mcp {
namespace {

constexpr std::size_t kMostPreviews = 8;

Json preview_output() {
    return output::object({{"session_id", output::text()}},
                          {{"stopped", output::flag()},
                           {"simulation_id", output::text()},
                           {"time", output::number("s since the start")},
                           {"frames", output::whole()},
                           {"offset_px", output::number("farthest any vertex is from where the rig has it")},
                           {"speed_px_s", output::number("fastest vertex in the last step")},
                           {"values", output::map(output::number(), "parameters that are not at their default")},
                           {"unfolded", output::whole("frames in which a triangle had to be kept from flipping")},
                           {"restarts", output::whole()},
                           {"meshes", output::list(output::object({{"id", output::text()}, {"positions", output::list(output::number(), "x, y of every vertex")}}))}});
}

ToolReply shown(const std::string& id, const Preview& preview, bool positions) {
    ToolReply reply;
    reply.result = {{"session_id", id}};
    reply.result.update(preview.state(positions));
    return reply;
}

ToolReply with_preview(const ToolCall& call, const std::function<ToolReply(const std::string&, Preview&)>& act) {
    const std::string id = call.arguments.value("session_id", std::string());
    const auto place = call.project->previews.find(id);
    if (place == call.project->previews.end())
        return ToolReply::fail("not_found", "there is no preview " + id + "; simulation_preview with mode start makes one", "session_id");
    return act(id, *place->second);
}

ToolReply preview(const ToolCall& call) {
    const auto mode = call.arguments["mode"].get<std::string>();
    Project& project = *call.project;
    if (mode == "stop")
        return with_preview(call, [&](const std::string& id, Preview&) {
            project.previews.erase(id);
            ToolReply reply;
            reply.result = {{"session_id", id}, {"stopped", true}};
            return reply;
        });
    if (mode == "restart")
        return with_preview(call, [&](const std::string& id, Preview& running) {
            running.restart();
            return shown(id, running, false);
        });
    if (!call.arguments.contains("simulation_id")) return ToolReply::fail("invalid_argument", "is needed to start", "simulation_id");
    if (project.previews.size() >= kMostPreviews) return ToolReply::fail("conflict", "eight previews run already; stop one", "mode");
    if (!project.session->geometry()) return ToolReply::fail("failed", project.session->model_error().text(), "project_id");
    auto started = Preview::start(project.session->document(), call.arguments["simulation_id"].get<std::string>(), project.session->geometry());
    if (!started) return ToolReply::fail(started.error());
    const std::string id = "v" + std::to_string(project.next_preview++);
    Preview& made = *(project.previews[id] = std::move(*started));
    return shown(id, made, false);
}

ToolReply step(const ToolCall& call) {
    return with_preview(call, [&](const std::string& id, Preview& running) {
        if (call.arguments.contains("values")) {
            std::map<std::string, float> values;
            for (const auto& [name, value] : call.arguments["values"].items()) values[name] = value.get<float>();
            if (const Status status = running.set_values(values); !status) return ToolReply::fail(status.error());
        }
        if (call.arguments.contains("wind"))
            running.set_wind({call.arguments["wind"][0].get<float>(), call.arguments["wind"][1].get<float>()});
        const float dt = call.arguments.value("dt", 1.0f / 60.0f);
        const int steps = call.arguments.value("steps", 1);
        for (int i = 0; i < steps; ++i) running.step(dt);
        return shown(id, running, false);
    });
}

ToolReply get(const ToolCall& call) {
    return with_preview(call, [&](const std::string& id, Preview& running) {
        return shown(id, running, call.arguments.value("positions", false));
    });
}

ToolReply draw(const ToolCall& call) {
    return with_preview(call, [&](const std::string& id, Preview& running) {
        if (call.project->session->geometry().get() != &running.geometry())
            return ToolReply::fail("conflict", "the model has changed since this preview was started; start it again", "session_id");
        auto renderer = call.workspace.renderer(*call.project);
        if (!renderer) return ToolReply::fail(renderer.error(), "failed");
        const rig::Canvas& canvas = running.geometry().model->puppet.canvas;
        const int size = call.arguments.value("size", 512);
        const float longer = std::max(1.0f, std::max(canvas.width, canvas.height));
        const auto side = [&](float length) { return std::max(1, static_cast<int>(static_cast<float>(size) * length / longer)); };
        render::DrawOptions options;
        options.background = {1.0f, 1.0f, 1.0f, 1.0f};
        const auto image = (*renderer)->draw(running.pose(), render::View::fit(canvas, side(canvas.width), side(canvas.height)), options);
        if (!image) return ToolReply::fail(image.error(), "failed");
        ToolReply reply = shown(id, running, false);
        reply.png = studio::encode_png(image->width, image->height, image->rgba);
        return reply;
    });
}

}  // namespace

void add_preview_tools(std::vector<Tool>& list) {
    using namespace schema;
    const Json session = text("preview, from simulation_preview", 40);
    list.push_back({"simulation_preview",
                    "Watch a simulation live: start one, put it back to rest (restart), or end it (stop). Previews change nothing in the project and show the settings as they were at the start.",
                    object("", {{"mode", choice("", {"start", "restart", "stop"})}, {"simulation_id", text("which, to start", 40)}, {"session_id", session}}, {"mode"}),
                    preview_output(), true, false, preview});
    list.push_back({"simulation_preview_step", "Move a preview forward.",
                    object("", {{"session_id", session},
                                {"dt", number("s a step, 0..0.1; 1/60 when left out", 0, 0.1)},
                                {"steps", whole("how many", 1, 240)},
                                {"values", map("parameter -> value from now on, in its own units", any_number(""))},
                                {"wind", schema::list("[x, y] px/s^2, y down, from now on", number("", -1e5, 1e5), 2, 2)}},
                           {"session_id"}),
                    preview_output(), true, false, step});
    list.push_back({"simulation_preview_get", "A preview's frame: time, largest offset from the rig in px, speed; with positions every vertex (canvas px, y down).",
                    object("", {{"session_id", session}, {"positions", flag("every vertex too")}}, {"session_id"}), preview_output(), true, false, get});
    list.push_back({"simulation_preview_render", "A picture of the whole model with the preview's frame.",
                    object("", {{"session_id", session}, {"size", whole("px of the longer side", 16, 2048)}}, {"session_id"}), preview_output(), true, false,
                    draw});
}

}  // namespace yure::mcp
