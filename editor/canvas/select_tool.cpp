/// Click chooses the topmost mesh, Ctrl adds; dragging a rectangle chooses the meshes whose middle lies in it.
#include <algorithm>

#include "canvas/tool_list.hpp"
#include "look/theme.hpp"

namespace yure::editor {
namespace {

class SelectTool final : public CanvasTool {
  public:
    const char* id() const override { return "select"; }
    Icon icon() const override { return Icon::pointer; }
    const char* key() const override { return "V"; }

    void input(CanvasFrame& frame) override {
        Selection& selection = frame.workbench.selection;
        const rig::Puppet& puppet = frame.workbench.geometry()->model->puppet;
        if (frame.held && distance(frame.press, frame.mouse) * frame.view.scale > 5.0f) dragging_ = true;
        if (frame.held || !frame.released) return;
        if (dragging_) {
            dragging_ = false;
            if (!frame.ctrl) selection.meshes.clear();
            const Vec2 low{std::min(frame.press.x, frame.mouse.x), std::min(frame.press.y, frame.mouse.y)};
            const Vec2 high{std::max(frame.press.x, frame.mouse.x), std::max(frame.press.y, frame.mouse.y)};
            for (std::size_t m = 0; m < frame.pose.meshes.size(); ++m) {
                const render::PosedMesh& mesh = frame.pose.meshes[m];
                if (mesh.hidden || !mesh.visible || mesh.positions.empty()) continue;
                Vec2 middle;
                for (const Vec2 p : mesh.positions) middle += p * (1.0f / static_cast<float>(mesh.positions.size()));
                if (middle.x < low.x || middle.x > high.x || middle.y < low.y || middle.y > high.y) continue;
                const std::string id(puppet.mesh.id[m].view());
                if (!selection.has_mesh(id)) selection.meshes.push_back(id);
            }
            return;
        }
        const int hit = mesh_at(frame.pose, puppet, frame.mouse);
        if (hit >= 0)
            selection.pick_mesh(std::string(puppet.mesh.id[static_cast<std::size_t>(hit)].view()), frame.ctrl || frame.shift);
        else if (!frame.ctrl)
            selection.meshes.clear();
    }

    void draw(const CanvasFrame& frame, ImDrawList& list) override {
        if (!dragging_ || !frame.held) return;
        const ImVec2 a = frame.to_screen(frame.press), b = frame.to_screen(frame.mouse);
        list.AddRectFilled({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)},
                           faded(theme().accent, 0.15f));
        list.AddRect({std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}, theme().accent);
    }

    void cancel(Workbench&) override { dragging_ = false; }

  private:
    bool dragging_ = false;
};

}  // namespace

std::unique_ptr<CanvasTool> make_select_tool() { return std::make_unique<SelectTool>(); }

}  // namespace yure::editor
