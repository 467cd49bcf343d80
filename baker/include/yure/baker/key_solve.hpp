/// Key shapes of a parameter: what the body looks like at each key, given the parameter's course and the movement that
/// is to be explained. Keys are even over -1..1 of the parameter's range; the middle one is rest and stays 0.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace yure::baker {

using Table = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;  ///< frames (or keys) x columns

/// One clip's share of a key solve.
struct KeyClip {
    const std::vector<double>* course = nullptr;  ///< the parameter, -1..1 of its range, per frame
    const Table* movement = nullptr;              ///< what is left to explain, frames x columns
    double weight = 1.0;
};

/// How smooth a curve of keys is held, as shares of the best-known key's weight.
struct KeyPrior {
    double smooth = 0.3;         ///< second differences, >= 0
    double through_rest = 10.0;  ///< factor on the one centred on rest, >= 0; 0 lets the keys bend there
};

/// Least squares with a smoothness prior (by default ten times stiffer through rest, so that a parameter passes it
/// without a jolt) and a weak pull towards the straight line. keys x columns. With no movement of the parameter: zeros.
Table solve_keys(std::span<const KeyClip> clips, int keys, const KeyPrior& prior = {});

/// Where a value of -1..1 lies between even keys: key `index` with `1 - share`, the next with `share`. Clamped.
struct KeyPlace {
    int index = 0;
    float share = 0.0f;
};
KeyPlace key_place(double value, int keys);

/// table += gain * shape at `course` (keys interpolated linearly, as a player does).
void add_keyed(Table& table, const std::vector<double>& course, const Table& key_shapes, float gain);

}  // namespace yure::baker
