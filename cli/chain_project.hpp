/// `yure chain` on projects: bodies that bone chains move.
#pragma once

#include "context.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace yure::cli {

/// What `chain bake` and `chain play` are told beside the project.
struct ChainProjectArguments {
    std::string project, body;  ///< an empty body = the only one with chains
    std::string motion, clip;   ///< one of them
    std::string motion_out;
    std::vector<std::string> drive;
    bool loop = false;
    double preroll = 1.0;
};

/// The motion's curves into a file (`motion_out`), or else the bake into pendulum groups.
Exit bake_chain_of(const Context& context, const ChainProjectArguments& given);
Exit play_chain_of(const Context& context, const ChainProjectArguments& given);
/// Throws the bake away; the chain stays.
Exit clear_chain_of(const Context& context, const std::string& project, const std::string& body);

/// `chain lay`.
void add_lay_verb(CLI::App& parent, Context& context);

}  // namespace yure::cli
