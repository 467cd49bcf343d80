/// What each glue that joins the body to something means to the simulation.
#include <imgui.h>

#include <algorithm>

#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

void draw_glue_section(const BodyView& view) {
    const ui::Scope scope("glue");
    const studio::ModelGeometry* geometry = view.workbench.geometry();
    if (geometry == nullptr) {
        ui::text_soft(tr("why.no_model"));
        return;
    }
    const rig::Puppet& puppet = geometry->model->puppet;
    const auto id_of = [&](int mesh) { return mesh >= 0 ? std::string(puppet.mesh.id[static_cast<std::size_t>(mesh)].view()) : std::string(); };
    const auto mine = [&](const std::string& mesh) { return std::find(view.body.meshes.begin(), view.body.meshes.end(), mesh) != view.body.meshes.end(); };
    const char* labels[] = {tr("glue.none"), tr("glue.pin"), tr("glue.constraint")};
    constexpr const char* kRoles[] = {"none", "pin", "constraint"};
    bool any = false;
    for (std::size_t g = 0; g < puppet.glue.id.size(); ++g) {
        const std::string a = id_of(puppet.glue.mesh_a[g]), b = id_of(puppet.glue.mesh_b[g]);
        if (!mine(a) && !mine(b)) continue;
        any = true;
        const std::string glue(puppet.glue.id[g].view());
        const ui::Scope row(glue);
        const auto found = view.body.glue_roles.find(glue);
        int role = found == view.body.glue_roles.end() ? 0 : static_cast<int>(found->second);
        const std::string tip = glue + "\n" + a + " – " + b + "\n\n" + tr("sim.glue.tip");
        ui::property(mine(a) && mine(b) ? a + " – " + b : mine(a) ? b : a, tip.c_str());
        if (ui::combo("role", role, labels, tip.c_str())) view.apply("glue.set", {{"glue", glue}, {"role", kRoles[role]}});
        if (role == 2 && !(mine(a) && mine(b))) ui::warning(tr("sim.glue.one_side"));
    }
    if (!any) ui::text_soft(tr("sim.glue.nothing"));
    for (const auto& [glue, role] : view.body.glue_roles) {
        if (puppet.find_glue(glue) >= 0) continue;
        ui::warning(tr("sim.glue.missing", {glue}));
        ImGui::SameLine();
        if (ui::icon_button(glue, Icon::close, tr("sim.glue.forget"), {.flat = true})) {
            view.apply("glue.set", {{"glue", glue}, {"role", "none"}});
            break;  // the map has changed
        }
    }
}

}  // namespace yure::editor
