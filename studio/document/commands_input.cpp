/// Commands on what drives a body and what it learns from: inputs, training motions, glue roles, obstacles.
#include "command_support.hpp"
#include "enum_names.hpp"

#include <algorithm>

#include "yure/baker/inputs.hpp"
#include "yure/studio/body_words.hpp"

namespace yure::studio {
namespace {

using Change = CommandAnswer (*)(Body&, const Json&, const CommandContext&);

/// A command that changes one body: finds it, lets `change` work on a copy, puts it back.
std::function<CommandAnswer(const Document&, const Json&, const CommandContext&)> on_body(Change change) {
    return [change](const Document& document, const Json& arguments, const CommandContext& context) {
        CommandAnswer answer;
        const Body* body = named_body(document, arguments, "body", answer.issues);
        if (body == nullptr) return answer;
        Body after = *body;
        answer = change(after, arguments, context);
        if (!answer.ok()) return answer;
        answer = with_body(document, body, std::move(after), context);
        if (answer.ok()) answer.effect.bodies = {body->id};
        return answer;
    };
}

std::vector<baker::InputRequest>::iterator find_input(Body& body, const Json& arguments) {
    const std::string id = words_at(arguments, "input");
    return std::find_if(body.inputs.begin(), body.inputs.end(), [&](const auto& input) { return input.id == id; });
}

CommandAnswer set_input(Body& body, const Json& arguments, const CommandContext&) {
    auto input = find_input(body, arguments);
    if (input == body.inputs.end()) {
        body.inputs.push_back({words_at(arguments, "input"), std::nullopt, false});
        input = body.inputs.end() - 1;
    }
    if (arguments.contains("span")) {
        input->span.reset();
        if (const Json& span = arguments["span"]; span.is_array()) input->span = baker::Span{span[0].get<float>(), span[1].get<float>()};
    }
    input->keep = flag_at(arguments, "keep", input->keep);
    return {};
}

CommandAnswer remove_input(Body& body, const Json& arguments, const CommandContext&) {
    const auto input = find_input(body, arguments);
    if (input == body.inputs.end())
        return CommandAnswer::refuse("input", words_at(arguments, "input") + " is no input of the body");
    body.inputs.erase(input);
    return {};
}

CommandAnswer reset_inputs(Body& body, const Json&, const CommandContext& context) {
    if (!context.model) return CommandAnswer::refuse("", "the model could not be opened, so its parameters are not known");
    body.inputs = baker::default_inputs(parameter_infos(*context.model), body.kind);
    return {};
}

CommandAnswer set_training(Body& body, const Json& arguments, const CommandContext&) {
    const std::string motion = words_at(arguments, "motion");
    if (at(arguments, "weight").is_null()) {
        if (body.training.erase(motion) == 0) return CommandAnswer::refuse("motion", motion + " is not trained on");
        return {};
    }
    body.training[motion] = arguments["weight"].get<float>();
    return {};
}

CommandAnswer set_glue(Body& body, const Json& arguments, const CommandContext& context) {
    const std::string glue = words_at(arguments, "glue");
    if (context.model && !body.glue_roles.contains(glue)) {
        const rig::Puppet& puppet = context.model->puppet;
        const int row = puppet.find_glue(glue);
        if (row < 0) return CommandAnswer::refuse("glue", "the model has no glue " + glue);
        const auto holds = [&](int mesh) {
            return std::find(body.meshes.begin(), body.meshes.end(), puppet.mesh.id[static_cast<std::size_t>(mesh)].view()) !=
                   body.meshes.end();
        };
        if (!holds(puppet.glue.mesh_a[static_cast<std::size_t>(row)]) && !holds(puppet.glue.mesh_b[static_cast<std::size_t>(row)]))
            return CommandAnswer::refuse("glue", glue + " joins none of the body's meshes");
    }
    const GlueRole role = value_of(glue_role_names(), words_at(arguments, "role")).value_or(GlueRole::none);
    if (role == GlueRole::none)
        body.glue_roles.erase(glue);
    else
        body.glue_roles[glue] = role;
    return {};
}

CommandAnswer set_obstacle(Body& body, const Json& arguments, const CommandContext&) {
    const std::string name = words_at(arguments, "obstacle");
    if (at(arguments, "settings").is_null()) {
        if (body.obstacles.erase(name) == 0) return CommandAnswer::refuse("obstacle", "there is no obstacle " + name);
        return {};
    }
    Json json = to_json(body);
    json["obstacles"][name] = arguments["settings"];
    std::vector<Error> problems;
    body = read_body(body.id, json, problems);
    CommandAnswer answer;
    answer.issues = std::move(problems);
    return answer;
}

std::string label(const char* verb, const char* key, const Document& document, const Json& arguments) {
    return std::string(verb) + words_at(arguments, key) + " of " + body_label(document, arguments);
}

}  // namespace

void add_input_commands(CommandList& list) {
    using namespace schema;
    const Json body = body_argument();
    list.push_back({"input.set", "Add a parameter to a body's inputs, or change its training range or its forced keep.",
                    object("",
                           {{"body", body},
                            {"input", text("parameter id", 63)},
                            {"span", or_null(schema::list("training range [low, high] in the parameter's units; null = all of it", any_number(""), 2, 2))},
                            {"keep", flag("keep it even when it moves the body by less than 1 px")}},
                           {"body", "input"}),
                    on_body(set_input),
                    [](const Document& d, const Json& a) { return label("Set input ", "input", d, a); }, true});
    list.push_back({"input.remove", "Take a parameter out of a body's inputs, with its training range and forced keep.",
                    object("", {{"body", body}, {"input", text("parameter id", 63)}}, {"body", "input"}), on_body(remove_input),
                    [](const Document& d, const Json& a) { return label("Remove input ", "input", d, a); }, false});
    list.push_back({"input.reset", "Put the default inputs of the body's kind back.", object("", {{"body", body}}, {"body"}),
                    on_body(reset_inputs),
                    [](const Document& d, const Json& a) { return "Reset inputs of " + body_label(d, a); }, false});
    list.push_back({"training.set", "Also learn from a motion of the model, or no longer.",
                    object("",
                           {{"body", body},
                            {"motion", text("motion as the model names it: a file, or Idle, or Idle:1")},
                            {"weight", or_null(number("weight; null = no longer", 0.05, 1))}},
                           {"body", "motion", "weight"}),
                    on_body(set_training),
                    [](const Document& d, const Json& a) { return label("Set training on ", "motion", d, a); }, true});
    list.push_back({"glue.set", "Say what a glue that joins the body is to the simulation.",
                    object("",
                           {{"body", body},
                            {"glue", text("glue id", 63)},
                            {"role", choice("none: not known to it; pin: glued vertices follow the other mesh; constraint: both "
                                            "sides are simulated and stay together",
                                            all_names(glue_role_names()))}},
                           {"body", "glue", "role"}),
                    on_body(set_glue), [](const Document& d, const Json& a) { return label("Set glue ", "glue", d, a); }, false});
    list.push_back({"obstacle.set", "Add, change or remove a circle or capsule that keeps the body out.",
                    object("",
                           {{"body", body},
                            {"obstacle", text("name of the obstacle", 100)},
                            {"settings", or_null(body_schema()["properties"]["obstacles"]["additionalProperties"])}},
                           {"body", "obstacle", "settings"}),
                    on_body(set_obstacle),
                    [](const Document& d, const Json& a) { return label("Set obstacle ", "obstacle", d, a); }, true});
}

}  // namespace yure::studio
