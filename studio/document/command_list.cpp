#include "command_support.hpp"

namespace yure::studio {

const std::vector<Command>& commands() {
    static const std::vector<Command> all = [] {
        CommandList list;
        add_body_commands(list);
        add_input_commands(list);
        add_output_commands(list);
        add_group_commands(list);
        add_pendulum_commands(list);
        add_preset_commands(list);
        add_project_commands(list);
        return list;
    }();
    return all;
}

const Command* find_command(std::string_view name) {
    for (const Command& command : commands())
        if (command.name == name) return &command;
    return nullptr;
}

CommandAnswer apply_command(const Document& document, std::string_view name, const Json& arguments, const CommandContext& context) {
    const Command* command = find_command(name);
    if (command == nullptr) {
        std::vector<std::string> names;
        for (const Command& known : commands()) names.push_back(known.name);
        return CommandAnswer::refuse("command", std::string(name) + " is no command; there are: " + joined(names));
    }
    CommandAnswer answer;
    const Json given = arguments.is_null() ? Json::object() : arguments;
    check_schema(command->schema, given, "", answer.issues);
    if (!answer.ok()) return answer;
    return command->apply(document, given, context);
}

Json commands_json() {
    Json list = Json::array();
    for (const Command& command : commands())
        list.push_back({{"name", command.name}, {"description", command.description}, {"arguments", command.schema}});
    return {{"commands", std::move(list)}};
}

}  // namespace yure::studio
