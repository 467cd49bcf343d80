#include <algorithm>

#include "look/theme.hpp"
#include "panels/physics/group_view.hpp"
#include "widgets/widgets.hpp"
#include "words/words.hpp"

namespace yure::editor {
namespace {

struct Field {
    const char* name;
    float low, high, neutral;
    const char* unit;
    int decimals;
};

const studio::Json& list_of(const studio::Json& group, const char* name) {
    static const studio::Json none = studio::Json::array();
    const auto found = group.find(name);
    return found != group.end() && found->is_array() ? *found : none;
}

float number_of(const studio::Json& entry, const char* name) {
    const auto found = entry.find(name);
    return found != entry.end() && found->is_number() ? found->get<float>() : 0.0f;
}

/// A named number of an entry; the name is marked when a person has changed it. True when it changed now.
bool number_field(const GroupView& view, studio::Json& entry, const studio::Json* base, const Field& field) {
    float value = number_of(entry, field.name);
    const std::string key = std::string("physics.") + field.name;
    const bool edited = base != nullptr && base->value(field.name, studio::Json()) != entry.value(field.name, studio::Json());
    ui::property((edited ? "* " : "") + std::string(tr(key)), tr(key + ".tip"));
    ui::SliderLook look;
    look.low = std::min(field.low, value);
    look.high = std::max(field.high, value);
    look.neutral = base != nullptr ? number_of(*base, field.name) : field.neutral;
    look.unit = field.unit;
    look.decimals = field.decimals;
    look.tip = tr(key + ".tip");
    look.off = view.fixed;
    if (!ui::slider(field.name, value, look)) return false;
    entry[field.name] = value;
    return true;
}

bool type_field(const GroupView& view, studio::Json& entry) {
    const char* names[] = {"x", "y", "angle"};
    const char* labels[] = {"X", "Y", tr("physics.angle")};
    int index = 0;
    for (int i = 0; i < 3; ++i)
        if (entry.value("type", std::string()) == names[i]) index = i;
    ui::property(tr("physics.type"), tr("physics.type.tip"));
    const ui::Off off(view.fixed);
    if (!ui::segments("type", index, labels)) return false;
    entry["type"] = names[index];
    return true;
}

bool reflect_field(const GroupView& view, studio::Json& entry) {
    bool on = entry.value("reflect", false);
    ui::property("");
    if (!ui::checkbox("reflect", tr("physics.reflect"), on, tr("physics.reflect.tip"), view.fixed)) return false;
    entry["reflect"] = on;
    return true;
}

const studio::Json* base_entry(const GroupView& view, const char* list, std::size_t index) {
    if (&view.base == &view.group) return nullptr;
    const studio::Json& all = list_of(view.base, list);
    return index < all.size() ? &all[index] : nullptr;
}

}  // namespace

void draw_group_inputs(const GroupView& view) {
    const ui::Scope scope("inputs");
    studio::Json inputs = list_of(view.group, "inputs");
    bool changed = false;
    std::ptrdiff_t removed = -1;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const ui::Scope entry(std::to_string(i));
        const std::string parameter = inputs[i].value("parameter", std::string());
        ui::RowLook look;
        look.trailing = ImGui::GetFrameHeight() + theme().px(2);
        look.tip = parameter.c_str();
        ui::row("name", view.workbench.parameter_name(parameter), look);
        ImGui::SameLine(0, theme().px(2));
        if (ui::icon_button("remove", Icon::close, tr("physics.input.remove"), {.off = view.fixed, .flat = true})) removed = static_cast<std::ptrdiff_t>(i);
        const studio::Json* base = base_entry(view, "inputs", i);
        changed = number_field(view, inputs[i], base, {"weight", 0.0f, 100.0f, 100.0f, " %", 0}) || changed;
        changed = type_field(view, inputs[i]) || changed;
        changed = reflect_field(view, inputs[i]) || changed;
    }
    if (removed >= 0) {
        inputs.erase(static_cast<std::size_t>(removed));
        changed = true;
    }
    if (const studio::ModelGeometry* geometry = view.workbench.geometry(); geometry != nullptr) {
        std::vector<std::string> ids, names{tr("physics.input.add")};
        for (const rig::ParameterInfo& info : geometry->rig.parameters()) {
            if (std::any_of(inputs.begin(), inputs.end(), [&](const studio::Json& each) { return each.value("parameter", std::string()) == info.id; })) continue;
            ids.push_back(info.id);
            names.push_back(view.workbench.parameter_name(info.id));
        }
        std::vector<const char*> labels;
        for (const std::string& name : names) labels.push_back(name.c_str());
        int index = 0;
        ImGui::SetNextItemWidth(-FLT_MIN);
        if (ui::combo("add", index, labels, tr("physics.input.add.tip"), view.fixed) && index > 0) {
            inputs.push_back({{"parameter", ids[static_cast<std::size_t>(index) - 1]}, {"weight", 50.0f}, {"type", "x"}, {"reflect", true}});
            changed = true;
        }
    }
    if (changed) view.set({{"inputs", inputs}});
}

void draw_group_outputs(const GroupView& view) {
    const ui::Scope scope("outputs");
    studio::Json outputs = list_of(view.group, "outputs");
    const auto segments = static_cast<int>(list_of(view.group, "vertices").size()) - 1;
    bool changed = false;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const ui::Scope entry(std::to_string(i));
        const std::string parameter = written_id(view.workbench.document(), outputs[i].value("parameter", std::string()));
        ui::RowLook look;
        look.tip = parameter.c_str();
        ui::row("name", view.workbench.parameter_name(parameter), look);
        const studio::Json* base = base_entry(view, "outputs", i);
        int vertex = outputs[i].value("vertex", 1);
        ui::property(tr("physics.vertex"), tr("physics.vertex.tip"));
        if (ui::slider("vertex", vertex, 1, std::max(1, segments), {.tip = tr("physics.vertex.tip"), .off = view.fixed != nullptr ? view.fixed : segments <= 1 ? tr("why.one_segment") : nullptr})) {
            outputs[i]["vertex"] = vertex;
            changed = true;
        }
        const float reach = std::max(60.0f, 2.0f * std::abs(base != nullptr ? number_of(*base, "scale") : number_of(outputs[i], "scale")));
        changed = number_field(view, outputs[i], base, {"scale", -reach, reach, 30.0f, "", 2}) || changed;
        changed = number_field(view, outputs[i], base, {"weight", 0.0f, 100.0f, 100.0f, " %", 0}) || changed;
        changed = reflect_field(view, outputs[i]) || changed;
    }
    if (changed) view.set({{"outputs", outputs}});
}

void draw_group_segments(const GroupView& view) {
    const ui::Scope scope("segments");
    constexpr Field fields[] = {{"radius", 0.5f, 60.0f, 10.0f, "", 2}, {"mobility", 0.0f, 1.0f, 1.0f, "", 3}, {"delay", 0.0f, 2.0f, 1.0f, "", 3}, {"acceleration", 0.0f, 3.0f, 1.0f, "", 3}};
    studio::Json vertices = list_of(view.group, "vertices");
    bool changed = false;
    for (std::size_t i = 1; i < vertices.size(); ++i) {
        const ui::Scope entry(std::to_string(i));
        ui::text_soft(tr("physics.segment", {std::to_string(i)}));
        for (const Field& field : fields) changed = number_field(view, vertices[i], base_entry(view, "vertices", i), field) || changed;
    }
    if (changed) view.set({{"vertices", vertices}});
}

void draw_group_normalization(const GroupView& view) {
    for (const char* kind : {"position", "angle"}) {
        const ui::Scope scope(kind);
        const auto found = view.group.find(kind);
        if (found == view.group.end() || !found->is_object()) continue;
        ui::text_soft(tr(std::string("physics.normalization.") + kind));
        studio::Json entry = *found;
        const studio::Json* base = nullptr;
        if (&view.base != &view.group)
            if (const auto own = view.base.find(kind); own != view.base.end()) base = &*own;
        bool changed = false;
        for (const char* end : {"minimum", "default", "maximum"}) changed = number_field(view, entry, base, {end, -60.0f, 60.0f, 0.0f, "", 1}) || changed;
        if (changed) view.set({{kind, entry}});
    }
}

}  // namespace yure::editor
