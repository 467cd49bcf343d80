/// The parameters that shake the body: how far each moves it, which are culled, over what range they are trained.
#include <imgui.h>

#include <algorithm>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

const studio::Json& reading_of(const BodyView& view, const std::string& id) {
    static const studio::Json nothing;
    const studio::Json& inputs = member(view.report, "inputs");
    if (inputs.is_array())
        for (const studio::Json& each : inputs)
            if (text_member(each, "id") == id) return each;
    return nothing;
}

void draw_reach(const BodyView& view, const baker::InputRequest& input) {
    const Theme& t = theme();
    const studio::Json& reading = reading_of(view, input.id);
    const bool culled = text_member(reading, "group") == "culled";
    if (!reading.is_object()) {
        ui::text_soft(tr("sim.input.unread"));
    } else {
        const std::string px = number(number_member(reading, "reach_px", 0.0), 1);
        if (culled)
            ui::text_colored(t.warn, tr("sim.input.culled", {px}));
        else
            ui::text_soft(tr(text_member(reading, "group") == "vertical" ? "sim.input.reach.vertical" : "sim.input.reach", {px}));
    }
    if (!culled && !input.keep) return;
    bool keep = input.keep;
    ImGui::SameLine();
    const float width = ImGui::GetFontSize() * 1.05f + t.px(7) + ImGui::CalcTextSize(tr("sim.input.keep")).x;
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().FramePadding.y);
    if (ui::checkbox("keep", tr("sim.input.keep"), keep, tr("sim.input.keep.tip"))) view.apply("input.set", {{"input", input.id}, {"keep", keep}});
}

void draw_span(const BodyView& view, const baker::InputRequest& input, const rig::ParameterInfo& info) {
    const Theme& t = theme();
    float low = input.span ? std::clamp(input.span->low, info.min, info.default_value) : info.min;
    float high = input.span ? std::clamp(input.span->high, info.default_value, info.max) : info.max;
    const int decimals = info.max - info.min > 20.0f ? 1 : 2;
    ui::property(tr("sim.input.span"), tr("sim.input.span.tip"));
    const float width = std::floor((ImGui::GetContentRegionAvail().x - t.px(4)) / 2.0f);
    const auto whole = [&] { return low <= info.min && high >= info.max; };
    const auto put = [&] { view.apply("input.set", {{"input", input.id}, {"span", whole() ? studio::Json(nullptr) : studio::Json({low, high})}}); };
    ImGui::SetNextItemWidth(width);
    if (ui::slider("low", low, {.low = info.min, .high = info.default_value, .neutral = info.min, .decimals = decimals, .tip = tr("sim.input.span.tip"), .off = info.min < info.default_value ? nullptr : tr("why.starts_at_end")}))
        put();
    ImGui::SameLine(0, t.px(4));
    ImGui::SetNextItemWidth(width);
    if (ui::slider("high", high, {.low = info.default_value, .high = info.max, .neutral = info.max, .decimals = decimals, .tip = tr("sim.input.span.tip"), .off = info.default_value < info.max ? nullptr : tr("why.starts_at_end")}))
        put();
}

void draw_input(const BodyView& view, const baker::InputRequest& input) {
    const Theme& t = theme();
    const ui::Scope scope(input.id);
    const std::string& name = view.workbench.parameter_name(input.id);
    const studio::ModelGeometry* geometry = view.workbench.geometry();
    const int row = geometry != nullptr ? geometry->rig.find_parameter(input.id) : -1;
    const float side = ImGui::GetFrameHeight();
    const std::string label = name == input.id ? name : name + "  ·  " + input.id;
    ui::row("row", label, {.selected = view.workbench.selection.parameter == input.id, .color = row < 0 ? t.warn : 0, .trailing = side + t.px(2)});
    if (ImGui::IsItemClicked()) view.workbench.selection.parameter = input.id;
    ImGui::SameLine(0, t.px(2));
    if (ui::icon_button("remove", Icon::close, tr("sim.input.remove"), {.flat = true})) {
        view.apply("input.remove", {{"input", input.id}});
        return;
    }
    ImGui::Indent(t.px(10));
    if (row < 0) {
        ui::warning(tr("sim.input.missing"));
    } else {
        draw_reach(view, input);
        draw_span(view, input, geometry->rig.parameters()[static_cast<std::size_t>(row)]);
    }
    ImGui::Unindent(t.px(10));
    ui::gap(3);
}

}  // namespace

void draw_inputs_section(const BodyView& view) {
    const ui::Scope scope("inputs");
    if (view.body.inputs.empty()) ui::warning(tr("sim.input.none"));
    // A copy: the list changes under the loop when one is removed.
    const std::vector<baker::InputRequest> inputs = view.body.inputs;
    for (const baker::InputRequest& input : inputs) draw_input(view, input);
    const studio::ModelGeometry* geometry = view.workbench.geometry();
    std::vector<std::string> ids;
    std::vector<std::string> names;
    if (geometry != nullptr)
        for (const rig::ParameterInfo& info : geometry->rig.parameters())
            if (std::none_of(inputs.begin(), inputs.end(), [&](const auto& input) { return input.id == info.id; })) {
                ids.push_back(info.id);
                const std::string& name = view.workbench.parameter_name(info.id);
                names.push_back(name == info.id ? name : name + "  ·  " + info.id);
            }
    std::vector<const char*> labels{tr("sim.input.add")};
    for (const std::string& name : names) labels.push_back(name.c_str());
    int add = 0;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    if (ui::combo("add", add, labels, tr("sim.input.add.tip"), geometry == nullptr ? tr("why.no_model") : nullptr) && add > 0)
        view.apply("input.set", {{"input", ids[static_cast<std::size_t>(add - 1)]}});
}

}  // namespace yure::editor
