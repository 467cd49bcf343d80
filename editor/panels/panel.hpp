/// A panel: one file in this folder, one class, one line in panel_list.cpp. It draws itself inside of a child window of
/// its own with the widgets of widgets/widgets.hpp, reads the document as it is, and changes it with `Workbench::apply`.
///
///     class SkyPanel final : public Panel {
///       public:
///         const char* id() const override { return "sky"; }                 // string "panel.sky" is its title
///         void draw(Workbench& workbench) override { … }
///     };
#pragma once

#include <memory>
#include <vector>

#include "project/workbench.hpp"

namespace yure::editor {

class Panel {
  public:
    virtual ~Panel() = default;
    /// ASCII, unique: first part of its widgets' paths, its name in layouts and in the string "panel.<id>".
    virtual const char* id() const = 0;
    virtual void draw(Workbench& workbench) = 0;
    /// Every frame, shown or not: keys, background work. Rarely needed.
    virtual void advance(Workbench&) {}
    /// False: no margins and no scroll bar; the panel fills its space by itself.
    virtual bool scrolls() const { return true; }
    /// True: it makes sense without a project.
    virtual bool works_without_project() const { return false; }
    /// Whether it is there from the start; else by the View menu.
    virtual bool shown_at_first() const { return true; }
    /// Actions of its own, once.
    virtual void add_actions(Workbench&) {}
};

class CanvasPanel;

/// All of them, in the order of the View menu. The canvas is not among them.
std::vector<std::unique_ptr<Panel>> make_panels();

}  // namespace yure::editor
