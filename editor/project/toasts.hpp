/// Short messages in a corner of the window: what was done, what went wrong and what to do about it. Errors stay until
/// they are closed; the last ones can be read again in the log.
#pragma once

#include <deque>
#include <string>

namespace yure::editor {

enum class ToastKind { info, good, warning, error };

struct Toast {
    ToastKind kind = ToastKind::info;
    std::string words;
    float age = 0.0f;  ///< s
    bool closed = false;
};

class Toasts {
  public:
    void add(ToastKind kind, std::string words) {
        if (!log_.empty() && !log_.back().closed && log_.back().words == words) {
            log_.back().age = 0.0f;
            return;
        }
        log_.push_back({kind, std::move(words)});
        if (log_.size() > 200) log_.pop_front();
    }
    void advance(float seconds) {
        for (Toast& toast : log_) {
            toast.age += seconds;
            const float life = toast.kind == ToastKind::error ? 1e9f : toast.kind == ToastKind::warning ? 12.0f : 5.0f;
            if (toast.age > life) toast.closed = true;
        }
    }
    std::deque<Toast>& log() { return log_; }
    const std::deque<Toast>& log() const { return log_; }

  private:
    std::deque<Toast> log_;
};

}  // namespace yure::editor
