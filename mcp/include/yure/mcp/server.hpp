/// A Model Context Protocol server over studio: what an agent sends, line by line or by HTTP, and what it gets back.
/// Serves revision 2026-07-28 (stateless requests that carry their version in `_meta`) and, after `initialize`,
/// 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05. Source: docs/mcp.md; the protocol's own pages.
///
/// A server belongs to one thread. `receive` answers at once or, while a job is waited for, later from `poll`.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace yure::studio {
class Session;
}

namespace yure::mcp {

/// A session that somebody else owns, on the server's thread.
struct SharedSession {
    studio::Session* session = nullptr;  ///< null = nothing is open
    int serial = 0;                      ///< another number when it is another session, even at the same place
};

struct ServerOptions {
    std::filesystem::path root;  ///< tools read and write below this folder only; empty = the current one
    std::string version;         ///< of the program, "0.1.0"
    int threads = 0;             ///< of jobs; 0 = all of the machine
    int workers = 1;             ///< jobs side by side; 0 = inline, for tests
    /// Serve this session, and no other, as the one open project; asked for before every message. Tools read and write
    /// below its folder then. Empty = projects are opened and closed by tools.
    std::function<SharedSession()> session;
};

/// Where one message goes; without the line's end.
using Emit = std::function<void(const std::string& message)>;

class Server {
  public:
    explicit Server(const ServerOptions& options);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// One message, of any kind and quality; 16 MB at most. Never throws. `emit` is kept until the answer is out; it is
    /// called for this message's progress and answer only.
    void receive(std::string_view message, const Emit& emit);
    /// Brings jobs forward: answers those who wait, tells progress. To be called every few dozen milliseconds.
    void poll();
    /// The message's stream is gone: nothing more is emitted for what it asked.
    void forget(const void* stream);
    /// As `receive`, for a stream that `forget` will name.
    void receive(std::string_view message, const Emit& emit, const void* stream);
    /// Answers are owed.
    bool waiting() const;
    /// All projects are brought to rest: jobs cancelled, journals written.
    void close();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace yure::mcp
