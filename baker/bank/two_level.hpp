/// The bank's dynamics as one linear-recursive model: level-1 groups listen to the signals, helpers are rectified
/// mixtures of their responses, level-2 groups listen to the helpers. All in the same step; what is shown is one frame
/// late.
#pragma once

#include "fit_data.hpp"

#include <vector>

namespace yure::baker::bank {

struct TwoLevel {
    std::vector<LevelOneGroup> one;
    Eigen::MatrixXd helpers;  ///< helpers x level-1 groups
    std::vector<LevelTwoGroup> two;
    std::vector<Eigen::MatrixXd> mixing;  ///< per body: (level 1, level 2) x modes

    int groups() const { return static_cast<int>(one.size() + two.size()); }
};

constexpr int kLanes = 8;
inline int padded(std::size_t count) {
    return (static_cast<int>(count) + kLanes - 1) / kLanes * kLanes;
}

/// Coefficients laid out for the step: widths padded to whole lanes, padding lanes stay silent. T is float; double in
/// tests.
template <class T>
struct StepCoefficients {
    int signals = 0, one = 0, helpers = 0, two = 0;  ///< padded widths, but for signals
    std::vector<T> weights;                          ///< signals x one
    std::vector<T> helper_mix;                       ///< one x helpers
    std::vector<T> helper_mix_back;                  ///< helpers x one
    std::vector<T> second;                           ///< helpers x two
    std::vector<T> second_back;                      ///< two x helpers
    std::vector<T> kappa, mobility;                  ///< one, then two
};
template <class T>
StepCoefficients<T> step_coefficients(const TwoLevel& model, const std::vector<int>& class_offsets, int signals,
                                      double fps);

/// One clip through the bank, every frame kept for the way back. Tables are frames x padded width.
template <class T>
struct StepTape {
    std::vector<T> sum_one, one, helpers, sum_two, two;  ///< helpers after rectifying
};
template <class T>
void play_step(const StepCoefficients<T>& step, const T* signals, int frames, StepTape<T>& tape);

/// The way back: `pull_one`, `pull_two` hold dL/d response at each frame; out come dL/d sums, dL/d helper mixtures
/// (tables like the tape's) and dL/d kappa, dL/d mobility (level 1, then level 2).
template <class T>
struct StepGradient {
    std::vector<T> pull_one, pull_two;
    std::vector<T> sum_one, helpers, sum_two;
    std::vector<T> kappa, mobility;
};
template <class T>
void play_step_back(const StepCoefficients<T>& step, const StepTape<T>& tape, int frames, StepGradient<T>& gradient);

/// Responses of all groups in a clip as they are shown (one frame late): frames x groups.
RowMatrix shown_responses(const FitData& data, const TwoLevel& model, int clip);

}  // namespace yure::baker::bank
