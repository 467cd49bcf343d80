/// Commands on bodies: make, change, order, remove.
#include "body_chain_json.hpp"
#include "command_support.hpp"
#include "enum_names.hpp"

#include <algorithm>

#include "yure/baker/inputs.hpp"
#include "yure/chain/presets.hpp"
#include "yure/studio/body_words.hpp"

namespace yure::studio {
namespace {

Json material_preset_argument() {
    std::vector<std::string> names;
    for (const sim::MaterialPreset& preset : sim::material_presets()) names.emplace_back(preset.name);
    return schema::choice("named material, taken before single values", std::move(names));
}

Json chain_preset_argument() {
    std::vector<std::string> names;
    for (const chain::ChainPreset& preset : chain::chain_presets()) names.emplace_back(preset.id);
    return schema::choice("named movement of bone chains, taken before single values; a body without chains gets them", std::move(names));
}

Json add_schema() {
    Json form = schema::object("", {{"id", schema::text("part of generated ids: letters, digits, _; left out = by the first mesh", 40)},
                                    {"index", schema::whole("place in the order of baking; left out = last", 0, 100000)},
                                    {"material_preset", material_preset_argument()},
                                    {"chain_preset", chain_preset_argument()}});
    form["properties"].update(body_schema()["properties"]);
    form["required"] = {"meshes"};
    return form;
}

Json set_schema() {
    Json form = schema::object("", {{"body", body_argument()}, {"material_preset", material_preset_argument()},
                                    {"chain_preset", chain_preset_argument()}},
                               {"body"});
    form["properties"].update(body_schema()["properties"]);
    return form;
}

/// The body's JSON with arguments put over it: a material member by member, everything else whole.
void put_over(Json& body, const Json& arguments, sim::BodyKind old_kind, bool fresh) {
    const auto kind = value_of(kind_names(), words_at(arguments, "kind"));
    const sim::MaterialPreset* preset = sim::find_material_preset(words_at(arguments, "material_preset"));
    Body values;
    if (fresh || (kind && *kind != old_kind)) values.material = sim::default_material(kind.value_or(old_kind));
    if (preset != nullptr) values.material = preset->material;
    if (fresh || preset != nullptr || (kind && *kind != old_kind)) body["material"] = to_json(values)["material"];
    if (const chain::ChainPreset* chosen = chain::find_chain_preset(words_at(arguments, "chain_preset"))) {
        std::vector<Error> ignored;
        chain::StrandSettings chain;
        if (body["chain"].is_object()) chain = read_chain_json(body["chain"], ignored);
        chain.component = chosen->component;
        chain.component.end_length = 0.0;  // the last joint is the tip
        body["chain"] = chain_json(chain);
    }
    for (const auto& [name, value] : arguments.items()) {
        if (!body_schema()["properties"].contains(name)) continue;
        if (name == "material")
            body["material"].update(value);
        else if (name == "chain")
            body["chain"] = chain_put_over(body["chain"], value);
        else
            body[name] = value;
    }
}

CommandAnswer add_body(const Document& document, const Json& arguments, const CommandContext& context) {
    const Json& meshes = at(arguments, "meshes");
    if (meshes.empty()) return CommandAnswer::refuse("meshes", "a body needs at least one mesh");
    BodyNames names = new_body_names(document, meshes[0].get<std::string>());
    if (const std::string id = words_at(arguments, "id"); !id.empty()) {
        const bool plain = std::all_of(id.begin(), id.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        });
        if (!plain) return CommandAnswer::refuse("id", "may hold letters A to Z, digits and _ only");
        if (document.bodies.find(id) != nullptr) return CommandAnswer::refuse("id", "there is a body " + id + " already");
        names = {id, id};
    }
    Body start;
    start.id = names.id;
    start.name = names.name == names.id ? "" : names.name;
    const sim::MaterialPreset* preset = sim::find_material_preset(words_at(arguments, "material_preset"));
    if (preset != nullptr) start.kind = preset->kind;
    const sim::BodyKind kind = value_of(kind_names(), words_at(arguments, "kind")).value_or(start.kind);
    Json json = to_json(start);
    put_over(json, arguments, kind, true);
    json["kind"] = name_of(kind_names(), kind);
    std::vector<Error> problems;
    Body body = read_body(names.id, json, problems);
    if (!arguments.contains("inputs") && context.model)
        body.inputs = baker::default_inputs(parameter_infos(*context.model), body.kind);
    CommandAnswer answer = with_body(document, nullptr, std::move(body), context);
    answer.issues.insert(answer.issues.begin(), problems.begin(), problems.end());
    if (answer.ok() && arguments.contains("index"))
        answer.effect.document.bodies.move(names.id, arguments["index"].get<std::size_t>());
    if (answer.ok()) answer.effect.bodies = {names.id};
    return answer;
}

CommandAnswer set_body(const Document& document, const Json& arguments, const CommandContext& context) {
    CommandAnswer answer;
    const Body* body = named_body(document, arguments, "body", answer.issues);
    if (body == nullptr) return answer;
    Json json = to_json(*body);
    put_over(json, arguments, body->kind, false);
    std::vector<Error> problems;
    Body after = read_body(body->id, json, problems);
    answer = with_body(document, body, std::move(after), context);
    answer.issues.insert(answer.issues.begin(), problems.begin(), problems.end());
    if (answer.ok()) answer.effect.bodies = {body->id};
    return answer;
}

CommandAnswer remove_body(const Document& document, const Json& arguments, const CommandContext&) {
    CommandAnswer answer;
    const Body* body = named_body(document, arguments, "body", answer.issues);
    if (body == nullptr) return answer;
    const std::string id = body->id;
    answer = changed(document, {{"body", id}});
    drop_bake(answer.effect.document, id);
    answer.effect.document.bodies.erase(id);
    return answer;
}

CommandAnswer move_body(const Document& document, const Json& arguments, const CommandContext&) {
    CommandAnswer answer;
    const Body* body = named_body(document, arguments, "body", answer.issues);
    if (body == nullptr) return answer;
    const std::string id = body->id;
    answer = changed(document, {{"body", id}});
    answer.effect.document.bodies.move(id, arguments["index"].get<std::size_t>());
    return answer;
}

CommandAnswer clear_bake(const Document& document, const Json& arguments, const CommandContext&) {
    CommandAnswer answer;
    if (!arguments.contains("body")) {
        answer = changed(document);
        for (const auto& entry : document.bodies) drop_bake(answer.effect.document, entry.id);
        return answer;
    }
    const Body* body = named_body(document, arguments, "body", answer.issues);
    if (body == nullptr) return answer;
    const std::string id = body->id;
    answer = changed(document, {{"body", id}});
    drop_bake(answer.effect.document, id);
    return answer;
}

/// "Set modes, keys of hair".
std::string set_label(const Document& document, const Json& arguments) {
    std::vector<std::string> names;
    for (const auto& [name, value] : arguments.items()) {
        if (name == "body") continue;
        if (name == "material" && value.is_object())
            for (const auto& [inner, number] : value.items()) names.push_back(inner);
        else
            names.push_back(name);
    }
    if (names.size() > 4) names = {std::to_string(names.size()) + " settings"};
    return "Set " + joined(names) + " of " + body_label(document, arguments);
}

}  // namespace

BodyNames new_body_names(const Document& document, const std::string& first_mesh) {
    std::string rest = first_mesh.starts_with("ArtMesh") && first_mesh.size() > 7 ? first_mesh.substr(7) : first_mesh;
    std::string id;
    for (const char c : rest)
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_') id += c;
    if (id.size() > 32) id.resize(32);
    if (id.empty()) id = "Body";
    const auto taken = [&](const BodyNames& names) {
        return std::any_of(document.bodies.begin(), document.bodies.end(), [&](const auto& entry) {
            return entry.id == names.id || entry.value->shown_name() == names.name;
        });
    };
    BodyNames names{id, "sim" + rest};
    for (int number = 2; taken(names); ++number)
        names = {id + "_" + std::to_string(number), "sim" + rest + " " + std::to_string(number)};
    return names;
}

void add_body_commands(CommandList& list) {
    list.push_back({"body.add",
                    "Make a simulated body of one or more art meshes. Settings left out are the defaults of its kind; inputs "
                    "left out are the head and body parameters that the model has.",
                    add_schema(), add_body,
                    [](const Document&, const Json& arguments) {
                        const Json& meshes = at(arguments, "meshes");
                        return "Add body of " + (meshes.empty() ? "" : meshes[0].get<std::string>());
                    },
                    false});
    list.push_back({"body.set",
                    "Change settings of a body. What is not named stays; a material is changed value by value, lists and maps "
                    "are replaced. Another kind brings that kind's material.",
                    set_schema(), set_body, set_label, true});
    list.push_back({"body.remove", "Remove a body with its bake and the edits of its pendulums.",
                    schema::object("", {{"body", body_argument()}}, {"body"}), remove_body,
                    [](const Document& document, const Json& arguments) { return "Remove " + body_label(document, arguments); },
                    false});
    list.push_back({"body.move", "Change the order of baking.",
                    schema::object("", {{"body", body_argument()}, {"index", schema::whole("new place, from 0", 0, 100000)}},
                                   {"body", "index"}),
                    move_body,
                    [](const Document& document, const Json& arguments) { return "Move " + body_label(document, arguments); },
                    true});
    list.push_back({"bake.clear", "Throw a body's bake away (all bodies' when none is named), with the edits of its pendulums.",
                    schema::object("", {{"body", body_argument()}}), clear_bake,
                    [](const Document& document, const Json& arguments) {
                        return arguments.contains("body") ? "Clear bake of " + body_label(document, arguments)
                                                          : std::string("Clear all bakes");
                    },
                    false});
}

}  // namespace yure::studio
