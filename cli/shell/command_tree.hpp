/// The program's verbs and options as data, read from the parser itself: what completions and the manual page are
/// made from, so that they cannot say anything else than `--help` does.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace yure::cli {

enum class ValueKind { none, file, number, choice };

struct OptionEntry {
    std::string long_name, short_name;  ///< with their dashes; a positional has only a long name, without dashes
    std::string help;
    ValueKind value = ValueKind::none;  ///< `none` = a flag. Texts are `file`: nearly all of them name one
    std::vector<std::string> choices;   ///< of `choice`
    bool required = false;
    bool repeated = false;  ///< may be given any number of times
};

struct CommandEntry {
    std::string name, help;
    std::vector<OptionEntry> options, positionals;
    std::vector<CommandEntry> commands;  ///< below this one
};

CommandEntry command_tree(const CLI::App& app);

/// A command with the words that lead to it.
struct CommandPath {
    std::string path;  ///< "/chain/bake"; "" = the program itself
    const CommandEntry* command;
};

/// Every command, the program itself first. Points into `tree`.
std::vector<CommandPath> command_paths(const CommandEntry& tree);

}  // namespace yure::cli
