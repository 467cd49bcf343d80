/// Lets agents of the same user work on the open project (`yure mcp --attach`): each of their changes is an undo step
/// here, seen at once.
#pragma once

#include <filesystem>
#include <memory>

#include "project/workbench.hpp"
#include "yure/mcp/attach.hpp"

namespace yure::editor {

class Agents {
  public:
    /// `socket`: where to listen whatever the setting says; empty = at this process' usual place while the setting is on.
    explicit Agents(Workbench& workbench, std::filesystem::path socket = {});

    /// Once a frame: starts and stops to listen as the setting goes, answers, tells who comes and goes.
    void advance();
    int connected() const { return point_ ? point_->agents() : 0; }

  private:
    void listen();

    Workbench& workbench_;
    std::filesystem::path socket_;
    std::unique_ptr<mcp::AttachPoint> point_;
    int told_ = 0;         ///< agents that the person knows of
    bool failed_ = false;  ///< told once; tried again when the setting is switched
};

}  // namespace yure::editor
