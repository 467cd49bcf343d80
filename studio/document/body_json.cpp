#include "body_chain_json.hpp"
#include "enum_names.hpp"
#include "json_fields.hpp"
#include "material_json.hpp"

#include "yure/studio/document.hpp"

namespace yure::studio {
namespace {

sim::Material read_material(const Json& json, sim::BodyKind kind) {
    sim::Material material = sim::default_material(kind);
    // the schema has seen it; a value that is out of range all the same is told by the body's own check
    static_cast<void>(json.is_object() ? read_material_json(json, material) : Status());
    return material;
}

Json inputs_json(const std::vector<baker::InputRequest>& inputs) {
    Json list = Json::array();
    for (const baker::InputRequest& input : inputs)
        list.push_back({{"id", input.id},
                        {"span", input.span ? Json{tidy(input.span->low), tidy(input.span->high)} : Json(nullptr)},
                        {"keep", input.keep}});
    return list;
}

std::vector<baker::InputRequest> read_inputs(const Json& json) {
    std::vector<baker::InputRequest> inputs;
    for (const Json& entry : json) {
        baker::InputRequest input;
        input.id = words_at(entry, "id");
        if (const Json& span = at(entry, "span"); span.is_array() && span.size() == 2)
            input.span = baker::Span{span[0].get<float>(), span[1].get<float>()};
        input.keep = flag_at(entry, "keep", false);
        inputs.push_back(std::move(input));
    }
    return inputs;
}

Json statics_json(const Body& body) {
    switch (body.statics) {
        case StaticMode::off:
            return "off";
        case StaticMode::automatic:
            return "auto";
        case StaticMode::listed:
            return body.static_inputs;
    }
    return "off";
}

void read_statics(const Json& json, Body& body, std::vector<Error>& problems) {
    if (json.is_array()) {
        body.statics = StaticMode::listed;
        body.static_inputs = json.get<std::vector<std::string>>();
        if (body.static_inputs.empty()) body.statics = StaticMode::off;
    } else if (json.is_string()) {
        if (json == "auto")
            body.statics = StaticMode::automatic;
        else if (json != "off")
            problems.push_back({"static", "is none of off, auto, or a list of inputs"});
    }
}

Json obstacles_json(const std::map<std::string, ObstacleSetting>& obstacles) {
    Json all = Json::object();
    for (const auto& [name, o] : obstacles)
        all[name] = {{"mesh", o.mesh},
                     {"vertex_a", o.vertex_a},
                     {"vertex_b", o.vertex_b},
                     {"radius_a", tidy(o.radius_a)},
                     {"radius_b", tidy(o.radius_b)},
                     {"friction", tidy(o.friction)}};
    return all;
}

std::map<std::string, ObstacleSetting> read_obstacles(const Json& json) {
    std::map<std::string, ObstacleSetting> obstacles;
    for (const auto& [name, entry] : json.items()) {
        ObstacleSetting& o = obstacles[name];
        o.mesh = words_at(entry, "mesh");
        o.vertex_a = whole_at(entry, "vertex_a", 0);
        o.vertex_b = whole_at(entry, "vertex_b", o.vertex_a);
        o.radius_a = float_at(entry, "radius_a", o.radius_a);
        o.radius_b = float_at(entry, "radius_b", o.radius_a);
        o.friction = float_at(entry, "friction", o.friction);
    }
    return obstacles;
}

Json outputs_json(const std::map<std::string, OutputSetting>& outputs) {
    Json all = Json::object();
    for (const auto& [parameter, output] : outputs)
        all[parameter] = {{"id", output.id},
                          {"name", output.name},
                          {"range", tidy(output.range)},
                          {"gain", output.gain ? Json(tidy(*output.gain)) : Json(nullptr)}};
    return all;
}

std::map<std::string, OutputSetting> read_outputs(const Json& json) {
    std::map<std::string, OutputSetting> outputs;
    for (const auto& [parameter, entry] : json.items()) {
        OutputSetting& output = outputs[parameter];
        output.id = words_at(entry, "id");
        output.name = words_at(entry, "name");
        output.range = float_at(entry, "range", output.range);
        if (const Json& gain = at(entry, "gain"); gain.is_number()) output.gain = gain.get<float>();
    }
    return outputs;
}

template <class T>
Json number_or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json budget_json(const baker::Budget& budget) {
    return {{"parameters", number_or_null(budget.parameters)},
            {"groups", number_or_null(budget.groups)},
            {"keyforms", number_or_null(budget.keyforms)},
            {"bytes", number_or_null(budget.bytes)},
            {"evaluations", number_or_null(budget.evaluations)}};
}

baker::Budget read_budget(const Json& json) {
    baker::Budget budget;
    if (at(json, "parameters").is_number()) budget.parameters = whole_at(json, "parameters", 1);
    if (at(json, "groups").is_number()) budget.groups = whole_at(json, "groups", 2);
    if (at(json, "keyforms").is_number()) budget.keyforms = whole_at(json, "keyforms", 2);
    if (at(json, "bytes").is_number()) budget.bytes = whole_at(json, "bytes", 1);
    if (at(json, "evaluations").is_number()) budget.evaluations = whole_at(json, "evaluations", 0);
    return budget;
}

template <class T>
void read_choice(const Json& json, const char* key, const EnumNames<T>& names, T& target) {
    if (const Json& value = at(json, key); value.is_string())
        if (const auto found = value_of(names, value.get_ref<const std::string&>())) target = *found;
}

}  // namespace

Json to_json(const Body& body) {
    Json glue = Json::object(), training = Json::object(), names = Json::object();
    for (const auto& [id, role] : body.glue_roles) glue[id] = name_of(glue_role_names(), role);
    for (const auto& [motion, weight] : body.training) training[motion] = tidy(weight);
    for (const auto& [group, name] : body.pendulum_names) names[group] = name;
    Json json{{"id", body.id},
              {"name", body.name},
              {"enabled", body.enabled},
              {"auto_bake", body.auto_bake},
              {"made_by", body.made_by},
              {"meshes", body.meshes},
              {"kind", name_of(kind_names(), body.kind)},
              {"material", material_json(body.material)},
              {"chain", body.chain ? chain_json(*body.chain) : Json(nullptr)},
              {"top_pins", body.top_pins ? Json{{"solid", tidy(body.top_pins->solid)}, {"fade", tidy(body.top_pins->fade)}}
                                         : Json(nullptr)},
              {"inputs", inputs_json(body.inputs)},
              {"glue_roles", std::move(glue)},
              {"obstacles", obstacles_json(body.obstacles)},
              {"quality", name_of(quality_names(), body.quality)},
              {"bank", name_of(bank_names(), body.bank)},
              {"budget", budget_json(body.budget)},
              {"modes", body.modes},
              {"keys", number_or_null(body.keys)},
              {"vertical", name_of(vertical_names(), body.vertical)},
              {"static", statics_json(body)},
              {"write", name_of(write_names(), body.write)},
              {"target_version", body.target_version ? Json(name_of(moc_version_names(), *body.target_version)) : Json(nullptr)},
              {"exaggeration", tidy(body.exaggeration)},
              {"training", std::move(training)},
              {"outputs", outputs_json(body.outputs)},
              {"pendulum_names", std::move(names)},
              {"keep_physics", body.keep_physics}};
    append_extra(json, body.extra);
    return json;
}

Body read_body(const std::string& id, const Json& given, std::vector<Error>& problems) {
    Body body;
    Json json = sound_members(given, body_schema(), {"id"}, problems, body.extra);
    body.id = id;
    body.name = words_at(json, "name");
    body.enabled = flag_at(json, "enabled", body.enabled);
    body.auto_bake = flag_at(json, "auto_bake", body.auto_bake);
    body.made_by = words_at(json, "made_by");
    if (json.contains("meshes")) body.meshes = json["meshes"].get<std::vector<std::string>>();
    read_choice(json, "kind", kind_names(), body.kind);
    body.material = read_material(at(json, "material"), body.kind);
    if (const Json& chain = at(json, "chain"); chain.is_object()) body.chain = read_chain_json(chain, problems);
    if (const Json& pins = at(json, "top_pins"); pins.is_object())
        body.top_pins = sim::TopPins{float_at(pins, "solid", 0.0f), float_at(pins, "fade", 0.0f)};
    body.inputs = read_inputs(at(json, "inputs"));
    for (const auto& [glue, role] : at(json, "glue_roles").items())
        body.glue_roles[glue] = value_of(glue_role_names(), role.get_ref<const std::string&>()).value_or(GlueRole::none);
    body.obstacles = read_obstacles(at(json, "obstacles"));
    read_choice(json, "quality", quality_names(), body.quality);
    read_choice(json, "bank", bank_names(), body.bank);
    body.budget = read_budget(at(json, "budget"));
    body.modes = whole_at(json, "modes", body.modes);
    if (at(json, "keys").is_number()) body.keys = whole_at(json, "keys", 5);
    read_choice(json, "vertical", vertical_names(), body.vertical);
    read_statics(at(json, "static"), body, problems);
    read_choice(json, "write", write_names(), body.write);
    if (const Json& version = at(json, "target_version"); version.is_string())
        body.target_version = value_of(moc_version_names(), version.get_ref<const std::string&>());
    body.exaggeration = float_at(json, "exaggeration", body.exaggeration);
    for (const auto& [motion, weight] : at(json, "training").items()) body.training[motion] = weight.get<float>();
    body.outputs = read_outputs(at(json, "outputs"));
    for (const auto& [group, name] : at(json, "pendulum_names").items()) body.pendulum_names[group] = name;
    body.keep_physics = flag_at(json, "keep_physics", body.keep_physics);
    return body;
}

}  // namespace yure::studio
