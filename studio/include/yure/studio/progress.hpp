/// Decides when a progress report is worth showing: only for a job that takes longer than a second, only so often, and
/// never backwards. How it looks is the front end's matter.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace yure::studio {

struct ProgressState {
    std::string stage;         ///< English, stable
    double fraction = 0.0;     ///< 0..1, never less than before
    double seconds = 0.0;      ///< since the meter was made
    double seconds_left = -1;  ///< at the pace so far; negative = not known yet
};

class ProgressMeter {
  public:
    using Show = std::function<void(const ProgressState&)>;
    using Clock = std::function<double()>;  ///< seconds, growing

    /// `show` is called from whatever thread reports, one at a time. An empty clock is the steady one.
    explicit ProgressMeter(Show show, double patience_seconds = 1.0, double interval_seconds = 0.1, Clock clock = {});

    /// Safe from any thread; cheap when there is nothing to show. Same form as Work::progress.
    void report(std::string_view stage, double fraction);
    /// True once something was shown, so that the front end knows whether there is a bar to wipe away.
    bool shown() const;

    /// For `Work::progress`; may outlive the meter.
    std::function<void(std::string_view, double)> callback() const;

  private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
};

}  // namespace yure::studio
