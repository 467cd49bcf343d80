#include "shell/command_tree.hpp"

#include <CLI/CLI.hpp>

namespace yure::cli {
namespace {

/// The parser keeps a list of allowed words only within the description of its type: "TEXT:{light,best}".
std::vector<std::string> choices_of(const std::string& type) {
    std::vector<std::string> choices;
    const std::size_t begin = type.find('{'), end = type.find('}', begin);
    if (begin == std::string::npos || end == std::string::npos) return choices;
    std::string word;
    for (std::size_t i = begin + 1; i <= end; ++i) {
        if (i < end && type[i] != ',') {
            word += type[i];
            continue;
        }
        if (!word.empty()) choices.push_back(word);
        word.clear();
    }
    return choices;
}

OptionEntry option_entry(const CLI::Option& option) {
    OptionEntry entry;
    if (option.get_positional()) {
        entry.long_name = option.get_name(true);
    } else {
        if (!option.get_lnames().empty()) entry.long_name = "--" + option.get_lnames().front();
        if (!option.get_snames().empty()) entry.short_name = "-" + option.get_snames().front();
    }
    entry.help = option.get_description();
    entry.required = option.get_required();
    entry.repeated = option.get_items_expected_max() > 1;
    if (option.get_items_expected_max() == 0) return entry;
    const std::string type = option.get_type_name();
    entry.choices = choices_of(type);
    if (!entry.choices.empty())
        entry.value = ValueKind::choice;
    else if (type.starts_with("INT") || type.starts_with("UINT") || type.starts_with("FLOAT"))
        entry.value = ValueKind::number;
    else
        entry.value = ValueKind::file;
    return entry;
}

void collect_paths(const CommandEntry& command, const std::string& path, std::vector<CommandPath>& paths) {
    paths.push_back({path, &command});
    for (const CommandEntry& below : command.commands) collect_paths(below, path + "/" + below.name, paths);
}

}  // namespace

CommandEntry command_tree(const CLI::App& app) {
    CommandEntry entry{app.get_name(), app.get_description(), {}, {}, {}};
    for (const CLI::Option* option : app.get_options())
        (option->get_positional() ? entry.positionals : entry.options).push_back(option_entry(*option));
    for (const CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; }))
        entry.commands.push_back(command_tree(*below));
    return entry;
}

std::vector<CommandPath> command_paths(const CommandEntry& tree) {
    std::vector<CommandPath> paths;
    collect_paths(tree, "", paths);
    return paths;
}

}  // namespace yure::cli
