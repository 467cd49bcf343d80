#include "yure/studio/interrupt.hpp"

#include <atomic>
#include <signal.h>

namespace yure::studio {
namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free values");

void remember(int) {
    g_interrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

void watch_interrupts() {
    struct sigaction action {};
    action.sa_handler = remember;
    sigemptyset(&action.sa_mask);
    // No SA_RESTART: a read that waits for a terminal or a pipe must come back.
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

bool interrupted() {
    return g_interrupted.load(std::memory_order_relaxed);
}
void clear_interrupt() {
    g_interrupted.store(false, std::memory_order_relaxed);
}

}  // namespace yure::studio
