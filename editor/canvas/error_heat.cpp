#include "canvas/error_heat.hpp"

#include <algorithm>

namespace yure::editor {

void add_error_heat(const Workbench& workbench, render::Overlays& out) {
    const Comparison& comparison = workbench.comparison;
    const LiveSimulation* reference = workbench.preview.reference();
    if (!comparison.show_error || reference == nullptr) return;
    const auto body = reference->body(comparison.trace().body());
    const std::span<const float> apart = comparison.trace().apart();
    if (!body || apart.size() != body->goals.size()) return;
    const float scale = 1.0f / error_heat_px(comparison);
    for (std::size_t m = 0; m < body->meshes.size(); ++m) {
        render::HeatOverlay heat;
        heat.mesh = body->meshes[m];
        for (int p = body->first_particle[m]; p < body->first_particle[m + 1]; ++p) heat.values.push_back(std::min(1.0f, apart[static_cast<std::size_t>(p)] * scale));
        out.heat.push_back(std::move(heat));
    }
}

float error_heat_px(const Comparison& comparison) {
    constexpr float kLeast = 5.0f;  // smaller ones are nothing to see
    return std::max(kLeast, comparison.trace().worst_error());
}

}  // namespace yure::editor
