/// The last steps of a fit: full-size keys, peaks, the amplitude gain, and the score of the exact runtime on the
/// selection.
#pragma once

#include "two_level.hpp"

namespace yure::baker::bank {

/// Scales modes that are played near or beyond their outer keys so that some of the keyed range stays above all
/// training and selection: beyond the outer keys a shape holds, and a swing that ends in a stop is seen.
void make_room(const FitData& data, TwoLevel& model, const Work& work);

/// Keys of one body against all recorded shapes on every second training frame, with third-difference rows (weight .03)
/// that keep the motion smooth: (modes*columns) x shapes of the recording.
Eigen::MatrixXd final_keys(const FitData& data, const TwoLevel& model, int body, const KeyGrid& grid, double key_ridge,
                           const Work& work);

/// Everything of a fit that follows from model and keys: groups with their peaks, shapes, gain, training score.
BankFit assemble(const FitData& data, const TwoLevel& model, const KeyGrid& grid,
                 const std::vector<Eigen::MatrixXd>& keys, const Work& work);

/// Mean R² (each at least -1) per body over the selection clips, played from the written groups by the runtime's own
/// step. Fills `selection` of every body; the training score where there are no selection clips.
void score_selection(const FitData& data, const KeyGrid& grid, const std::vector<Eigen::MatrixXd>& keys, BankFit& fit,
                     const Work& work);

}  // namespace yure::baker::bank
