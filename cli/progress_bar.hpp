/// One line on stderr that is drawn over and wiped away at the end.
#pragma once

#include "yure/studio/progress.hpp"

namespace yure::cli {

class ProgressBar {
  public:
    ProgressBar();
    ~ProgressBar();
    std::function<void(std::string_view, double)> callback() const { return meter_.callback(); }

    /// Whether stderr is a terminal that understands being drawn over.
    static bool possible();

  private:
    studio::ProgressMeter meter_;
};

/// The line itself, at most `width` characters: "fit pendulums  [#####.....]  52 %  3 s left".
std::string progress_line(const studio::ProgressState& state, int width);

}  // namespace yure::cli
