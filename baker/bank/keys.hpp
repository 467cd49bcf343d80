/// Bent keys: each mode moves the shape along a broken line through its keys, the rest key being zero. Solving the keys
/// for given modes is linear least squares; everything else in the fit is built around that inner solve (variable
/// projection).
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <vector>

#include "yure/baker/bank/recording.hpp"

namespace yure::baker::bank {

struct KeyGrid {
    std::vector<double> at;  ///< ascending, one of them 0
    int rest = 0;            ///< which one

    explicit KeyGrid(std::vector<double> positions);
    int keys() const { return static_cast<int>(at.size()); }
    int segments() const { return keys() - 1; }
    /// Unknowns per mode: every key but the rest key.
    int columns() const { return keys() - 1; }
    /// Column of a key within its mode, -1 for the rest key.
    int column(int key) const { return key == rest ? -1 : key < rest ? key : key - 1; }
};

/// Weights of the keys at each row (rows x modes*columns), and which segment each mode is on there (rows x modes; -1
/// when beyond the outer keys, where the shape holds).
struct Hats {
    RowMatrix weights;
    std::vector<std::int8_t> segment;
};
void fill_hats(const RowMatrix& modes, const KeyGrid& grid, Hats& hats);

/// What the keys are solved against: rows of offsets in a few dimensions.
struct Targets {
    RowMatrix offsets;       ///< rows x dimensions
    Eigen::VectorXf weight;  ///< per row
    double total = 0.0;      ///< sum of weight * |offset|^2
};

struct KeySolution {
    Eigen::MatrixXd keys;    ///< (modes*columns) x dimensions
    Eigen::MatrixXd normal;  ///< H^T W H + ridge
    double ridge = 0.0;
    double loss = 1.0;  ///< (weighted error + ridge * |keys|^2) / total
    RowMatrix error;    ///< rows x dimensions
};

/// Least squares with `ridge` x mean diagonal, or with the fixed value `fixed_ridge` where that is positive.
void solve_keys(const Hats& hats, const Targets& targets, double ridge, double fixed_ridge, KeySolution& solution,
                const Work& work);

/// How the shape changes with each mode on each segment: (modes*segments) x dimensions.
Eigen::MatrixXf key_slopes(const Eigen::MatrixXd& keys, const KeyGrid& grid, int modes);

/// The value that a share `.998` of |values| stay below, per column; at least 1e-9.
Eigen::VectorXd column_peaks(const RowMatrix& values);

}  // namespace yure::baker::bank
