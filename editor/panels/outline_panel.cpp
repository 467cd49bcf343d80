/// The model's parts with their meshes and, first, the project's bodies: choose what other panels work on.
#include <algorithm>
#include <cctype>
#include <map>

#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

class OutlinePanel final : public Panel {
  public:
    const char* id() const override { return "outline"; }

    void draw(Workbench& workbench) override {
        const studio::ModelGeometry* geometry = workbench.geometry();
        if (geometry == nullptr) {
            ui::empty_note(Icon::layers, tr("outline.empty"));
            return;
        }
        const rig::Puppet& puppet = geometry->model->puppet;
        if (serial_ != workbench.model_serial()) read_tree(puppet, workbench.model_serial());
        ImGui::SetNextItemWidth(-FLT_MIN);
        ui::search_field("search", search_, tr("search.hint"));
        ui::gap(2);
        ImGui::BeginChild("list", {0, 0}, false);
        drawn_ = 0;
        for (const int part : roots_) draw_part(workbench, puppet, part, 0);
        for (const int mesh : loose_) draw_mesh(workbench, puppet, mesh, 0);
        if (drawn_ == 0) ui::empty_note(Icon::search, tr("search.nothing"));
        ImGui::EndChild();
    }

  private:
    void read_tree(const rig::Puppet& puppet, int serial) {
        serial_ = serial;
        const auto parts = static_cast<std::size_t>(puppet.part_count());
        children_.assign(parts, {});
        meshes_.assign(parts, {});
        roots_.clear();
        loose_.clear();
        for (std::size_t p = 0; p < parts; ++p) {
            const int parent = puppet.part.parent[p];
            if (parent < 0)
                roots_.push_back(static_cast<int>(p));
            else
                children_[static_cast<std::size_t>(parent)].push_back(static_cast<int>(p));
        }
        for (int m = 0; m < puppet.mesh_count(); ++m) {
            const int part = puppet.mesh.part[static_cast<std::size_t>(m)];
            if (part < 0)
                loose_.push_back(m);
            else
                meshes_[static_cast<std::size_t>(part)].push_back(m);
        }
    }

    bool matches(std::string_view text) const {
        if (search_.empty()) return true;
        const auto same = [](char a, char b) {
            return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
        };
        return std::search(text.begin(), text.end(), search_.begin(), search_.end(), same) != text.end();
    }

    bool part_matches(const Workbench& workbench, const rig::Puppet& puppet, int part) const {
        const auto p = static_cast<std::size_t>(part);
        if (matches(workbench.part_name(std::string(puppet.part.id[p].view()))) || matches(puppet.part.id[p].view())) return true;
        for (const int mesh : meshes_[p])
            if (matches(puppet.mesh.id[static_cast<std::size_t>(mesh)].view())) return true;
        return std::any_of(children_[p].begin(), children_[p].end(),
                           [&](int child) { return part_matches(workbench, puppet, child); });
    }

    void all_meshes(int part, const rig::Puppet& puppet, std::vector<std::string>& out) const {
        const auto p = static_cast<std::size_t>(part);
        for (const int mesh : meshes_[p]) out.emplace_back(puppet.mesh.id[static_cast<std::size_t>(mesh)].view());
        for (const int child : children_[p]) all_meshes(child, puppet, out);
    }

    void draw_part(Workbench& workbench, const rig::Puppet& puppet, int part, int depth) {
        if (!part_matches(workbench, puppet, part)) return;
        const auto p = static_cast<std::size_t>(part);
        const std::string part_id(puppet.part.id[p].view());
        ++drawn_;
        bool& open = open_.try_emplace(part_id, depth < 1).first->second;
        const bool shown = open || !search_.empty();
        ui::RowLook look;
        look.depth = depth;
        look.open = shown;
        look.icon = Icon::folder;
        look.tip = part_id.c_str();
        const ui::RowAnswer answer = ui::row(part_id, workbench.part_name(part_id), look);
        if (answer.toggled || answer.double_clicked) open = !open;
        if (answer.clicked) {
            if (!ImGui::GetIO().KeyCtrl) workbench.selection.meshes.clear();
            std::vector<std::string> inside;
            all_meshes(part, puppet, inside);
            for (const std::string& mesh : inside)
                if (!workbench.selection.has_mesh(mesh)) workbench.selection.meshes.push_back(mesh);
        }
        if (!shown) return;
        for (const int child : children_[p]) draw_part(workbench, puppet, child, depth + 1);
        for (const int mesh : meshes_[p]) draw_mesh(workbench, puppet, mesh, depth + 1);
    }

    void draw_mesh(Workbench& workbench, const rig::Puppet& puppet, int mesh, int depth) {
        const std::string mesh_id(puppet.mesh.id[static_cast<std::size_t>(mesh)].view());
        if (!matches(mesh_id) && !search_.empty()) return;
        ++drawn_;
        const Theme& t = theme();
        std::string body;
        ImU32 color = 0;
        for (const auto& entry : workbench.document().bodies)
            if (std::find(entry.value->meshes.begin(), entry.value->meshes.end(), mesh_id) != entry.value->meshes.end()) {
                body = tr("outline.in_body", {entry.value->shown_name()});
                switch (workbench.session()->freshness(entry.id).state) {
                case studio::Freshness::fresh: color = t.good; break;
                case studio::Freshness::stale: color = t.warn; break;
                case studio::Freshness::unbaked: color = t.bad; break;
                case studio::Freshness::disabled: color = t.off; break;
                }
            }
        const std::string tip = mesh_id + "\n" +
                                tr("outline.mesh_tip", {std::to_string(puppet.mesh.vertex_count[static_cast<std::size_t>(mesh)]),
                                                        std::to_string(puppet.mesh.tri_count[static_cast<std::size_t>(mesh)] / 3)}) +
                                (body.empty() ? "" : "\n" + body);
        ui::RowLook look;
        look.depth = depth;
        look.selected = workbench.selection.has_mesh(mesh_id);
        look.tip = tip.c_str();
        const ui::RowAnswer answer = ui::row(mesh_id, mesh_id, look);
        if (color != 0) {
            const ImVec2 high = ImGui::GetItemRectMax(), low = ImGui::GetItemRectMin();
            ImGui::GetWindowDrawList()->AddCircleFilled({high.x - t.px(10), 0.5f * (low.y + high.y)}, t.px(3.5f), color);
        }
        if (answer.clicked) workbench.selection.pick_mesh(mesh_id, ImGui::GetIO().KeyCtrl);
    }

    std::string search_;
    int serial_ = -1, drawn_ = 0;
    std::vector<std::vector<int>> children_, meshes_;
    std::vector<int> roots_, loose_;
    std::map<std::string, bool> open_;
};

}  // namespace

std::unique_ptr<Panel> make_outline_panel() { return std::make_unique<OutlinePanel>(); }

}  // namespace yure::editor
