#include "yure/mcp/attach.hpp"

#include "json_rpc.hpp"
#include "lines.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <vector>

namespace yure::mcp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostAgents = 8;
constexpr std::size_t kMostUnread = std::size_t{64} << 20;  // bytes an agent may leave unread before it is let go
constexpr const char* kPrefix = "editor-";

/// A descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    int number() const { return number_; }
    explicit operator bool() const { return number_ >= 0; }

  private:
    int number_;
};

std::string fault_words() {
    return std::strerror(errno);
}

Result<sockaddr_un> address_of(const fs::path& socket) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = socket.string();
    if (name.size() >= sizeof address.sun_path) return Error{name, "is too long for the name of a socket"};
    std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
    return address;
}

Result<Descriptor> connect_to(const fs::path& socket) {
    const auto address = address_of(socket);
    if (!address) return address.error();
    Descriptor made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!made || ::connect(made.number(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0)
        return Error{socket.string(), "no editor answers there (" + fault_words() + ")"};
    return made;
}

bool same_user(int socket) {
    ucred who{};
    socklen_t size = sizeof who;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 && who.uid == ::getuid();
}

/// A folder that this user alone may enter.
Status own_folder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return Error{folder.string(), "cannot be made: " + fault_words()};
    struct stat about {};
    if (::lstat(folder.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) return Error{folder.string(), "is no folder"};
    if (about.st_uid != ::getuid() || (about.st_mode & 077) != 0)
        return Error{folder.string(), "is open to others; it must belong to you alone (chmod 700)"};
    return {};
}

struct Agent {
    Descriptor socket;
    Lines lines;
    std::string unsent;
    bool ended = false;  ///< nothing more comes from it
};

}  // namespace

struct AttachPoint::Impl {
    Impl(fs::path at, Descriptor listener, ServerOptions options) : socket(std::move(at)), listening(std::move(listener)), server(options) {}

    void let_in() {
        while (agents.size() < kMostAgents) {
            Descriptor made(::accept4(listening.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
            if (!made) return;
            if (same_user(made.number())) agents.push_back({std::move(made), {}, {}, false});
        }
    }

    void read(Agent& agent) {
        const Emit emit = [&agent](const std::string& message) {
            agent.unsent += message;
            agent.unsent += '\n';
        };
        const auto take = [&](std::string_view line) {
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
            if (!line.empty()) server.receive(line, emit, &agent);
        };
        const auto overlong = [&] { emit(error_message(nullptr, code::invalid_request, "message above 16 MB")); };
        char buffer[1 << 16];
        // A frame's share at most: a flood of messages must not stop the editor.
        for (int share = 0; share < 16; ++share) {
            const ssize_t count = ::read(agent.socket.number(), buffer, sizeof buffer);
            if (count > 0) {
                agent.lines.feed(std::string_view(buffer, static_cast<std::size_t>(count)), take, overlong);
                if (static_cast<std::size_t>(count) < sizeof buffer) return;
                continue;
            }
            if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
            agent.ended = true;
            server.forget(&agent);
            return;
        }
    }

    /// False when the agent is gone.
    static bool send(Agent& agent) {
        while (!agent.unsent.empty()) {
            const ssize_t count = ::send(agent.socket.number(), agent.unsent.data(), agent.unsent.size(), MSG_NOSIGNAL);
            if (count > 0) {
                agent.unsent.erase(0, static_cast<std::size_t>(count));
                continue;
            }
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && errno == EAGAIN) return agent.unsent.size() <= kMostUnread;
            return false;
        }
        return !agent.ended;
    }

    fs::path socket;
    Descriptor listening;
    Server server;
    std::list<Agent> agents;  // their places must not move: the server knows them by it
};

AttachPoint::AttachPoint(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

AttachPoint::~AttachPoint() {
    std::error_code ignored;
    fs::remove(impl_->socket, ignored);
}

Result<std::unique_ptr<AttachPoint>> AttachPoint::open(const fs::path& socket, std::function<SharedSession()> session, const std::string& version) {
    if (const Status folder = own_folder(socket.parent_path().empty() ? fs::path(".") : socket.parent_path()); !folder) return folder.error();
    const auto address = address_of(socket);
    if (!address) return address.error();
    std::error_code fault;
    if (fs::exists(fs::symlink_status(socket, fault))) {
        if (!fs::is_socket(fs::symlink_status(socket, fault))) return Error{socket.string(), "is there already, and no socket"};
        if (connect_to(socket)) return Error{socket.string(), "is taken: another program listens there"};
        fs::remove(socket, fault);  // left behind by a program that crashed
    }
    Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!listener || ::bind(listener.number(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
        ::chmod(socket.c_str(), 0600) != 0 || ::listen(listener.number(), static_cast<int>(kMostAgents)) != 0)
        return Error{socket.string(), "cannot be listened at: " + fault_words()};
    ServerOptions options;
    options.version = version;
    options.session = std::move(session);
    return std::unique_ptr<AttachPoint>(new AttachPoint(std::make_unique<Impl>(socket, std::move(listener), std::move(options))));
}

void AttachPoint::poll() {
    impl_->let_in();
    for (Agent& agent : impl_->agents)
        if (!agent.ended) impl_->read(agent);
    impl_->server.poll();
    for (auto it = impl_->agents.begin(); it != impl_->agents.end();) {
        if (Impl::send(*it)) {
            ++it;
        } else {
            impl_->server.forget(&*it);
            it = impl_->agents.erase(it);
        }
    }
}

int AttachPoint::agents() const {
    return static_cast<int>(impl_->agents.size());
}

const fs::path& AttachPoint::socket() const {
    return impl_->socket;
}

fs::path attach_folder() {
    if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr && *runtime != 0) return fs::path(runtime) / "yure";
    std::error_code fault;
    const fs::path temporary = fs::temp_directory_path(fault);
    return (fault ? fs::path("/tmp") : temporary) / ("yure-" + std::to_string(::getuid()));
}

Result<fs::path> find_attach_point(const std::string& wish) {
    if (wish.find('/') != std::string::npos) return fs::path(wish);
    const fs::path folder = attach_folder();
    if (!wish.empty()) {
        int process = 0;
        const auto [end, fault] = std::from_chars(wish.data(), wish.data() + wish.size(), process);
        if (fault != std::errc() || end != wish.data() + wish.size()) return Error{"--attach " + wish, "is neither a path nor the number of an editor's process"};
        return folder / (kPrefix + wish + ".sock");
    }
    std::vector<fs::path> found;
    std::error_code fault;
    for (const auto& entry : fs::directory_iterator(folder, fault)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(kPrefix) && name.ends_with(".sock") && connect_to(entry.path())) found.push_back(entry.path());
    }
    if (found.empty()) return Error{"--attach", "no editor of yours listens; start yure-editor (agents must be allowed in its settings)"};
    if (found.size() == 1) return found.front();
    std::sort(found.begin(), found.end());
    std::string names;
    for (const fs::path& path : found) {
        const std::string name = path.filename().string();
        names += (names.empty() ? "" : ", ") + name.substr(std::strlen(kPrefix), name.size() - std::strlen(kPrefix) - 5);
    }
    return Error{"--attach", "several editors run; name the process of one: " + names};
}

Status relay(const fs::path& socket, int input, int output) {
    const auto connected = connect_to(socket);
    if (!connected) return connected.error();
    const int editor = connected->number();
    const auto write_all = [](int to, std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t count = ::write(to, bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    };
    char buffer[1 << 16];
    bool open = true;
    for (;;) {
        pollfd waiting[2]{{editor, POLLIN, 0}, {open ? input : -1, POLLIN, 0}};
        // The editor answers what was asked before the end within a frame or two.
        const int ready = ::poll(waiting, 2, open ? -1 : 2000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return {};
        if (waiting[0].revents != 0) {
            const ssize_t count = ::read(editor, buffer, sizeof buffer);
            if (count <= 0) return open ? Status(Error{socket.string(), "the editor went away"}) : Status();
            if (!write_all(output, {buffer, static_cast<std::size_t>(count)})) return {};
        }
        if (open && waiting[1].revents != 0) {
            const ssize_t count = ::read(input, buffer, sizeof buffer);
            if (count > 0) {
                if (!write_all(editor, {buffer, static_cast<std::size_t>(count)})) return Error{socket.string(), "the editor went away"};
            } else {
                open = false;
                ::shutdown(editor, SHUT_WR);
            }
        }
    }
}

}  // namespace yure::mcp
