#include "yure/mcp/transport.hpp"

#include "json_rpc.hpp"
#include "lines.hpp"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace yure::mcp {
namespace {

constexpr int kPollMilliseconds = 20;

void write_all(int descriptor, std::string text) {
    text += '\n';
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::write(descriptor, text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;  // nobody listens any more; the input will end too
        done += static_cast<std::size_t>(count);
    }
}

}  // namespace

void serve_stdio(Server& server, int input, int output) {
    const Emit emit = [output](const std::string& message) { write_all(output, message); };
    const auto take = [&](std::string_view line) {
        if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
        if (!line.empty()) server.receive(line, emit);
    };
    const auto overlong = [&] { emit(error_message(nullptr, code::invalid_request, "message above 16 MB")); };
    Lines lines;
    std::string buffer(1 << 16, '\0');
    for (;;) {
        pollfd waiting{input, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, kPollMilliseconds);
        if (ready < 0 && errno != EINTR) break;
        if (ready > 0) {
            const ssize_t count = ::read(input, buffer.data(), buffer.size());
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) break;
            lines.feed(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)), take, overlong);
        }
        server.poll();
    }
    take(lines.rest());
    server.close();
}

}  // namespace yure::mcp
