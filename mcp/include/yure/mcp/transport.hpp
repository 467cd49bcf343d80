/// The two ways to a server: standard input and output, and Streamable HTTP on this machine.
#pragma once

#include <iosfwd>
#include <string>

#include "yure/core/result.hpp"
#include "yure/mcp/server.hpp"

namespace yure::mcp {

/// Reads messages from descriptor `input`, one a line, and writes answers to descriptor `output`, nothing else. Ends
/// when the input does, after what was asked is answered or cancelled. Lines above 16 MB are refused without being kept.
void serve_stdio(Server& server, int input, int output);

struct HttpOptions {
    std::string host = "127.0.0.1";  ///< anything but loopback needs a token
    int port = 8765;                 ///< 0 = any free one
    std::string token;               ///< callers send `Authorization: Bearer …`; empty = none asked for
};

/// One POST endpoint, /mcp. `started` is told the port once it listens. Returns when `interrupted()` says so, or with
/// an error when the address cannot be had or needs a token.
Status serve_http(Server& server, const HttpOptions& options, const std::function<void(int port)>& started,
                  const std::function<bool()>& interrupted);

}  // namespace yure::mcp
