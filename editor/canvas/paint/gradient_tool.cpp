/// Drag from where one weight holds to where the other does; a smooth ramp lies between.
#include "canvas/tool_list.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

class GradientTool final : public CanvasTool {
  public:
    explicit GradientTool(std::shared_ptr<PaintSettings> settings) : settings_(std::move(settings)) {}
    const char* id() const override { return "gradient"; }
    Icon icon() const override { return Icon::gradient; }
    const char* key() const override { return "G"; }
    const char* off(const Workbench& workbench) const override { return no_paint_target(workbench); }
    bool at_rest() const override { return true; }
    bool has_options() const override { return true; }

    void input(CanvasFrame& frame) override {
        if (frame.pressed) {
            dragging_ = true;
            targets_ = paint_targets(frame.workbench);
        }
        if (!dragging_) return;
        a_ = frame.press;
        b_ = frame.mouse;
        if (!frame.released) return;
        dragging_ = false;
        // A click without a way would put the same weight everywhere.
        if (distance(a_, b_) * frame.view.scale < 4.0f) return;
        apply_edits(frame.workbench, tr("step.gradient", {tr(std::string("group.") + kGroupKinds[frame.workbench.selection.group_kind])}), targets_, {edit()});
    }

    void overlay(const CanvasFrame& frame, render::Overlays& out) override {
        const std::vector<PaintTarget> now = dragging_ ? std::vector<PaintTarget>() : paint_targets(frame.workbench);
        const std::vector<PaintTarget>& targets = dragging_ ? targets_ : now;
        const bool shows = dragging_ && distance(a_, b_) * frame.view.scale >= 4.0f;
        add_weight_heat(targets, edited_weights(targets, shows ? std::vector<WeightEdit>{edit()} : std::vector<WeightEdit>()), out);
    }

    void draw(const CanvasFrame& frame, ImDrawList& list) override {
        if (!dragging_) return;
        const Theme& t = theme();
        const ImVec2 a = frame.to_screen(a_), b = frame.to_screen(b_);
        list.AddLine(a, b, IM_COL32(0, 0, 0, 120), t.px(3.5f));
        list.AddLine(a, b, t.accent, t.px(1.8f));
        list.AddCircleFilled(a, t.px(5), t.accent);
        list.AddCircleFilled(b, t.px(4), t.panel);
        list.AddCircle(b, t.px(4), t.accent, 0, t.px(1.5f));
    }

    void options(Workbench& workbench) override {
        ui::FlowRow row;
        draw_kind_options(row, workbench);
        row.labelled(tr("gradient.from"), 112, tr("gradient.from.tip"));
        ui::slider("from", settings_->gradient_from, {.neutral = 1.0f, .tip = tr("gradient.from.tip")});
        row.labelled(tr("gradient.to"), 112, tr("gradient.to.tip"));
        ui::slider("to", settings_->gradient_to, {.neutral = 0.0f, .tip = tr("gradient.to.tip")});
        std::vector<const char*> labels;
        for (const char* how : kCombine) labels.push_back(tr(std::string("combine.") + how));
        row.labelled(tr("combine"), 120, tr("combine.tip"));
        ui::combo("combine", settings_->gradient_combine, labels, tr("combine.tip"));
    }

    void cancel(Workbench&) override { dragging_ = false; }

  private:
    WeightEdit edit() const {
        const std::string how = kCombine[settings_->gradient_combine];
        WeightEdit made;
        made.command = "group.gradient";
        made.arguments = {{"a", {a_.x, a_.y}}, {"b", {b_.x, b_.y}}, {"from", settings_->gradient_from}, {"to", settings_->gradient_to}, {"combine", how}};
        made.change = [a = a_, b = b_, from = settings_->gradient_from, to = settings_->gradient_to, how](const PaintTarget& target, const sim::Weights& before) {
            sim::Weights ramp = sim::gradient_group(target.rest, a, b, from, to);
            for (std::size_t i = 0; i < ramp.size(); ++i) {
                if (how == "maximum") ramp[i] = std::max(ramp[i], before[i]);
                if (how == "minimum") ramp[i] = std::min(ramp[i], before[i]);
                if (how == "multiply") ramp[i] *= before[i];
            }
            return ramp;
        };
        return made;
    }

    std::shared_ptr<PaintSettings> settings_;
    std::vector<PaintTarget> targets_;
    Vec2 a_, b_;
    bool dragging_ = false;
};

}  // namespace

std::unique_ptr<CanvasTool> make_gradient_tool(std::shared_ptr<PaintSettings> settings) { return std::make_unique<GradientTool>(std::move(settings)); }

}  // namespace yure::editor
