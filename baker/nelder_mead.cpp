#include "yure/baker/nelder_mead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace yure::baker {
namespace {

struct Corner {
    std::vector<double> at;
    double value;
};

std::vector<double> along(const std::vector<double>& from, const std::vector<double>& to, double share) {
    std::vector<double> point(from.size());
    for (std::size_t i = 0; i < point.size(); ++i) point[i] = from[i] + share * (to[i] - from[i]);
    return point;
}

}  // namespace

NelderMeadResult nelder_mead(const std::function<double(const std::vector<double>&)>& cost, std::vector<double> start,
                             const NelderMeadOptions& options) {
    NelderMeadResult result;
    const auto evaluate = [&](std::vector<double> at) {
        ++result.evaluations;
        const double value = cost(at);
        return Corner{std::move(at), std::isnan(value) ? std::numeric_limits<double>::infinity() : value};
    };
    const std::size_t size = start.size();
    std::vector<Corner> simplex;
    simplex.push_back(evaluate(start));
    for (std::size_t i = 0; i < size; ++i) {
        std::vector<double> moved = start;
        moved[i] += options.step;
        simplex.push_back(evaluate(std::move(moved)));
    }
    const auto by_value = [](const Corner& a, const Corner& b) { return a.value < b.value; };
    std::stable_sort(simplex.begin(), simplex.end(), by_value);

    for (int iteration = 0; size > 0 && iteration < options.iterations; ++iteration) {
        if (options.cancelled && options.cancelled()) break;
        if (simplex.back().value - simplex.front().value < options.tolerance * std::abs(simplex.front().value)) {
            result.converged = true;
            break;
        }
        std::vector<double> middle(size, 0.0);
        for (std::size_t c = 0; c < size; ++c)
            for (std::size_t i = 0; i < size; ++i) middle[i] += simplex[c].at[i] / static_cast<double>(size);
        Corner& worst = simplex.back();
        Corner reflected = evaluate(along(middle, worst.at, -1.0));
        if (reflected.value < simplex.front().value) {
            Corner expanded = evaluate(along(middle, worst.at, -2.0));
            worst = expanded.value < reflected.value ? std::move(expanded) : std::move(reflected);
        } else if (reflected.value < simplex[size - 1].value) {
            worst = std::move(reflected);
        } else {
            const bool outside = reflected.value < worst.value;
            Corner contracted = evaluate(along(middle, worst.at, outside ? -0.5 : 0.5));
            if (contracted.value < std::min(reflected.value, worst.value)) {
                worst = std::move(contracted);
            } else {
                for (std::size_t c = 1; c <= size; ++c) simplex[c] = evaluate(along(simplex[0].at, simplex[c].at, 0.5));
            }
        }
        std::stable_sort(simplex.begin(), simplex.end(), by_value);
    }
    result.at = std::move(simplex.front().at);
    result.value = simplex.front().value;
    return result;
}

}  // namespace yure::baker
