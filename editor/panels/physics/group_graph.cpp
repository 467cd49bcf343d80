#include <algorithm>
#include <cmath>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "panels/physics/group_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

constexpr std::size_t kMostFrames = 300;  // five seconds

ImU32 curve_color(std::size_t number) {
    constexpr ImU32 colors[] = {IM_COL32(110, 140, 255, 255), IM_COL32(90, 190, 130, 255), IM_COL32(220, 170, 60, 255), IM_COL32(200, 110, 210, 255)};
    return colors[number % std::size(colors)];
}

}  // namespace

std::string written_id(const studio::Document& document, const std::string& generated) {
    for (const auto& entry : document.bodies)
        if (const auto found = entry.value->outputs.find(generated); found != entry.value->outputs.end() && !found->second.id.empty()) return found->second.id;
    return generated;
}

void GroupGraph::record(const Workbench& workbench, const std::string& id, const studio::Json& group) {
    std::vector<Curve> wanted;
    for (const char* list : {"inputs", "outputs"})
        if (const auto found = group.find(list); found != group.end() && found->is_array())
            for (const studio::Json& entry : *found)
                wanted.push_back({written_id(workbench.document(), entry.value("parameter", std::string())), *list == 'o', {}});
    const bool same = id == id_ && wanted.size() == curves_.size() &&
                      std::equal(wanted.begin(), wanted.end(), curves_.begin(), [](const Curve& a, const Curve& b) { return a.parameter == b.parameter && a.output == b.output; });
    if (!same) {
        id_ = id;
        curves_ = std::move(wanted);
    }
    if (!workbench.preview.running) return;
    for (Curve& curve : curves_) {
        const std::optional<Preview::ShownValue> shown = workbench.preview.value_of(curve.parameter);
        float share = 0.0f;
        if (shown) {
            const float way = shown->value - shown->range.default_value;
            const float reach = std::max({shown->range.max - shown->range.default_value, shown->range.default_value - shown->range.min, 1e-6f});
            share = std::clamp(way / reach, -1.0f, 1.0f);
        }
        curve.shares.push_back(share);
        if (curve.shares.size() > kMostFrames) curve.shares.pop_front();
    }
}

void GroupGraph::draw(const Workbench& workbench, float height) const {
    const Theme& t = theme();
    const float width = std::max(t.px(40), ImGui::GetContentRegionAvail().x);
    const ImVec2 low = ImGui::GetCursorScreenPos(), high{low.x + width, low.y + height};
    ImGui::Dummy({width, height});
    ui::record("graph", std::to_string(curves_.size()));
    ui::tip(tr("physics.graph.tip"));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, t.field, t.px(4));
    const float middle = 0.5f * (low.y + high.y);
    list.AddLine({low.x, middle}, {high.x, middle}, t.line);
    for (std::size_t c = 0; c < curves_.size(); ++c) {
        const Curve& curve = curves_[c];
        std::vector<ImVec2> points;
        for (std::size_t i = 0; i < curve.shares.size(); ++i)
            points.push_back({low.x + width * static_cast<float>(i) / static_cast<float>(kMostFrames - 1), middle - curve.shares[i] * (0.5f * height - t.px(4))});
        if (points.size() > 1)
            list.AddPolyline(points.data(), static_cast<int>(points.size()), curve.output ? t.exported : curve_color(c), ImDrawFlags_None, t.px(curve.output ? 2.0f : 1.2f));
    }
    for (std::size_t c = 0; c < curves_.size(); ++c) {
        ui::dot(curves_[c].output ? t.exported : curve_color(c));
        ImGui::SameLine(0, t.px(4));
        ImGui::AlignTextToFramePadding();
        ui::text_soft((curves_[c].output ? "→ " : "") + workbench.parameter_name(curves_[c].parameter));
    }
}

}  // namespace yure::editor
