/// Completion scripts for shells: verbs, options, and the words an option allows; files elsewhere.
#pragma once

#include "shell/command_tree.hpp"

#include <string>

namespace yure::cli {

std::string bash_completions(const CommandEntry& tree);
std::string zsh_completions(const CommandEntry& tree);
std::string fish_completions(const CommandEntry& tree);

}  // namespace yure::cli
