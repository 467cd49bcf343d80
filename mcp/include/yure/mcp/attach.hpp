/// Agents at a running editor: a socket of the user's own that serves the editor's session, and the program that
/// connects standard input and output to it (`yure mcp --attach`). What an agent changes is an undo step of the
/// person's project, seen at once.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "yure/core/result.hpp"
#include "yure/mcp/server.hpp"

namespace yure::mcp {

/// Belongs to the session's thread. Only processes of the same user are served.
class AttachPoint {
  public:
    /// Listens at `socket`; its folder is made for this user alone where it is not there. Tools read and write below
    /// the project's folder. Errors: a place that cannot be had, one that another program listens at.
    static Result<std::unique_ptr<AttachPoint>> open(const std::filesystem::path& socket, std::function<SharedSession()> session,
                                                     const std::string& version);
    /// The socket is removed; who is connected sees the end.
    ~AttachPoint();
    AttachPoint(const AttachPoint&) = delete;
    AttachPoint& operator=(const AttachPoint&) = delete;

    /// Lets agents in, reads and answers; never waits. To be called every frame.
    void poll();
    int agents() const;  ///< connected now
    const std::filesystem::path& socket() const;

  private:
    struct Impl;
    explicit AttachPoint(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Where editors of this user listen: `yure` below $XDG_RUNTIME_DIR, else a folder of the user's own below the folder
/// for temporary files; an editor's socket is `editor-<process>.sock` there.
std::filesystem::path attach_folder();
/// The socket that `wish` means: a path, a process number, or (empty) the one editor that runs. Errors say what runs.
Result<std::filesystem::path> find_attach_point(const std::string& wish);
/// Carries bytes between `input`, `output` and the socket until one of them ends. An error when the editor went away.
Status relay(const std::filesystem::path& socket, int input, int output);

}  // namespace yure::mcp
