/// Projects as resources: yure://project/<id>/… Private to mcp.
#pragma once

#include <optional>
#include <string>

#include "workspace.hpp"

namespace yure::mcp {

/// {"resources":[…]} of all open projects, and {"resourceTemplates":[…]}.
Json resource_list(Workspace& workspace);
Json resource_templates();
/// {"contents":[…]}; nothing when there is no such resource, with `problem` in words.
std::optional<Json> read_resource(Workspace& workspace, const std::string& uri, std::string& problem);

/// Base64 (RFC 4648, padded).
std::string base64(std::span<const std::byte> bytes);

}  // namespace yure::mcp
