/// The manual page yure(1), made from the same verbs and options as `--help`.
#pragma once

#include "shell/command_tree.hpp"

#include <string>
#include <string_view>

namespace yure::cli {

/// Source for man(1), in the man macros.
std::string manual_page(const CommandEntry& tree, std::string_view version);

}  // namespace yure::cli
