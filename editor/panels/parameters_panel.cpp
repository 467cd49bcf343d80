/// Parameters in the model's folders: key ticks, the current value in red while something drives it, search. Moving one
/// holds it; the cross lets it go.
#include <algorithm>
#include <cctype>
#include <set>

#include "look/fonts.hpp"
#include "look/theme.hpp"
#include "panels/panel_list.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"
#include "yure/core/lookup.hpp"

namespace yure::editor {
namespace {

std::string lowered(std::string_view text) {
    std::string out(text);
    for (char& letter : out) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return out;
}

/// Positions of the keys of every parameter, read once from the puppet's bindings.
std::vector<std::vector<float>> key_ticks(const rig::Puppet& puppet) {
    std::vector<std::vector<float>> ticks(static_cast<std::size_t>(puppet.parameter_count()));
    for (std::size_t p = 0; p < ticks.size(); ++p) {
        std::set<float> keys;
        const auto add = [&](int first, int count) {
            for (int k = first; k < first + count; ++k) keys.insert(puppet.keys[static_cast<std::size_t>(k)]);
        };
        const int first = puppet.parameter.pbind_begin[p], end = first + puppet.parameter.pbind_count[p];
        for (int b = first; b < end; ++b)
            add(puppet.binding.key_begin[static_cast<std::size_t>(b)], puppet.binding.key_count[static_cast<std::size_t>(b)]);
        if (puppet.has_blend_shapes() && p < puppet.parameter.bs_begin.size()) {
            const int from = puppet.parameter.bs_begin[p], to = from + puppet.parameter.bs_count[p];
            for (int b = from; b < to; ++b)
                add(puppet.blend_binding.key_begin[static_cast<std::size_t>(b)],
                    puppet.blend_binding.key_count[static_cast<std::size_t>(b)]);
        }
        ticks[p].assign(keys.begin(), keys.end());
    }
    return ticks;
}

class ParametersPanel final : public Panel {
  public:
    const char* id() const override { return "parameters"; }

    void draw(Workbench& workbench) override {
        const studio::ModelGeometry* geometry = workbench.geometry();
        if (geometry == nullptr) {
            ui::empty_note(Icon::drive, tr("parameters.empty"));
            return;
        }
        if (serial_ != workbench.model_serial()) {
            ticks_ = key_ticks(geometry->model->puppet);
            serial_ = workbench.model_serial();
        }
        const Theme& t = theme();
        const float side = ImGui::GetFrameHeight();
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - side - t.px(4));
        ui::search_field("search", search_, tr("search.hint"));
        ImGui::SameLine(0, t.px(4));
        const bool held = workbench.preview.driver().any_held();
        if (ui::icon_button("release", Icon::reset, tr("parameters.release_all"), {.off = held ? nullptr : tr("parameters.none_held"), .flat = true}))
            workbench.preview.driver().release_all();
        ui::gap(2);
        ImGui::BeginChild("list", {0, 0}, false);
        draw_folders(workbench, *geometry);
        ImGui::EndChild();
    }

  private:
    void draw_folders(Workbench& workbench, const studio::ModelGeometry& geometry) {
        const auto& parameters = geometry.rig.parameters();
        const formats::Cdi3& names = workbench.names();
        std::vector<std::vector<int>> folders(names.parameter_groups.size() + 1);
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            const int entry = find_by_id(names.parameters, parameters[p].id);
            int folder = -1;
            if (entry >= 0) folder = find_by_id(names.parameter_groups, names.parameters[static_cast<std::size_t>(entry)].group_id);
            folders[folder < 0 ? folders.size() - 1 : static_cast<std::size_t>(folder)].push_back(static_cast<int>(p));
        }
        const std::string wanted = lowered(search_);
        bool any = false;
        for (std::size_t f = 0; f < folders.size(); ++f) {
            std::vector<int> shown;
            for (const int p : folders[f])
                if (wanted.empty() || lowered(parameters[static_cast<std::size_t>(p)].id).find(wanted) != std::string::npos ||
                    lowered(workbench.parameter_name(parameters[static_cast<std::size_t>(p)].id)).find(wanted) != std::string::npos)
                    shown.push_back(p);
            if (shown.empty()) continue;
            any = true;
            const bool last = f + 1 == folders.size();
            const std::string folder_id = last ? "other" : names.parameter_groups[f].id;
            const std::string title = last ? tr(names.parameter_groups.empty() ? "parameters.all" : "parameters.other")
                                           : names.parameter_groups[f].name;
            if (!ui::section(folder_id, title, true, std::to_string(shown.size())) && wanted.empty()) continue;
            for (const int p : shown) draw_parameter(workbench, parameters[static_cast<std::size_t>(p)], p);
        }
        if (!any) ui::empty_note(Icon::search, tr("search.nothing"));
    }

    void draw_parameter(Workbench& workbench, const rig::ParameterInfo& info, int row) {
        const Theme& t = theme();
        PoseDriver& driver = workbench.preview.driver();
        const auto index = static_cast<std::size_t>(row);
        const std::span<const float> values = workbench.preview.values();
        float value = index < values.size() ? values[index] : info.default_value;
        const bool held = driver.held(row).has_value();
        // While it is dragged the hand's own value counts: what physics or a motion makes of it would fight the mouse.
        if (held && !ui::drag_token().empty()) value = *driver.held(row);
        const bool moved = driver.driven(row) || (held && value != *driver.held(row));
        const ui::Scope scope(info.id);
        const std::string tip = info.id + "\n" + tr("parameters.tip");
        ui::property(workbench.parameter_name(info.id), tip.c_str());
        const float side = ImGui::GetFrameHeight() + t.px(3);  // kept free, so that nothing moves under the mouse
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - side);
        ui::SliderLook look;
        look.low = info.min;
        look.high = info.max;
        look.neutral = info.default_value;
        look.decimals = info.max - info.min > 20.0f ? 1 : 2;
        look.ticks = ticks_[index];
        look.hot = moved;
        if (ui::slider("value", value, look)) {
            driver.hold(row, value);
            workbench.selection.parameter = info.id;
        }
        if (held) {
            ImGui::SameLine(0, t.px(3));
            if (ui::icon_button("release", Icon::close, tr("parameters.release"), {.flat = true})) driver.release(row);
        }
    }

    std::string search_;
    std::vector<std::vector<float>> ticks_;
    int serial_ = -1;
};

}  // namespace

std::unique_ptr<Panel> make_parameters_panel() { return std::make_unique<ParametersPanel>(); }

}  // namespace yure::editor
