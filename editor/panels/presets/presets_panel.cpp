/// Common parts made to move in one step: hair, clothing, eyes; and what was decided, with the reasons.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "panels/presets/preset_analysis.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/studio/presets/record.hpp"

namespace yure::editor {
namespace {

constexpr std::array kHairModes{"simulate", "classic", "off"};

class PresetsPanel final : public Panel {
  public:
    const char* id() const override { return "presets"; }

    void draw(Workbench& workbench) override {
        if (workbench.geometry() == nullptr) {
            ui::empty_note(Icon::sparkle, workbench.session() == nullptr ? tr("presets.empty") : tr("why.no_model"));
            return;
        }
        if (serial_ != workbench.model_serial()) {
            serial_ = workbench.model_serial();
            told_ = nullptr;
        }
        analysis_.want(workbench);
        draw_bar(workbench);
        ui::gap(2);
        if (ui::section("all", tr("presets.section"), true, summary(workbench))) draw_presets(workbench);
        if (ui::section("levels", tr("presets.levels"), false)) draw_levels(workbench);
        draw_told();
    }

  private:
    const char* only_off(const Workbench& workbench) const {
        return only_selected_ && workbench.selection.meshes.empty() ? tr("why.no_selection") : nullptr;
    }

    void apply(Workbench& workbench, const char* preset, studio::Json more = studio::Json::object()) {
        more["preset"] = preset;
        if (only_selected_) more["only"] = workbench.selection.meshes;
        studio::Json result;
        if (!workbench.batch("", {{"preset.apply", std::move(more)}}, &result, true)) return;
        told_ = std::move(result);
        choose_made(workbench);
    }
    void remove(Workbench& workbench, const char* preset) {
        studio::Json result;
        if (workbench.apply("preset.remove", {{"preset", preset}}, &result)) told_ = std::move(result);
    }
    /// The body a preset made is what its next steps are about.
    void choose_made(Workbench& workbench) {
        const studio::Json& bodies = member(told_, "bodies");
        if (!bodies.is_array() || bodies.empty()) return;
        const std::string body = text_member(bodies[0], "id");
        if (workbench.document().bodies.find(body) != nullptr) workbench.selection.body = body;
    }

    static std::optional<studio::presets::PresetRecord> record_of(const Workbench& workbench, const char* preset) {
        const studio::PresetSetting* setting = workbench.document().presets.find(preset);
        if (setting == nullptr) return std::nullopt;
        auto record = studio::presets::read_record(setting->record);
        if (!record) return std::nullopt;
        return std::move(*record);
    }

    static std::string summary(const Workbench& workbench) {
        const std::size_t count = workbench.document().presets.size();
        return count == 0 ? "" : std::to_string(count);
    }

    void draw_bar(Workbench& workbench) {
        const ui::Scope scope("bar");
        const std::string only = tr("presets.only", {std::to_string(workbench.selection.meshes.size())});
        if (ui::button("only", only, {.icon = Icon::pointer, .tip = tr("presets.only.tip"), .lit = only_selected_})) only_selected_ = !only_selected_;
        const float width = ui::button_width(tr("presets.auto_pin"), true);
        ImGui::SameLine();
        if (ImGui::GetContentRegionAvail().x < width)
            ImGui::NewLine();
        else
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
        const char* off = only_off(workbench);
        if (off == nullptr && !only_selected_ && workbench.document().bodies.empty()) off = tr("why.no_body");
        if (ui::button("auto_pin", tr("presets.auto_pin"), {.icon = Icon::pin, .tip = tr("presets.auto_pin.tip"), .off = off})) apply(workbench, "auto-pin");
    }

    /// What a preset holds now, in grey; in the colour of warnings what is to be done about it.
    void draw_content(Workbench& workbench, const char* preset, bool hair, int there) {
        const Theme& t = theme();
        const auto record = record_of(workbench, preset);
        if (!record) {
            if (analysis_.found() != nullptr) ui::text_soft(there > 0 ? tr("presets.there", {std::to_string(there)}) : std::string(tr("presets.not_there")));
            return;
        }
        std::string names;
        bool missing = false, unbaked = false;
        for (const std::string& id : record->bodies) {
            const studio::Body* body = workbench.document().bodies.find(id);
            if (body == nullptr) {
                missing = true;
                continue;
            }
            const studio::Freshness state = workbench.freshness(id).state;
            unbaked = unbaked || state == studio::Freshness::unbaked || state == studio::Freshness::stale;
            names += (names.empty() ? "" : ", ") + body->shown_name();
        }
        if (!names.empty()) ui::text_soft(tr("presets.simulated", {names}));
        if (hair && record->hair == studio::presets::HairMode::classic)
            ui::text_soft(record->pendulums.empty() ? tr("presets.classic.own") : tr("presets.classic.made", {std::to_string(record->pendulums.size())}));
        if (missing) ui::text_colored(t.warn, tr("presets.missing"));
        if (unbaked && workbench.current_bake() == nullptr) ui::text_colored(t.warn, tr("presets.unbaked"));
        if (unbaked && workbench.current_bake() != nullptr) ui::text_soft(tr("presets.baking"));
    }

    void draw_hair(Workbench& workbench, const char* preset, const char* label, const char* tip, int there) {
        const auto record = record_of(workbench, preset);
        const char* labels[] = {tr("presets.hair.none"), tr("presets.hair.simulate"), tr("presets.hair.classic"), tr("presets.hair.off")};
        int mode = record ? 1 + static_cast<int>(record->hair) : 0;
        ui::property(label, tip);
        if (ui::combo(preset, mode, labels, tip, record ? nullptr : only_off(workbench))) {
            if (mode == 0)
                remove(workbench, preset);
            else
                apply(workbench, preset, {{"mode", kHairModes[static_cast<std::size_t>(mode - 1)]}});
        }
        draw_content(workbench, preset, true, there);
    }

    void draw_switch(Workbench& workbench, const char* preset, const char* label, const char* tip, int there) {
        bool on = workbench.document().presets.find(preset) != nullptr;
        if (ui::checkbox(preset, label, on, tip, on ? nullptr : only_off(workbench))) {
            if (on)
                apply(workbench, preset);
            else
                remove(workbench, preset);
        }
        draw_content(workbench, preset, false, there);
    }

    void draw_presets(Workbench& workbench) {
        const PresetAnalysis::Found* found = analysis_.found();
        draw_hair(workbench, "front-hair", tr("presets.front_hair"), tr("presets.front_hair.tip"), found != nullptr ? found->front_hair : 0);
        ui::gap(2);
        draw_hair(workbench, "back-hair", tr("presets.back_hair"), tr("presets.back_hair.tip"), found != nullptr ? found->back_hair : 0);
        ui::separator();
        draw_switch(workbench, "clothing", tr("presets.clothing"), tr("presets.clothing.tip"), found != nullptr ? static_cast<int>(found->garments.size()) : 0);
        draw_looseness(workbench);
        ui::separator();
        draw_switch(workbench, "jelly-eyes", tr("presets.jelly_eyes"), tr("presets.jelly_eyes.tip"), found != nullptr ? found->irises : 0);
        if (found == nullptr) ui::text_soft(tr("presets.looking"));
        const studio::JobInfo* last = workbench.last_bake();
        if (last == nullptr || workbench.current_bake() != nullptr) return;
        if (last->state == studio::JobState::failed) ui::warning(last->error.text());
        for (const Notice& notice : last->notices)
            if (notice.what.starts_with("could not be baked")) ui::warning(notice.where + " " + notice.what);
    }

    /// A bar a garment: how much of it hangs free. What lies close is one line.
    void draw_looseness(Workbench& workbench) {
        const PresetAnalysis::Found* found = analysis_.found();
        if (found == nullptr || found->garments.empty()) return;
        const Theme& t = theme();
        const ui::Scope scope("looseness");
        std::string close;
        int close_count = 0;
        for (const PresetAnalysis::Garment& garment : found->garments) {
            if (!garment.simulated) {
                close += (close.empty() ? "" : ", ") + garment.mesh;
                ++close_count;
                continue;
            }
            const std::string role_key = "role." + garment.role;
            const std::string why = garment.mesh + "\n" + garment.why + (garment.role == "skirt" || garment.role == "trousers" ? "\n" + found->bottoms_why : "");
            const bool chosen = workbench.selection.has_mesh(garment.mesh);
            const float bar = std::min(t.px(96), ImGui::GetContentRegionAvail().x * 0.3f), percent = ImGui::CalcTextSize("100 %").x + t.px(8);
            const ui::RowAnswer row = ui::row(garment.mesh, std::string(has_text(role_key) ? tr(role_key) : garment.role) + "  ·  " + garment.mesh,
                                              {.selected = chosen, .depth = 1, .tip = why.c_str(), .trailing = bar + percent});
            const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
            if (row.clicked) workbench.selection.pick_mesh(garment.mesh, ImGui::GetIO().KeyCtrl);
            ImDrawList& list = *ImGui::GetWindowDrawList();
            const float y = 0.5f * (low.y + high.y), x = high.x + t.px(2), half = t.px(4), share = std::clamp(garment.loose, 0.0f, 1.0f);
            list.AddRectFilled({x, y - half}, {x + bar, y + half}, t.field_active, half);
            if (share > 0.01f) list.AddRectFilled({x, y - half}, {x + std::max(2 * half, bar * share), y + half}, t.accent, half);
            const std::string words = number(static_cast<double>(share) * 100.0, 0) + " %";
            list.AddText({x + bar + percent - ImGui::CalcTextSize(words.c_str()).x - t.px(2), std::floor(y - 0.5f * ImGui::GetFontSize())}, t.text_soft, words.c_str());
        }
        if (close_count > 0) {
            ui::row("close", tr("presets.close", {std::to_string(close_count)}), {.depth = 1, .color = t.text_soft, .tip = close.c_str()});
        }
    }

    void draw_levels(Workbench& workbench) {
        const Theme& t = theme();
        const ui::Scope scope("levels");
        ui::text_soft(tr("presets.levels.what"));
        const float width = std::floor((ImGui::GetContentRegionAvail().x - 2 * t.px(4)) / 3.0f);
        bool first = true;
        for (const char* level : {"minimal", "default", "full"}) {
            if (!first) ImGui::SameLine(0, t.px(4));
            first = false;
            const std::string key = std::string("presets.level.") + level;
            if (ui::button(level, tr(key), {.tip = tr(key + ".tip"), .width = width})) {
                studio::Json result;
                if (workbench.batch("", {{"preset.level", {{"level", level}}}}, &result, true)) told_ = std::move(result);
            }
        }
    }

    void draw_told() {
        const studio::Json& several = member(told_, "presets");
        if (told_.is_null() || !ui::section("told", tr("presets.told"), true)) return;
        const ui::Scope scope("told");
        if (!several.is_array()) {
            draw_plan(told_);
            return;
        }
        for (const studio::Json& plan : several) draw_plan(plan);
    }

    static void draw_plan(const studio::Json& plan) {
        const Theme& t = theme();
        const std::string summary = text_member(plan, "summary");
        fonts().need(summary);
        ui::text_colored(t.text, summary);
        const studio::Json& decisions = member(plan, "decisions");
        if (!decisions.is_array()) return;
        for (const studio::Json& each : decisions) {
            const std::string why = text_member(each, "why");
            ui::text_soft("· " + text_member(each, "about") + ": " + text_member(each, "what") + (why.empty() ? "" : " – " + why));
        }
    }

    PresetAnalysis analysis_;
    bool only_selected_ = false;
    studio::Json told_;  ///< what the last preset decided
    int serial_ = -1;
};

}  // namespace

std::unique_ptr<Panel> make_presets_panel() { return std::make_unique<PresetsPanel>(); }

}  // namespace yure::editor
