#include "panels/compare/tip_curves.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "look/theme.hpp"
#include "panels/simulation/body_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

struct Plot {
    ImVec2 low, high;
    double most = 1.0;  ///< px at the upper edge of the curves
    int frames = 2;

    float x_of(int frame) const { return low.x + (high.x - low.x) * static_cast<float>(frame) / static_cast<float>(std::max(1, frames - 1)); }
    float y_of(double value) const { return static_cast<float>(0.5 * (low.y + high.y) - 0.46 * (high.y - low.y) * value / most); }
};

/// No more points than pixels: of the frames of a pixel the one farthest from 0.
std::vector<ImVec2> points_of(const Plot& plot, const std::vector<double>& values) {
    std::vector<ImVec2> points;
    const int stride = std::max(1, static_cast<int>(static_cast<float>(values.size()) / std::max(40.0f, plot.high.x - plot.low.x)));
    for (int f = 0; f < static_cast<int>(values.size()); f += stride) points.push_back({plot.x_of(f), plot.y_of(values[static_cast<std::size_t>(f)])});
    return points;
}

void dashed(ImDrawList& list, const std::vector<ImVec2>& points, ImU32 color, float width, float dash) {
    float done = 0.0f;
    for (std::size_t i = 1; i < points.size(); ++i) {
        ImVec2 a = points[i - 1];
        const ImVec2 b = points[i];
        float left = std::hypot(b.x - a.x, b.y - a.y);
        while (left > 1e-3f) {
            const float phase = std::fmod(done, 2.0f * dash);
            const float step = std::min(left, (phase < dash ? dash : 2.0f * dash) - phase);
            const ImVec2 c{a.x + (b.x - a.x) * step / left, a.y + (b.y - a.y) * step / left};
            if (phase < dash) list.AddLine(a, c, color, width);
            done += step + 1e-4f;
            left -= step;
            a = c;
        }
    }
}

void draw_error(ImDrawList& list, const Plot& plot, const TipTrace& trace) {
    const Theme& t = theme();
    const float worst = std::max(1.0f, trace.worst_error());
    const float top = 0.22f * (plot.high.y - plot.low.y);
    const int stride = std::max(1, static_cast<int>(static_cast<float>(trace.frames()) / std::max(40.0f, plot.high.x - plot.low.x)));
    for (int f = 0; f + stride < trace.frames(); f += stride) {
        const float height = top * trace.error()[static_cast<std::size_t>(f)] / worst;
        list.AddRectFilled({plot.x_of(f), plot.high.y - height}, {plot.x_of(f + stride), plot.high.y}, faded(t.bad, 0.3f));
    }
}

/// A line every second, with its number where there is room.
void draw_seconds(ImDrawList& list, const Plot& plot, const TipTrace& trace, bool numbers) {
    const Theme& t = theme();
    const int last = trace.first_frame() + trace.frames() - 1;
    const float second = plot.x_of(60) - plot.x_of(0);
    const int every = second > t.px(24) ? 1 : second > t.px(6) ? 5 : 20;
    for (int s = (trace.first_frame() + 59) / 60; s * 60 <= last; ++s) {
        if (s % every != 0) continue;
        const float x = std::floor(plot.x_of(s * 60 - trace.first_frame()));
        list.AddLine({x, plot.low.y}, {x, plot.high.y}, faded(t.line, 0.6f));
        if (numbers) list.AddText({x + t.px(3), plot.low.y}, t.text_faint, (std::to_string(s) + " s").c_str());
    }
}

void draw_pointer(Workbench& workbench, ImDrawList& list, const Plot& plot, const TipTrace& trace) {
    const Theme& t = theme();
    const float share = std::clamp((ImGui::GetIO().MousePos.x - plot.low.x) / std::max(1.0f, plot.high.x - plot.low.x), 0.0f, 1.0f);
    const int frame = static_cast<int>(std::lround(share * static_cast<float>(trace.frames() - 1)));
    const auto at = static_cast<std::size_t>(frame);
    list.AddLine({plot.x_of(frame), plot.low.y}, {plot.x_of(frame), plot.high.y}, t.text_faint);
    const std::string words = tr("curves.tip", {number((trace.first_frame() + frame) / 60.0, 2), number(trace.simulated()[at], 1), number(trace.baked()[at], 1),
                                                number(static_cast<double>(trace.error()[at]), 1)});
    ui::tip((words + "\n" + (workbench.comparison.can_jump() ? tr("curves.click") : tr("curves.no_jump"))).c_str());
    if (workbench.comparison.can_jump() && ImGui::IsItemClicked()) workbench.comparison.jump(workbench, trace.first_frame() + frame);
}

}  // namespace

void draw_tip_curves(Workbench& workbench, float height) {
    const Theme& t = theme();
    const TipTrace& trace = workbench.comparison.trace();
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
    ImGui::InvisibleButton("##curves", {width, height});
    const bool hovered = ImGui::IsItemHovered();
    ui::record("curves", std::to_string(trace.frames()));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, {low.x + width, low.y + height}, mixed(t.panel, t.field, 0.5f), t.px(4));
    const float text = ImGui::GetFontSize();
    const auto centered = [&](const char* words) {
        const ImVec2 size = ImGui::CalcTextSize(words, nullptr, false, width - t.px(16));
        list.AddText(ImGui::GetFont(), text, {low.x + 0.5f * (width - size.x), low.y + 0.5f * (height - size.y)}, t.text_soft, words, nullptr, width - t.px(16));
    };
    if (trace.frames() < 3) {
        centered(workbench.preview.seeking()                                     ? tr("curves.seeking")
                 : workbench.shown == Shown::exported                            ? tr("curves.switch_on")
                 : workbench.preview.reference() == nullptr                      ? tr("why.no_body")
                                                                                 : tr("curves.run"));
        return;
    }
    Plot plot;
    plot.low = {low.x + t.px(6), low.y + text + t.px(6)};
    plot.high = {low.x + width - t.px(6), low.y + height - t.px(4)};
    plot.frames = trace.frames();
    for (const double value : trace.simulated()) plot.most = std::max(plot.most, std::fabs(value));
    for (const double value : trace.baked()) plot.most = std::max(plot.most, std::fabs(value));

    list.PushClipRect(low, {low.x + width, low.y + height}, true);
    draw_seconds(list, plot, trace, height > t.px(140));
    const float middle = plot.y_of(0.0);
    list.AddLine({plot.low.x, middle}, {plot.high.x, middle}, t.line);
    draw_error(list, plot, trace);
    const std::vector<ImVec2> solid = points_of(plot, trace.simulated());
    list.AddPolyline(solid.data(), static_cast<int>(solid.size()), t.simulated, 0, t.px(1.6f));
    dashed(list, points_of(plot, trace.baked()), t.exported, t.px(1.6f), t.px(5));
    if (workbench.comparison.can_jump()) {
        const int now = workbench.preview.frame_number() - trace.first_frame();
        if (now >= 0 && now < trace.frames()) list.AddLine({plot.x_of(now), plot.low.y}, {plot.x_of(now), plot.high.y}, t.accent, t.px(1.0f));
    }
    // The key, and the size of it all, in the line above.
    float x = low.x + t.px(7);
    const float y = low.y + t.px(3);
    const auto key = [&](ImU32 color, const char* words, bool line_is_dashed) {
        const ImVec2 a{x, y + 0.55f * text}, b{x + t.px(18), y + 0.55f * text};
        if (line_is_dashed)
            dashed(list, {a, b}, color, t.px(2), t.px(4));
        else
            list.AddLine(a, b, color, t.px(2));
        list.AddText({b.x + t.px(4), y}, t.text_soft, words);
        x = b.x + t.px(14) + ImGui::CalcTextSize(words).x;
    };
    key(t.simulated, tr("curves.simulated"), false);
    key(t.exported, tr("curves.baked"), true);
    const std::string size = "±" + number(plot.most, plot.most < 10.0 ? 1 : 0) + " px";
    const float right = low.x + width - ImGui::CalcTextSize(size.c_str()).x - t.px(7);
    if (right > x) list.AddText({right, y}, t.text_soft, size.c_str());
    if (hovered) draw_pointer(workbench, list, plot, trace);
    list.PopClipRect();
}

std::string clip_label(const Workbench& workbench, const std::string& clip) {
    const std::size_t colon = clip.find(':');
    if (colon == std::string::npos) {
        const std::string key = "clip." + clip;
        return has_text(key) ? tr(key) : clip;
    }
    const std::string kind = clip.substr(0, colon), rest = clip.substr(colon + 1);
    if (kind == "step") return tr("clip.step", {workbench.parameter_name(rest)});
    if (kind == "motion") {
        constexpr std::string_view ending = ".motion3.json";
        return tr("clip.motion", {rest.ends_with(ending) ? rest.substr(0, rest.size() - ending.size()) : rest});
    }
    return clip;
}

}  // namespace yure::editor
