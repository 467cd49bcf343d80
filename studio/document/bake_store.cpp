#include "bake_store.hpp"

#include "json_fields.hpp"
#include "pendulum_json.hpp"

#include <algorithm>

namespace yure::studio {
namespace {

Json mesh_json(const rig::MeshOffsets& mesh, const rig::Puppet& puppet) {
    Json keys = Json::array();
    for (const std::vector<Vec2>& key : mesh.offsets) {
        std::vector<float> numbers;
        for (const Vec2 offset : key) {
            numbers.push_back(offset.x);
            numbers.push_back(offset.y);
        }
        const bool still = std::all_of(numbers.begin(), numbers.end(), [](float v) { return v == 0.0f; });
        keys.push_back(still ? std::string() : floats_text(numbers));
    }
    const auto row = static_cast<std::size_t>(mesh.mesh);
    return {{"mesh", std::string(puppet.mesh.id[row].view())}, {"vertices", puppet.mesh.vertex_count[row]}, {"shapes", std::move(keys)}};
}

Json parameter_json(const baker::BakedParameter& parameter, const rig::Puppet& puppet) {
    Json keys = Json::array(), meshes = Json::array();
    for (const float key : parameter.keys) keys.push_back(tidy(key));
    for (const rig::MeshOffsets& mesh : parameter.meshes) meshes.push_back(mesh_json(mesh, puppet));
    return {{"id", parameter.id},
            {"name", parameter.name},
            {"group", parameter.group},
            {"keys", std::move(keys)},
            {"range", tidy(parameter.range)},
            {"swing_px", parameter.swing_px},
            {"peak_degrees", parameter.peak_degrees},
            {"gain", parameter.gain},
            {"meshes", std::move(meshes)}};
}

/// False when the mesh is not to be had any more, or is not what it was.
bool read_mesh(const Json& json, std::size_t keys, const rig::Puppet& puppet, rig::MeshOffsets& mesh, Notices& notices) {
    const std::string id = words_at(json, "mesh");
    mesh.mesh = puppet.find_mesh(id);
    if (mesh.mesh < 0) {
        notices.push_back({id, "is not in the model any more, so its part of the bake is left out"});
        return false;
    }
    const int vertices = puppet.mesh.vertex_count[static_cast<std::size_t>(mesh.mesh)];
    if (vertices != whole_at(json, "vertices", -1)) {
        notices.push_back({id, "has another number of vertices now, so its part of the bake is left out; bake again"});
        return false;
    }
    const Json& shapes = at(json, "shapes");
    if (!shapes.is_array() || shapes.size() != keys) {
        notices.push_back({id, "its baked shapes cannot be read and are left out"});
        return false;
    }
    for (const Json& shape : shapes) {
        std::vector<Vec2>& key = mesh.offsets.emplace_back(static_cast<std::size_t>(vertices));
        const std::vector<float> numbers = shape.is_string() ? read_floats_text(shape.get_ref<const std::string&>()) : std::vector<float>{};
        if (numbers.empty()) continue;  // a still key
        if (numbers.size() != 2 * key.size()) {
            notices.push_back({id, "its baked shapes cannot be read and are left out"});
            return false;
        }
        for (std::size_t i = 0; i < key.size(); ++i) key[i] = {numbers[2 * i], numbers[2 * i + 1]};
    }
    return true;
}

Result<baker::BakedParameter> read_parameter(const Json& json, const rig::Puppet& puppet, Notices& notices) {
    baker::BakedParameter parameter;
    parameter.id = words_at(json, "id");
    parameter.name = words_at(json, "name");
    parameter.group = words_at(json, "group");
    for (const Json& key : at(json, "keys"))
        if (key.is_number()) parameter.keys.push_back(key.get<float>());
    const bool ascending = std::is_sorted(parameter.keys.begin(), parameter.keys.end(), std::less_equal<float>());
    const bool rest = parameter.keys.empty() || std::find(parameter.keys.begin(), parameter.keys.end(), 0.0f) != parameter.keys.end();
    parameter.range = float_at(json, "range", baker::kKeyedRange);
    if (parameter.id.empty() || !rig::Id::fits(parameter.id) || parameter.keys.size() > 99 || !ascending || !rest ||
        !(parameter.range > 0.0f))
        return Error{"bake", "cannot be read; bake again"};
    parameter.swing_px = number_at(json, "swing_px", 0.0);
    parameter.peak_degrees = number_at(json, "peak_degrees", 0.0);
    parameter.gain = number_at(json, "gain", 1.0);
    for (const Json& entry : at(json, "meshes")) {
        rig::MeshOffsets mesh;
        if (read_mesh(entry, parameter.keys.size(), puppet, mesh, notices)) parameter.meshes.push_back(std::move(mesh));
    }
    return parameter;
}

}  // namespace

Json bake_json(const baker::BodyBake& bake, const rig::Puppet& puppet) {
    Json parameters = Json::array(), groups = Json::array(), removed = Json::array();
    for (const baker::BakedParameter& parameter : bake.parameters) parameters.push_back(parameter_json(parameter, puppet));
    for (const pendulum::Group& group : bake.groups) groups.push_back(group_json(group));
    for (const baker::PhysicsOnMeshes::Hit& hit : bake.removed.hits)
        if (std::find(removed.begin(), removed.end(), hit.parameter) == removed.end()) removed.push_back(hit.parameter);
    Json outputs = Json::array();
    for (const baker::BankOutput& output : bake.outputs) {
        pendulum::Group one;
        one.outputs = {output.output};
        outputs.push_back({{"group", output.group}, {"output", group_json(one)["outputs"][0]}});
    }
    return {{"id", bake.id},
            {"name", bake.name},
            {"fps", bake.fps},
            {"bank", bake.bank},
            {"amplitude_gain", bake.amplitude_gain},
            {"groups", std::move(groups)},
            {"outputs", std::move(outputs)},
            {"removed", std::move(removed)},
            {"parameters", std::move(parameters)}};
}

Result<baker::BodyBake> read_bake(const Json& json, const rig::Puppet& puppet, Notices& notices) {
    baker::BodyBake bake;
    bake.id = words_at(json, "id");
    bake.name = words_at(json, "name");
    bake.fps = number_at(json, "fps", 60.0);
    bake.bank = words_at(json, "bank");
    bake.amplitude_gain = std::clamp(number_at(json, "amplitude_gain", 1.0), 0.0, 10.0);
    for (const Json& entry : at(json, "outputs")) {
        std::vector<Error> problems;
        const pendulum::Group one = read_group({{"outputs", Json::array({at(entry, "output")})}, {"vertices", Json::array({Json::object(), Json::object()})}}, problems);
        if (!problems.empty() || one.outputs.size() != 1) return Error{"bake", "an output of it cannot be read; bake again"};
        bake.outputs.push_back({words_at(entry, "group"), one.outputs[0]});
    }
    if (!(bake.fps > 0.0 && bake.fps <= 1000.0)) return Error{"bake", "cannot be read (fps); bake again"};
    for (const Json& entry : at(json, "parameters")) {
        Result<baker::BakedParameter> parameter = read_parameter(entry, puppet, notices);
        if (!parameter) return parameter.error();
        bake.parameters.push_back(std::move(*parameter));
    }
    for (const Json& entry : at(json, "groups")) {
        std::vector<Error> problems;
        bake.groups.push_back(read_group(entry, problems));
        if (!problems.empty() || bake.groups.back().id.empty() || bake.groups.back().vertices.size() < 2)
            return Error{"bake", "a pendulum of it cannot be read; bake again"};
    }
    return bake;
}

std::vector<std::string> removed_parameters(const Json& bake) {
    std::vector<std::string> parameters;
    for (const Json& parameter : at(bake, "removed"))
        if (parameter.is_string()) parameters.push_back(parameter.get<std::string>());
    return parameters;
}

baker::PhysicsOnMeshes outputs_on(const std::vector<std::string>& parameters, const pendulum::Physics& physics) {
    baker::PhysicsOnMeshes found;
    for (std::size_t group = 0; group < physics.groups.size(); ++group) {
        const auto& outputs = physics.groups[group].outputs;
        for (std::size_t output = 0; output < outputs.size(); ++output)
            if (std::find(parameters.begin(), parameters.end(), outputs[output].parameter) != parameters.end())
                found.hits.push_back({static_cast<int>(group), static_cast<int>(output), outputs[output].parameter});
    }
    return found;
}

}  // namespace yure::studio
