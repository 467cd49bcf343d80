#include "synthetic.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bank/physics.hpp"
#include "yure/baker/bank/training.hpp"

namespace yure::tests {

using namespace baker::bank;

std::vector<BankInput> three_inputs() {
    return {{"ParamAngleX", -30.0f, 0.0f, 30.0f, -30.0f, 30.0f, false},
            {"ParamAngleY", -30.0f, 0.0f, 30.0f, -30.0f, 30.0f, true},
            {"ParamBodyAngleX", -10.0f, 0.0f, 10.0f, -10.0f, 10.0f, false}};
}

std::vector<double> pendulum(const std::vector<double>& signal, double frequency, double damping) {
    const double w = 2.0 * M_PI * frequency / 60.0;
    double sum = 0.0, product = std::exp(-2.0 * damping * w);
    if (damping < 1.0)
        sum = 2.0 * std::exp(-damping * w) * std::cos(w * std::sqrt(1.0 - damping * damping));
    else
        sum = 2.0 * std::exp(-damping * w) * std::cosh(w * std::sqrt(damping * damping - 1.0));
    const double share = sum - product, kappa = 1.0 / share - 1.0;
    std::vector<double> response(signal.size());
    double q1 = signal[0], q2 = signal[0], x1 = signal[0];
    for (std::size_t f = 0; f < signal.size(); ++f) {
        const double x = signal[f];
        const double q = sum * q1 - product * q2 + share * ((x - x1) / 5.0 + kappa * x);
        q2 = q1;
        q1 = q;
        x1 = x;
        response[f] = q;
    }
    return response;
}

std::vector<float> SyntheticBody::offsets(const RowMatrix& values) const {
    const auto frames = static_cast<std::size_t>(values.rows());
    std::vector<double> head(frames), nod(frames), lean(frames);
    for (std::size_t f = 0; f < frames; ++f) {
        const auto row = static_cast<Eigen::Index>(f);
        head[f] = static_cast<double>(values(row, 0)) / 30.0;
        nod[f] = static_cast<double>(values(row, 1)) / 30.0;
        lean[f] = static_cast<double>(values(row, 2)) / 10.0;
    }
    auto mix = [&](double a, double b, double c) {
        std::vector<double> sum(frames);
        for (std::size_t f = 0; f < frames; ++f) sum[f] = a * head[f] + b * nod[f] + c * lean[f];
        return sum;
    };
    const std::vector<double> slow = pendulum(mix(1.0, 0.0, 0.6), 0.9, 0.25),
                              quick = pendulum(mix(0.3, 0.8, -0.5), 1.9, 0.5);
    std::vector<double> side(frames), rectified(frames);
    for (std::size_t f = 0; f < frames; ++f) {
        side[f] = std::max(0.0, head[f]);
        rectified[f] = std::max(0.0, slow[f] - 0.6 * quick[f]);
    }
    const std::vector<double> one_side = pendulum(side, 1.4, 0.8), second = pendulum(rectified, 1.2, 0.4);
    std::vector<float> result(frames * static_cast<std::size_t>(columns), 0.0f);
    for (std::size_t f = 1; f < frames; ++f)
        for (int c = 0; c < columns; ++c) {
            const std::size_t from = f - 1;
            const double a = std::sin(1.0 + c), b = std::cos(2.0 * c), e = std::sin(0.5 * c * c),
                         g = std::cos(3.0 + 0.7 * c);
            double mode = slow[from];
            double value = 20.0 * a * mode + 12.0 * b * quick[from];
            if (bent) value += 9.0 * g * std::abs(mode);
            if (one_sided) value += 10.0 * e * one_side[from];
            if (second_level) value += 14.0 * b * a * second[from];
            result[f * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)] = static_cast<float>(value);
        }
    return result;
}

BankRecording record(const std::vector<SyntheticBody>& bodies, int combined) {
    TrainingPlan plan;
    plan.combined = combined;
    plan.whips = 2;
    plan.full_drags = 2;
    BankRecording recording =
        std::move(BankRecording::create(three_inputs(), wide_training(three_inputs(), plan)).value());
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        recording.add_body("body" + std::to_string(b + 1), bodies[b].columns);
        for (std::size_t c = 0; c < recording.clips().size(); ++c) {
            const Status status = recording.add_offsets(static_cast<int>(b),
                                                        bodies[b].offsets(recording.input_values(static_cast<int>(c))));
            if (!status) std::abort();
        }
    }
    return recording;
}

std::vector<TrainingClip> unseen_clips() {
    TrainingPlan plan;
    plan.seed = 777;
    plan.combined = 6;
    std::vector<TrainingClip> clips = wide_training(three_inputs(), plan);
    clips.erase(std::remove_if(clips.begin(), clips.end(), [](const TrainingClip& clip) { return !clip.combined; }),
                clips.end());
    return clips;
}

double unseen_r2(const BankFit& fit, int body_index, const SyntheticBody& truth,
                 const std::vector<TrainingClip>& clips) {
    const BankRecording values = std::move(BankRecording::create(fit.inputs, clips).value());
    const BankPhysics physics = bank_physics(fit, {"test", {}});
    const BodyFit& body = fit.bodies[static_cast<std::size_t>(body_index)];
    Eigen::Index first = 0;
    for (int b = 0; b < body_index; ++b) first += fit.bodies[static_cast<std::size_t>(b)].modes();
    double mean = 0.0;
    for (std::size_t c = 0; c < clips.size(); ++c) {
        double error = 0.0, total = 0.0;
        const RowMatrix inputs = values.input_values(static_cast<int>(c));
        const std::vector<float> wanted = truth.offsets(inputs);
        const RowMatrix modes = play_exact(fit, physics, inputs);
        const std::size_t keys = body.keys.size(), columns = static_cast<std::size_t>(truth.columns);
        for (Eigen::Index f = 0; f < inputs.rows(); ++f) {
            std::vector<double> shown(columns, 0.0);
            for (int k = 0; k < body.modes(); ++k) {
                const double v =
                    std::clamp(static_cast<double>(modes(f, first + k)), body.keys.front(), body.keys.back());
                std::size_t j = 0;
                while (j + 2 < keys && v > body.keys[j + 1]) ++j;
                const double t = (v - body.keys[j]) / (body.keys[j + 1] - body.keys[j]);
                const auto at = static_cast<std::size_t>(k) * keys + j;
                for (std::size_t i = 0; i < columns; ++i)
                    shown[i] += (1.0 - t) * static_cast<double>(body.shapes[at][i]) +
                                t * static_cast<double>(body.shapes[at + 1][i]);
            }
            for (std::size_t i = 0; i < columns; ++i) {
                const double want = static_cast<double>(wanted[static_cast<std::size_t>(f) * columns + i]);
                error += (want - shown[i]) * (want - shown[i]);
                total += want * want;
            }
        }
        mean += (1.0 - error / total) / static_cast<double>(clips.size());
    }
    return mean;
}

}  // namespace yure::tests
