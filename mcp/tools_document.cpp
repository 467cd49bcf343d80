#include "tool_support.hpp"

namespace yure::mcp {
namespace {

/// A tool that is one command, under the tool's name.
ToolReply command_of(const ToolCall& call, const char* command, bool bake = false) {
    return apply(call, command, without(call.arguments, {"remove", "reset"}), bake);
}

Json form_of(std::initializer_list<const char*> commands, std::initializer_list<std::pair<std::string, Json>> more) {
    Json form{{"properties", Json::object()}, {"required", Json::array()}};
    for (const auto& [name, member] : more) form["properties"][name] = member;
    bool first = true;
    for (const char* name : commands) {
        const studio::Command* known = studio::find_command(name);
        if (known == nullptr) continue;
        for (const auto& [member, schema] : known->schema["properties"].items())
            if (!form["properties"].contains(member)) form["properties"][member] = schema;
        if (first) form["required"] = known->schema.value("required", Json::array());
        first = false;
    }
    return form;
}

ToolReply batch(const ToolCall& call) {
    std::vector<studio::CommandCall> calls;
    for (const Json& command : call.arguments["commands"])
        calls.push_back({command["command"].get<std::string>(), command.value("arguments", Json::object())});
    studio::ApplyOptions options;
    options.origin = studio::Origin::agent;
    return reply_of(*call.project, call.project->session->batch(call.arguments.value("label", std::string("Edits")), calls, options));
}

ToolReply undo(const ToolCall& call) {
    return reply_of(*call.project, call.project->session->undo(call.arguments.value("steps", 1)));
}

ToolReply redo(const ToolCall& call) {
    return reply_of(*call.project, call.project->session->redo(call.arguments.value("steps", 1)));
}

ToolReply list_commands(const ToolCall& call) {
    ToolReply reply;
    reply.result = {{"commands", Json::array()}};
    const std::string wanted = call.arguments.value("command", std::string());
    for (const studio::Command& command : studio::commands()) {
        if (!wanted.empty() && command.name != wanted) continue;
        Json json{{"name", command.name}, {"description", command.description}};
        if (!wanted.empty()) json["arguments"] = command.schema;
        reply.result["commands"].push_back(std::move(json));
    }
    if (reply.result["commands"].empty()) return ToolReply::fail("not_found", "there is no command " + wanted, "command");
    return reply;
}

}  // namespace

void add_document_tools(std::vector<Tool>& list) {
    using namespace schema;
    list.push_back({"model_apply_preset",
                    "Make usual parts move in one step: front-hair, back-hair (simulate, classic swing, off), clothing, jelly-eyes, auto-pin. Finds the parts by names and art in Chinese, Japanese and English, and says what it decided and why. A bake follows in the background. Applying again updates in place; remove restores what was there.",
                    form_of({"preset.apply"}, {{"remove", flag("take the preset away instead")}}), output::edit(output::preset_result()), true, true, [](const ToolCall& call) {
                        if (call.arguments.value("remove", false)) {
                            Json arguments = Json::object();
                            for (const auto& [name, member] : studio::find_command("preset.remove")->schema["properties"].items())
                                if (call.arguments.contains(name)) arguments[name] = call.arguments[name];
                            return apply(call, "preset.remove", arguments);
                        }
                        return command_of(call, "preset.apply", true);
                    }});
    list.push_back({"physics_put",
                    "Change a generated pendulum group: kept as an override and merged again when the body is baked anew; reset takes the change away.",
                    form_of({"pendulum.set"}, {{"reset", flag("the group as it was generated")}}), output::edit(output::object({}, {{"group", output::text()}})), true, true, [](const ToolCall& call) {
                        if (call.arguments.value("reset", false)) {
                            Json arguments = Json::object();
                            for (const auto& [name, member] : studio::find_command("pendulum.reset")->schema["properties"].items())
                                if (call.arguments.contains(name)) arguments[name] = call.arguments[name];
                            return apply(call, "pendulum.reset", arguments);
                        }
                        return command_of(call, "pendulum.set");
                    }});
    list.push_back({"document_batch", "1 to 128 commands as one step, all or nothing. commands_list names them; a refused one is named as [index].",
                    object("", {{"label", text("how the step is called", 200)},
                                {"commands", schema::list("in order", object("", {{"command", text("name", 60)}, {"arguments", open("of that command")}}, {"command"}), 1, 128)}},
                           {"commands"}),
                    output::edit(output::any_of({output::object({{"results", output::list(output::open("of each command"), "in order")}}), output::open("of the one command")})), true, true, batch});
    list.push_back({"commands_list", "All commands of document_batch with what they do; with a name, the schema of its arguments.",
                    object("", {{"command", text("one of them, for its schema", 60)}}),
                    output::object({{"commands", output::list(output::object({{"name", output::text()}, {"description", output::text()}}, {{"arguments", output::open("JSON Schema")}}))}}), false, false, list_commands});
    list.push_back({"undo", "Take back the newest steps; bakes that fit the earlier state are fresh again.", object("", {{"steps", whole("how many; 1 when left out", 1, 10000)}}), output::edit(output::object({{"undone", output::whole("steps")}})), true, true, undo});
    list.push_back({"redo", "Do again what was undone.", object("", {{"steps", whole("how many; 1 when left out", 1, 10000)}}), output::edit(output::object({{"redone", output::whole("steps")}})), true, true, redo});
}

}  // namespace yure::mcp
