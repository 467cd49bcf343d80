/// The document's other parts as JSON: painted groups, bakes, overrides, the model's place, settings.
#include "group_weights.hpp"
#include "json_fields.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/hash.hpp"
#include "yure/sim/vertex_groups.hpp"
#include "yure/studio/schema.hpp"

namespace yure::studio {
namespace {

constexpr sim::GroupKind kKinds[] = {sim::GroupKind::pin,  sim::GroupKind::stiffness, sim::GroupKind::goal,
                                     sim::GroupKind::mass, sim::GroupKind::damping,   sim::GroupKind::wind};

std::uint64_t hash_of(const Json& json) {
    return Hasher().add(std::string_view(json.dump(-1, ' ', false, Json::error_handler_t::replace))).digest();
}

/// Splits known members from unknown ones; a known member of the wrong type is a problem.
Json known_members(const Json& given, const std::vector<std::pair<const char*, Json::value_t>>& known,
                   std::vector<Error>& problems, Json& extra) {
    Json sound = Json::object();
    if (!given.is_object()) {
        problems.push_back({"", "must be an object"});
        return sound;
    }
    for (const auto& [name, value] : given.items()) {
        const auto place = std::find_if(known.begin(), known.end(), [&](const auto& k) { return name == k.first; });
        if (place == known.end())
            extra[name] = value;
        else if (value.type() == place->second || (value.is_number() && place->second == Json::value_t::number_float))
            sound[name] = value;
        else if (!value.is_null())
            problems.push_back({name, "is of the wrong type"});
    }
    return sound;
}

std::map<std::string, std::string> words_map(const Json& object) {
    std::map<std::string, std::string> words;
    if (object.is_object())
        for (const auto& [name, value] : object.items())
            if (value.is_string()) words[name] = value.get<std::string>();
    return words;
}

}  // namespace

sim::Weights& weights_of(sim::VertexGroups& groups, sim::GroupKind kind) {
    switch (kind) {
        case sim::GroupKind::pin:
            return groups.pin;
        case sim::GroupKind::stiffness:
            return groups.stiffness;
        case sim::GroupKind::goal:
            return groups.goal;
        case sim::GroupKind::mass:
            return groups.mass;
        case sim::GroupKind::damping:
            return groups.damping;
        case sim::GroupKind::wind:
            return groups.wind;
    }
    return groups.pin;
}

const sim::Weights& weights_of(const sim::VertexGroups& groups, sim::GroupKind kind) {
    return weights_of(const_cast<sim::VertexGroups&>(groups), kind);
}

Json to_json(const MeshGroups& groups) {
    Json weights = Json::object();
    for (const sim::GroupKind kind : kKinds) {
        const sim::Weights& list = weights_of(groups.weights, kind);
        if (list.empty()) continue;
        Json numbers = Json::array();
        for (const float weight : list) numbers.push_back(tidy(weight));
        weights[std::string(sim::group_name(kind))] = std::move(numbers);
    }
    std::vector<float> uvs;
    for (const Vec2 uv : groups.uvs) {
        uvs.push_back(uv.x);
        uvs.push_back(uv.y);
    }
    Json json{{"weights", std::move(weights)},
              {"made_by", groups.made_by},
              {"uvs", floats_text(uvs)},
              {"triangles", indices_text(groups.triangles)}};
    append_extra(json, groups.extra);
    return json;
}

MeshGroups read_mesh_groups(const Json& given, std::vector<Error>& problems) {
    MeshGroups groups;
    const Json json = known_members(given,
                                    {{"weights", Json::value_t::object},
                                     {"made_by", Json::value_t::object},
                                     {"uvs", Json::value_t::string},
                                     {"triangles", Json::value_t::string}},
                                    problems, groups.extra);
    const std::vector<float> uvs = read_floats_text(words_at(json, "uvs"));
    for (std::size_t i = 0; i + 1 < uvs.size(); i += 2) groups.uvs.push_back({uvs[i], uvs[i + 1]});
    groups.triangles = read_indices_text(words_at(json, "triangles"));
    if (groups.triangles.size() % 3 != 0 ||
        std::any_of(groups.triangles.begin(), groups.triangles.end(), [&](auto v) { return v >= groups.uvs.size(); })) {
        problems.push_back({"triangles", "name vertices that are not there"});
        groups.triangles.clear();
    }
    groups.made_by = words_map(at(json, "made_by"));
    for (const auto& [name, list] : at(json, "weights").items()) {
        const auto kind = sim::find_group(name);
        if (!kind) {
            problems.push_back({"weights." + name, "is no kind of group"});
            continue;
        }
        const bool sound = list.is_array() && list.size() == groups.uvs.size() &&
                           std::all_of(list.begin(), list.end(), [](const Json& value) {
                               return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
                           });
        if (!sound) {
            problems.push_back({"weights." + name, "must be a list of one number 0 to 1 per vertex"});
            continue;
        }
        weights_of(groups.weights, *kind) = list.get<std::vector<float>>();
    }
    return groups;
}

Json to_json(const StoredBake& bake) {
    Json json{{"fingerprint", bake.fingerprint}, {"settings", bake.settings}, {"bake", bake.bake}, {"report", bake.report}};
    append_extra(json, bake.extra);
    return json;
}

StoredBake read_stored_bake(const Json& given, std::vector<Error>& problems) {
    StoredBake bake;
    const Json json = known_members(given,
                                    {{"fingerprint", Json::value_t::object},
                                     {"settings", Json::value_t::object},
                                     {"bake", Json::value_t::object},
                                     {"report", Json::value_t::object}},
                                    problems, bake.extra);
    bake.fingerprint = words_map(at(json, "fingerprint"));
    if (json.contains("settings")) bake.settings = json["settings"];
    if (json.contains("bake")) bake.bake = json["bake"];
    if (json.contains("report")) bake.report = json["report"];
    return bake;
}

std::vector<std::string> StoredBake::parameter_ids() const {
    std::vector<std::string> ids;
    for (const Json& parameter : at(bake, "parameters")) ids.push_back(words_at(parameter, "id"));
    return ids;
}

std::string StoredBake::bank() const {
    return words_at(bake, "bank");
}

Json to_json(const StoredBank& bank) {
    Json json{{"bank", bank.bank}};
    append_extra(json, bank.extra);
    return json;
}

StoredBank read_stored_bank(const Json& given, std::vector<Error>& problems) {
    StoredBank bank;
    const Json json = known_members(given, {{"bank", Json::value_t::object}}, problems, bank.extra);
    if (json.contains("bank")) bank.bank = json["bank"];
    return bank;
}

Json to_json(const PendulumOverride& change) {
    Json json{{"enabled", change.enabled}, {"base", change.base}, {"edited", change.edited}};
    append_extra(json, change.extra);
    return json;
}

PendulumOverride read_override(const Json& given, std::vector<Error>& problems) {
    PendulumOverride change;
    const Json json = known_members(given,
                                    {{"enabled", Json::value_t::boolean},
                                     {"base", Json::value_t::object},
                                     {"edited", Json::value_t::object}},
                                    problems, change.extra);
    change.enabled = flag_at(json, "enabled", true);
    if (json.contains("base")) change.base = json["base"];
    if (json.contains("edited")) change.edited = json["edited"];
    return change;
}

Json to_json(const PresetSetting& preset) {
    return preset.record;
}

PresetSetting read_preset(const Json& json, std::vector<Error>& problems) {
    if (json.is_object()) return {json};
    problems.push_back({"", "must be an object"});
    return {};
}

Json to_json(const ModelReference& model) {
    return {{"path", model.path}, {"hash", model.hash}};
}

ModelReference read_model_reference(const Json& json, std::vector<Error>& problems) {
    ModelReference model{words_at(json, "path"), words_at(json, "hash")};
    if (model.path.empty()) problems.push_back({"path", "is missing: which model is it?"});
    return model;
}

Json to_json(const ProjectSettings& settings) {
    Json json{{"name", settings.name},
              {"fps", tidy(settings.fps)},
              {"budget", settings.budget},
              {"ascii_names", settings.ascii_names},
              {"part_roles", settings.part_roles}};
    append_extra(json, settings.extra);
    return json;
}

ProjectSettings read_project_settings(const Json& given, std::vector<Error>& problems) {
    ProjectSettings settings;
    const Json json = known_members(given,
                                    {{"name", Json::value_t::string},
                                     {"fps", Json::value_t::number_float},
                                     {"budget", Json::value_t::string},
                                     {"ascii_names", Json::value_t::boolean},
                                     {"part_roles", Json::value_t::object}},
                                    problems, settings.extra);
    settings.name = words_at(json, "name");
    settings.fps = float_at(json, "fps", 0.0f);
    if (!(settings.fps >= 0.0f && settings.fps <= 240.0f)) {
        problems.push_back({"fps", "must be 0 to 240"});
        settings.fps = 0.0f;
    }
    settings.budget = words_at(json, "budget");
    settings.ascii_names = flag_at(json, "ascii_names", false);
    settings.part_roles = words_map(at(json, "part_roles"));
    return settings;
}

std::uint64_t content_hash(const Body& body) {
    return hash_of(to_json(body));
}
std::uint64_t content_hash(const MeshGroups& groups) {
    return hash_of(to_json(groups));
}
std::uint64_t content_hash(const StoredBake& bake) {
    return hash_of(to_json(bake));
}
std::uint64_t content_hash(const StoredBank& bank) {
    return hash_of(to_json(bank));
}
std::uint64_t content_hash(const PendulumOverride& change) {
    return hash_of(to_json(change));
}
std::uint64_t content_hash(const PresetSetting& preset) {
    return hash_of(to_json(preset));
}

}  // namespace yure::studio
