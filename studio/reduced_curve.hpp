/// Sampled values as a curve of a motion3.json. Private to studio.
#pragma once

#include <span>
#include <string>

#include "yure/motion/clip.hpp"

namespace yure::studio {

/// Straight and cubic pieces within `tolerance` of all samples (chain::reduce_curve). At least two samples.
/// `largest_error` is raised to the largest difference there is.
motion::Curve reduced_curve(const std::string& id, std::span<const double> times, std::span<const double> values,
                            double tolerance, double& largest_error);

}  // namespace yure::studio
