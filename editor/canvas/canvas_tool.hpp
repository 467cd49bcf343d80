/// A tool of the canvas: what the left mouse button does there, what it draws over the model. One file a tool, one line
/// in `make_tools`.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "look/icons.hpp"
#include "project/workbench.hpp"
#include "yure/render/overlay.hpp"
#include "yure/render/view.hpp"

namespace yure::editor {

/// The canvas in this frame, as a tool sees it.
struct CanvasFrame {
    Workbench& workbench;
    int canvas = 0;
    render::View view;            ///< picture px of the canvas <-> world px
    ImVec2 low, high;             ///< of the canvas on the screen
    const render::Pose& pose;     ///< what is shown
    bool hovered = false;         ///< the mouse is over it and nothing else wants it
    bool pressed = false, held = false, released = false;  ///< left button, by a press that began here
    Vec2 mouse;                   ///< world px
    Vec2 press;                   ///< world px where the button went down
    bool ctrl = false, shift = false, alt = false;

    ImVec2 to_screen(Vec2 world) const {
        const Vec2 p = view.to_picture(world);
        return {low.x + p.x, low.y + p.y};
    }
};

class CanvasTool {
  public:
    virtual ~CanvasTool() = default;
    virtual const char* id() const = 0;  ///< "drive"; the action is "tool.drive"
    virtual Icon icon() const = 0;
    virtual const char* key() const = 0;  ///< default key; "" = none
    /// Why it cannot be used now; null = it can.
    virtual const char* off(const Workbench&) const { return nullptr; }
    virtual void input(CanvasFrame&) {}
    /// Into the model's picture, before it is drawn.
    virtual void overlay(const CanvasFrame&, render::Overlays&) {}
    /// Over the picture, on the screen.
    virtual void draw(const CanvasFrame&, ImDrawList&) {}
    /// The canvas shows the model at its default pose while the tool is in use, not the one that plays.
    virtual bool at_rest() const { return false; }
    /// Its settings, in rows above the canvas.
    virtual bool has_options() const { return false; }
    virtual void options(Workbench&) {}
    /// Actions beside its own, once.
    virtual void add_actions(Workbench&) {}
    /// Escape or another tool: give up what is going on.
    virtual void cancel(Workbench&) {}
};

std::vector<std::unique_ptr<CanvasTool>> make_tools();

/// The topmost mesh whose triangles hold the point, in a pose, of those visible; -1 = none.
/// `wanted`: those that count; empty = all.
int mesh_at(const render::Pose& pose, const rig::Puppet& puppet, Vec2 world, const std::function<bool(int)>& wanted = {});

}  // namespace yure::editor
