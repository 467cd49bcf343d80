#include "yure/studio/progress.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace yure::studio {

struct ProgressMeter::Shared {
    std::mutex mutex;
    Show show;
    Clock clock;
    double patience = 0.0, interval = 0.0, start = 0.0, last = -1e30;
    ProgressState state;
    bool shown = false;

    void report(std::string_view stage, double fraction) {
        const std::lock_guard lock(mutex);
        const double now = clock() - start;
        state.fraction = std::clamp(std::max(state.fraction, fraction), 0.0, 1.0);
        if (now < patience || now - last < interval) return;
        last = now;
        state.stage = stage;
        state.seconds = now;
        state.seconds_left = state.fraction > 0.01 ? now * (1.0 - state.fraction) / state.fraction : -1.0;
        shown = true;
        if (show) show(state);
    }
};

namespace {

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ProgressMeter::ProgressMeter(Show show, double patience_seconds, double interval_seconds, Clock clock)
    : shared_(std::make_shared<Shared>()) {
    shared_->show = std::move(show);
    shared_->clock = clock ? std::move(clock) : Clock(steady_seconds);
    shared_->patience = patience_seconds;
    shared_->interval = interval_seconds;
    shared_->start = shared_->clock();
}

void ProgressMeter::report(std::string_view stage, double fraction) {
    shared_->report(stage, fraction);
}

bool ProgressMeter::shown() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->shown;
}

std::function<void(std::string_view, double)> ProgressMeter::callback() const {
    return [shared = shared_](std::string_view stage, double fraction) { shared->report(stage, fraction); };
}

}  // namespace yure::studio
