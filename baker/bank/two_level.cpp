#include "two_level.hpp"

#include <algorithm>
#include <cstddef>

namespace yure::baker::bank {
namespace {

namespace baseline {
#define YURE_STEP_TARGET
#include "two_level_step.inl"
#undef YURE_STEP_TARGET
}  // namespace baseline

#if defined(__x86_64__)
namespace avx2 {
#define YURE_STEP_TARGET __attribute__((target("avx2")))
#include "two_level_step.inl"
#undef YURE_STEP_TARGET
}  // namespace avx2

bool has_avx2() {
    static const bool has = __builtin_cpu_supports("avx2");
    return has;
}
#endif

}  // namespace

template <class T>
StepCoefficients<T> step_coefficients(const TwoLevel& model, const std::vector<int>& class_offsets, int signals,
                                      double fps) {
    StepCoefficients<T> step;
    step.signals = signals;
    step.one = padded(model.one.size());
    step.two = padded(model.two.size());
    step.helpers = model.two.empty() ? 0 : padded(static_cast<std::size_t>(model.helpers.rows()));
    const auto size = [](int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); };
    step.weights.assign(size(signals, step.one), T(0));
    step.helper_mix.assign(size(step.one, step.helpers), T(0));
    step.helper_mix_back.assign(size(step.helpers, step.one), T(0));
    step.second.assign(size(step.helpers, step.two), T(0));
    step.second_back.assign(size(step.two, step.helpers), T(0));
    step.kappa.assign(static_cast<std::size_t>(step.one + step.two), T(1));
    step.mobility.assign(step.kappa.size(), T(0));
    auto set_pole = [&](std::size_t lane, Pole pole) {
        const Recursion recursion = recursion_of(pole, fps);
        step.kappa[lane] = static_cast<T>(recursion.kappa);
        step.mobility[lane] = static_cast<T>(recursion.mobility);
    };
    for (std::size_t g = 0; g < model.one.size(); ++g) {
        const LevelOneGroup& group = model.one[g];
        const auto first = static_cast<std::size_t>(class_offsets[static_cast<std::size_t>(group.source_class)]);
        for (std::size_t m = 0; m < group.weights.size(); ++m)
            step.weights[(first + m) * static_cast<std::size_t>(step.one) + g] = static_cast<T>(group.weights[m]);
        set_pole(g, group.pole);
    }
    for (std::size_t g = 0; g < model.two.size(); ++g) {
        for (std::size_t j = 0; j < model.two[g].weights.size(); ++j) {
            const T weight = static_cast<T>(model.two[g].weights[j]);
            step.second[j * static_cast<std::size_t>(step.two) + g] = weight;
            step.second_back[g * static_cast<std::size_t>(step.helpers) + j] = weight;
        }
        set_pole(static_cast<std::size_t>(step.one) + g, model.two[g].pole);
    }
    if (step.two > 0)
        for (Eigen::Index j = 0; j < model.helpers.rows(); ++j)
            for (Eigen::Index g = 0; g < model.helpers.cols(); ++g) {
                const T weight = static_cast<T>(model.helpers(j, g));
                step.helper_mix[static_cast<std::size_t>(g * step.helpers + j)] = weight;
                step.helper_mix_back[static_cast<std::size_t>(j * step.one + g)] = weight;
            }
    return step;
}

template <class T>
void play_step(const StepCoefficients<T>& step, const T* signals, int frames, StepTape<T>& tape) {
    const auto count = static_cast<std::size_t>(frames);
    tape.sum_one.resize(count * static_cast<std::size_t>(step.one));
    tape.one.resize(tape.sum_one.size());
    tape.helpers.resize(count * static_cast<std::size_t>(step.helpers));
    tape.sum_two.resize(count * static_cast<std::size_t>(step.two));
    tape.two.resize(tape.sum_two.size());
#if defined(__x86_64__)
    if (has_avx2()) return avx2::play(step, signals, frames, tape);
#endif
    baseline::play(step, signals, frames, tape);
}

template <class T>
void play_step_back(const StepCoefficients<T>& step, const StepTape<T>& tape, int frames, StepGradient<T>& gradient) {
    const auto count = static_cast<std::size_t>(frames);
    gradient.sum_one.resize(count * static_cast<std::size_t>(step.one));
    gradient.helpers.resize(count * static_cast<std::size_t>(step.helpers));
    gradient.sum_two.resize(count * static_cast<std::size_t>(step.two));
    gradient.kappa.assign(static_cast<std::size_t>(step.one + step.two), T(0));
    gradient.mobility.assign(gradient.kappa.size(), T(0));
    std::vector<T> later_one(2 * static_cast<std::size_t>(step.one), T(0)),
        later_two(2 * static_cast<std::size_t>(step.two), T(0));
#if defined(__x86_64__)
    if (has_avx2()) return avx2::play_back(step, tape, frames, gradient, later_one.data(), later_two.data());
#endif
    baseline::play_back(step, tape, frames, gradient, later_one.data(), later_two.data());
}

RowMatrix shown_responses(const FitData& data, const TwoLevel& model, int clip) {
    const RowMatrix& signals = data.signals[static_cast<std::size_t>(clip)];
    const int frames = static_cast<int>(signals.rows());
    const auto step = step_coefficients<float>(model, data.offsets, data.signal_count(), data.fps);
    StepTape<float> tape;
    play_step(step, signals.data(), frames, tape);
    RowMatrix shown(frames, model.groups());
    const auto one = static_cast<Eigen::Index>(model.one.size()), two = static_cast<Eigen::Index>(model.two.size());
    for (Eigen::Index f = 0; f < frames; ++f) {
        const Eigen::Index from = std::max<Eigen::Index>(0, f - 1);
        for (Eigen::Index g = 0; g < one; ++g) shown(f, g) = tape.one[static_cast<std::size_t>(from * step.one + g)];
        for (Eigen::Index g = 0; g < two; ++g)
            shown(f, one + g) = tape.two[static_cast<std::size_t>(from * step.two + g)];
    }
    return shown;
}

template StepCoefficients<float> step_coefficients<float>(const TwoLevel&, const std::vector<int>&, int, double);
template StepCoefficients<double> step_coefficients<double>(const TwoLevel&, const std::vector<int>&, int, double);
template void play_step<float>(const StepCoefficients<float>&, const float*, int, StepTape<float>&);
template void play_step<double>(const StepCoefficients<double>&, const double*, int, StepTape<double>&);
template void play_step_back<float>(const StepCoefficients<float>&, const StepTape<float>&, int, StepGradient<float>&);
template void play_step_back<double>(const StepCoefficients<double>&, const StepTape<double>&, int,
                                     StepGradient<double>&);

}  // namespace yure::baker::bank
