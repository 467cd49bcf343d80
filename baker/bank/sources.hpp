/// The signals that level-1 groups listen to, in classes: a group has one Angle normalisation, so all its inputs must
/// be mapped alike. Linear: the input's distance from its default. One-sided: the part of it beyond the middle of the
/// parameter's range, on the side away from the default. Helper up and down: the two halves of a vertical input's
/// response. Linear and one-sided signals are in units of the input's reach (the longer side of its training span).
#pragma once

#include <vector>

#include "yure/baker/bank/fit.hpp"

namespace yure::baker::bank {

/// The 4 Hz response that carries the acceleration of a vertical input (docs/baking.md, D.3).
constexpr Pole kVerticalPole{4.0, 0.8};
constexpr double kVerticalGain = 3.0;

/// Every class that the inputs can have; members are input numbers. Inputs whose default sits elsewhere in their range
/// need a class of their own.
std::vector<SourceClass> source_classes(const std::vector<BankInput>& inputs);

/// Number of signals: members of all classes, class after class.
int source_count(const std::vector<SourceClass>& classes);
/// First signal of each class.
std::vector<int> source_offsets(const std::vector<SourceClass>& classes);

/// The longer side of the training span, parameter units, > 0.
double input_reach(const BankInput& input);
/// Where the default sits in the parameter's range: -1 at min, 0 in the middle, 1 at max.
double default_offset(const BankInput& input);

/// All signals of a clip, frames x source_count, from the inputs' values (frames x inputs, parameter units).
RowMatrix source_signals(const std::vector<BankInput>& inputs, const std::vector<SourceClass>& classes,
                         const RowMatrix& values, double fps);

/// Response of an X input of `pole` to `signal` (units of the pendulum's length).
std::vector<double> x_response(const std::vector<double>& signal, Pole pole, double fps);

}  // namespace yure::baker::bank
