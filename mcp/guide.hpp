/// Words for agents: the instructions of the server, and its prompts. Private to mcp.
#pragma once

#include <string>

#include "json_rpc.hpp"

namespace yure::mcp {

const std::string& instructions();
/// {"prompts":[…]}
Json prompt_list();
/// {"description","messages"}; null when there is no such prompt, or an argument it needs is missing (`problem` says).
Json prompt(const std::string& name, const Json& arguments, std::string& problem);

}  // namespace yure::mcp
