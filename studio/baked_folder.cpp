#include "yure/studio/baked_folder.hpp"

#include "document/body_chain_json.hpp"
#include "document/json_fields.hpp"
#include "material_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "yure/core/lookup.hpp"
#include "yure/sim/vertex_groups.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;

constexpr const char* kFormat = "yure-bodies/1";
constexpr const char* kName = "bodies.json";

struct GroupOf {
    const char* name;
    sim::Weights sim::VertexGroups::*weights;
};
constexpr GroupOf kGroups[] = {{"pin", &sim::VertexGroups::pin},         {"stiffness", &sim::VertexGroups::stiffness},
                               {"goal", &sim::VertexGroups::goal},       {"mass", &sim::VertexGroups::mass},
                               {"damping", &sim::VertexGroups::damping}, {"wind", &sim::VertexGroups::wind}};

ordered_json mesh_json(const baker::BodyMesh& mesh) {
    ordered_json groups = ordered_json::object();
    for (const GroupOf& each : kGroups) {
        if ((mesh.groups.*each.weights).empty()) continue;
        ordered_json& list = groups[each.name] = ordered_json::array();
        for (const float weight : mesh.groups.*each.weights) list.push_back(tidy(weight));
    }
    return {{"id", mesh.id}, {"groups", std::move(groups)}};
}

/// Keys in the parameter's units; per mesh (its row) the offsets of all keys, float32 in base64.
ordered_json pose_json(const baker::BakedPose& pose) {
    ordered_json keys = ordered_json::array(), meshes = ordered_json::array();
    for (const float key : pose.keys) keys.push_back(key);
    for (const rig::MeshOffsets& mesh : pose.meshes) {
        std::vector<float> flat;
        for (const std::vector<Vec2>& offsets : mesh.offsets)
            for (const Vec2 offset : offsets) flat.push_back(offset.x), flat.push_back(offset.y);
        meshes.push_back({{"mesh", mesh.mesh}, {"offsets", floats_text(flat)}});
    }
    return {{"input", pose.input}, {"keys", std::move(keys)}, {"meshes", std::move(meshes)}};
}

ordered_json body_json(const baker::BodyRequest& request, const baker::BodyResult& body) {
    ordered_json meshes = ordered_json::array(), inputs = ordered_json::array(), parameters = ordered_json::array();
    for (const baker::BodyMesh& mesh : request.meshes) meshes.push_back(mesh_json(mesh));
    for (const baker::InputReading& input : body.inputs) inputs.push_back(input.id);
    for (const baker::WrittenParameter& written : body.parameters)
        parameters.push_back({{"id", written.id},
                              {"range", tidy(written.range)},
                              {"gain", tidy(written.gain)},
                              {"measured_gain", tidy(static_cast<float>(body.bake.amplitude_gain))}});
    ordered_json poses = ordered_json::array(), tables = ordered_json::array();
    for (const baker::BakedPose& pose : body.bake.poses) poses.push_back(pose.input), tables.push_back(pose_json(pose));
    return {{"id", request.id},
            {"name", request.name},
            {"exact_poses", std::move(poses)},
            {"poses", std::move(tables)},
            {"chain", request.chain ? chain_json(*request.chain) : ordered_json(nullptr)},
            {"kind", request.kind == sim::BodyKind::hair ? "hair" : "cloth"},
            {"material", material_json(request.material)},
            {"gravity", {tidy(request.scene.gravity.x), tidy(request.scene.gravity.y)}},
            {"substeps", request.scene.substeps},
            {"pins", request.top_pins ? ordered_json{{"solid", tidy(request.top_pins->solid)},
                                                     {"fade", tidy(request.top_pins->fade)}}
                                      : ordered_json(nullptr)},
            {"meshes", std::move(meshes)},
            {"inputs", std::move(inputs)},
            {"keep_physics", request.keep_physics},
            {"parameters", std::move(parameters)}};
}

/// Reads members one after another and remembers the first that is wrong.
class Members {
  public:
    Members(const ordered_json& object, std::string where) : object_(object), where_(std::move(where)) {
        if (!object.is_object()) fail("", "is no object");
    }

    float number(const char* key) {
        const ordered_json& value = member(object_, key);
        const float read = value.is_number() ? value.get<float>() : NAN;
        if (!std::isfinite(read)) fail(key, "is no number");
        return std::isfinite(read) ? read : 0.0f;
    }
    std::string text(const char* key) {
        const ordered_json& value = member(object_, key);
        if (!value.is_string()) fail(key, "is no text");
        return text_at(object_, key);
    }
    bool flag(const char* key) {
        const ordered_json& value = member(object_, key);
        if (!value.is_boolean()) fail(key, "is neither true nor false");
        return value.is_boolean() && value.get<bool>();
    }
    const ordered_json& list(const char* key) {
        static const ordered_json kEmpty = ordered_json::array();
        const ordered_json& value = member(object_, key);
        if (!value.is_array()) fail(key, "is no list");
        return value.is_array() ? value : kEmpty;
    }
    const ordered_json& at(const char* key) const { return member(object_, key); }
    std::string place(const char* key) const { return where_ + "/" + key; }

    void fail(const char* key, const char* what) {
        if (!error_) error_ = Error{*key == '\0' ? where_ : place(key), what};
    }
    void pass(Status status) {
        if (!status && !error_) error_ = Error{where_ + "/" + status.error().where, status.error().what};
    }
    Status status() const { return error_ ? Status(*error_) : Status(); }

  private:
    const ordered_json& object_;
    std::string where_;
    std::optional<Error> error_;
};

Status read_groups(const ordered_json& json, const std::string& where, sim::VertexGroups& groups) {
    if (!json.is_object()) return Error{where, "is no object"};
    for (const auto& [name, list] : json.items()) {
        const auto known = std::find_if(std::begin(kGroups), std::end(kGroups),
                                        [&](const GroupOf& each) { return name == each.name; });
        if (known == std::end(kGroups)) return Error{where, "holds a group of unknown kind: " + name};
        const bool sound = list.is_array() && std::all_of(list.begin(), list.end(), [](const ordered_json& value) {
                               return value.is_number() && value.get<double>() >= 0.0 && value.get<double>() <= 1.0;
                           });
        if (!sound) return Error{where + "/" + name, "is no list of numbers 0 to 1"};
        for (const ordered_json& value : list) (groups.*known->weights).push_back(value.get<float>());
    }
    return {};
}

std::vector<std::string> read_texts(Members& members, const char* key) {
    std::vector<std::string> texts;
    for (const ordered_json& value : members.list(key)) {
        if (value.is_string())
            texts.push_back(value.get<std::string>());
        else
            members.fail(key, "holds something that is no text");
    }
    return texts;
}

Result<baker::BakedPose> read_pose(const ordered_json& json, const std::string& where) {
    baker::BakedPose pose;
    Members members(json, where);
    pose.input = members.text("input");
    for (const ordered_json& key : members.list("keys")) {
        if (!key.is_number()) members.fail("keys", "holds something that is no number");
        pose.keys.push_back(key.is_number() ? key.get<float>() : 0.0f);
    }
    if (pose.keys.empty() || pose.keys.size() > 1000) members.fail("keys", "are none, or more than any parameter has");
    for (const ordered_json& entry : members.list("meshes")) {
        Members mesh(entry, members.place("meshes") + "/" + std::to_string(pose.meshes.size()));
        rig::MeshOffsets& offsets = pose.meshes.emplace_back();
        offsets.mesh = static_cast<int>(std::clamp(mesh.number("mesh"), -1.0f, 1e6f));
        const std::vector<float> flat = read_floats_text(mesh.text("offsets"));
        const std::size_t row = flat.size() / std::max<std::size_t>(1, pose.keys.size());
        if (row % 2 != 0 || row * pose.keys.size() != flat.size()) mesh.fail("offsets", "are not as many as keys and vertices ask for");
        if (const Status status = mesh.status(); !status) return status.error();
        for (std::size_t key = 0; key < pose.keys.size(); ++key) {
            std::vector<Vec2>& points = offsets.offsets.emplace_back();
            for (std::size_t i = 0; i < row; i += 2) points.push_back({flat[key * row + i], flat[key * row + i + 1]});
        }
    }
    if (const Status status = members.status(); !status) return status.error();
    return pose;
}

Result<ExportedBody> read_body(const ordered_json& json, const std::string& where) {
    ExportedBody body;
    baker::BodyRequest& request = body.request;
    Members members(json, where);
    request.id = members.text("id");
    request.name = members.text("name");
    const std::string kind = members.text("kind");
    if (kind != "hair" && kind != "cloth") members.fail("kind", "is neither hair nor cloth");
    request.kind = kind == "cloth" ? sim::BodyKind::cloth : sim::BodyKind::hair;
    members.pass(read_material_json(members.at("material"), request.material));
    const ordered_json& gravity = members.list("gravity");
    if (gravity.size() == 2 && gravity[0].is_number() && gravity[1].is_number())
        request.scene.gravity = {gravity[0].get<float>(), gravity[1].get<float>()};
    else
        members.fail("gravity", "is no list of two numbers");
    request.scene.substeps = static_cast<int>(std::clamp(members.number("substeps"), 0.0f, 1e6f));
    if (const ordered_json& pins = members.at("pins"); !pins.is_null()) {
        Members rule(pins, members.place("pins"));
        request.top_pins = sim::TopPins{rule.number("solid"), rule.number("fade")};
        if (const Status status = rule.status(); !status) return status.error();
    }
    for (const ordered_json& entry : members.list("meshes")) {
        Members mesh(entry, members.place("meshes") + "/" + std::to_string(request.meshes.size()));
        request.meshes.push_back({mesh.text("id"), {}});
        if (const Status status = mesh.status(); !status) return status.error();
        if (const Status status = read_groups(mesh.at("groups"), mesh.place("groups"), request.meshes.back().groups);
            !status)
            return status.error();
    }
    for (std::string& id : read_texts(members, "inputs")) request.inputs.push_back({std::move(id), {}, false});
    request.keep_physics = members.flag("keep_physics");
    if (const ordered_json& chain = members.at("chain"); chain.is_object()) {
        std::vector<Error> problems;
        request.chain = read_chain_json(chain, problems);
        if (!problems.empty()) return Error{members.place("chain") + " " + problems.front().where, problems.front().what};
    }
    // they are in the inputs' own axes now: without them the export is the source again
    const bool posed = members.at("exact_poses").is_array() && !members.at("exact_poses").empty();
    if (posed && !members.at("poses").is_array())
        return Error{where, "was baked with exact poses by an earlier version, which did not keep them; bake it again, or compare its project"};
    if (posed)
        for (const ordered_json& entry : members.list("poses")) {
            Result<baker::BakedPose> pose = read_pose(entry, members.place("poses") + "/" + std::to_string(body.poses.size()));
            if (!pose) return pose.error();
            body.poses.push_back(std::move(*pose));
        }
    for (const ordered_json& entry : members.list("parameters")) {
        Members parameter(entry, members.place("parameters") + "/" + std::to_string(body.parameters.size()));
        body.parameters.push_back({parameter.text("id"), parameter.number("range"), parameter.number("gain"),
                                   parameter.number("measured_gain")});
        if (const Status status = parameter.status(); !status) return status.error();
    }
    if (const Status status = members.status(); !status) return status.error();
    if (const auto problems = baker::problems(request); !problems.empty())
        return Error{where + ": " + problems.front().where, problems.front().what};
    return body;
}

/// bodies.json and the model that belongs to it.
struct Place {
    std::filesystem::path bodies, model;
};
Result<Place> find_place(const std::filesystem::path& given) {
    std::error_code fault;
    std::filesystem::path folder = std::filesystem::absolute(given, fault).lexically_normal();
    if (!std::filesystem::is_directory(folder, fault)) {
        if (!std::filesystem::exists(folder, fault)) return Error{given.string(), "is not there"};
        folder = folder.parent_path();
    }
    if (folder.filename().empty()) folder = folder.parent_path();
    if (std::filesystem::exists(folder / kName, fault))
        return Place{folder / kName,
                     std::filesystem::is_directory(folder / "model", fault) ? folder / "model" : folder};
    if (const auto beside = folder.parent_path() / kName; std::filesystem::exists(beside, fault))
        return Place{beside, folder};
    return Error{given.string(), std::string("holds no ") + kName +
                                     ", so nobody knows what was simulated; name a folder "
                                     "that yure bake made"};
}

Status check_against(const Model& model, const ExportedBodies& made) {
    for (const ExportedBody& body : made.bodies) {
        for (const baker::BodyMesh& mesh : body.request.meshes)
            if (model.puppet.find_mesh(mesh.id) < 0)
                return Error{"body " + body.request.id,
                             "the model has no mesh " + mesh.id + "; it is not the one that was baked"};
        for (const ExportedParameter& parameter : body.parameters)
            if (model.puppet.find_parameter(parameter.id) < 0)
                return Error{"body " + body.request.id,
                             "the model has no parameter " + parameter.id + "; it is not the one that was baked"};
        for (const baker::BakedPose& pose : body.poses)
            for (const rig::MeshOffsets& mesh : pose.meshes)
                if (mesh.mesh < 0 || mesh.mesh >= model.puppet.mesh_count() ||
                    mesh.offsets.front().size() != static_cast<std::size_t>(model.puppet.mesh.vertex_count[static_cast<std::size_t>(mesh.mesh)]))
                    return Error{"body " + body.request.id, "its exact pose of " + pose.input + " does not fit the model; it is not the one that was baked"};
    }
    return {};
}

}  // namespace

ordered_json exported_bodies_json(const BakeOrder& order, const BakeOutcome& outcome) {
    ordered_json bodies = ordered_json::array(), groups = ordered_json::array();
    for (std::size_t b = 0; b < outcome.result.bodies.size(); ++b) {
        const baker::BodyResult& body = outcome.result.bodies[b];
        bodies.push_back(body_json(order.bodies[b], body));
        for (const pendulum::Group& group : body.bake.groups) groups.push_back(group.id);
    }
    for (const baker::BakedBank& bank : outcome.result.banks)
        for (const pendulum::Group& group : bank.groups) groups.push_back(group.id);
    return {
        {"format", kFormat}, {"program", order.program}, {"bodies", std::move(bodies)}, {"groups", std::move(groups)}};
}

Result<ExportedBodies> read_exported_bodies(std::string_view text) {
    const Result<ordered_json> json = parse_json(text);
    if (!json) return json.error();
    Members file(*json, "");
    if (file.text("format") != kFormat)
        return Error{"/format", std::string("is not ") + kFormat + ": written by another version of this program?"};
    ExportedBodies made;
    for (const ordered_json& entry : file.list("bodies")) {
        Result<ExportedBody> body = read_body(entry, "/bodies/" + std::to_string(made.bodies.size()));
        if (!body) return body.error();
        made.bodies.push_back(std::move(*body));
    }
    made.groups = read_texts(file, "groups");
    if (const Status status = file.status(); !status) return status.error();
    if (made.bodies.empty()) return Error{"/bodies", "is empty"};
    return made;
}

Result<BakedFolder> open_baked_folder(const std::filesystem::path& given) {
    const Result<Place> place = find_place(given);
    if (!place) return place.error();
    const Result<std::string> text = read_text(place->bodies);
    if (!text) return text.error();
    Result<ExportedBodies> made = read_exported_bodies(*text);
    if (!made) return Error{place->bodies.string() + " " + made.error().where, made.error().what};
    Result<Model> model = open_model(place->model);
    if (!model) return model.error();
    if (const Status status = check_against(*model, *made); !status) return status.error();
    return BakedFolder{std::move(*model), std::move(*made)};
}

}  // namespace yure::studio
