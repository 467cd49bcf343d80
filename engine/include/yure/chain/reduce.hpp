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

}  // namespace yure::chain
