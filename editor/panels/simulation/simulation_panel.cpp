/// The simulation panel: tool bar, list of bodies, and the chosen body's sections (one file each beside this one).
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>

#include "input/keys.hpp"
#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/baker/inputs.hpp"

namespace yure::editor {
namespace {

bool same_inputs(const std::vector<baker::InputRequest>& a, const std::vector<baker::InputRequest>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.id == y.id && x.keep == y.keep && x.span.has_value() == y.span.has_value() &&
               (!x.span || (x.span->low == y.span->low && x.span->high == y.span->high));
    });
}

/// Goes on in the same line where `width` fits, else in the next.
void flow(float width) {
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

class SimulationPanel final : public Panel {
  public:
    const char* id() const override { return "simulation"; }

    void add_actions(Workbench& workbench) override {
        const auto off = [&workbench]() -> const char* { return new_off(workbench); };
        for (const char* kind : {"hair", "cloth"}) {
            Action more;
            more.icon = Icon::plus;
            more.off = off;
            workbench.actions.add(std::string("simulation.new_") + kind, {}, [&workbench, kind] { make_body(workbench, kind); }, std::move(more));
        }
    }

    void draw(Workbench& workbench) override {
        if (workbench.session() == nullptr) {
            ui::empty_note(Icon::wind, tr("sim.empty"));
            return;
        }
        draw_tool_bar(workbench);
        draw_status(workbench);
        ui::gap(2);
        draw_list(workbench);
        const studio::Document& document = workbench.document();
        const studio::Body* body = document.bodies.find(workbench.selection.body);
        if (body == nullptr) return;
        ui::separator();
        // Edits replace the body; what is drawn in this frame goes on with the one it began with.
        const std::shared_ptr<const studio::Document> kept = workbench.session()->snapshot();
        const studio::Body& shown = *kept->bodies.find(workbench.selection.body);
        draw_editor(workbench, *kept, workbench.selection.body, shown);
    }

  private:
    static const char* new_off(const Workbench& workbench) {
        if (workbench.session() == nullptr) return tr("why.no_project");
        if (workbench.geometry() == nullptr) return tr("why.no_model");
        return workbench.selection.meshes.empty() ? tr("why.no_selection") : nullptr;
    }

    static void make_body(Workbench& workbench, const char* kind) {
        studio::Json result;
        if (workbench.apply("body.add", {{"meshes", workbench.selection.meshes}, {"kind", kind}}, &result))
            workbench.selection.body = text_member(result, "body");
    }

    void draw_tool_bar(Workbench& workbench) {
        const Theme& t = theme();
        const ui::Scope scope("bar");
        if (ui::button("new", tr("sim.new"), {.icon = Icon::plus, .tip = tr("sim.new.tip"), .off = new_off(workbench)})) ImGui::OpenPopup("new_kind");
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {t.px(8), t.px(8)});
        if (ImGui::BeginPopup("new_kind")) {
            draw_kinds(workbench);
            if (keys_pressed({GLFW_KEY_ESCAPE})) ImGui::CloseCurrentPopup();
            ImGui::EndPopup();
        }
        ImGui::PopStyleVar();

        if (const studio::JobInfo* job = workbench.current_bake()) {
            flow(ui::button_width(tr("button.cancel"), true));
            if (ui::button("cancel", tr("button.cancel"), {.icon = Icon::close, .tip = tr("sim.bake.cancel.tip"), .danger = true})) workbench.session()->cancel(job->id);
        } else {
            flow(ui::button_width(tr("action.simulation.bake_all"), true));
            const Action* all = workbench.actions.find("simulation.bake_all");
            if (ui::button("bake_all", tr("action.simulation.bake_all"), {.icon = Icon::bake, .tip = tr("sim.bake_all.tip"), .off = workbench.actions.off_reason(*all)}))
                workbench.actions.run("simulation.bake_all");
        }
        flow(t.px(33) + ImGui::CalcTextSize(tr("sim.auto_bake")).x);
        bool automatic = workbench.settings.auto_bake;
        if (ui::toggle("auto_bake", automatic, tr("sim.auto_bake"), tr("sim.auto_bake"), tr("settings.auto_bake.tip"))) workbench.use_auto_bake(automatic);

        flow(t.px(33) + std::max(ImGui::CalcTextSize(tr("sim.shown.exported")).x, ImGui::CalcTextSize(tr("sim.shown.reference")).x));
        bool reference = workbench.shown != Shown::exported;
        const char* why = workbench.document().bodies.empty() ? tr("why.no_body") : nullptr;
        if (ui::toggle("reference", reference, tr("sim.shown.exported"), tr("sim.shown.reference"), tr("sim.shown.tip"), why))
            workbench.shown = reference ? Shown::reference : Shown::exported;
    }

    static void draw_kinds(Workbench& workbench) {
        const ui::Scope scope("new_kind");
        for (const char* kind : {"cloth", "hair"})
            if (ui::menu_item(kind, tr(std::string("kind.") + kind))) make_body(workbench, kind);
    }

    void draw_status(Workbench& workbench) {
        const Theme& t = theme();
        const ui::Scope scope("bar");
        const float side = ImGui::GetFrameHeight();
        const bool reference = workbench.shown != Shown::exported;
        const float icons = (reference ? 3.0f : 2.0f) * (side + t.px(2));
        const float left = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
        if (const studio::JobInfo* job = workbench.current_bake()) {
            // "hair: recording": the body it is at.
            const std::string at = job->stage.substr(0, job->stage.find(':'));
            const auto place = std::find(job->subjects.begin(), job->subjects.end(), at);
            std::string words = job->stage.empty() ? job->label : job->stage;
            if (place != job->subjects.end())
                words = tr("sim.baking", {std::to_string(place - job->subjects.begin() + 1), std::to_string(job->subjects.size()), job->stage});
            ui::progress("progress", static_cast<float>(job->fraction), words, room - icons - t.px(4));
        } else {
            std::size_t baked = 0, enabled = 0;
            for (const auto& entry : workbench.document().bodies) {
                if (!entry.value->enabled) continue;
                ++enabled;
                if (workbench.freshness(entry.id).state == studio::Freshness::fresh) ++baked;
            }
            ImGui::AlignTextToFramePadding();
            const bool all = baked == enabled;
            const std::string words = enabled == 0 ? std::string(tr("status.no_bodies"))
                                      : all        ? tr("status.baked", {std::to_string(baked), std::to_string(enabled)})
                                                   : tr("status.to_bake", {std::to_string(enabled - baked), std::to_string(enabled)});
            ImGui::PushStyleColor(ImGuiCol_Text, enabled == 0 ? t.text_soft : all ? t.good : t.warn);
            ui::text(words);
            ImGui::PopStyleColor();
            ui::record("status", words);
        }
        ImGui::SameLine();
        ImGui::SetCursorPosX(left + room - icons);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {t.px(2), 0});
        if (ui::icon_button("expand", Icon::expand_all, tr("sim.expand"), {.flat = true})) ui::set_all_open(true);
        ImGui::SameLine();
        if (ui::icon_button("collapse", Icon::collapse_all, tr("sim.collapse"), {.flat = true})) ui::set_all_open(false);
        if (reference) {
            ImGui::SameLine();
            if (ui::icon_button("reset", Icon::reset, tr("sim.reset"), {.flat = true})) workbench.preview.reset();
        }
        ImGui::PopStyleVar();
    }

    void draw_list(Workbench& workbench) {
        const std::shared_ptr<const studio::Document> kept = workbench.session()->snapshot();
        if (ui::section("bodies", tr("sim.bodies"), true, std::to_string(kept->bodies.size()))) {
            const ui::Scope scope("bodies");
            if (kept->bodies.empty()) ui::text_soft(tr("sim.no_bodies"));
            std::size_t index = 0;
            for (const auto& entry : kept->bodies) {
                draw_row(workbench, entry.id, *entry.value, index, kept->bodies.size());
                ++index;
            }
        }
        // What went wrong in the last bake stays to be read until the next.
        const studio::JobInfo* last = workbench.last_bake();
        if (last == nullptr || workbench.current_bake() != nullptr || last->state == studio::JobState::cancelled) return;
        if (last->state == studio::JobState::failed) ui::warning(last->error.text());
        for (const Notice& notice : last->notices)
            if (notice.what.starts_with("could not be baked")) ui::warning(notice.where + " " + notice.what);
    }

    void draw_row(Workbench& workbench, const std::string& body_id, const studio::Body& body, std::size_t index, std::size_t count) {
        const Theme& t = theme();
        const ui::Scope scope(body_id);
        const studio::BodyFreshness freshness = workbench.freshness(body_id);
        bool enabled = body.enabled;
        if (ui::checkbox("enabled", "", enabled, tr("sim.enabled.tip"))) workbench.apply("body.set", {{"body", body_id}, {"enabled", enabled}});
        ImGui::SameLine(0, t.px(4));
        const char* kind = body.kind == sim::BodyKind::hair ? tr("kind.hair") : tr("kind.cloth");
        const bool fresh = freshness.state == studio::Freshness::fresh;
        const std::string state = fresh ? "" : freshness_text(freshness.state);
        fonts().need(state);
        const float dot = ImGui::GetFontSize();
        const float trailing = dot + ImGui::CalcTextSize(kind).x + (fresh ? 0.0f : ImGui::CalcTextSize(state.c_str()).x + t.px(6)) + t.px(12);
        std::string tip;
        for (const std::string& mesh : body.meshes) tip += (tip.empty() ? "" : ", ") + mesh;
        if (tip.size() > 300) tip = tip.substr(0, tip.rfind(',', 300)) + " …";
        for (const std::string& reason : freshness.reasons) tip += "\n· " + reason;
        const ui::RowAnswer answer = ui::row("row", body.shown_name(),
                                             {.selected = workbench.selection.body == body_id, .color = body.enabled ? 0 : t.text_faint, .tip = tip.c_str(), .trailing = trailing});
        if (answer.clicked || answer.menu) workbench.selection.pick_body(body_id, workbench.document());
        if (answer.menu) ImGui::OpenPopup("menu");
        const float y = ImGui::GetItemRectMin().y, height = ImGui::GetItemRectSize().y, x = ImGui::GetItemRectMax().x;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float text_y = std::floor(y + 0.5f * (height - ImGui::GetFontSize()));
        float at = x + t.px(4);
        const ImU32 color = freshness_color(freshness.state);
        if (!fresh) {
            list.AddText({at, text_y}, color, state.c_str());
            at += ImGui::CalcTextSize(state.c_str()).x + t.px(6);
        }
        list.AddCircleFilled({at + 0.4f * dot, y + 0.5f * height}, dot * 0.27f, color);
        at += dot;
        list.AddText({at, text_y}, t.text_soft, kind);
        draw_menu(workbench, body_id, body, index, count);
    }

    void draw_menu(Workbench& workbench, const std::string& body_id, const studio::Body& body, std::size_t index, std::size_t count) {
        const Theme& t = theme();
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {t.px(8), t.px(8)});
        if (ImGui::BeginPopup("menu")) {
            draw_menu_items(workbench, body_id, body, index, count);
            if (keys_pressed({GLFW_KEY_ESCAPE})) ImGui::CloseCurrentPopup();
            ImGui::EndPopup();
        }
        ImGui::PopStyleVar();
    }

    static void draw_menu_items(Workbench& workbench, const std::string& body_id, const studio::Body& body, std::size_t index, std::size_t count) {
        const ui::Scope scope("menu");
        const bool baked = workbench.document().bakes.find(body_id) != nullptr;
        if (ui::menu_item("bake", baked ? tr("sim.bake.again") : tr("sim.bake.button"), {}, false,
                          !body.enabled ? tr("why.body_off") : body.inputs.empty() ? tr("why.no_inputs") : nullptr))
            workbench.bake({body_id});
        if (ui::menu_item("clear", tr("sim.bake.clear"), {}, false, baked ? nullptr : tr("why.no_bake"))) workbench.apply("bake.clear", {{"body", body_id}});
        ImGui::Separator();
        if (ui::menu_item("up", tr("sim.move.up"), {}, false, index == 0 ? tr("why.first") : nullptr)) workbench.apply("body.move", {{"body", body_id}, {"index", index - 1}});
        if (ui::menu_item("down", tr("sim.move.down"), {}, false, index + 1 == count ? tr("why.last") : nullptr))
            workbench.apply("body.move", {{"body", body_id}, {"index", index + 1}});
        ImGui::Separator();
        if (ui::menu_item("remove", tr("sim.remove"))) workbench.apply("body.remove", {{"body", body_id}});
    }

    void draw_editor(Workbench& workbench, const studio::Document& document, const std::string& body_id, const studio::Body& body) {
        const Theme& t = theme();
        const studio::StoredBake* bake = document.bakes.find(body_id);
        static const studio::Json nothing = studio::Json::object();
        const studio::BodyFreshness freshness = workbench.freshness(body_id);
        const studio::JobInfo* job = workbench.current_bake();
        const bool baking = job != nullptr && std::find(job->subjects.begin(), job->subjects.end(), body_id) != job->subjects.end();
        const BodyView view{workbench, body_id, body, bake, bake != nullptr ? bake->report : nothing, freshness, baking};

        const float room = ImGui::GetContentRegionAvail().x, kinds = std::min(t.px(110), room * 0.4f);
        ImGui::SetNextItemWidth(room - kinds - t.px(6));
        if (auto name = text_field("name", body.shown_name(), body_id.c_str(), tr("sim.name.tip"))) view.set({{"name", *name == body_id ? "" : *name}});
        ImGui::SameLine(0, t.px(6));
        const char* labels[] = {tr("kind.cloth"), tr("kind.hair")};
        int kind = body.kind == sim::BodyKind::cloth ? 0 : 1;
        ImGui::SetNextItemWidth(kinds);
        if (ui::combo("kind", kind, labels, tr("sim.kind.tip"))) view.set({{"kind", kind == 0 ? "cloth" : "hair"}});

        bool restore = false;
        if (ui::section("bake", tr("sim.section.bake"), true, freshness_text(freshness.state), freshness_color(freshness.state))) draw_bake_section(view);

        const sim::Material& usual = sim::default_material(body.kind);
        if (!body.chain && section_with_button("material", tr("sim.section.material"), true, body.material == usual ? Icon::none : Icon::reset, "restore",
                                tr("sim.material.restore"), restore))
            draw_material_section(view);
        if (restore) view.set({{"material_preset", body.kind == sim::BodyKind::hair ? "hair" : "cotton"}});

        const studio::ModelGeometry* geometry = workbench.geometry();
        const bool own_inputs = geometry != nullptr && !same_inputs(body.inputs, baker::default_inputs(geometry->rig.parameters(), body.kind));
        if (section_with_button("inputs", tr("sim.section.inputs"), false, own_inputs ? Icon::reset : Icon::none, "restore", tr("sim.inputs.restore"),
                                restore, own_inputs ? "" : std::to_string(body.inputs.size()), body.inputs.empty() ? t.warn : 0))
            draw_inputs_section(view);
        if (restore) view.apply("input.reset", studio::Json::object());

        if (ui::section("outputs", tr("sim.section.outputs"), false, bake != nullptr ? std::to_string(bake->parameter_ids().size()) : "–")) draw_outputs_section(view);
        if (ui::section("glue", tr("sim.section.glue"), false, body.glue_roles.empty() ? "" : std::to_string(body.glue_roles.size()))) draw_glue_section(view);
        if (ui::section("groups", tr("sim.section.groups"), false)) draw_groups_section(view);
        if (ui::section("compare", tr("sim.section.compare"), false)) draw_compare_section(view);
    }
};

}  // namespace

std::unique_ptr<Panel> make_simulation_panel() { return std::make_unique<SimulationPanel>(); }

}  // namespace yure::editor
