#include "material_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "yure/studio/json_text.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

struct Value {
    const char* name;
    float sim::Material::*value;
};
constexpr Value kValues[] = {{"mass", &sim::Material::mass}, {"stretch", &sim::Material::stretch},
                             {"bend", &sim::Material::bend}, {"damping", &sim::Material::damping},
                             {"goal", &sim::Material::goal}, {"slack", &sim::Material::slack},
                             {"area", &sim::Material::area}, {"anisotropy", &sim::Material::anisotropy}};

}  // namespace

nlohmann::ordered_json material_json(const sim::Material& material) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const Value& each : kValues) json[each.name] = tidy(material.*each.value);
    json["compression"] = material.compression ? nlohmann::ordered_json(tidy(*material.compression)) : nullptr;
    json["rest_follows_both"] = material.rest_follows_both;
    return json;
}

Status read_material_json(const nlohmann::ordered_json& json, sim::Material& material) {
    if (!json.is_object()) return Error{"material", "is no object"};
    for (const Value& each : kValues) {
        const auto& value = member(json, each.name);
        if (value.is_null()) continue;
        if (!value.is_number()) return Error{std::string("material/") + each.name, "is no number"};
        material.*each.value = value.get<float>();
    }
    const auto& compression = member(json, "compression");
    if (compression.is_number())
        material.compression = compression.get<float>();
    else if (!compression.is_null())
        return Error{"material/compression", "is neither a number nor null"};
    const auto& both = member(json, "rest_follows_both");
    if (both.is_boolean())
        material.rest_follows_both = both.get<bool>();
    else if (!both.is_null())
        return Error{"material/rest_follows_both", "is neither true nor false"};
    if (const auto problems = material.problems(); !problems.empty())
        return Error{"material/" + problems.front().where, problems.front().what};
    return {};
}

}  // namespace yure::studio
