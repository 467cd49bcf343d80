#include "progress_bar.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace yure::cli {
namespace {

constexpr const char* kWipe = "\r\x1b[K";

int terminal_width() {
    winsize size{};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

void show(const studio::ProgressState& state) {
    const std::string line = kWipe + progress_line(state, terminal_width() - 1);
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

std::string progress_line(const studio::ProgressState& state, int width) {
    std::string tail = "  " + std::to_string(static_cast<int>(state.fraction * 100.0)) + " %";
    if (state.seconds_left >= 0.5) tail += "  " + std::to_string(std::lround(state.seconds_left)) + " s left";
    std::string head = state.stage + "  ";
    const int room = std::min(32, width - static_cast<int>(head.size() + tail.size()) - 2);
    std::string bar;
    if (room >= 4) {
        const int full = static_cast<int>(state.fraction * room);
        bar = "[" + std::string(static_cast<std::size_t>(full), '#') +
              std::string(static_cast<std::size_t>(room - full), '.') + "]";
    }
    std::string line = head + bar + tail;
    if (static_cast<int>(line.size()) > width) line.resize(static_cast<std::size_t>(std::max(0, width)));
    return line;
}

ProgressBar::ProgressBar() : meter_(show) {}

ProgressBar::~ProgressBar() {
    if (!meter_.shown()) return;
    std::fputs(kWipe, stderr);
    std::fflush(stderr);
}

bool ProgressBar::possible() {
    const char* terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && !(terminal != nullptr && std::strcmp(terminal, "dumb") == 0);
}

}  // namespace yure::cli
