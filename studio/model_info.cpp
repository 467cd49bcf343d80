#include "yure/studio/model_info.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "yure/studio/budget.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

ordered_json physics_info(const Model& model) {
    if (!model.physics) return nullptr;
    const pendulum::Physics& physics = model.physics->physics;
    std::size_t inputs = 0, outputs = 0, vertices = 0;
    ordered_json groups = ordered_json::array();
    for (const pendulum::Group& group : physics.groups) {
        inputs += group.inputs.size();
        outputs += group.outputs.size();
        vertices += group.vertices.size();
        ordered_json written = ordered_json::array();
        for (const pendulum::Output& output : group.outputs) written.push_back(output.parameter);
        groups.push_back(
            {{"id", group.id}, {"name", group.name}, {"inputs", group.inputs.size()}, {"outputs", std::move(written)}});
    }
    return {{"file", model.physics_name},
            {"fps", physics.fps > 0 ? ordered_json(tidy(physics.fps)) : ordered_json(nullptr)},
            {"groups", physics.groups.size()},
            {"inputs", inputs},
            {"outputs", outputs},
            {"vertices", vertices},
            {"group_list", std::move(groups)}};
}

ordered_json files_info(const Model& model) {
    ordered_json files = ordered_json::array();
    for (const ModelFile& file : model.location.files) {
        ordered_json entry{{"role", role_name(file.role)}, {"named", file.named}, {"found", file.reference.found()}};
        if (!file.group.empty()) entry["group"] = file.group;
        files.push_back(std::move(entry));
    }
    return files;
}

std::string grouped(double number) {
    std::string digits = std::to_string(static_cast<long long>(number));
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string short_number(float value) {
    std::string text;
    append_number(text, value);
    return text;
}

/// "3 (1 absent)".
std::string presence(const Model& model, FileRole role) {
    const auto files = model.location.all(role);
    const auto absent =
        std::count_if(files.begin(), files.end(), [](const ModelFile* file) { return !file->reference.found(); });
    return std::to_string(files.size()) + (absent > 0 ? " (" + std::to_string(absent) + " absent)" : "");
}

}  // namespace

const char* version_name(rig::MocVersion version) {
    switch (version) {
        case rig::MocVersion::v3_0:
            return "3.0";
        case rig::MocVersion::v3_3:
            return "3.3";
        case rig::MocVersion::v4_0:
            return "4.0";
        case rig::MocVersion::v4_2:
            return "4.2";
        case rig::MocVersion::v5_0:
            return "5.0";
        case rig::MocVersion::v5_3:
            return "5.3";
    }
    return "unknown";
}

ordered_json model_info(const Model& model) {
    const rig::Puppet& puppet = model.puppet;
    const ModelSize size = puppet_size(puppet);
    const auto count = [&](const char* name) { return static_cast<long long>(size.at(name)); };
    int blend_shapes = 0;
    for (const std::int32_t type : puppet.parameter.type)
        blend_shapes += type == static_cast<int>(rig::ParameterType::blend_shape) ? 1 : 0;
    int most_vertices = 0;
    for (const std::int32_t vertices : puppet.mesh.vertex_count)
        most_vertices = std::max(most_vertices, static_cast<int>(vertices));

    ordered_json info{{"model", model.location.base_name},
                      {"folder", model.location.folder.string()},
                      {"moc3",
                       {{"file", model.moc_name},
                        {"version", static_cast<int>(puppet.version)},
                        {"version_name", version_name(puppet.version)},
                        {"bytes", model.moc_bytes.size()}}},
                      {"canvas",
                       {{"width", tidy(puppet.canvas.width)},
                        {"height", tidy(puppet.canvas.height)},
                        {"pixels_per_unit", tidy(puppet.canvas.pixels_per_unit)},
                        {"origin", {tidy(puppet.canvas.origin_x), tidy(puppet.canvas.origin_y)}}}},
                      {"meshes", count("art_meshes")},
                      {"vertices", count("vertices")},
                      {"triangles", count("triangles")},
                      {"most_vertices", most_vertices},
                      {"parameters", count("parameters")},
                      {"blend_shape_parameters", blend_shapes},
                      {"parts", count("parts")},
                      {"deformers", count("deformers")},
                      {"warp_deformers", puppet.warp.rows.size()},
                      {"rotation_deformers", puppet.rotation.base_angle.size()},
                      {"keyforms", count("keyforms")},
                      {"masks", count("masks")},
                      {"mask_sets", count("mask_sets")},
                      {"glues", puppet.glue_count()},
                      {"offscreens", puppet.offscreen.part.size()},
                      {"textures", model.location.all(FileRole::texture).size()},
                      {"motions", model.location.all(FileRole::motion).size()},
                      {"expressions", model.location.all(FileRole::expression).size()},
                      {"physics", physics_info(model)},
                      {"files", files_info(model)}};
    ordered_json meshes = ordered_json::array(), parameters = ordered_json::array(), notices = ordered_json::array();
    for (std::size_t i = 0; i < puppet.mesh.id.size(); ++i)
        meshes.push_back({{"id", std::string(puppet.mesh.id[i].view())},
                          {"vertices", puppet.mesh.vertex_count[i]},
                          {"triangles", puppet.mesh.tri_count[i] / 3},
                          {"keyforms", puppet.mesh.kf_count[i]},
                          {"texture", puppet.mesh.texture[i]}});
    for (const ParameterRange& range : model.parameter_ranges())
        parameters.push_back({{"id", range.id},
                              {"min", tidy(range.min)},
                              {"default", tidy(range.default_value)},
                              {"max", tidy(range.max)}});
    for (const Notice& notice : model.notices) notices.push_back({{"where", notice.where}, {"what", notice.what}});
    info["mesh_list"] = std::move(meshes);
    info["parameter_list"] = std::move(parameters);
    info["notices"] = std::move(notices);
    return info;
}

std::string model_info_text(const Model& model, bool lists) {
    const rig::Puppet& puppet = model.puppet;
    const ModelSize size = puppet_size(puppet);
    std::string text;
    const auto line = [&](const std::string& head, const std::string& value) {
        text += head + std::string(head.size() < 13 ? 13 - head.size() : 1, ' ') + value + "\n";
    };
    const auto count = [&](const char* name) { return grouped(size.at(name)); };
    line("model", model.location.base_name + (model.location.bare() ? " (a moc3 by itself)" : ""));
    line("moc3", model.moc_name + ", version " + version_name(puppet.version) + ", " +
                     grouped(static_cast<double>(model.moc_bytes.size())) + " bytes");
    line("canvas", short_number(puppet.canvas.width) + " x " + short_number(puppet.canvas.height) + " px, " +
                       short_number(puppet.canvas.pixels_per_unit) + " px a unit");
    line("meshes", count("art_meshes") + " with " + count("vertices") + " vertices, " + count("triangles") +
                       " triangles, " + count("keyforms") + " keyforms, " + count("masks") + " masks");
    line("parameters", count("parameters"));
    line("deformers", std::to_string(puppet.warp.rows.size()) + " warp, " +
                          std::to_string(puppet.rotation.base_angle.size()) + " rotation");
    line("parts", count("parts") + ", glues " + std::to_string(puppet.glue_count()));
    if (!puppet.offscreen.part.empty())
        line("offscreens", std::to_string(puppet.offscreen.part.size()) + " (kept, not drawn)");
    const ordered_json physics = physics_info(model);
    if (physics.is_null())
        line("physics", "none");
    else
        line("physics", std::to_string(physics["groups"].get<int>()) + " groups, " +
                            std::to_string(physics["inputs"].get<int>()) + " inputs, " +
                            std::to_string(physics["outputs"].get<int>()) + " outputs, " +
                            std::to_string(physics["vertices"].get<int>()) + " vertices, " +
                            (physics["fps"].is_null() ? "no Fps" : physics["fps"].dump() + " Hz"));
    if (!model.location.bare())
        line("files", "textures " + presence(model, FileRole::texture) + ", motions " +
                          presence(model, FileRole::motion) + ", expressions " + presence(model, FileRole::expression));
    if (!lists) return text;
    text += "\nmesh  vertices  triangles  keyforms\n";
    for (std::size_t i = 0; i < puppet.mesh.id.size(); ++i)
        text += std::string(puppet.mesh.id[i].view()) + "  " + std::to_string(puppet.mesh.vertex_count[i]) + "  " +
                std::to_string(puppet.mesh.tri_count[i] / 3) + "  " + std::to_string(puppet.mesh.kf_count[i]) + "\n";
    text += "\nparameter  min  default  max\n";
    for (const ParameterRange& range : model.parameter_ranges())
        text += range.id + "  " + short_number(range.min) + "  " + short_number(range.default_value) + "  " +
                short_number(range.max) + "\n";
    return text;
}

}  // namespace yure::studio
