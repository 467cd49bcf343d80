/// The few directions in which a set of movements has most of its energy. Private to the fit.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "yure/baker/key_solve.hpp"

namespace yure::baker {

/// Orthonormal columns x `count` (fewer when there are fewer columns), by block power iteration from a fixed start.
Eigen::MatrixXf principal_columns(const std::vector<const Table*>& tables, const std::vector<double>& weights,
                                  int count);

}  // namespace yure::baker
