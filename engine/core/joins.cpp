#include "yure/core/joins.hpp"

#include <algorithm>
#include <numeric>

namespace yure {

Joins::Joins(std::size_t count) : lead_(count) {
    std::iota(lead_.begin(), lead_.end(), std::size_t{0});
}

std::size_t Joins::lead_of(std::size_t i) {
    while (lead_[i] != i) i = lead_[i] = lead_[lead_[i]];
    return i;
}

void Joins::join(int a, int b) {
    const std::size_t one = lead_of(static_cast<std::size_t>(a)), other = lead_of(static_cast<std::size_t>(b));
    lead_[std::max(one, other)] = std::min(one, other);
}

std::vector<int> Joins::leads() {
    std::vector<int> lead(lead_.size());
    for (std::size_t i = 0; i < lead.size(); ++i) lead[i] = static_cast<int>(lead_of(i));
    return lead;
}

std::vector<int> Joins::pieces() {
    std::vector<int> piece(lead_.size());
    int count = 0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const std::size_t lead = lead_of(i);
        piece[i] = lead == i ? count++ : piece[lead];
    }
    return piece;
}

}  // namespace yure
