#include "yure/chain/reduce.hpp"

#include <algorithm>
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

double CurvePiece::value(std::span<const double> times, std::span<const double> values, double time) const {
    const double t = (time - times[from]) / (times[to] - times[from]), r = 1.0 - t;
    if (!bezier) return r * values[from] + t * values[to];
    return r * r * r * values[from] + 3.0 * r * r * t * first_handle + 3.0 * r * t * t * second_handle + t * t * t * values[to];
}

namespace {

/// The cubic through both ends that is nearest to the samples between (least squares in its two handles).
CurvePiece nearest_cubic(std::span<const double> times, std::span<const double> values, std::size_t from, std::size_t to) {
    double aa = 0.0, ab = 0.0, bb = 0.0, ar = 0.0, br = 0.0;
    for (std::size_t i = from + 1; i < to; ++i) {
        const double t = (times[i] - times[from]) / (times[to] - times[from]), r = 1.0 - t;
        const double a = 3.0 * r * r * t, b = 3.0 * r * t * t, rest = values[i] - r * r * r * values[from] - t * t * t * values[to];
        aa += a * a, ab += a * b, bb += b * b, ar += a * rest, br += b * rest;
    }
    const double determinant = aa * bb - ab * ab;
    CurvePiece piece{from, to, true, 0.0, 0.0};
    if (determinant > 1e-12 * aa * bb) {
        piece.first_handle = (ar * bb - br * ab) / determinant;
        piece.second_handle = (br * aa - ar * ab) / determinant;
    } else {  // fewer than two samples between: on the straight line
        piece.first_handle = (2.0 * values[from] + values[to]) / 3.0;
        piece.second_handle = (values[from] + 2.0 * values[to]) / 3.0;
    }
    return piece;
}

}  // namespace

std::vector<CurvePiece> reduce_curve(std::span<const double> times, std::span<const double> values, double tolerance) {
    const auto cubic_within = [&](std::size_t from, std::size_t to, CurvePiece& piece) {
        piece = nearest_cubic(times, values, from, to);
        for (std::size_t i = from + 1; i < to; ++i)
            if (!(std::abs(piece.value(times, values, times[i]) - values[i]) <= tolerance)) return false;
        return true;
    };
    std::vector<CurvePiece> pieces;
    const std::size_t last = values.empty() ? 0 : values.size() - 1;
    for (std::size_t from = 0; from < last;) {
        // As far as one cubic goes: in doubling steps, then halving them.
        std::size_t reach = from + 1, step = 1;
        CurvePiece best{from, reach, true, 0.0, 0.0}, longer;
        best = nearest_cubic(times, values, from, reach);
        for (bool growing = true; step > 0; step = growing ? step * 2 : step / 2) {
            const std::size_t next = std::min(last, reach + step);
            if (next > reach && cubic_within(from, next, longer)) {
                reach = next;
                best = longer;
            } else {
                growing = false;
            }
        }
        // A cubic costs three points: where up to three straight pieces do, they stand there.
        const auto straight = reduce_keys(times.subspan(from, reach - from + 1), values.subspan(from, reach - from + 1), tolerance);
        if (straight.size() <= 4) {
            for (std::size_t k = 0; k + 1 < straight.size(); ++k)
                pieces.push_back({from + straight[k], from + straight[k + 1], false, 0.0, 0.0});
        } else {
            pieces.push_back(best);
        }
        from = reach;
    }
    return pieces;
}

}  // namespace yure::chain
