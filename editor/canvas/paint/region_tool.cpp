/// Gives what lies in a lasso or a rectangle a weight, with a soft edge if wanted.
#include <algorithm>

#include "canvas/tool_list.hpp"
#include "look/theme.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr std::size_t kMostCorners = 20000;

class RegionTool final : public CanvasTool {
  public:
    RegionTool(std::shared_ptr<PaintSettings> settings, bool lasso) : settings_(std::move(settings)), lasso_(lasso) {}
    const char* id() const override { return lasso_ ? "lasso" : "region"; }
    Icon icon() const override { return lasso_ ? Icon::lasso : Icon::rectangle; }
    const char* key() const override { return lasso_ ? "L" : "Q"; }
    const char* off(const Workbench& workbench) const override { return no_paint_target(workbench); }
    bool at_rest() const override { return true; }
    bool has_options() const override { return true; }

    void input(CanvasFrame& frame) override {
        if (frame.pressed) {
            corners_ = {frame.mouse};
            targets_ = paint_targets(frame.workbench);
        }
        if (corners_.empty()) return;
        if (!lasso_) {
            corners_.resize(1);
            corners_.push_back(frame.mouse);
        } else if (distance(corners_.back(), frame.mouse) * frame.view.scale > 3.0f && corners_.size() < kMostCorners) {
            corners_.push_back(frame.mouse);
        }
        if (!frame.released) return;
        if (encloses())
            apply_edits(frame.workbench, tr("step.region", {tr(std::string("group.") + kGroupKinds[frame.workbench.selection.group_kind])}), targets_,
                        edits(frame.workbench));
        corners_.clear();
    }

    void overlay(const CanvasFrame& frame, render::Overlays& out) override {
        const std::vector<PaintTarget> now = corners_.empty() ? paint_targets(frame.workbench) : std::vector<PaintTarget>();
        const std::vector<PaintTarget>& targets = corners_.empty() ? now : targets_;
        add_weight_heat(targets, edited_weights(targets, encloses() ? edits(frame.workbench) : std::vector<WeightEdit>()), out);
    }

    void draw(const CanvasFrame& frame, ImDrawList& list) override {
        const Theme& t = theme();
        const std::optional<float> mirror = mirror_of(*settings_, frame.workbench, corners_.empty() ? paint_targets(frame.workbench) : targets_);
        if (mirror) {
            const float x = frame.to_screen({*mirror, 0.0f}).x;
            list.AddLine({x, frame.low.y}, {x, frame.high.y}, faded(t.accent, 0.6f), t.px(1));
        }
        if (corners_.size() < 2) return;
        if (!lasso_) {
            const ImVec2 a = frame.to_screen(corners_.front()), b = frame.to_screen(corners_.back());
            const ImVec2 low{std::min(a.x, b.x), std::min(a.y, b.y)}, high{std::max(a.x, b.x), std::max(a.y, b.y)};
            list.AddRectFilled(low, high, faded(t.accent, 0.12f));
            list.AddRect(low, high, t.accent, 0.0f, 0, t.px(1.5f));
            return;
        }
        list.PathClear();
        for (const Vec2 p : corners_) list.PathLineTo(frame.to_screen(p));
        list.PathStroke(t.accent, ImDrawFlags_None, t.px(1.8f));
        list.AddLine(frame.to_screen(corners_.back()), frame.to_screen(corners_.front()), faded(t.accent, 0.5f), t.px(1));
    }

    void options(Workbench& workbench) override {
        ui::FlowRow row;
        draw_kind_options(row, workbench);
        row.labelled(tr("region.value"), 112, tr("region.value.tip"));
        ui::slider("value", settings_->region_value, {.neutral = 1.0f, .tip = tr("region.value.tip")});
        row.labelled(tr("region.feather"), 124, tr("region.feather.tip"));
        ui::slider("feather", settings_->region_feather, {.low = 0.0f, .high = 500.0f, .neutral = 0.0f, .unit = " px", .decimals = 0, .tip = tr("region.feather.tip")});
        draw_symmetry_options(row, *settings_);
    }

    void cancel(Workbench&) override { corners_.clear(); }

  private:
    bool encloses() const { return lasso_ ? corners_.size() >= 3 : corners_.size() == 2 && corners_[0].x != corners_[1].x && corners_[0].y != corners_[1].y; }

    std::vector<WeightEdit> edits(const Workbench& workbench) const {
        std::vector<WeightEdit> made;
        const auto add = [&](std::vector<Vec2> corners) {
            WeightEdit edit;
            edit.command = "group.region";
            edit.arguments = {{"feather", settings_->region_feather}, {"weight", settings_->region_value}};
            if (lasso_) {
                studio::Json list = studio::Json::array();
                for (const Vec2 p : corners) list.push_back({p.x, p.y});
                edit.arguments["lasso"] = std::move(list);
            } else {
                edit.arguments["rectangle"] = {corners[0].x, corners[0].y, corners[1].x, corners[1].y};
            }
            edit.change = [corners = std::move(corners), lasso = lasso_, feather = settings_->region_feather,
                           value = settings_->region_value](const PaintTarget& target, const sim::Weights& before) {
                const sim::Weights inside = lasso ? sim::lasso_group(target.rest, corners, feather)
                                                  : sim::rectangle_group(target.rest, corners[0], corners[1], feather);
                sim::Weights weights = before;
                for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += (value - weights[i]) * inside[i];
                return weights;
            };
            made.push_back(std::move(edit));
        };
        add(corners_);
        if (const std::optional<float> mirror = mirror_of(*settings_, workbench, targets_)) {
            std::vector<Vec2> other;
            for (const Vec2 p : corners_) other.push_back(mirrored(p, *mirror));
            add(std::move(other));
        }
        return made;
    }

    std::shared_ptr<PaintSettings> settings_;
    bool lasso_;
    std::vector<Vec2> corners_;  // world px at rest; empty = none; of a rectangle two
    std::vector<PaintTarget> targets_;
};

}  // namespace

std::unique_ptr<CanvasTool> make_lasso_tool(std::shared_ptr<PaintSettings> settings) { return std::make_unique<RegionTool>(std::move(settings), true); }
std::unique_ptr<CanvasTool> make_region_tool(std::shared_ptr<PaintSettings> settings) { return std::make_unique<RegionTool>(std::move(settings), false); }

}  // namespace yure::editor
