/// The canvas: the model, the tools that work on it, the transport below. One or two pictures of the same pose.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "canvas/canvas_painter.hpp"
#include "canvas/canvas_tool.hpp"
#include "canvas/model_overlays.hpp"

namespace yure::editor {

class CanvasPanel {
  public:
    explicit CanvasPanel(CanvasPainter& painter);
    ~CanvasPanel();

    void add_actions(Workbench& workbench);
    void draw(Workbench& workbench);

    const CanvasTool& tool() const { return *tools_[tool_]; }
    /// False when there is no such tool or it cannot be used.
    bool use_tool(std::string_view id, Workbench& workbench);
    void fit() { fit_wanted_ = true; }
    /// Of a canvas in the last frame, for scripts and tests.
    ImVec2 screen_of(Vec2 world, int canvas = 0) const;
    const render::View& view(int canvas = 0) const { return views_[static_cast<std::size_t>(canvas)].view; }

    OverlaySwitches overlays;
    bool side_by_side = false;

  private:
    struct Camera {
        render::View view;
        ImVec2 low{0, 0}, high{0, 0};
        bool set = false;
    };
    void draw_tool_bar(Workbench& workbench);
    void draw_tools(Workbench& workbench, ImVec2 low);
    void draw_options(Workbench& workbench);
    const render::Pose& rest_pose(const Workbench& workbench);
    void draw_heat_scale(const Workbench& workbench, ImDrawList& list, ImVec2 high) const;
    void draw_picture(Workbench& workbench, int canvas, ImVec2 low, ImVec2 high, Shown shown);
    void move_camera(Camera& camera, const CanvasFrame& frame, bool over);
    void labels(Workbench& workbench, ImVec2 low, ImVec2 high, Shown shown) const;

    CanvasPainter& painter_;
    std::vector<std::unique_ptr<CanvasTool>> tools_;
    std::size_t tool_ = 0;
    std::array<Camera, 2> views_;
    int loaded_serial_ = -1, rest_serial_ = -1;
    render::Pose rest_pose_;
    std::string load_fault_;
    bool fit_wanted_ = true, panning_ = false;
    int pressed_canvas_ = -1;
    Vec2 press_;
};

}  // namespace yure::editor
