/// Where panels are: a tree of splits whose leaves hold tabs. Plain data, kept in the settings folder as JSON, apart
/// from any project. Sizes are theme measures (px at a scale of 1).
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace yure::editor {

struct LayoutNode {
    /// Which child keeps its size when the window changes; `none`: both keep their share.
    enum class Keeps { none, first, second };

    // A split, when there are children.
    std::unique_ptr<LayoutNode> first, second;
    bool stacked = false;  ///< first above second; else side by side
    Keeps keeps = Keeps::none;
    float size = 0.5f;     ///< of the child that keeps it, or the first one's share

    // A leaf, when there are none.
    std::vector<std::string> tabs;
    std::string active;

    bool is_leaf() const { return first == nullptr; }
};

enum class Side { center, left, right, top, bottom };

class Layout {
  public:
    /// The arrangement people get: "standard", "simulate", "compare".
    static Layout standard(std::string_view workspace = "standard");
    /// From what `to_json` made. Unknown panels and odd numbers are left out; without the canvas or without any sense it
    /// is the standard one.
    static Layout from_json(const nlohmann::ordered_json& json, const std::vector<std::string>& known_panels);
    nlohmann::ordered_json to_json() const;

    LayoutNode& root() { return *root_; }
    const LayoutNode& root() const { return *root_; }

    bool shows(std::string_view panel) const;
    bool is_active(std::string_view panel) const;
    /// Brings it to the front; where it is in no leaf it joins the one its neighbours of the standard layout are in.
    void show(const std::string& panel);
    /// Precondition: not the canvas, which cannot be closed.
    void hide(const std::string& panel);
    /// Takes it out of its leaf and puts it into (center) or beside the leaf that holds `beside`.
    void move(const std::string& panel, const std::string& beside, Side side);

  private:
    LayoutNode* leaf_of(std::string_view panel) const;
    void prune();
    std::unique_ptr<LayoutNode> root_;
};

/// The panel that is always there.
inline constexpr const char* kCanvasPanel = "canvas";

}  // namespace yure::editor
