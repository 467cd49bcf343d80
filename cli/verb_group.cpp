#include "project_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/command_words.hpp"

namespace yure::cli {
namespace {

Exit run(const Context& context, const std::string& project, const std::string& command, const std::vector<studio::BodyWord>& words) {
    auto arguments = studio::read_arguments(studio::find_command(command)->schema, words);
    if (!arguments) return context.fail(Exit::usage, arguments.error());
    return apply_and_save(context, project, "", {{command, std::move(*arguments)}});
}

}  // namespace

void add_group(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("group", "vertex weights of a project: pins, stiffness, shape retention, mass, damping, wind");
    verb->require_subcommand(1);
    auto project = std::make_shared<std::string>();
    verb->add_option("PROJECT", *project, "a .yure file")->required();
    for (const studio::Command& command : studio::commands()) {
        if (!command.name.starts_with("group.")) continue;
        CLI::App* action = verb->add_subcommand(command.name.substr(6), command.description);
        auto options = std::make_shared<CommandOptions>(*action, command.schema);
        action->callback([&context, project, options, name = command.name] {
            const auto words = options->words();
            context.run = [&context, project, name, words] { return run(context, *project, name, words); };
        });
    }
    verb->footer("Points are canvas px, y down, at the default pose: --a 100,50 --b 100,150; strokes and lassos: \"10,20 30,40\".");
}

}  // namespace yure::cli
