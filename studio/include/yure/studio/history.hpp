/// Undo and redo: documents one after another. A step keeps the document behind it; unchanged parts are shared, so the
/// cost of a step is what it changed, whatever the length of the history.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "yure/studio/document.hpp"

namespace yure::studio {

/// One command as it was called.
struct CommandCall {
    std::string name;
    Json arguments = Json::object();
};

struct HistoryStep {
    std::uint64_t number = 0;  ///< counts up from 1 over the life of a project
    std::string label;         ///< "Set goal of hair"
    std::string origin;        ///< "interface", "script", "agent", "bake", "open"
    std::vector<CommandCall> calls;  ///< what was done; of a merged drag the last call only
    std::string drag;                ///< token of the drag it belongs to; empty = it merges with nothing
    std::shared_ptr<const Document> after;
};

class History {
  public:
    /// Steps beyond `most` (at least 1) are forgotten, the oldest first, a tenth at a time.
    explicit History(std::shared_ptr<const Document> start, std::size_t most = 10000);

    const std::shared_ptr<const Document>& current() const { return current_; }
    /// Steps in order; the first `position()` of them are done, the rest can be redone.
    const std::vector<HistoryStep>& steps() const { return steps_; }
    std::size_t position() const { return position_; }
    const std::shared_ptr<const Document>& start() const { return start_; }
    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ < steps_.size(); }

    /// A new step; what could be redone is gone. With the drag token of the last step done (not empty), it takes that
    /// step's place instead. Numbers the step. True when it merged.
    bool push(HistoryStep step);
    /// Takes the place of the last step done, whatever the tokens: for reading a journal. Precondition: can_undo().
    void amend(HistoryStep step);
    /// False when there is nothing to do.
    bool undo();
    bool redo();
    /// The next push starts a step of its own, whatever its token.
    void end_drag();

  private:
    std::shared_ptr<const Document> start_, current_;
    std::vector<HistoryStep> steps_;
    std::size_t position_ = 0;
    std::size_t most_;
    std::uint64_t next_number_ = 1;
};

}  // namespace yure::studio
