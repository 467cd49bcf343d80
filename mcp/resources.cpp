#include "resources.hpp"

#include <algorithm>

#include "tool_support.hpp"
#include "yure/studio/picture.hpp"

namespace yure::mcp {
namespace {

const std::string kScheme = "yure://project/";

Json document_json(const studio::Session& session) {
    const studio::Document& document = session.document();
    Json bodies = Json::object(), groups = Json::object();
    for (const auto& entry : document.bodies) bodies[entry.id] = studio::to_json(*entry.value);
    for (const auto& entry : document.groups) groups[entry.id] = studio::to_json(*entry.value);
    return {{"model", studio::to_json(document.model)}, {"settings", studio::to_json(document.settings)}, {"simulations", std::move(bodies)},
            {"vertex_groups", std::move(groups)}};
}

Json reports_json(const studio::Session& session) {
    Json reports = Json::object();
    for (const auto& entry : session.document().bakes) reports[entry.id] = entry.value->report;
    return reports;
}

Result<std::vector<std::byte>> picture(Workspace& workspace, Project& project) {
    auto renderer = workspace.renderer(project);
    if (!renderer) return renderer.error();
    const studio::ModelGeometry& geometry = *project.session->geometry();
    rig::Evaluation evaluation(geometry.rig);
    evaluation.evaluate(geometry.rig.default_values());
    render::Pose pose;
    pose.read(geometry.rig, evaluation);
    const rig::Canvas& canvas = geometry.model->puppet.canvas;
    const float longer = std::max(1.0f, std::max(canvas.width, canvas.height));
    const auto side = [&](float length) { return std::max(1, static_cast<int>(768.0f * length / longer)); };
    const auto image = (*renderer)->draw(pose, render::View::fit(canvas, side(canvas.width), side(canvas.height)));
    if (!image) return image.error();
    return studio::encode_png(image->width, image->height, image->rgba);
}

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned block = 0;
        for (std::size_t k = 0; k < 3; ++k) block = block << 8 | (k < count ? std::to_integer<unsigned>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? kDigits[block >> (18 - 6 * k) & 63u] : '=';
    }
    return text;
}

Json resource_list(Workspace& workspace) {
    Json list = Json::array();
    for (const auto& [id, project] : workspace.projects()) {
        list.push_back({{"uri", kScheme + id + "/document"}, {"name", id + " document"}, {"mimeType", "application/json"}, {"description", "model, settings, simulations, weights"}});
        list.push_back({{"uri", kScheme + id + "/reports"}, {"name", id + " bake reports"}, {"mimeType", "application/json"}, {"description", "report of every bake by simulation"}});
        list.push_back({{"uri", kScheme + id + "/picture"}, {"name", id + " picture"}, {"mimeType", "image/png"}, {"description", "the model at its default pose"}});
    }
    return {{"resources", std::move(list)}};
}

Json resource_templates() {
    return {{"resourceTemplates",
             {{{"uriTemplate", kScheme + "{project_id}/document"}, {"name", "document"}, {"mimeType", "application/json"}},
              {{"uriTemplate", kScheme + "{project_id}/reports"}, {"name", "bake reports"}, {"mimeType", "application/json"}},
              {{"uriTemplate", kScheme + "{project_id}/picture"}, {"name", "picture"}, {"mimeType", "image/png"}}}}};
}

std::optional<Json> read_resource(Workspace& workspace, const std::string& uri, std::string& problem) {
    problem = "there is no resource " + uri;
    if (!uri.starts_with(kScheme)) return std::nullopt;
    const std::string rest = uri.substr(kScheme.size());
    const std::size_t slash = rest.find('/');
    Project* project = workspace.find(rest.substr(0, slash));
    if (project == nullptr || slash == std::string::npos) return std::nullopt;
    const std::string what = rest.substr(slash + 1);
    const auto text = [&](const Json& json) {
        return Json{{"contents", {{{"uri", uri}, {"mimeType", "application/json"}, {"text", json.dump(2, ' ', false, Json::error_handler_t::replace)}}}}};
    };
    if (what == "document") return text(document_json(*project->session));
    if (what == "reports") return text(reports_json(*project->session));
    if (what != "picture") return std::nullopt;
    const auto png = picture(workspace, *project);
    if (!png) {
        problem = png.error().text();
        return std::nullopt;
    }
    return Json{{"contents", {{{"uri", uri}, {"mimeType", "image/png"}, {"blob", base64(*png)}}}}};
}

}  // namespace yure::mcp
