#include "sources.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {

double middle(const BankInput& input) {
    return 0.5 * (static_cast<double>(input.min) + static_cast<double>(input.max));
}

bool reaches_past_middle(const BankInput& input) {
    return default_offset(input) <= 1e-6 ? static_cast<double>(input.high) > middle(input) + 1e-6 * input_reach(input)
                                         : static_cast<double>(input.low) < middle(input) - 1e-6 * input_reach(input);
}

void join(std::vector<SourceClass>& classes, SourceClass::Kind kind, double offset, int input) {
    for (SourceClass& known : classes)
        if (known.kind == kind && std::abs(known.offset - offset) < 1e-4) return known.members.push_back(input);
    classes.push_back({kind, offset, {input}});
}

}  // namespace

double input_reach(const BankInput& input) {
    return std::max(static_cast<double>(input.high) - static_cast<double>(input.default_value),
                    static_cast<double>(input.default_value) - static_cast<double>(input.low));
}

double default_offset(const BankInput& input) {
    const double half = 0.5 * (static_cast<double>(input.max) - static_cast<double>(input.min));
    const double offset = (static_cast<double>(input.default_value) - middle(input)) / half;
    return std::abs(offset) < 1e-6 ? 0.0 : offset;
}

std::vector<SourceClass> source_classes(const std::vector<BankInput>& inputs) {
    using Kind = SourceClass::Kind;
    std::vector<SourceClass> linear, one_sided, up, down;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const int input = static_cast<int>(i);
        const double offset = default_offset(inputs[i]);
        join(linear, Kind::linear, offset, input);
        // One-sided signals start in the middle of the range whatever the default; only the side must agree.
        if (reaches_past_middle(inputs[i])) join(one_sided, Kind::one_sided, offset <= 0.0 ? 0.0 : 1.0, input);
        if (!inputs[i].vertical) continue;
        join(up, Kind::helper_up, 0.0, input);
        join(down, Kind::helper_down, 0.0, input);
    }
    std::vector<SourceClass> classes = std::move(linear);
    for (auto* more : {&one_sided, &up, &down}) classes.insert(classes.end(), more->begin(), more->end());
    return classes;
}

int source_count(const std::vector<SourceClass>& classes) {
    std::size_t count = 0;
    for (const SourceClass& one : classes) count += one.members.size();
    return static_cast<int>(count);
}

std::vector<int> source_offsets(const std::vector<SourceClass>& classes) {
    std::vector<int> offsets;
    int at = 0;
    for (const SourceClass& one : classes) {
        offsets.push_back(at);
        at += static_cast<int>(one.members.size());
    }
    return offsets;
}

std::vector<double> x_response(const std::vector<double>& signal, Pole pole, double fps) {
    const Recursion step = recursion_of(pole, fps);
    std::vector<double> response(signal.size());
    double q1 = 0.0, q2 = 0.0, x1 = signal.empty() ? 0.0 : signal[0], x2 = x1;
    for (std::size_t f = 0; f < signal.size(); ++f) {
        const double x = signal[f];
        const double q = ((1.0 + step.mobility) * q1 - step.mobility * q2 - ((x - x1) - step.mobility * (x1 - x2))) /
                         (1.0 + step.kappa);
        q2 = q1;
        q1 = q;
        x2 = x1;
        x1 = x;
        response[f] = q;
    }
    return response;
}

RowMatrix source_signals(const std::vector<BankInput>& inputs, const std::vector<SourceClass>& classes,
                         const RowMatrix& values, double fps) {
    using Kind = SourceClass::Kind;
    const Eigen::Index frames = values.rows();
    RowMatrix signals(frames, source_count(classes));
    Eigen::Index column = 0;
    std::vector<double> raw(static_cast<std::size_t>(frames));
    for (const SourceClass& one : classes)
        for (const int member : one.members) {
            const BankInput& input = inputs[static_cast<std::size_t>(member)];
            const double reach = input_reach(input);
            const double from = one.kind == Kind::one_sided ? middle(input) : static_cast<double>(input.default_value);
            for (Eigen::Index f = 0; f < frames; ++f)
                raw[static_cast<std::size_t>(f)] = (static_cast<double>(values(f, member)) - from) / reach;
            if (one.kind == Kind::helper_up || one.kind == Kind::helper_down) raw = x_response(raw, kVerticalPole, fps);
            for (Eigen::Index f = 0; f < frames; ++f) {
                double v = raw[static_cast<std::size_t>(f)];
                switch (one.kind) {
                    case Kind::linear:
                        break;
                    case Kind::one_sided:
                        v = one.offset <= 0.0 ? std::max(v, 0.0) : std::min(v, 0.0);
                        break;
                    case Kind::helper_up:
                        v = std::max(0.0, kVerticalGain * v);
                        break;
                    case Kind::helper_down:
                        v = std::max(0.0, -kVerticalGain * v);
                        break;
                }
                signals(f, column) = static_cast<float>(v);
            }
            ++column;
        }
    return signals;
}

}  // namespace yure::baker::bank
