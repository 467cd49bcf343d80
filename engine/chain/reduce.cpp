#include "yure/chain/reduce.hpp"

#include <cmath>

namespace yure::chain {

std::vector<std::size_t> reduce_keys(std::size_t count, double tolerance, const SampleError& error) {
    std::vector<char> kept(count, 0);
    std::vector<std::pair<std::size_t, std::size_t>> pending;
    if (count > 0) kept.front() = kept.back() = 1;
    if (count > 2) pending.emplace_back(0, count - 1);
    while (!pending.empty()) {
        const auto [from, to] = pending.back();
        pending.pop_back();
        double worst = tolerance;
        std::size_t where = to;
        for (std::size_t i = from + 1; i < to; ++i)
            if (const double e = error(from, to, i); e > worst) {
                worst = e;
                where = i;
            }
        if (where == to) continue;
        kept[where] = 1;
        pending.emplace_back(from, where);
        pending.emplace_back(where, to);
    }
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < count; ++i)
        if (kept[i] != 0) indices.push_back(i);
    return indices;
}

std::vector<std::size_t> reduce_keys(std::span<const double> times, std::span<const double> values, double tolerance) {
    return reduce_keys(values.size(), tolerance, [&](std::size_t from, std::size_t to, std::size_t i) {
        const double t = (times[i] - times[from]) / (times[to] - times[from]);
        return std::abs(values[from] + (values[to] - values[from]) * t - values[i]);
    });
}

}  // namespace yure::chain
