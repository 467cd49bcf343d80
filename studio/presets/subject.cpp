#include "yure/studio/presets/subject.hpp"

#include <algorithm>

#include "yure/core/lookup.hpp"
#include "yure/studio/file.hpp"

namespace yure::studio::presets {
namespace {

void describe_place(const rig::Puppet& puppet, std::size_t row, SubjectMesh& mesh) {
    const auto at = [](const rig::Ints& column, int index) { return column[static_cast<std::size_t>(index)]; };
    for (int part = puppet.mesh.part[row]; part >= 0; part = at(puppet.part.parent, part)) {
        mesh.parts.emplace_back(puppet.part.id[static_cast<std::size_t>(part)].view());
        if (mesh.parts.size() > puppet.part.id.size()) break;  // folders in a circle
    }
    for (int deformer = puppet.mesh.parent[row]; deformer >= 0; deformer = at(puppet.deformer.parent, deformer))
        mesh.deformers.emplace_back(puppet.deformer.id[static_cast<std::size_t>(deformer)].view());
}

/// Every parameter at both ends, the others at rest, against the default pose.
void measure_movements(const rig::Rig& rig, rig::Evaluation& pose, std::vector<SubjectMesh>& meshes) {
    const std::vector<float> defaults = rig.default_values();
    std::vector<Vec2> moved;
    for (std::size_t parameter = 0; parameter < defaults.size(); ++parameter) {
        const rig::ParameterInfo& info = rig.parameters()[parameter];
        std::vector<float> farthest(meshes.size(), 0.0f);
        for (const float end : {info.min, info.max}) {
            if (end == info.default_value) continue;
            std::vector<float> values = defaults;
            values[parameter] = end;
            pose.evaluate(values);
            for (std::size_t row = 0; row < meshes.size(); ++row) {
                const std::vector<Vec2>& rest = meshes[row].rest;
                const int mesh = static_cast<int>(row);
                if (rest.empty() || pose.hidden(mesh)) continue;
                moved.resize(rest.size());
                pose.world_positions(mesh, moved);
                for (std::size_t v = 0; v < rest.size(); ++v)
                    farthest[row] = std::max(farthest[row], distance(moved[v], rest[v]));
            }
        }
        for (std::size_t row = 0; row < meshes.size(); ++row)
            if (farthest[row] >= kLeastMovement)
                meshes[row].moved_by.push_back({static_cast<int>(parameter), farthest[row]});
    }
    for (SubjectMesh& mesh : meshes)
        std::stable_sort(mesh.moved_by.begin(), mesh.moved_by.end(),
                         [](const Movement& a, const Movement& b) { return a.px > b.px; });
}

std::string label(const std::string& name, std::string_view id) {
    if (name.empty() || name == id) return std::string(id);
    return name + " (" + std::string(id) + ")";
}

}  // namespace

int Subject::find_mesh(std::string_view id) const {
    return find_by_id(meshes, id);
}

std::string Subject::part_label(std::string_view id) const {
    const int row = find_by_id(names.parts, id);
    return label(row < 0 ? std::string() : names.parts[static_cast<std::size_t>(row)].name, id);
}

std::string Subject::parameter_label(std::string_view id) const {
    return label(names.parameter_name(id), id);
}

Result<Subject> make_subject(const Model& model, formats::Cdi3 names, std::vector<Picture> textures) {
    Subject subject;
    subject.model = &model;
    subject.names = std::move(names);
    subject.textures = std::move(textures);
    Result<rig::Rig> rig = rig::Rig::build(model.puppet);
    if (!rig) return rig.error();
    subject.rig = std::make_unique<rig::Rig>(std::move(*rig));
    rig::Evaluation pose(*subject.rig);
    pose.evaluate(subject.rig->default_values());
    const rig::Puppet& puppet = model.puppet;
    for (std::size_t row = 0; row < puppet.mesh.id.size(); ++row) {
        const int mesh = static_cast<int>(row);
        SubjectMesh& out = subject.meshes.emplace_back();
        out.id = puppet.mesh.id[row].view();
        out.shown = pose.visible(mesh);
        out.order = pose.render_order()[row];
        out.texture = puppet.mesh.texture[row];
        out.uv = puppet.mesh_uvs(mesh);
        out.triangles = puppet.mesh_triangles(mesh);
        if (!pose.hidden(mesh)) {
            out.rest.resize(static_cast<std::size_t>(puppet.mesh.vertex_count[row]));
            pose.world_positions(mesh, out.rest);
        }
        describe_place(puppet, row, out);
    }
    measure_movements(*subject.rig, pose, subject.meshes);
    return subject;
}

Result<Subject> open_subject(const Model& model, Notices& notices) {
    formats::Cdi3 names;
    if (const ModelFile* file = model.location.first(FileRole::display_info)) {
        const Result<std::string> text = read_text(file->reference.path);
        Result<formats::Cdi3> read = text ? formats::read_cdi3(*text) : Result<formats::Cdi3>(text.error());
        if (read)
            names = std::move(*read);
        else
            notices.push_back({file->named, "names of parts and parameters are not used: " + read.error().text()});
    }
    std::vector<Picture> textures = load_textures(model, notices);
    return make_subject(model, std::move(names), std::move(textures));
}

}  // namespace yure::studio::presets
