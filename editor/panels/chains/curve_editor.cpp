#include "panels/chains/curve_editor.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr float kHighest = 2.0f;  ///< factor at the upper edge of the field

struct Shape {
    const char* id;
    std::array<std::pair<double, double>, 3> points;
    int count;
};
constexpr Shape kShapes[] = {
    {"fall", {{{0.0, 1.0}, {1.0, 0.2}}}, 2},
    {"rise", {{{0.0, 0.2}, {1.0, 1.0}}}, 2},
    {"middle", {{{0.0, 0.3}, {0.5, 1.0}, {1.0, 0.3}}}, 3},
};

/// Smooth slopes: those of the neighbours of each point.
void smooth(chain::Curve& curve) {
    std::vector<chain::CurveKey>& keys = curve.keys;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const chain::CurveKey &a = keys[i == 0 ? 0 : i - 1], &b = keys[std::min(i + 1, keys.size() - 1)];
        const double slope = b.u > a.u ? (b.value - a.value) / (b.u - a.u) : 0.0;
        keys[i] = {.u = keys[i].u, .value = keys[i].value, .in_tangent = slope, .out_tangent = slope};
    }
}

bool draw_form(std::optional<chain::Curve>& curve) {
    const char* labels[3 + std::size(kShapes)] = {tr("chains.curve.none"), tr("chains.curve.linear"), tr("chains.curve.keyed")};
    for (std::size_t i = 0; i < std::size(kShapes); ++i) labels[3 + i] = tr(std::string("chains.curve.") + kShapes[i].id);
    const int now = !curve ? 0 : curve->kind == chain::Curve::Kind::linear ? 1 : 2;
    int form = now;
    ui::property(tr("chains.curve.form"), tr("chains.curve.form.tip"));
    if (!ui::combo("form", form, labels, tr("chains.curve.form.tip")) || form == now) return false;
    if (form == 0) {
        curve.reset();
        return true;
    }
    if (form >= 3) {
        const Shape& shape = kShapes[form - 3];
        curve.emplace();
        for (int i = 0; i < shape.count; ++i)
            curve->keys.push_back({.u = shape.points[static_cast<std::size_t>(i)].first, .value = shape.points[static_cast<std::size_t>(i)].second});
        return true;
    }
    if (!curve || curve->keys.empty()) {
        curve.emplace();
        curve->keys = {{.u = 0.0, .value = 1.0}, {.u = 1.0, .value = 1.0}};
    }
    curve->kind = form == 1 ? chain::Curve::Kind::linear : chain::Curve::Kind::keyed;
    if (form == 2) smooth(*curve);
    return true;
}

bool number(const char* name, double& value, float low, float high) {
    float shown = static_cast<float>(value);
    const std::string key = std::string("chains.curve.") + name;
    ui::property(tr(key), tr(key + ".tip"));
    if (!ui::slider(name, shown, {.low = low, .high = high, .tip = tr(key + ".tip")})) return false;
    value = static_cast<double>(shown);
    return true;
}

bool draw_point_fields(chain::Curve& curve, std::size_t chosen) {
    chain::CurveKey& key = curve.keys[chosen];
    bool changed = false;
    const double low = chosen == 0 ? 0.0 : curve.keys[chosen - 1].u, high = chosen + 1 == curve.keys.size() ? 1.0 : curve.keys[chosen + 1].u;
    if (number("place", key.u, 0.0f, 1.0f)) {
        key.u = std::clamp(key.u, std::min(low, high), std::max(low, high));
        changed = true;
    }
    changed |= number("factor", key.value, 0.0f, kHighest);
    if (curve.kind != chain::Curve::Kind::keyed) return changed;
    bool hold = std::isinf(key.out_tangent);
    ui::property(tr("chains.curve.hold"), tr("chains.curve.hold.tip"));
    if (ui::checkbox("hold", "", hold, tr("chains.curve.hold.tip"))) {
        key.out_tangent = hold ? std::numeric_limits<double>::infinity() : 0.0;
        changed = true;
    }
    if (std::isfinite(key.in_tangent)) changed |= number("in_slope", key.in_tangent, -8.0f, 8.0f);
    if (!hold) {
        changed |= number("out_slope", key.out_tangent, -8.0f, 8.0f);
        double weight = key.out_weighted ? key.out_weight : 1.0 / 3.0;
        if (number("out_weight", weight, 0.0f, 1.0f)) {
            key.out_weight = weight;
            key.out_weighted = true;
            changed = true;
        }
    }
    double weight = key.in_weighted ? key.in_weight : 1.0 / 3.0;
    if (number("in_weight", weight, 0.0f, 1.0f)) {
        key.in_weight = weight;
        key.in_weighted = true;
        changed = true;
    }
    return changed;
}

}  // namespace

bool edit_curve(std::string_view id, std::optional<chain::Curve>& curve) {
    const ui::Scope scope(id);
    bool changed = draw_form(curve);
    if (!curve || curve->keys.empty()) return changed;
    chain::sort_keys(*curve);

    const Theme& t = theme();
    const ImVec2 low = ImGui::GetCursorScreenPos(), size{std::max(t.px(60), ImGui::GetContentRegionAvail().x), t.px(110)};
    const float edge = t.px(7);
    const auto to_screen = [&](double u, double value) {
        const float up = std::clamp(static_cast<float>(value) / kHighest, 0.0f, 1.0f);
        return ImVec2{low.x + edge + static_cast<float>(u) * (size.x - 2 * edge), low.y + size.y - edge - up * (size.y - 2 * edge)};
    };
    const auto place_of = [&](ImVec2 at) {
        return std::pair<double, double>{std::clamp((at.x - low.x - edge) / (size.x - 2 * edge), 0.0f, 1.0f),
                                         kHighest * std::clamp((low.y + size.y - edge - at.y) / (size.y - 2 * edge), 0.0f, 1.0f)};
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, t.field, t.px(3));
    for (const double line : {0.0, 1.0, 2.0}) list.AddLine(to_screen(0.0, line), to_screen(1.0, line), line == 1.0 ? t.text_faint : t.line);
    constexpr int kPieces = 96;
    for (int i = 0; i < kPieces; ++i) {
        const double a = double(i) / kPieces, b = double(i + 1) / kPieces;
        list.AddLine(to_screen(a, chain::evaluate(*curve, a)), to_screen(b, chain::evaluate(*curve, b)), t.accent, t.px(1.5f));
    }

    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID chosen_id = ImGui::GetID(ui::path_of("chosen").c_str());
    int chosen = std::clamp(storage.GetInt(chosen_id, 0), 0, static_cast<int>(curve->keys.size()) - 1);
    // The points first: the field behind them takes what they leave.
    int removed = -1;
    for (int i = 0; i < static_cast<int>(curve->keys.size()); ++i) {
        chain::CurveKey& key = curve->keys[static_cast<std::size_t>(i)];
        const ImVec2 at = to_screen(key.u, key.value);
        const std::string name = std::to_string(i);
        ImGui::SetCursorScreenPos({at.x - edge, at.y - edge});
        ImGui::InvisibleButton(ui::path_of(name).c_str(), {2 * edge, 2 * edge}, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
        if (ImGui::IsItemActivated()) chosen = i;
        if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right) && curve->keys.size() > 1) removed = i;
        if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0f)) {
            auto [u, value] = place_of(ImGui::GetIO().MousePos);
            const double before = i == 0 ? 0.0 : curve->keys[static_cast<std::size_t>(i) - 1].u;
            const double after = i + 1 == static_cast<int>(curve->keys.size()) ? 1.0 : curve->keys[static_cast<std::size_t>(i) + 1].u;
            u = std::clamp(u, std::min(before, after), std::max(before, after));
            if (u != key.u || value != key.value) {
                key.u = u;
                key.value = value;
                changed = true;
            }
        }
        ui::tip(tr("chains.curve.point.tip"));
        ui::record(name);
        list.AddCircleFilled(at, t.px(i == chosen ? 5.0f : 4.0f), i == chosen ? t.warn : t.accent);
    }
    ImGui::SetCursorScreenPos(low);
    ImGui::InvisibleButton(ui::path_of("field").c_str(), size);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && curve->keys.size() < 32) {
        const auto [u, value] = place_of(ImGui::GetIO().MousePos);
        curve->keys.push_back({.u = u, .value = value});
        chain::sort_keys(*curve);
        changed = true;
    }
    ui::tip(tr("chains.curve.field.tip"));
    ui::record("field", std::to_string(curve->keys.size()));
    if (removed >= 0) {
        curve->keys.erase(curve->keys.begin() + removed);
        chosen = std::min(chosen, static_cast<int>(curve->keys.size()) - 1);
        changed = true;
    }
    storage.SetInt(chosen_id, chosen);
    return draw_point_fields(*curve, static_cast<std::size_t>(chosen)) || changed;
}

}  // namespace yure::editor
