/// Drag on the canvas and head and body follow, as with a face tracker.
#include <algorithm>

#include "canvas/tool_list.hpp"

namespace yure::editor {
namespace {

class DriveTool final : public CanvasTool {
  public:
    const char* id() const override { return "drive"; }
    Icon icon() const override { return Icon::drive; }
    const char* key() const override { return "D"; }

    void input(CanvasFrame& frame) override {
        PoseDriver& driver = frame.workbench.preview.driver();
        if (frame.held) {
            // The model looks at the pointer: full turn at about a third of the canvas away from its middle.
            const rig::Canvas& canvas = frame.workbench.geometry()->model->puppet.canvas;
            const Vec2 head{0.5f * canvas.width, 0.35f * canvas.height};
            const float reach = 0.4f * std::min(canvas.width, canvas.height);
            const Vec2 way = (frame.mouse - head) * (1.0f / std::max(1.0f, reach));
            driver.look_at({std::clamp(way.x, -1.0f, 1.0f), std::clamp(-way.y, -1.0f, 1.0f)});
        } else if (frame.released) {
            driver.look_at({});
        }
    }
    void cancel(Workbench& workbench) override {
        if (workbench.preview.has_model()) workbench.preview.driver().look_at({});
    }
};

}  // namespace

std::unique_ptr<CanvasTool> make_drive_tool() { return std::make_unique<DriveTool>(); }

}  // namespace yure::editor
