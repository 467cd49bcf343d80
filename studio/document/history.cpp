#include "yure/studio/history.hpp"

namespace yure::studio {

History::History(std::shared_ptr<const Document> start, std::size_t most)
    : start_(start), current_(std::move(start)), most_(most) {}

bool History::push(HistoryStep step) {
    current_ = step.after;
    const bool merge = !step.drag.empty() && position_ > 0 && position_ == steps_.size() && steps_.back().drag == step.drag;
    if (merge) {
        amend(std::move(step));
        return true;
    }
    steps_.resize(position_);
    step.number = next_number_++;
    steps_.push_back(std::move(step));
    if (steps_.size() > most_) {
        const std::size_t gone = steps_.size() - most_ + most_ / 10;  // in batches: erasing at the front moves all
        start_ = steps_[gone - 1].after;
        steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(gone));
    }
    position_ = steps_.size();
    return false;
}

void History::amend(HistoryStep step) {
    current_ = step.after;
    steps_.resize(position_);
    step.number = steps_.back().number;
    steps_.back() = std::move(step);
}

bool History::undo() {
    if (!can_undo()) return false;
    end_drag();
    --position_;
    current_ = position_ == 0 ? start_ : steps_[position_ - 1].after;
    return true;
}

bool History::redo() {
    if (!can_redo()) return false;
    end_drag();
    current_ = steps_[position_++].after;
    return true;
}

void History::end_drag() {
    if (position_ > 0) steps_[position_ - 1].drag.clear();
}

}  // namespace yure::studio
