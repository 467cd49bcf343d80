/// What is known about what is chosen: a mesh, several meshes, or the model as a whole.
#include <algorithm>

#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/studio/model_info.hpp"

namespace yure::editor {
namespace {

void fact(std::string_view name, std::string_view value) {
    ui::property(name);
    ImGui::AlignTextToFramePadding();
    ui::text(value);
}

std::string number(int value) { return std::to_string(value); }

class InspectorPanel final : public Panel {
  public:
    const char* id() const override { return "inspector"; }

    void draw(Workbench& workbench) override {
        const studio::ModelGeometry* geometry = workbench.geometry();
        if (geometry == nullptr) {
            ui::empty_note(Icon::info, tr("inspector.empty"));
            return;
        }
        const std::vector<std::string>& chosen = workbench.selection.meshes;
        if (chosen.empty())
            draw_model(workbench, *geometry->model);
        else if (chosen.size() == 1)
            draw_mesh(workbench, geometry->model->puppet, geometry->model->puppet.find_mesh(chosen.front()));
        else
            draw_several(workbench, geometry->model->puppet, chosen);
    }

  private:
    static void draw_model(const Workbench& workbench, const studio::Model& model) {
        const rig::Puppet& puppet = model.puppet;
        ui::text_soft(tr("inspector.model"));
        fact(tr("inspector.name"), model.location.base_name);
        fact(tr("inspector.version"), studio::version_name(puppet.version));
        fact(tr("inspector.canvas"), number(static_cast<int>(puppet.canvas.width)) + " × " + number(static_cast<int>(puppet.canvas.height)) + " px");
        fact(tr("inspector.meshes"), number(puppet.mesh_count()));
        int vertices = 0;
        for (const int count : puppet.mesh.vertex_count) vertices += count;
        fact(tr("inspector.vertices"), number(vertices));
        fact(tr("inspector.deformers"), number(puppet.deformer_count()));
        fact(tr("inspector.parameters"), number(puppet.parameter_count()));
        fact(tr("inspector.physics"), number(model.physics ? static_cast<int>(model.physics->physics.groups.size()) : 0));
        fact(tr("inspector.bodies"), number(static_cast<int>(workbench.document().bodies.size())));
    }

    static void draw_mesh(Workbench& workbench, const rig::Puppet& puppet, int row) {
        if (row < 0) return;
        const auto m = static_cast<std::size_t>(row);
        const std::string mesh(puppet.mesh.id[m].view());
        ui::text_soft(tr("inspector.mesh"));
        fact("ID", mesh);
        const int part = puppet.mesh.part[m], parent = puppet.mesh.parent[m];
        fact(tr("inspector.part"), part >= 0 ? workbench.part_name(std::string(puppet.part.id[static_cast<std::size_t>(part)].view())) : "–");
        fact(tr("inspector.parent"), parent >= 0 ? std::string(puppet.deformer.id[static_cast<std::size_t>(parent)].view()) : "–");
        fact(tr("inspector.vertices"), number(puppet.mesh.vertex_count[m]));
        fact(tr("inspector.triangles"), number(puppet.mesh.tri_count[m] / 3));
        fact(tr("inspector.keyforms"), number(puppet.mesh.kf_count[m]));
        fact(tr("inspector.texture"), number(puppet.mesh.texture[m]));
        const int flags = puppet.mesh.flags[m];
        fact(tr("inspector.blending"), (flags & rig::kAdditive) != 0        ? tr("blend.additive")
                                       : (flags & rig::kMultiplicative) != 0 ? tr("blend.multiplicative")
                                                                             : tr("blend.normal"));
        fact(tr("inspector.culling"), (flags & rig::kDoubleSided) != 0 ? tr("value.off") : tr("value.on"));
        std::string masks;
        for (int i = 0; i < puppet.mesh.mask_count[m]; ++i) {
            const int mask = puppet.masks[static_cast<std::size_t>(puppet.mesh.mask_begin[m] + i)];
            if (mask >= 0 && mask < puppet.mesh_count())
                masks += (masks.empty() ? "" : ", ") + std::string(puppet.mesh.id[static_cast<std::size_t>(mask)].view());
        }
        if (!masks.empty())
            fact((flags & rig::kInvertedMask) != 0 ? tr("inspector.masks_inverted") : tr("inspector.masks"), masks);
        const render::Pose& pose = workbench.preview.exported();
        if (m < pose.meshes.size()) {
            fact(tr("inspector.opacity"), number(static_cast<int>(pose.meshes[m].opacity * 100.0f + 0.5f)) + " %");
            fact(tr("inspector.order"), m < pose.render_order.size() ? number(pose.render_order[m]) : "–");
        }
        draw_body_of(workbench, mesh);
    }

    static void draw_several(Workbench& workbench, const rig::Puppet& puppet, const std::vector<std::string>& chosen) {
        int vertices = 0, triangles = 0;
        for (const std::string& id : chosen)
            if (const int row = puppet.find_mesh(id); row >= 0) {
                vertices += puppet.mesh.vertex_count[static_cast<std::size_t>(row)];
                triangles += puppet.mesh.tri_count[static_cast<std::size_t>(row)] / 3;
            }
        ui::text_soft(tr("inspector.several", {std::to_string(chosen.size())}));
        fact(tr("inspector.vertices"), number(vertices));
        fact(tr("inspector.triangles"), number(triangles));
        draw_body_of(workbench, chosen.front());
    }

    static void draw_body_of(Workbench& workbench, const std::string& mesh) {
        for (const auto& entry : workbench.document().bodies) {
            const studio::Body& body = *entry.value;
            if (std::find(body.meshes.begin(), body.meshes.end(), mesh) == body.meshes.end()) continue;
            ui::property(tr("inspector.body"));
            if (ui::button("body", body.shown_name(), {.width = -1.0f})) workbench.selection.body = entry.id;
        }
    }
};

}  // namespace

std::unique_ptr<Panel> make_inspector_panel() { return std::make_unique<InspectorPanel>(); }

}  // namespace yure::editor
