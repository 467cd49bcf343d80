/// JSON-RPC 2.0 messages: reading what nobody vouches for, writing answers. Private to mcp.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace yure::mcp {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t kLongestMessage = std::size_t{16} << 20;

namespace code {
inline constexpr int parse = -32700, invalid_request = -32600, no_method = -32601, invalid_params = -32602,
                     internal = -32603, no_resource = -32002, unsupported_version = -32022, header_mismatch = -32020;
}

struct Message {
    enum class Kind { request, notification, response };
    Kind kind = Kind::notification;
    Json id;  ///< string or whole number
    std::string method;
    Json params = Json::object();
};

/// A message, or the error answer it deserves. Nesting beyond 64 levels is refused.
struct Reading {
    std::optional<Message> message;
    std::string error;  ///< a whole answer, when there is no message
};
Reading read_message(std::string_view text);

/// Text that holds any bytes is made valid UTF-8.
std::string dumped(const Json& json);
std::string result_message(const Json& id, Json result);
std::string error_message(const Json& id, int code, const std::string& what, Json data = nullptr);
std::string notification_message(const char* method, Json params);

}  // namespace yure::mcp
