#include "yure/studio/parallel.hpp"

#include "support/catch.hpp"

#include <atomic>
#include <numeric>
#include <signal.h>
#include <vector>

#include "yure/studio/interrupt.hpp"

using namespace yure::studio;

TEST_CASE("every index is visited once, for any number of threads", "[studio][parallel]") {
    const int threads = GENERATE(0, 1, 2, 3);
    const auto loop = parallel_for(threads);
    std::vector<int> visits(1000, 0);
    loop(visits.size(), [&](std::size_t i) { ++visits[i]; });
    CHECK(std::accumulate(visits.begin(), visits.end(), 0) == 1000);
    CHECK(*std::min_element(visits.begin(), visits.end()) == 1);
    loop(0, [&](std::size_t) { FAIL("there is nothing to visit"); });
}

TEST_CASE("loops may be nested", "[studio][parallel]") {
    const auto loop = parallel_for(2);
    std::atomic<int> count{0};
    loop(8, [&](std::size_t) { loop(8, [&](std::size_t) { ++count; }); });
    CHECK(count == 64);
}

TEST_CASE("an interrupt is a flag, not an end", "[studio][interrupt]") {
    watch_interrupts();
    CHECK_FALSE(interrupted());
    raise(SIGINT);
    CHECK(interrupted());
    clear_interrupt();
    CHECK_FALSE(interrupted());
}
