/// Minimum of a function without its gradient: the simplex method of Nelder and Mead (1965), standard coefficients
/// (reflect 1, expand 2, contract 1/2, shrink 1/2). Deterministic.
#pragma once

#include <functional>
#include <vector>

namespace yure::baker {

struct NelderMeadOptions {
    double step = 0.5;                ///< first simplex: the start, and the start moved by this along each axis
    int iterations = 200;             ///< at most
    double tolerance = 1e-4;          ///< stops when (worst - best) < tolerance * |best|
    std::function<bool()> cancelled;  ///< asked once an iteration; empty = never
};

struct NelderMeadResult {
    std::vector<double> at;
    double value = 0.0;
    int evaluations = 0;
    bool converged = false;  ///< false: ran out of iterations, or was cancelled; `at` is the best seen either way
};

/// `start` may be empty: then the value there is all there is. A cost that is NaN counts as infinitely bad.
NelderMeadResult nelder_mead(const std::function<double(const std::vector<double>&)>& cost, std::vector<double> start,
                             const NelderMeadOptions& options = {});

}  // namespace yure::baker
