/// From grown directions to a bank: which few pendulum groups say most of what all features say.
#pragma once

#include "fit_data.hpp"
#include "grow.hpp"

#include <vector>

namespace yure::baker::bank {

/// The start poles: .7, 1.3 and 2.6 Hz times `faster`, each at damping .3 and 1; then those of `first_guess` that lie
/// within the fits' bounds, no two within 3 % of each other.
std::vector<Pole> start_poles(double faster, double fps, const std::vector<Pole>& first_guess = {});

/// Responses of every signal through every pole as they are shown (one frame late), at the rows; feature = signal *
/// poles + pole, each scaled to root mean square 1 (`scale` holds the factors; silent ones stay 0).
RowMatrix pole_features(const FitData& data, const std::vector<Pole>& poles, const RowSet& rows, Eigen::VectorXd& scale,
                        const Work& work);

/// A level-1 bank and how bodies mix it, without keys.
struct LevelOne {
    std::vector<LevelOneGroup> groups;
    std::vector<Eigen::MatrixXd> mixing;  ///< per body: groups x modes
};

/// Per pole and class, a singular value decomposition of (spread of the features) x (directions of all bodies) x (size
/// of their curves); the `count` largest overall become groups. The groups' rms over the rows is 1; `responses` gets
/// them (rows x groups).
LevelOne reduce_to_groups(const FitData& data, const std::vector<Pole>& poles, const RowMatrix& features,
                          const Eigen::VectorXd& scale, const std::vector<DirectionFit>& bodies,
                          const std::vector<Targets>& targets, int count, RowMatrix& responses);

}  // namespace yure::baker::bank
