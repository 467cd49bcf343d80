/// What the bake is worth, and how it is made: visual checks first, then R² and error, then buttons and settings.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/studio/project_report.hpp"

namespace yure::editor {
namespace {

constexpr std::array kQualities{baker::Quality::light, baker::Quality::standard, baker::Quality::best, baker::Quality::classic};
constexpr std::array kQualityNames{"light", "standard", "best", "classic"};
constexpr std::array kVerticals{baker::Vertical::automatic, baker::Vertical::on, baker::Vertical::off};
constexpr std::array kVerticalNames{"auto", "on", "off"};
constexpr std::array kKeyCounts{3, 5, 7, 9};

template <class T, std::size_t N>
int place_of(const std::array<T, N>& all, T value) {
    return static_cast<int>(std::find(all.begin(), all.end(), value) - all.begin());
}

void draw_state(const BodyView& view) {
    const Theme& t = theme();
    const studio::Freshness state = view.freshness.state;
    if (state == studio::Freshness::fresh) return;
    const ImU32 color = freshness_color(state);
    ui::text_colored(color, state == studio::Freshness::stale     ? tr("sim.bake.stale")
                            : state == studio::Freshness::unbaked ? tr("sim.bake.unbaked")
                                                                  : tr("sim.bake.disabled"));
    for (const std::string& reason : view.freshness.reasons) ui::text_colored(t.text_soft, "· " + reason);
}

void draw_buttons(const BodyView& view) {
    const Theme& t = theme();
    const char* off = !view.body.enabled           ? tr("why.body_off")
                      : view.body.inputs.empty()   ? tr("why.no_inputs")
                      : view.workbench.geometry() == nullptr ? tr("why.no_model")
                                                             : nullptr;
    const float room = ImGui::GetContentRegionAvail().x, gap = t.px(6);
    const float half = std::floor((room - gap) / 2.0f);
    if (view.baking) {
        if (ui::button("cancel", tr("sim.bake.cancel"), {.icon = Icon::close, .tip = tr("sim.bake.cancel.tip"), .danger = true, .width = half}))
            if (const studio::JobInfo* job = view.workbench.current_bake()) view.workbench.session()->cancel(job->id);
    } else if (ui::button("bake", view.bake == nullptr ? tr("sim.bake.button") : tr("sim.bake.again"),
                          {.icon = Icon::bake, .tip = tr("sim.bake.tip"), .off = off, .primary = view.freshness.state != studio::Freshness::fresh, .width = half})) {
        view.workbench.bake({view.id});
    }
    ImGui::SameLine(0, gap);
    if (ui::button("clear", tr("sim.bake.clear"), {.icon = Icon::trash, .tip = tr("sim.bake.clear.tip"), .off = view.no_bake(), .width = half}))
        view.workbench.apply("bake.clear", {{"body", view.id}});
}

void draw_quality(const BodyView& view) {
    const studio::Body& body = view.body;
    const char* labels[] = {tr("quality.light"), tr("quality.standard"), tr("quality.best"), tr("quality.classic")};
    int quality = place_of(kQualities, body.quality);
    ui::property(tr("sim.quality"), tr("sim.quality.tip"));
    if (ui::combo("quality", quality, labels, tr("sim.quality.tip"))) view.set({{"quality", kQualityNames[static_cast<std::size_t>(quality)]}});

    int modes = body.modes;
    ui::property(tr("sim.modes"), tr("sim.modes.tip"));
    if (body.quality == baker::Quality::classic) {
        if (ui::slider("modes", modes, 1, 3, {.neutral = 2.0f, .tip = tr("sim.modes.tip")})) view.set({{"modes", modes}});
    } else {
        int most = body.budget.parameters.value_or(body.quality == baker::Quality::light ? 2 : body.quality == baker::Quality::standard ? 4 : 8);
        const int usual = body.quality == baker::Quality::light ? 2 : body.quality == baker::Quality::standard ? 4 : 8;
        if (ui::slider("modes", most, 1, usual, {.neutral = static_cast<float>(usual), .tip = tr("sim.modes.most.tip")}))
            view.set({{"budget", {{"parameters", most == usual ? studio::Json(nullptr) : studio::Json(most)},
                                  {"groups", body.budget.groups ? studio::Json(*body.budget.groups) : studio::Json(nullptr)},
                                  {"keyforms", body.budget.keyforms ? studio::Json(*body.budget.keyforms) : studio::Json(nullptr)},
                                  {"bytes", body.budget.bytes ? studio::Json(*body.budget.bytes) : studio::Json(nullptr)},
                                  {"evaluations", body.budget.evaluations ? studio::Json(*body.budget.evaluations) : studio::Json(nullptr)}}}});
    }

    const char* verticals[] = {tr("vertical.auto"), tr("vertical.on"), tr("vertical.off")};
    int vertical = place_of(kVerticals, body.vertical);
    ui::property(tr("sim.vertical"), tr("sim.vertical.tip"));
    if (ui::combo("vertical", vertical, verticals, tr("sim.vertical.tip"))) view.set({{"vertical", kVerticalNames[static_cast<std::size_t>(vertical)]}});

    const char* keys[] = {tr("sim.keys.auto"), "3", "5", "7", "9"};
    int key = body.keys ? place_of(kKeyCounts, *body.keys) + 1 : 0;
    ui::property(tr("sim.keys"), tr("sim.keys.tip"));
    if (ui::combo("keys", key, keys, tr("sim.keys.tip")))
        view.set({{"keys", key == 0 ? studio::Json(nullptr) : studio::Json(kKeyCounts[static_cast<std::size_t>(key - 1)])}});

    float exaggeration = body.exaggeration;
    ui::property(tr("sim.exaggeration"), tr("sim.exaggeration.tip"));
    if (ui::slider("exaggeration", exaggeration, {.low = 1.0f, .high = 2.0f, .neutral = 1.3f, .unit = "×", .tip = tr("sim.exaggeration.tip")}))
        view.set({{"exaggeration", exaggeration}});
}

}  // namespace

void draw_bake_section(const BodyView& view) {
    const ui::Scope scope("bake");
    draw_state(view);
    if (view.bake != nullptr) {
        draw_visual_checks(member(view.report, "summary"), member(view.report, "warnings"));
        ui::gap(2);
    }
    draw_buttons(view);
    ui::gap(2);
    draw_quality(view);
    if (ui::section("advanced", tr("sim.advanced"), false)) {
        const ui::Scope inner("advanced");
        draw_bake_advanced(view);
    }
}

}  // namespace yure::editor
