/// Pendulum groups: those that bakes make, which a person may edit over, and the model's own. The chosen one's inputs
/// and outputs as curves, and all its numbers.
#include <algorithm>
#include <optional>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "panels/physics/group_view.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/core/hash.hpp"

namespace yure::editor {
namespace {

studio::Json own_group_json(const pendulum::Group& group) {
    const auto channel = [](pendulum::Channel c) { return c == pendulum::Channel::x ? "x" : c == pendulum::Channel::y ? "y" : "angle"; };
    const auto normalization = [](const pendulum::Normalization& n) { return studio::Json{{"minimum", n.minimum}, {"default", n.default_value}, {"maximum", n.maximum}}; };
    studio::Json inputs = studio::Json::array(), outputs = studio::Json::array(), vertices = studio::Json::array();
    for (const pendulum::Input& i : group.inputs) inputs.push_back({{"parameter", i.parameter}, {"weight", i.weight}, {"type", channel(i.type)}, {"reflect", i.reflect}});
    for (const pendulum::Output& o : group.outputs)
        outputs.push_back({{"parameter", o.parameter}, {"vertex", o.vertex_index}, {"scale", o.scale}, {"weight", o.weight}, {"type", channel(o.type)}, {"reflect", o.reflect}});
    for (const pendulum::Vertex& v : group.vertices)
        vertices.push_back({{"mobility", v.mobility}, {"delay", v.delay}, {"acceleration", v.acceleration}, {"radius", v.radius}});
    return {{"id", group.id}, {"name", group.name}, {"inputs", inputs}, {"outputs", outputs}, {"vertices", vertices}, {"position", normalization(group.position)}, {"angle", normalization(group.angle)}};
}

class PhysicsPanel final : public Panel {
  public:
    const char* id() const override { return "physics"; }

    void advance(Workbench& workbench) override {
        if (workbench.session() == nullptr || workbench.geometry() == nullptr) return;
        read_groups(workbench);
        if (const Entry* entry = chosen(workbench)) graph_.record(workbench, entry->id, entry->now(workbench.document()));
    }

    void draw(Workbench& workbench) override {
        if (workbench.session() == nullptr || workbench.geometry() == nullptr) {
            ui::empty_note(Icon::wind, tr("physics.empty"));
            return;
        }
        if (groups_.empty()) {
            ui::empty_note(Icon::wind, tr("physics.none"));
            return;
        }
        if (ui::section("generated", tr("physics.generated"), true, std::to_string(generated_))) draw_list(workbench, true);
        if (ui::section("model", tr("physics.model"), true, std::to_string(groups_.size() - generated_))) draw_list(workbench, false);
        if (const Entry* entry = chosen(workbench)) draw_group(workbench, *entry);
    }

  private:
    struct Entry {
        std::string id;
        studio::Json base;
        std::string body;  ///< whose bake makes it; empty = the model's own, or a bank of several
        bool generated = false;

        const studio::Json& now(const studio::Document& document) const {
            const studio::PendulumOverride* change = generated ? document.overrides.find(id) : nullptr;
            return change != nullptr ? change->edited : base;
        }
    };

    void read_groups(const Workbench& workbench) {
        const studio::Document& document = workbench.document();
        std::string key = std::to_string(workbench.model_serial());
        for (const auto& entry : document.bodies) key += entry.id + hash_text(entry.hash);
        for (const auto& entry : document.bakes) key += entry.id + hash_text(entry.hash);
        for (const auto& entry : document.banks) key += entry.id + hash_text(entry.hash);
        if (key == key_) return;
        key_ = std::move(key);
        groups_.clear();
        for (studio::Json& group : studio::generated_groups(document)) {
            Entry entry;
            entry.id = group.value("id", std::string());
            entry.generated = true;
            for (const auto& bake : document.bakes)
                if (const auto own = bake.value->bake.find("groups"); own != bake.value->bake.end())
                    for (const studio::Json& each : *own)
                        if (each.value("id", std::string()) == entry.id) entry.body = bake.id;
            entry.base = std::move(group);
            groups_.push_back(std::move(entry));
        }
        generated_ = groups_.size();
        if (const auto& physics = workbench.geometry()->model->physics)
            for (const pendulum::Group& group : physics->physics.groups) groups_.push_back({group.id, own_group_json(group), {}, false});
    }

    const Entry* chosen(Workbench& workbench) const {
        for (const Entry& entry : groups_)
            if (entry.id == workbench.selection.pendulum) return &entry;
        return nullptr;
    }

    static std::string name_of(const Entry& entry, const studio::Document& document) {
        for (const auto& body : document.bodies)
            if (const auto found = body.value->pendulum_names.find(entry.id); found != body.value->pendulum_names.end()) return found->second;
        const std::string name = entry.base.value("name", std::string());
        return name.empty() ? entry.id : name;
    }

    void draw_list(Workbench& workbench, bool generated) {
        const Theme& t = theme();
        const ui::Scope scope(generated ? "groups" : "own");
        const studio::Document& document = workbench.document();
        // A bank has dozens: what is chosen stays in view below.
        const std::size_t count = generated ? generated_ : groups_.size() - generated_;
        const float height = static_cast<float>(std::clamp<std::size_t>(count, 1, 7)) * (ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y);
        ImGui::BeginChild("list", {0, height}, false);
        bool any = false;
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            const Entry& entry = groups_[i];
            if (entry.generated != generated) continue;
            any = true;
            const ui::Scope each(entry.id);
            const studio::PendulumOverride* change = generated ? document.overrides.find(entry.id) : nullptr;
            bool on = change == nullptr || change->enabled;
            if (ui::checkbox("enabled", "", on, tr("physics.enabled.tip"), generated ? nullptr : tr("why.own_group")))
                workbench.apply("pendulum.set", {{"group", entry.id}, {"enabled", on}});
            ImGui::SameLine(0, t.px(4));
            const std::string name = name_of(entry, document) + (change != nullptr && change->edited != change->base ? "  *" : "");
            const std::string tip = entry.id + (change != nullptr ? "\n" + std::string(tr("physics.edited")) : "");
            ui::RowLook look;
            look.selected = entry.id == workbench.selection.pendulum;
            look.color = !on ? t.off : change != nullptr ? t.accent : 0;
            look.tip = tip.c_str();
            if (ui::row("row", name, look).clicked) workbench.selection.pendulum = entry.id;
        }
        ImGui::EndChild();
        if (!any) ui::text_soft(generated ? tr("physics.no_generated") : tr("physics.no_own"));
    }

    void draw_head(Workbench& workbench, const Entry& entry, const studio::PendulumOverride* change) {
        const Theme& t = theme();
        const ui::Off own(entry.generated ? nullptr : tr("why.own_group"));
        if (const auto name = text_field("name", name_of(entry, workbench.document()), "", tr("physics.name.tip")); name && entry.generated)
            workbench.apply("pendulum.set", {{"group", entry.id}, {"name", *name}});
        const std::size_t place = body_place(workbench.document(), entry.body);
        const std::size_t bodies = workbench.document().bodies.size();
        const char* no_move = !entry.generated ? tr("why.own_group") : entry.body.empty() ? tr("why.shared_group") : nullptr;
        const auto move = [&](const char* widget, Icon icon, const char* tip, const char* at_end, bool end, std::size_t to) {
            if (ui::icon_button(widget, icon, tip, {.off = no_move != nullptr ? no_move : end ? at_end : nullptr, .flat = true}))
                workbench.apply("body.move", {{"body", entry.body}, {"index", to}});
        };
        move("up", Icon::arrow_up, tr("physics.up.tip"), tr("why.first"), place == 0, place - 1);
        ImGui::SameLine(0, t.px(2));
        move("down", Icon::arrow_down, tr("physics.down.tip"), tr("why.last"), place + 1 >= bodies, place + 1);
        ImGui::SameLine(0, t.px(6));
        const char* unedited = !entry.generated ? tr("why.own_group") : change == nullptr ? tr("why.unedited") : nullptr;
        if (ui::button("revert", tr("physics.revert"), {.icon = Icon::reset, .tip = tr("physics.revert.tip"), .off = unedited}))
            workbench.apply("pendulum.reset", {{"group", entry.id}});
        if (change != nullptr) ui::text_colored(t.accent, change->enabled ? tr("physics.edited") : tr("physics.left_out"));
        if (!entry.generated) ui::text_soft(tr("why.own_group"));
    }

    static std::size_t body_place(const studio::Document& document, const std::string& body) {
        for (std::size_t i = 0; i < document.bodies.size(); ++i)
            if (document.bodies[i].id == body) return i;
        return 0;
    }

    void draw_group(Workbench& workbench, const Entry& entry) {
        const ui::Scope scope("group");
        ui::separator();
        const studio::PendulumOverride* change = entry.generated ? workbench.document().overrides.find(entry.id) : nullptr;
        draw_head(workbench, entry, change);
        // Copies: an edit below replaces what the document holds while the rest of the panel still looks at it.
        const studio::Json now = entry.now(workbench.document()), base = entry.base;
        const GroupView view{workbench, entry.id, now, change != nullptr ? base : now, entry.generated ? nullptr : tr("why.own_group")};
        if (ui::section("live", tr("physics.graph"))) graph_.draw(workbench, theme().px(110));
        const auto count = [&](const char* list) { return std::to_string(now.contains(list) ? now[list].size() : 0); };
        if (ui::section("inputs", tr("physics.inputs"), true, count("inputs"))) draw_group_inputs(view);
        if (ui::section("outputs", tr("physics.outputs"), true, count("outputs"))) draw_group_outputs(view);
        if (ui::section("segments", tr("physics.segments"))) draw_group_segments(view);
        if (ui::section("normalization", tr("physics.normalization"), false)) draw_group_normalization(view);
    }

    std::string key_;
    std::vector<Entry> groups_;
    std::size_t generated_ = 0;
    GroupGraph graph_;
};

}  // namespace

std::unique_ptr<Panel> make_physics_panel() { return std::make_unique<PhysicsPanel>(); }

}  // namespace yure::editor
