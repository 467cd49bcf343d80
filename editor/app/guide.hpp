/// The first steps, on the demo character: five of them, each with what to do, a button that does or shows it, and a
/// mark when it is done. It stands beside the work and blocks nothing.
#pragma once

#include <array>

#include "layout/layout.hpp"
#include "project/workbench.hpp"

namespace yure::editor {

class Guide {
  public:
    static constexpr int kSteps = 5;

    void open();
    bool is_open() const { return open_; }
    int step() const { return step_; }
    bool done(int step) const { return done_[static_cast<std::size_t>(step)]; }
    /// Every frame, shown or not: sees what has been done.
    void advance(const Workbench& workbench);
    /// Inside of a frame, at the top level; `low` and `high` are the space of the panels.
    void draw(Workbench& workbench, Layout& layout, ImVec2 low, ImVec2 high);

  private:
    void act(Workbench& workbench, Layout& layout);
    void close(Workbench& workbench);

    bool open_ = false, shaken_ = false;
    int step_ = 0;
    std::array<bool, kSteps> done_{};
};

}  // namespace yure::editor
