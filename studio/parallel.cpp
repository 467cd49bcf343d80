#include "yure/studio/parallel.hpp"

#include <algorithm>
#include <memory>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace yure::studio {

ParallelFor parallel_for(int threads) {
    const int machine = tbb::info::default_concurrency();
    threads = threads <= 0 ? machine : std::min(threads, machine);
    if (threads == 1) return serial_for;
    auto arena = std::make_shared<tbb::task_arena>(threads);
    return [arena](std::size_t count, const std::function<void(std::size_t)>& body) {
        arena->execute([&] { tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { body(i); }); });
    };
}

}  // namespace yure::studio
