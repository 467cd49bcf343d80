/// The weight brush. A press starts a stroke, letting go sends it; Escape forgets it. Shift smooths whatever the mode,
/// Ctrl does the opposite. Alt with the right button, or B with the left, drags the size (and the hardness, up and down).
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "canvas/tool_list.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr std::size_t kMostPoints = 20000;

studio::Json points_json(const std::vector<Vec2>& points) {
    studio::Json list = studio::Json::array();
    for (const Vec2 p : points) list.push_back({p.x, p.y});
    return list;
}

class BrushTool final : public CanvasTool {
  public:
    explicit BrushTool(std::shared_ptr<PaintSettings> settings) : settings_(std::move(settings)) {}
    const char* id() const override { return "brush"; }
    Icon icon() const override { return Icon::brush; }
    const char* key() const override { return "B"; }
    const char* off(const Workbench& workbench) const override { return no_paint_target(workbench); }
    bool at_rest() const override { return true; }
    bool has_options() const override { return true; }
    void add_actions(Workbench& workbench) override { add_paint_actions(workbench, settings_); }

    void input(CanvasFrame& frame) override {
        const ImGuiIO& io = ImGui::GetIO();
        const bool size_key = !io.WantTextInput && ImGui::IsKeyDown(GLFW_KEY_B);
        if (frame.hovered && ((frame.alt && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) || (size_key && frame.pressed))) {
            sizing_ = true;
            sized_at_ = frame.mouse;
        }
        if (sizing_) {
            size_brush(frame.view.scale);
            if (!ImGui::IsMouseDown(ImGuiMouseButton_Right) && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) sizing_ = false;
            return;
        }
        if (frame.pressed) {
            stroke_ = {frame.mouse};
            targets_ = paint_targets(frame.workbench);
            smooth_ = frame.shift;
            opposite_ = frame.ctrl;
        }
        if (stroke_.empty()) return;
        const float step = std::max(1.0f / frame.view.scale, 0.08f * settings_->brush.radius);
        if (settings_->brush.tip != sim::BrushTip::round) {
            stroke_.resize(1);
            if (distance(stroke_.front(), frame.mouse) > 0.0f) stroke_.push_back(frame.mouse);
        } else if (distance(stroke_.back(), frame.mouse) >= step && stroke_.size() < kMostPoints) {
            stroke_.push_back(frame.mouse);
        }
        if (!frame.released) return;
        apply_edits(frame.workbench, tr("step.paint", {tr(std::string("group.") + kGroupKinds[frame.workbench.selection.group_kind])}), targets_,
                    edits(frame.workbench));
        stroke_.clear();
    }

    void overlay(const CanvasFrame& frame, render::Overlays& out) override {
        if (stroke_.empty()) {
            const std::vector<PaintTarget> targets = paint_targets(frame.workbench);
            add_weight_heat(targets, edited_weights(targets, {}), out);
        } else {
            add_weight_heat(targets_, edited_weights(targets_, edits(frame.workbench)), out);
        }
    }

    void draw(const CanvasFrame& frame, ImDrawList& list) override {
        const Theme& t = theme();
        const std::optional<float> mirror = mirror_of(*settings_, frame.workbench, stroke_.empty() ? paint_targets(frame.workbench) : targets_);
        if (mirror) {
            const float x = frame.to_screen({*mirror, 0.0f}).x;
            list.AddLine({x, frame.low.y}, {x, frame.high.y}, faded(t.accent, 0.6f), t.px(1));
        }
        if (!frame.hovered && stroke_.empty() && !sizing_) return;
        const Vec2 at = sizing_ ? sized_at_ : frame.mouse;
        draw_tip(frame, list, at, faded(t.text, 0.9f));
        if (mirror) draw_tip(frame, list, mirrored(at, *mirror), faded(t.text, 0.45f));
        if (stroke_.size() > 1 && settings_->brush.tip != sim::BrushTip::round) {
            const ImVec2 a = frame.to_screen(stroke_.front()), b = frame.to_screen(stroke_.back());
            if (settings_->brush.tip == sim::BrushTip::line)
                list.AddLine(a, b, t.accent, t.px(1.5f));
            else
                list.AddRect({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}, t.accent, 0.0f, 0, t.px(1.5f));
        }
    }

    void options(Workbench& workbench) override {
        sim::Brush& brush = settings_->brush;
        ui::FlowRow row;
        draw_kind_options(row, workbench);
        const char* tips[] = {tr("brush.tip.round"), tr("brush.tip.line"), tr("brush.tip.rectangle")};
        constexpr Icon icons[] = {Icon::circle, Icon::line, Icon::rectangle};
        row.next(3.0f * ImGui::GetFrameHeight() + theme().px(4));
        for (int i = 0; i < 3; ++i) {
            if (i > 0) ImGui::SameLine(0, theme().px(2));
            if (ui::icon_button(std::string("tip.") + kBrushTips[i], icons[i], tips[i], {.flat = true, .lit = static_cast<int>(brush.tip) == i}))
                brush.tip = static_cast<sim::BrushTip>(i);
        }
        std::vector<const char*> modes;
        for (const char* mode : kBrushModes) modes.push_back(tr(std::string("brush.mode.") + mode));
        int mode = static_cast<int>(brush.mode);
        row.labelled(tr("brush.mode"), 110, tr("brush.mode.tip"));
        if (ui::combo("mode", mode, modes, tr("brush.mode.tip"))) brush.mode = static_cast<sim::BrushMode>(mode);
        row.labelled(tr("brush.value"), 112, tr("brush.value.tip"));
        ui::slider("value", brush.value, {.neutral = 1.0f, .tip = tr("brush.value.tip"), .off = brush.mode == sim::BrushMode::smooth ? tr("why.smooth_has_no_value") : nullptr});
        row.labelled(tr("brush.radius"), 124, tr("brush.radius.tip"));
        ui::slider("radius", brush.radius, {.low = kLeastRadius, .high = kMostRadius, .neutral = 60.0f, .unit = " px", .decimals = 0, .tip = tr("brush.radius.tip"), .logarithmic = true});
        row.labelled(tr("brush.hardness"), 112, tr("brush.hardness.tip"));
        ui::slider("hardness", brush.hardness, {.neutral = 0.5f, .tip = tr("brush.hardness.tip")});
        row.labelled(tr("brush.strength"), 112, tr("brush.strength.tip"));
        ui::slider("strength", brush.strength, {.neutral = 1.0f, .tip = tr("brush.strength.tip")});
        draw_symmetry_options(row, *settings_);
        for (const char* id : {"weights.invert", "weights.fill", "weights.clear"}) {
            row.next(ui::button_width(tr(std::string("action.") + id), false));
            const Action* action = workbench.actions.find(id);
            if (ui::button(id, tr(std::string("action.") + id), {.off = workbench.actions.off_reason(*action)})) workbench.actions.run(id);
        }
    }

    void cancel(Workbench&) override {
        stroke_.clear();
        sizing_ = false;
    }

  private:
    std::vector<WeightEdit> edits(const Workbench& workbench) const {
        sim::Brush brush = settings_->brush;
        if (smooth_) {
            brush.mode = sim::BrushMode::smooth;
        } else if (opposite_) {
            switch (brush.mode) {
            case sim::BrushMode::add: brush.mode = sim::BrushMode::subtract; break;
            case sim::BrushMode::subtract: brush.mode = sim::BrushMode::add; break;
            case sim::BrushMode::maximum: brush.mode = sim::BrushMode::minimum; break;
            case sim::BrushMode::minimum: brush.mode = sim::BrushMode::maximum; break;
            case sim::BrushMode::replace: brush.value = 1.0f - brush.value; break;
            case sim::BrushMode::smooth: break;
            }
        }
        std::vector<WeightEdit> made;
        const auto add = [&](std::vector<Vec2> stroke) {
            WeightEdit edit;
            edit.command = "group.paint";
            edit.arguments = {{"stroke", points_json(stroke)},
                              {"tip", kBrushTips[static_cast<std::size_t>(brush.tip)]},
                              {"mode", kBrushModes[static_cast<std::size_t>(brush.mode)]},
                              {"radius", brush.radius},
                              {"hardness", brush.hardness},
                              {"strength", brush.strength},
                              {"value", brush.value}};
            edit.change = [stroke = std::move(stroke), brush](const PaintTarget& target, const sim::Weights& before) {
                return sim::painted_group(before, target.rest, target.triangles, stroke, brush);
            };
            made.push_back(std::move(edit));
        };
        add(stroke_);
        if (const std::optional<float> mirror = mirror_of(*settings_, workbench, targets_)) {
            std::vector<Vec2> other;
            for (const Vec2 p : stroke_) other.push_back(mirrored(p, *mirror));
            add(std::move(other));
        }
        return made;
    }

    void size_brush(float scale) {
        const ImVec2 by = ImGui::GetIO().MouseDelta;
        sim::Brush& brush = settings_->brush;
        brush.radius = std::clamp(brush.radius + by.x / std::max(scale, 1e-3f), kLeastRadius, kMostRadius);
        brush.hardness = std::clamp(brush.hardness - by.y * 0.005f, 0.0f, 1.0f);
    }

    void draw_tip(const CanvasFrame& frame, ImDrawList& list, Vec2 at, ImU32 color) const {
        const ImVec2 center = frame.to_screen(at);
        const float radius = settings_->brush.radius * frame.view.scale;
        list.AddCircle(center, radius + 1.0f, IM_COL32(0, 0, 0, 90), 0, theme().px(1));
        list.AddCircle(center, radius, color, 0, theme().px(1.2f));
        const float inner = radius * settings_->brush.hardness;
        if (inner > theme().px(2)) list.AddCircle(center, inner, faded(color, 0.45f), 0, theme().px(1));
    }

    std::shared_ptr<PaintSettings> settings_;
    std::vector<Vec2> stroke_;  // world px at rest; empty = none
    std::vector<PaintTarget> targets_;
    Vec2 sized_at_;
    bool smooth_ = false, opposite_ = false, sizing_ = false;
};

}  // namespace

std::unique_ptr<CanvasTool> make_brush_tool(std::shared_ptr<PaintSettings> settings) { return std::make_unique<BrushTool>(std::move(settings)); }

}  // namespace yure::editor
