/// Cuts a stream of bytes into lines. Private to mcp.
#pragma once

#include <string>
#include <string_view>

#include "json_rpc.hpp"

namespace yure::mcp {

class Lines {
  public:
    /// `take` gets every whole line without its end; a line above kLongestMessage is dropped up to its end, and
    /// `overlong` is called once for it.
    template <class Take, class Overlong>
    void feed(std::string_view bytes, const Take& take, const Overlong& overlong) {
        for (std::size_t from = 0; from < bytes.size();) {
            const std::size_t end = bytes.find('\n', from);
            const std::string_view piece = bytes.substr(from, end == std::string_view::npos ? end : end - from);
            if (!dropping_) line_ += piece;
            if (line_.size() > kLongestMessage) {
                dropping_ = true;
                line_.clear();
                line_.shrink_to_fit();
                overlong();
            }
            if (end == std::string_view::npos) return;
            if (!dropping_) take(line_);
            line_.clear();
            dropping_ = false;
            from = end + 1;
        }
    }
    const std::string& rest() const { return line_; }

  private:
    std::string line_;
    bool dropping_ = false;
};

}  // namespace yure::mcp
