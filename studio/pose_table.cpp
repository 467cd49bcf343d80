#include "yure/studio/pose_table.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "yure/rig/rig.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::json;

/// Where each column of a file's table goes in the model: row, by position in the file.
using Columns = std::vector<int>;

struct Names {
    const char* list;  ///< member of the file that names the columns
    const char* what;  ///< "parameter"
    std::vector<std::string> ids;
};

Result<Columns> columns(const json& file, const Names& names) {
    Columns columns;
    const auto listed = file.find(names.list);
    if (listed == file.end()) {
        for (std::size_t i = 0; i < names.ids.size(); ++i) columns.push_back(static_cast<int>(i));
        return columns;
    }
    const std::string where = std::string("/") + names.list;
    if (!listed->is_array()) return Error{where, "is no list of ids"};
    for (const json& id : *listed) {
        const auto found = id.is_string()
                               ? std::find(names.ids.begin(), names.ids.end(), id.get_ref<const std::string&>())
                               : names.ids.end();
        if (found == names.ids.end())
            return Error{where + "/" + std::to_string(columns.size()),
                         "is " + id.dump() + ", which is no " + names.what + " of the model"};
        columns.push_back(static_cast<int>(found - names.ids.begin()));
    }
    return columns;
}

Result<float> number(const json& value, const std::string& where) {
    if (!value.is_number()) return Error{where, "is no number"};
    const auto result = static_cast<float>(value.get<double>());
    if (!std::isfinite(result)) return Error{where, "is larger than a float can be"};
    return result;
}

/// Puts one pose's table (a list by column, or an object by id) into `out`, which holds the defaults.
Status fill(const json& table, const std::string& where, const Columns& columns, const Names& names,
            std::vector<float>& out) {
    if (table.is_array()) {
        if (table.size() != columns.size())
            return Error{where, "has " + std::to_string(table.size()) + " values for " +
                                    std::to_string(columns.size()) + " columns"};
        for (std::size_t i = 0; i < table.size(); ++i) {
            const Result<float> value = number(table[i], where + "/" + std::to_string(i));
            if (!value) return value.error();
            out[static_cast<std::size_t>(columns[i])] = *value;
        }
        return {};
    }
    if (!table.is_object()) return Error{where, "is neither a list nor an object"};
    for (const auto& [id, entry] : table.items()) {
        const auto found = std::find(names.ids.begin(), names.ids.end(), id);
        if (found == names.ids.end())
            return Error{where + "/" + id, std::string("is no ") + names.what + " of the model"};
        const Result<float> value = number(entry, where + "/" + id);
        if (!value) return value.error();
        out[static_cast<std::size_t>(found - names.ids.begin())] = *value;
    }
    return {};
}

void append_color(std::string& text, const rig::Color& color) {
    append_numbers(text, std::array<float, 3>{color.r, color.g, color.b});
}

void append_drawable(std::string& text, const rig::Evaluation& pose, int mesh) {
    if (pose.hidden(mesh)) {
        text += "null";
        return;
    }
    text += "{\"p\":[";
    bool first = true;
    for (const Vec2 point : pose.positions(mesh)) {
        if (!first) text += ',';
        first = false;
        append_number(text, point.x);
        text += ',';
        append_number(text, point.y);
    }
    text += "],\"o\":";
    append_number(text, pose.opacity(mesh));
    text +=
        ",\"d\":" + std::to_string(pose.draw_order(mesh)) + ",\"v\":" + (pose.visible(mesh) ? "1" : "0") + ",\"m\":";
    append_color(text, pose.multiply_color(mesh));
    text += ",\"s\":";
    append_color(text, pose.screen_color(mesh));
    text += '}';
}

void append_pose(std::string& text, const rig::Evaluation& pose, int meshes) {
    text += "{\"render_order\":[";
    const auto order = pose.render_order();
    for (std::size_t i = 0; i < order.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(order[i]);
    text += "],\"drawables\":[";
    for (int mesh = 0; mesh < meshes; ++mesh) {
        if (mesh != 0) text += ',';
        append_drawable(text, pose, mesh);
    }
    text += "]}";
}

}  // namespace

Result<std::string> evaluate_poses(const rig::Puppet& puppet, std::string_view text, const Work& work) {
    const json file = json::parse(text, nullptr, false);
    if (file.is_discarded()) return Error{"", "is no JSON"};
    const auto poses = file.is_object() ? file.find("poses") : file.end();
    if (!file.is_object() || poses == file.end() || !poses->is_array()) return Error{"/poses", "is no list of poses"};

    const Result<rig::Rig> rig = rig::Rig::build(puppet);
    if (!rig) return rig.error();
    Names parameter_names{"parameters", "parameter", {}}, part_names{"parts", "part", {}};
    for (const rig::ParameterInfo& parameter : rig->parameters()) parameter_names.ids.push_back(parameter.id);
    for (const rig::Id& id : puppet.part.id) part_names.ids.emplace_back(id.view());
    const Result<Columns> parameters = columns(file, parameter_names);
    if (!parameters) return parameters.error();
    const Result<Columns> parts = columns(file, part_names);
    if (!parts) return parts.error();

    std::string out = "{\"drawables\":[";
    for (int mesh = 0; mesh < puppet.mesh_count(); ++mesh) {
        if (mesh != 0) out += ',';
        append_string(out, puppet.mesh.id[static_cast<std::size_t>(mesh)].view());
    }
    out += "],\"poses\":[";
    rig::Evaluation pose(*rig);
    for (std::size_t i = 0; i < poses->size(); ++i) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        const json& entry = (*poses)[i];
        const std::string where = "/poses/" + std::to_string(i);
        if (!entry.is_object()) return Error{where, "is no pose"};
        std::vector<float> values = rig->default_values(), opacities;
        if (const auto table = entry.find("values"); table != entry.end())
            if (Status filled = fill(*table, where + "/values", *parameters, parameter_names, values); !filled)
                return filled.error();
        if (const auto table = entry.find("part_opacities"); table != entry.end() && !table->is_null()) {
            for (const std::int32_t visible : puppet.part.visible) opacities.push_back(visible != 0 ? 1.0f : 0.0f);
            if (Status filled = fill(*table, where + "/part_opacities", *parts, part_names, opacities); !filled)
                return filled.error();
        }
        pose.evaluate(values, opacities);
        if (i != 0) out += ',';
        append_pose(out, pose, puppet.mesh_count());
    }
    out += "]}\n";
    return out;
}

}  // namespace yure::studio
