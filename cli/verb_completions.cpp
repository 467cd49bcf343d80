#include "context.hpp"
#include "shell/command_tree.hpp"
#include "shell/completions.hpp"
#include "shell/manual_page.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "yure/studio/build_info.hpp"

namespace yure::cli {
namespace {

Exit print_text(const Context& context, const char* name, const std::string& text) {
    if (context.json) return context.print(nlohmann::ordered_json{{name, text}});
    return context.print(text);
}

}  // namespace

void add_completions(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("completions", "print a completion script for a shell");
    auto shell = std::make_shared<std::string>();
    verb->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
    verb->callback([&app, &context, shell] {
        context.run = [&app, &context, shell] {
            const CommandEntry tree = command_tree(app);
            return print_text(context, "completions",
                              *shell == "bash"  ? bash_completions(tree)
                              : *shell == "zsh" ? zsh_completions(tree)
                                                : fish_completions(tree));
        };
    });
}

void add_manual(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("manual", "print the manual page, for `man -l -`");
    verb->callback([&app, &context] {
        context.run = [&app, &context] {
            return print_text(context, "manual", manual_page(command_tree(app), studio::build_info().version));
        };
    });
}

}  // namespace yure::cli
