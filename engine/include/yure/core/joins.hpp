/// Which things hang together: union by pairs, halving paths (Tarjan and van Leeuwen 1984).
#pragma once

#include <cstddef>
#include <vector>

namespace yure {

class Joins {
  public:
    /// `count` things, each alone.
    explicit Joins(std::size_t count);

    /// Both 0..count - 1.
    void join(int a, int b);
    /// The first member of every thing's piece.
    std::vector<int> leads();
    /// The piece of every thing; pieces are numbered from 0 in the order of their first members.
    std::vector<int> pieces();

  private:
    std::size_t lead_of(std::size_t i);
    std::vector<std::size_t> lead_;  ///< the smaller number leads
};

}  // namespace yure
