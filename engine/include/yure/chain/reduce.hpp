/// Fewer keys: the samples of a baked curve that straight lines need to stay within a tolerance of all of them.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace yure::chain {

/// Error of sample `index` when only `from` and `to` are kept of those around it.
using SampleError = std::function<double(std::size_t from, std::size_t to, std::size_t index)>;

/// First, last, and, split at the worst sample as long as it is above the tolerance (Ramer, Douglas, Peucker, on the
/// error of the value). Indices in order.
std::vector<std::size_t> reduce_keys(std::size_t count, double tolerance, const SampleError& error);

/// The same for numbers over time, straight lines between.
std::vector<std::size_t> reduce_keys(std::span<const double> times, std::span<const double> values, double tolerance);

/// A stretch of a reduced curve, between two samples: straight, or a cubic Bézier whose handles stand at thirds of the
/// time, with these values.
struct CurvePiece {
    std::size_t from = 0, to = 0;
    bool bezier = false;
    double first_handle = 0.0, second_handle = 0.0;

    double value(std::span<const double> times, std::span<const double> values, double time) const;
};

/// Pieces that stay within the tolerance at all samples: from the first sample on each the longest cubic that does, or
/// straight ones where those cost no more points. They lie end to end; none for fewer than two samples.
std::vector<CurvePiece> reduce_curve(std::span<const double> times, std::span<const double> values, double tolerance);

}  // namespace yure::chain
