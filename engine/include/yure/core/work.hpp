/// How long work is run: parallel loops, progress and cancellation come into engine and baker as arguments. Neither
/// layer starts a thread, reads a clock or prints.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

namespace yure {

/// Runs body(0) .. body(count-1), in any order and on any threads, and returns when all are done. Bodies write to places
/// of their own, so results never depend on the schedule.
using ParallelFor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& body)>;

/// One after the other on the calling thread.
inline void serial_for(std::size_t count, const std::function<void(std::size_t)>& body) {
    for (std::size_t i = 0; i < count; ++i) body(i);
}

/// What a long computation is given. Copyable; the callbacks must be safe to call from any thread of `parallel_for`.
struct Work {
    ParallelFor parallel_for = serial_for;
    /// Called with a stage's name (English, stable) and the share done of the whole, 0..1. May be empty.
    std::function<void(std::string_view stage, double fraction)> progress;
    /// True once the caller wants no result any more; asked often. Empty = never.
    std::function<bool()> cancelled;

    bool is_cancelled() const { return cancelled && cancelled(); }
    void report(std::string_view stage, double fraction) const {
        if (progress) progress(stage, fraction);
    }
    /// The same work with progress mapped into [from, to] of this one's range.
    Work part(double from, double to) const {
        Work inner = *this;
        if (progress)
            inner.progress = [outer = progress, from, to](std::string_view stage, double fraction) {
                outer(stage, from + (to - from) * fraction);
            };
        return inner;
    }
};

}  // namespace yure
