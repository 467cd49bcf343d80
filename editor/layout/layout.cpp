#include "layout/layout.hpp"

#include <algorithm>
#include <cmath>

namespace yure::editor {
namespace {

using Node = LayoutNode;
using Json = nlohmann::ordered_json;
using Keeps = LayoutNode::Keeps;

constexpr float kLeastSize = 120.0f, kMostSize = 4000.0f;
constexpr int kDeepest = 12;

std::unique_ptr<Node> leaf(std::vector<std::string> tabs) {
    auto node = std::make_unique<Node>();
    node->active = tabs.empty() ? "" : tabs.front();
    node->tabs = std::move(tabs);
    return node;
}

std::unique_ptr<Node> split(bool stacked, Keeps keeps, float size, std::unique_ptr<Node> a, std::unique_ptr<Node> b) {
    auto node = std::make_unique<Node>();
    node->stacked = stacked;
    node->keeps = keeps;
    node->size = size;
    node->first = std::move(a);
    node->second = std::move(b);
    return node;
}

template <class Visit>
void each_leaf(Node& node, const Visit& visit) {
    if (node.is_leaf()) {
        visit(node);
        return;
    }
    each_leaf(*node.first, visit);
    each_leaf(*node.second, visit);
}

Json node_json(const Node& node) {
    if (node.is_leaf()) return {{"tabs", node.tabs}, {"active", node.active}};
    const char* keeps = node.keeps == Keeps::first ? "first" : node.keeps == Keeps::second ? "second" : "none";
    return {{"stacked", node.stacked}, {"keeps", keeps}, {"size", node.size},
            {"first", node_json(*node.first)}, {"second", node_json(*node.second)}};
}

std::unique_ptr<Node> read_node(const Json& json, const std::vector<std::string>& known, std::vector<std::string>& seen, int depth) {
    if (!json.is_object() || depth > kDeepest) return nullptr;
    if (json.contains("first") && json.contains("second")) {
        auto a = read_node(json["first"], known, seen, depth + 1);
        auto b = read_node(json["second"], known, seen, depth + 1);
        if (a == nullptr || b == nullptr) return a != nullptr ? std::move(a) : std::move(b);
        const auto size_at = json.find("size");
        float size = size_at != json.end() && size_at->is_number() ? size_at->get<float>() : 0.5f;
        const auto keeps_at = json.find("keeps");
        const std::string word = keeps_at != json.end() && keeps_at->is_string() ? keeps_at->get<std::string>() : "none";
        const Keeps keeps = word == "first" ? Keeps::first : word == "second" ? Keeps::second : Keeps::none;
        if (!std::isfinite(size)) size = 0.5f;
        size = keeps == Keeps::none ? std::clamp(size, 0.05f, 0.95f) : std::clamp(size, kLeastSize, kMostSize);
        const auto stacked_at = json.find("stacked");
        const bool stacked = stacked_at != json.end() && stacked_at->is_boolean() && stacked_at->get<bool>();
        return split(stacked, keeps, size, std::move(a), std::move(b));
    }
    const auto tabs_at = json.find("tabs");
    if (tabs_at == json.end() || !tabs_at->is_array()) return nullptr;
    std::vector<std::string> tabs;
    for (const Json& tab : *tabs_at) {
        if (!tab.is_string()) continue;
        std::string name = tab.get<std::string>();
        if (std::find(known.begin(), known.end(), name) == known.end()) continue;
        if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
        seen.push_back(name);
        tabs.push_back(std::move(name));
    }
    if (tabs.empty()) return nullptr;
    auto node = leaf(std::move(tabs));
    const auto active_at = json.find("active");
    if (active_at != json.end() && active_at->is_string()) {
        const std::string active = active_at->get<std::string>();
        if (std::find(node->tabs.begin(), node->tabs.end(), active) != node->tabs.end()) node->active = active;
    }
    return node;
}

}  // namespace

Layout Layout::standard(std::string_view workspace) {
    Layout layout;
    auto left = split(true, Keeps::none, 0.42f, leaf({"outline"}), leaf({"parameters"}));
    auto right = split(true, Keeps::none, 0.62f, leaf({"simulation", "presets", "physics", "chains"}),
                       leaf({"inspector", "history", "jobs"}));
    std::unique_ptr<Node> middle = leaf({kCanvasPanel});
    if (workspace == "compare")
        middle = split(true, Keeps::second, 220.0f, leaf({kCanvasPanel}), leaf({"report", "graph"}));
    auto rest = split(false, Keeps::second, 340.0f, std::move(middle), std::move(right));
    layout.root_ = workspace == "simulate" ? std::move(rest) : split(false, Keeps::first, 264.0f, std::move(left), std::move(rest));
    return layout;
}

Layout Layout::from_json(const nlohmann::ordered_json& json, const std::vector<std::string>& known_panels) {
    std::vector<std::string> seen;
    Layout layout;
    layout.root_ = read_node(json, known_panels, seen, 0);
    if (layout.root_ == nullptr || layout.leaf_of(kCanvasPanel) == nullptr) return standard();
    return layout;
}

nlohmann::ordered_json Layout::to_json() const { return node_json(*root_); }

LayoutNode* Layout::leaf_of(std::string_view panel) const {
    LayoutNode* found = nullptr;
    if (root_ != nullptr)
        each_leaf(*root_, [&](Node& node) {
            if (std::find(node.tabs.begin(), node.tabs.end(), panel) != node.tabs.end()) found = &node;
        });
    return found;
}

bool Layout::shows(std::string_view panel) const { return leaf_of(panel) != nullptr; }

bool Layout::is_active(std::string_view panel) const {
    const LayoutNode* found = leaf_of(panel);
    return found != nullptr && found->active == panel;
}

void Layout::show(const std::string& panel) {
    if (LayoutNode* found = leaf_of(panel)) {
        found->active = panel;
        return;
    }
    LayoutNode* home = nullptr;
    const Layout usual = standard();
    if (const LayoutNode* neighbours = usual.leaf_of(panel))
        for (const std::string& neighbour : neighbours->tabs)
            if (home == nullptr) home = leaf_of(neighbour);
    if (home == nullptr)
        each_leaf(*root_, [&](Node& node) {
            if (std::find(node.tabs.begin(), node.tabs.end(), kCanvasPanel) == node.tabs.end()) home = &node;
        });
    if (home == nullptr) {
        move(panel, kCanvasPanel, Side::right);
        return;
    }
    home->tabs.push_back(panel);
    home->active = panel;
}

void Layout::hide(const std::string& panel) {
    if (panel == kCanvasPanel) return;
    if (LayoutNode* found = leaf_of(panel)) {
        std::erase(found->tabs, panel);
        if (found->active == panel) found->active = found->tabs.empty() ? "" : found->tabs.front();
        prune();
    }
}

void Layout::move(const std::string& panel, const std::string& beside, Side side) {
    LayoutNode* target = leaf_of(beside);
    if (target == nullptr || (panel == beside && (side == Side::center || target->tabs.size() == 1))) return;
    if (LayoutNode* source = leaf_of(panel)) {
        std::erase(source->tabs, panel);
        if (source->active == panel) source->active = source->tabs.empty() ? "" : source->tabs.front();
    }
    if (side == Side::center) {
        target->tabs.push_back(panel);
        target->active = panel;
    } else {
        auto old = leaf(std::move(target->tabs));
        old->active = target->active;
        auto made = leaf({panel});
        const bool before = side == Side::left || side == Side::top;
        target->tabs.clear();
        target->active.clear();
        target->stacked = side == Side::top || side == Side::bottom;
        target->keeps = Keeps::none;
        target->size = 0.5f;
        target->first = before ? std::move(made) : std::move(old);
        target->second = before ? std::move(old) : std::move(made);
    }
    prune();
}

void Layout::prune() {
    const auto pruned = [](auto&& self, std::unique_ptr<Node> node) -> std::unique_ptr<Node> {
        if (node->is_leaf()) return node->tabs.empty() ? nullptr : std::move(node);
        node->first = self(self, std::move(node->first));
        node->second = self(self, std::move(node->second));
        if (node->first == nullptr) return std::move(node->second);
        if (node->second == nullptr) return std::move(node->first);
        return node;
    };
    root_ = pruned(pruned, std::move(root_));
}

}  // namespace yure::editor
