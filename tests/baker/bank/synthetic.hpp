/// Bodies whose motion is known by formula: pendulums of given frequency and damping, bent shapes, a rectified second
/// level. Written out plainly here, apart from the code under test.
#pragma once

#include <vector>

#include "yure/baker/bank/fit.hpp"

namespace yure::tests {

/// Head x (-30..30), head y (vertical), body x (-10..10).
std::vector<baker::bank::BankInput> three_inputs();

/// Angle response of a pendulum, one value a frame, from the closed form of its two poles' recursion.
std::vector<double> pendulum(const std::vector<double>& signal, double frequency, double damping);

struct SyntheticBody {
    bool bent = true;          ///< keys that bend at rest
    bool one_sided = true;     ///< a part that answers only to one side of an input
    bool second_level = true;  ///< a pendulum under a rectified mixture
    int columns = 12;

    /// Offsets of a clip, frames x columns, as shown (one frame late). `values`: frames x three inputs.
    std::vector<float> offsets(const baker::bank::RowMatrix& values) const;
};

/// The body recorded on a training set of moderate length.
baker::bank::BankRecording record(const std::vector<SyntheticBody>& bodies, int combined = 5);

/// Mean R² over `clips` of a fit played by the runtime's own step.
double unseen_r2(const baker::bank::BankFit& fit, int body, const SyntheticBody& truth,
                 const std::vector<baker::bank::TrainingClip>& clips);

/// Random combined clips that no training set holds.
std::vector<baker::bank::TrainingClip> unseen_clips();

}  // namespace yure::tests
