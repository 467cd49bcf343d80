/// Settings that the weight tools share, their rows above the canvas, and their actions: kinds on 1-5, brush size,
/// invert, fill, take away.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "canvas/paint/paint_targets.hpp"
#include "widgets/flow_row.hpp"

namespace yure::editor {

enum class Symmetry { off, model, selection };  ///< mirrored at the canvas' middle, or at the targets' own

struct PaintSettings {
    sim::Brush brush{.radius = 60.0f};
    float gradient_from = 1.0f, gradient_to = 0.0f;
    int gradient_combine = 0;  ///< index into kCombine
    float region_value = 1.0f, region_feather = 0.0f;
    Symmetry symmetry = Symmetry::off;
};

inline constexpr const char* kCombine[] = {"replace", "maximum", "minimum", "multiply"};
inline constexpr const char* kBrushModes[] = {"replace", "add", "subtract", "maximum", "minimum", "smooth"};
inline constexpr const char* kBrushTips[] = {"round", "line", "rectangle"};
inline constexpr float kLeastRadius = 1.0f, kMostRadius = 2000.0f;  ///< px

/// x of the mirror in world px; unset when painting is not symmetric.
std::optional<float> mirror_of(const PaintSettings& settings, const Workbench& workbench, const std::vector<PaintTarget>& targets);
inline Vec2 mirrored(Vec2 point, float mirror) { return {2.0f * mirror - point.x, point.y}; }

/// The row's first part, which all weight tools have: the kind, and symmetry.
void draw_kind_options(ui::FlowRow& row, Workbench& workbench);
void draw_symmetry_options(ui::FlowRow& row, PaintSettings& settings);

/// Once: the actions all weight tools share.
void add_paint_actions(Workbench& workbench, const std::shared_ptr<PaintSettings>& settings);

}  // namespace yure::editor
