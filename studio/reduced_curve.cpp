#include "reduced_curve.hpp"

#include <algorithm>
#include <cmath>

#include "yure/chain/reduce.hpp"

namespace yure::studio {

motion::Curve reduced_curve(const std::string& id, std::span<const double> times, std::span<const double> values,
                            double tolerance, double& largest_error) {
    const auto point = [](double time, double value) { return motion::Point{static_cast<float>(time), static_cast<float>(value)}; };
    motion::Curve curve;
    curve.id = id;
    curve.points.push_back(point(times.front(), values.front()));
    for (const chain::CurvePiece& piece : chain::reduce_curve(times, values, tolerance)) {
        const double start = times[piece.from], end = times[piece.to];
        curve.segments.push_back({piece.bezier ? motion::SegmentKind::bezier : motion::SegmentKind::linear,
                                  static_cast<int>(curve.points.size()) - 1});
        if (piece.bezier) {
            curve.points.push_back(point(start + (end - start) / 3.0, piece.first_handle));
            curve.points.push_back(point(start + (end - start) * 2.0 / 3.0, piece.second_handle));
        }
        curve.points.push_back(point(end, values[piece.to]));
        for (std::size_t i = piece.from; i <= piece.to; ++i)
            largest_error = std::max(largest_error, std::abs(piece.value(times, values, times[i]) - values[i]));
    }
    return curve;
}

}  // namespace yure::studio
