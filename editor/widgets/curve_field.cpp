#include "widgets/curve_field.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "look/theme.hpp"
#include "widgets/widgets.hpp"

namespace yure::editor::ui {
namespace {

constexpr double kLeastTop = 1.25;  ///< the field reaches at least so high
constexpr double kNear = 0.01;      ///< keys closer than this would lie on one another

/// As a straight curve with keys at both ends.
chain::Curve straight(const std::optional<chain::Curve>& curve) {
    chain::Curve result;
    if (!curve || curve->keys.empty()) {
        result.keys = {{0.0, 1.0}, {1.0, 1.0}};
        return result;
    }
    chain::Curve sorted = *curve;
    chain::sort_keys(sorted);
    if (sorted.keys.front().u > 0.0) result.keys.push_back({0.0, chain::evaluate(sorted, 0.0)});
    for (const chain::CurveKey& key : sorted.keys) result.keys.push_back({std::clamp(key.u, 0.0, 1.0), key.value});
    if (result.keys.back().u < 1.0) result.keys.push_back({1.0, chain::evaluate(sorted, 1.0)});
    return result;
}

/// Two decimals: what a hand can mean.
double rounded(double value) { return std::round(value * 100.0) / 100.0; }

}  // namespace

bool curve_field(std::string_view id, std::optional<chain::Curve>& curve, const char* tip_words) {
    const Theme& t = theme();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(t.px(60), ImGui::CalcItemWidth()), t.px(54)};
    const std::string name(id);
    ImGui::InvisibleButton(("##" + name).c_str(), size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    chain::Curve shown = curve ? *curve : straight(curve);
    chain::sort_keys(shown);
    double top = kLeastTop;
    for (const chain::CurveKey& key : shown.keys) top = std::max(top, key.value * 1.1);

    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID drag_id = ImGui::GetID((name + "##drag").c_str()), top_id = ImGui::GetID((name + "##top").c_str());
    if (held && memory.GetInt(drag_id, -1) >= 0) top = static_cast<double>(memory.GetFloat(top_id, static_cast<float>(top)));  // no rescaling under the hand
    const auto place = [&](double u, double value) {
        return ImVec2{low.x + static_cast<float>(u) * size.x, low.y + size.y * (1.0f - static_cast<float>(std::clamp(value / top, 0.0, 1.0)))};
    };
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const double mouse_u = rounded(std::clamp(static_cast<double>((mouse.x - low.x) / size.x), 0.0, 1.0));
    const double mouse_value = rounded(std::max(0.0, (1.0 - static_cast<double>((mouse.y - low.y) / size.y)) * top));

    bool changed = false;
    const auto nearest = [&](const chain::Curve& of) {
        int best = -1;
        float closest = t.px(9);
        for (std::size_t k = 0; k < of.keys.size(); ++k) {
            const ImVec2 at = place(of.keys[k].u, of.keys[k].value);
            const float away = std::hypot(at.x - mouse.x, at.y - mouse.y);
            if (away < closest) closest = away, best = static_cast<int>(k);
        }
        return best;
    };
    if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        memory.SetInt(drag_id, nearest(straight(curve)));
        memory.SetFloat(top_id, static_cast<float>(top));
    }
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && nearest(straight(curve)) < 0) {
        chain::Curve edited = straight(curve);
        edited.keys.push_back({mouse_u, mouse_value});
        chain::sort_keys(edited);
        curve = edited;
        changed = true;
    } else if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        chain::Curve edited = straight(curve);
        const int key = nearest(edited);
        if (key > 0 && key + 1 < static_cast<int>(edited.keys.size())) {  // the ends stay
            edited.keys.erase(edited.keys.begin() + key);
            curve = edited;
            changed = true;
        }
    } else if (const int key = memory.GetInt(drag_id, -1); held && key >= 0 && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0f)) {
        chain::Curve edited = straight(curve);
        if (key < static_cast<int>(edited.keys.size())) {
            const auto k = static_cast<std::size_t>(key);
            chain::CurveKey moved = edited.keys[k];
            const bool end = k == 0 || k + 1 == edited.keys.size();
            if (!end) moved.u = std::clamp(mouse_u, edited.keys[k - 1].u + kNear, edited.keys[k + 1].u - kNear);
            moved.value = mouse_value;
            if (!(moved == edited.keys[k])) {
                edited.keys[k] = moved;
                curve = edited;
                changed = true;
            }
        }
    }
    if (!held) memory.SetInt(drag_id, -1);
    if (changed) shown = *curve;

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 high{low.x + size.x, low.y + size.y};
    list.AddRectFilled(low, high, t.field, t.px(3));
    list.AddLine(place(0.0, 1.0), place(1.0, 1.0), t.line);
    ImVec2 before = place(0.0, chain::evaluate(shown, 0.0));
    const int steps = std::max(8, static_cast<int>(size.x / t.px(3)));
    for (int i = 1; i <= steps; ++i) {
        const double u = static_cast<double>(i) / steps;
        const ImVec2 at = place(u, chain::evaluate(shown, u));
        list.AddLine(before, at, curve ? t.accent : t.text_faint, t.px(1.5f));
        before = at;
    }
    for (const chain::CurveKey& key : shown.keys) list.AddCircleFilled(place(key.u, key.value), t.px(3.2f), curve ? t.accent : t.text_faint);
    list.AddRect(low, high, hovered ? t.accent : t.line, t.px(3));
    if (hovered && tip_words != nullptr && !held) tip(tip_words);
    record(id, std::to_string(shown.keys.size()));
    return changed;
}

}  // namespace yure::editor::ui
