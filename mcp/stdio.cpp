#include "yure/mcp/transport.hpp"

#include "json_rpc.hpp"

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

/// Cuts a stream into lines; an overlong one is dropped up to its end, and told once.
class Lines {
  public:
    template <class Take, class Overlong>
    void feed(std::string_view bytes, const Take& take, const Overlong& overlong) {
        for (std::size_t from = 0; from < bytes.size();) {
            const std::size_t end = bytes.find('\n', from);
            const std::string_view piece = bytes.substr(from, end == std::string_view::npos ? end : end - from);
            if (!dropping_) line_ += piece;
            if (line_.size() > kLongestMessage) {
                dropping_ = true;
                line_.clear();
                line_.shrink_to_fit();
                overlong();
            }
            if (end == std::string_view::npos) return;
            if (!dropping_) take(line_);
            line_.clear();
            dropping_ = false;
            from = end + 1;
        }
    }
    const std::string& rest() const { return line_; }

  private:
    std::string line_;
    bool dropping_ = false;
};

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
