#include "widgets/widget_map.hpp"

namespace yure::editor {

void WidgetMap::begin_frame() {
    shown_.swap(drawing_);
    drawing_.clear();
    index_.clear();
    repeated_.clear();
    for (std::size_t i = 0; i < shown_.size(); ++i)
        if (!index_.emplace(shown_[i].path, i).second) repeated_.push_back(shown_[i].path);
}

void WidgetMap::add(WidgetInfo info) { drawing_.push_back(std::move(info)); }

const WidgetInfo* WidgetMap::find(std::string_view path) const {
    if (!path.starts_with("*/")) {
        const auto found = index_.find(std::string(path));
        return found == index_.end() ? nullptr : &shown_[found->second];
    }
    path.remove_prefix(1);
    const WidgetInfo* only = nullptr;
    for (const WidgetInfo& widget : shown_) {
        if (!widget.path.ends_with(path)) continue;
        if (only != nullptr) return nullptr;
        only = &widget;
    }
    return only;
}

WidgetMap& widget_map() {
    static WidgetMap map;
    return map;
}

}  // namespace yure::editor
