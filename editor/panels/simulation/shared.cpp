#include <imgui_internal.h>

#include <cmath>
#include <cstdio>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {

const studio::Json& member(const studio::Json& object, const char* name) {
    static const studio::Json nothing;
    if (!object.is_object()) return nothing;
    const auto found = object.find(name);
    return found == object.end() ? nothing : *found;
}

std::string text_member(const studio::Json& object, const char* name) {
    const studio::Json& value = member(object, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}

double number_member(const studio::Json& object, const char* name, double otherwise) {
    const studio::Json& value = member(object, name);
    return value.is_number() ? value.get<double>() : otherwise;
}

std::string number(double value, int decimals) {
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    std::string words = text;
    if (words.find_first_not_of("-0.") == std::string::npos && words.front() == '-') words.erase(0, 1);
    return words;
}

ImU32 freshness_color(studio::Freshness state) {
    const Theme& t = theme();
    switch (state) {
    case studio::Freshness::fresh: return t.good;
    case studio::Freshness::stale: return t.warn;
    case studio::Freshness::unbaked: return t.bad;
    case studio::Freshness::disabled: return t.off;
    }
    return t.off;
}

const char* freshness_text(studio::Freshness state) {
    switch (state) {
    case studio::Freshness::fresh: return tr("sim.state.fresh");
    case studio::Freshness::stale: return tr("sim.state.stale");
    case studio::Freshness::unbaked: return tr("sim.state.unbaked");
    case studio::Freshness::disabled: return tr("sim.state.disabled");
    }
    return "";
}

const char* BodyView::no_bake() const {
    if (workbench.geometry() == nullptr) return tr("why.no_model");
    return bake == nullptr ? tr("why.no_bake") : nullptr;
}

bool section_with_button(std::string_view id, std::string_view label, bool open_at_first, Icon icon, std::string_view button,
                         const char* tip, bool& pressed, std::string_view trailing, ImU32 trailing_color) {
    pressed = false;
    const bool open = ui::section(id, label, open_at_first, trailing, trailing_color);
    if (icon == Icon::none) return open;
    ImGui::SetItemAllowOverlap();
    const ImVec2 high = ImGui::GetItemRectMax(), low = ImGui::GetItemRectMin();
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({high.x - ImGui::GetFrameHeight() - theme().px(2), low.y});
    const ui::Scope scope(id);
    pressed = ui::icon_button(button, icon, tip, {.flat = true});
    ImGui::SetCursorScreenPos(after);
    return open;
}

std::optional<std::string> text_field(std::string_view id, const std::string& now, const char* hint, const char* tip) {
    static std::string owner, typed;  // one field is typed into at a time
    const std::string path = ui::path_of(id);
    std::string words = owner == path ? typed : now;
    ui::input_text(id, words, hint, tip, ImGuiInputTextFlags_AutoSelectAll);
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    if (ImGui::IsItemActive()) {
        owner = path;
        typed = words;
    } else if (owner == path) {
        owner.clear();
    }
    if (left && words != now) return words;
    return std::nullopt;
}

namespace {

struct Figure {
    const char* name;
    const char* unit;
    int decimals;
    double none;  ///< value that means "not measured"; NaN = every value counts
};

bool has_finding(const studio::Json& warnings, const char* metric) {
    if (!warnings.is_array()) return false;
    for (const studio::Json& warning : warnings)
        if (text_member(warning, "metric") == metric) return true;
    return false;
}

void draw_figure(const studio::Json& summary, const studio::Json& warnings, const Figure& figure, float width) {
    const Theme& t = theme();
    const double value = number_member(summary, figure.name, NAN);
    const bool measured = std::isfinite(value) && value != figure.none;
    const bool odd = measured && has_finding(warnings, figure.name);
    const std::string shown = !measured ? "–" : (std::string_view(figure.unit) == "×" ? figure.unit + number(value, figure.decimals) : number(value, figure.decimals) + figure.unit);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFontSize() * 2.0f + t.px(8);
    ImGui::InvisibleButton(figure.name, {width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + height}, odd ? mixed(t.panel, t.warn, 0.16f) : mixed(t.panel, t.field, 0.6f), t.px(4));
    const ImVec4 clip{low.x, low.y, low.x + width, low.y + height};
    const char* label = tr(std::string("metric.") + figure.name);
    list.AddText(nullptr, 0.0f, {low.x + t.px(7), low.y + t.px(3)}, t.text_soft, label, nullptr, 0.0f, &clip);
    list.AddText(nullptr, 0.0f, {low.x + t.px(7), low.y + t.px(4) + ImGui::GetFontSize()}, odd ? t.warn : t.text, shown.c_str(), nullptr, 0.0f, &clip);
    if (odd)
        draw_icon(list, Icon::warning, {low.x + width - t.px(7) - ImGui::GetFontSize(), low.y + t.px(4) + ImGui::GetFontSize()}, ImGui::GetFontSize(), t.warn);
    ui::record(std::string("figure.") + figure.name, shown);
    if (GImGui->HoveredIdTimer > 0.45f) ui::tip(tr(std::string("metric.") + figure.name + ".tip"));
}

void draw_figures(const studio::Json& summary, const studio::Json& warnings, std::initializer_list<Figure> figures) {
    const Theme& t = theme();
    const float gap = t.px(4), room = ImGui::GetContentRegionAvail().x;
    const auto count = static_cast<float>(figures.size());
    // Four in a row where there is room, else two.
    const float columns = room > t.px(400) ? count : std::min(count, 2.0f);
    const float width = std::floor((room - gap * (columns - 1.0f)) / columns);
    int place = 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    for (const Figure& figure : figures) {
        if (place % static_cast<int>(columns) != 0) ImGui::SameLine();
        draw_figure(summary, warnings, figure, width);
        ++place;
    }
    ImGui::PopStyleVar();
}

}  // namespace

void draw_visual_checks(const studio::Json& summary, const studio::Json& warnings) {
    if (number_member(summary, "clips", 0.0) < 0.5) {
        ui::text_soft(tr("metric.unmoved"));
        return;
    }
    draw_figures(summary, warnings, {{"amplitude", "×", 2, NAN}, {"lag_ms", " ms", 0, NAN}, {"settle", "×", 2, 0.0}, {"jitter", "×", 2, NAN}});
    draw_figures(summary, warnings, {{"r2_10px", "", 2, NAN}, {"p95_px", " px", 1, NAN}});
    const auto right = static_cast<int>(number_member(summary, "direction_right", 0)), all = static_cast<int>(number_member(summary, "direction_total", 0));
    ui::text_soft(tr("metric.direction", {std::to_string(right), std::to_string(all)}));
    if (!warnings.is_array()) return;
    for (const studio::Json& warning : warnings) {
        const std::string metric = text_member(warning, "metric"), key = "metric." + metric + ".odd";
        const double value = number_member(warning, "value", 0.0), limit = number_member(warning, "limit", 0.0);
        const bool share = metric == "clipped" || metric == "stalled" || metric == "shortening";
        const std::string shown = share ? number(value * 100.0, 1) + " %" : number(value, 2), bound = share ? number(limit * 100.0, 1) + " %" : number(limit, 2);
        ui::warning(has_text(key) ? tr(key, {shown, bound}) : text_member(warning, "text"));
    }
}

}  // namespace yure::editor
