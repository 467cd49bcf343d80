#include "finish.hpp"

#include "gram.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bank/physics.hpp"

namespace yure::baker::bank {
namespace {

using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr int kKeyStride = 2;
constexpr double kRoom = 1.03;  ///< outer keys above the largest mode
constexpr double kSmoothness = 0.03, kJerkFloor = 0.02;
constexpr double kMostGain = 1.12, kGainStep = 0.005, kGainCost = 0.01;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

RowMatrix third_differences(const RowMatrix& rows) {
    const Eigen::Index count = rows.rows() - 3;
    return rows.bottomRows(count) - 3.0f * rows.middleRows(2, count) + 3.0f * rows.middleRows(1, count) -
           rows.topRows(count);
}

RowMatrix every(const RowMatrix& rows, int stride) {
    RowMatrix some((rows.rows() + stride - 1) / stride, rows.cols());
    for (Eigen::Index i = 0; i < some.rows(); ++i) some.row(i) = rows.row(i * stride);
    return some;
}

/// Sums of a clip as they enter R²(g) = 1 - (own - 2 g both + g² played + outside) / own.
struct Fidelity {
    double own = 0.0, both = 0.0, played = 0.0;
    double amplitude = 0.0;  ///< rms played / own along the main direction of the own motion
    double r2(double gain) const {
        return std::max(-1.0, (2.0 * gain * both - gain * gain * played) / std::max(1e-9, own));
    }
};

Fidelity fidelity(const BodyRecording& body, int clip, const RowMatrix& modes, const KeyGrid& grid,
                  const Eigen::MatrixXf& keys) {
    Hats hats;
    fill_hats(modes, grid, hats);
    const RowMatrix played = hats.weights * keys;  // frames x shapes
    const RowMatrix& own = body.coefficients[static_cast<std::size_t>(clip)];
    Fidelity sums;
    sums.own = body.energy[static_cast<std::size_t>(clip)];
    for (Eigen::Index f = 0; f < own.rows(); ++f) {
        sums.both += static_cast<double>(own.row(f).dot(played.row(f).head(own.cols())));
        sums.played += static_cast<double>(played.row(f).squaredNorm());
    }
    const Eigen::MatrixXf spread = own.transpose() * own;
    const Eigen::VectorXf main = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXf>(spread).eigenvectors().rightCols(1);
    sums.amplitude = static_cast<double>((played.leftCols(own.cols()) * main).norm() / std::max(1e-9f, (own * main).norm()));
    return sums;
}

double largest(const RowMatrix& table, Eigen::Index column) {
    return static_cast<double>(table.col(column).cwiseAbs().maxCoeff());
}

}  // namespace

void make_room(const FitData& data, TwoLevel& model, const Work& work) {
    std::vector<std::vector<Eigen::RowVectorXf>> peaks(data.signals.size());  // per clip and body
    work.parallel_for(peaks.size(), [&](std::size_t clip) {
        const RowMatrix responses = shown_responses(data, model, static_cast<int>(clip));
        for (const Eigen::MatrixXd& mixing : model.mixing) {
            const RowMatrix modes = responses * mixing.cast<float>();
            peaks[clip].push_back(modes.cwiseAbs().colwise().maxCoeff());
        }
    });
    for (std::size_t b = 0; b < model.mixing.size(); ++b)
        for (Eigen::Index k = 0; k < model.mixing[b].cols(); ++k) {
            float peak = 0.0f;
            for (const auto& clip : peaks) peak = std::max(peak, clip[b][k]);
            model.mixing[b].col(k) /= std::max(1.0, kRoom * static_cast<double>(peak));
        }
}

Eigen::MatrixXd final_keys(const FitData& data, const TwoLevel& model, int b, const KeyGrid& grid, double key_ridge,
                           const Work& work) {
    const BodyRecording& body = data.recorded(b);
    const FitData::Body& own = data.bodies[static_cast<std::size_t>(b)];
    const Eigen::MatrixXf mixing = model.mixing[static_cast<std::size_t>(b)].cast<float>();
    const Eigen::Index unknowns = mixing.cols() * grid.columns(), shapes = body.shapes();
    struct Part {
        RowMatrixXd normal, right, smooth_normal, smooth_right;
        double energy = 0.0, jerk = 0.0;
        int frames = 0;
    };
    std::vector<Part> parts(data.training.size());
    work.parallel_for(parts.size(), [&](std::size_t t) {
        const int clip = data.training[t];
        Part& part = parts[t];
        part.frames = data.frames(clip);
        Hats hats;
        fill_hats(shown_responses(data, model, clip) * mixing, grid, hats);
        const RowMatrix& offsets = body.coefficients[static_cast<std::size_t>(clip)];
        const RowMatrix some_hats = every(hats.weights, kKeyStride), some_offsets = every(offsets, kKeyStride);
        std::vector<float> some_weights;
        for (Eigen::Index f = 0; f < offsets.rows(); f += kKeyStride)
            some_weights.push_back(data.frame_weight[static_cast<std::size_t>(clip)][static_cast<std::size_t>(f)]);
        part.normal = part.smooth_normal = RowMatrixXd::Zero(unknowns, unknowns);
        part.right = part.smooth_right = RowMatrixXd::Zero(unknowns, shapes);
        add_gram(tall(some_hats), some_weights.data(), part.normal.data(), static_cast<int>(unknowns));
        add_product(tall(some_hats), tall(some_offsets), some_weights.data(), part.right.data(), static_cast<int>(shapes));
        part.energy = static_cast<double>(some_offsets.squaredNorm());
        const RowMatrix hat_jerk = third_differences(hats.weights), jerk = third_differences(offsets);
        add_gram(tall(hat_jerk), nullptr, part.smooth_normal.data(), static_cast<int>(unknowns));
        add_product(tall(hat_jerk), tall(jerk), nullptr, part.smooth_right.data(), static_cast<int>(shapes));
        part.jerk = static_cast<double>(jerk.squaredNorm());
    });
    double mean_jerk = 0.0;
    for (const Part& part : parts) mean_jerk += part.jerk / part.frames / static_cast<double>(parts.size());
    RowMatrixXd normal = RowMatrixXd::Zero(unknowns, unknowns), smooth_normal = normal;
    RowMatrixXd right = RowMatrixXd::Zero(unknowns, shapes), smooth_right = right;
    double energy = 0.0, jerk = 0.0;
    for (std::size_t t = 0; t < parts.size(); ++t) {
        const Part& part = parts[t];
        const double weight = own.clip_weight[static_cast<std::size_t>(data.training[t])];
        const double user = data.recording->clips()[static_cast<std::size_t>(data.training[t])].weight;
        const double smooth_weight = user / (part.jerk / part.frames + kJerkFloor * mean_jerk + 1e-12);
        normal += weight * part.normal;
        right += weight * part.right;
        energy += weight * part.energy;
        smooth_normal += smooth_weight * part.smooth_normal;
        smooth_right += smooth_weight * part.smooth_right;
        jerk += smooth_weight * part.jerk;
    }
    const double share = jerk > 0.0 ? kSmoothness * energy / jerk : 0.0;
    normal += share * smooth_normal;
    right += share * smooth_right;
    normal.diagonal().array() += std::max(1e-300, key_ridge * normal.diagonal().mean());
    return Eigen::MatrixXd(normal).llt().solve(Eigen::MatrixXd(right));
}

BankFit assemble(const FitData& data, const TwoLevel& model, const KeyGrid& grid,
                 const std::vector<Eigen::MatrixXd>& keys, const Work& work) {
    const std::vector<TrainingClip>& clips = data.recording->clips();
    const std::size_t bodies = keys.size();
    BankFit fit;
    fit.fps = data.fps;
    fit.inputs = data.recording->inputs();
    fit.classes = data.classes;
    fit.level_one = model.one;
    fit.level_two = model.two;
    fit.helpers = model.helpers;

    struct Part {
        Eigen::VectorXd groups, helpers, modes, vertical;
        std::vector<Fidelity> fidelity;
    };
    std::vector<Part> parts(clips.size());
    const auto one = static_cast<Eigen::Index>(model.one.size());
    Eigen::Index all_modes = 0;
    for (const Eigen::MatrixXd& mixing : model.mixing) all_modes += mixing.cols();
    std::vector<Eigen::MatrixXf> keys_f;
    for (const Eigen::MatrixXd& own : keys) keys_f.push_back(own.cast<float>());
    work.parallel_for(clips.size(), [&](std::size_t c) {
        const int clip = static_cast<int>(c);
        Part& part = parts[c];
        const RowMatrix responses = shown_responses(data, model, clip);
        part.groups = responses.cwiseAbs().colwise().maxCoeff().transpose().cast<double>();
        part.helpers = Eigen::VectorXd::Zero(model.helpers.rows());
        if (model.helpers.rows() > 0) {
            const RowMatrix helpers = responses.leftCols(one) * model.helpers.cast<float>().transpose();
            part.helpers = helpers.cwiseMax(0.0f).colwise().maxCoeff().transpose().cast<double>();
        }
        part.modes.resize(all_modes);
        for (std::size_t b = 0, at = 0; b < bodies; ++b) {
            const RowMatrix modes = responses * model.mixing[b].cast<float>();
            for (Eigen::Index k = 0; k < modes.cols(); ++k, ++at)
                part.modes[static_cast<Eigen::Index>(at)] = largest(modes, k);
            part.fidelity.push_back(fidelity(data.recorded(static_cast<int>(b)), clip, modes, grid, keys_f[b]));
        }
        part.vertical = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(fit.inputs.size()));
        for (std::size_t k = 0; k < data.classes.size(); ++k) {
            const SourceClass& one_class = data.classes[k];
            if (one_class.kind != SourceClass::Kind::helper_up && one_class.kind != SourceClass::Kind::helper_down)
                continue;
            for (std::size_t m = 0; m < one_class.members.size(); ++m) {
                double& peak = part.vertical[one_class.members[m]];
                const double seen =
                    largest(data.signals[c], data.offsets[k] + static_cast<Eigen::Index>(m)) / kVerticalGain;
                peak = std::max(peak, seen);
            }
        }
    });
    Part most = parts.front();
    for (const Part& part : parts) {
        most.groups = most.groups.cwiseMax(part.groups);
        most.helpers = most.helpers.cwiseMax(part.helpers);
        most.modes = most.modes.cwiseMax(part.modes);
        most.vertical = most.vertical.cwiseMax(part.vertical);
    }
    for (Eigen::Index g = 0; g < one; ++g) fit.level_one[static_cast<std::size_t>(g)].peak = most.groups[g];
    for (std::size_t g = 0; g < fit.level_two.size(); ++g)
        fit.level_two[g].peak = most.groups[one + static_cast<Eigen::Index>(g)];
    fit.helper_peak.assign(most.helpers.data(), most.helpers.data() + most.helpers.size());
    fit.vertical_peak.assign(most.vertical.data(), most.vertical.data() + most.vertical.size());

    for (std::size_t b = 0, at = 0; b < bodies; ++b) {
        const BodyRecording& recorded = data.recorded(static_cast<int>(b));
        BodyFit body;
        body.id = recorded.id;
        body.mixing = model.mixing[b];
        body.keys = grid.at;
        const Eigen::MatrixXf shapes = recorded.basis * keys_f[b].transpose();  // columns x unknowns
        for (int k = 0; k < body.modes(); ++k) {
            body.mode_peak.push_back(most.modes[static_cast<Eigen::Index>(at++)]);
            for (int key = 0; key < grid.keys(); ++key) {
                std::vector<float> shape(static_cast<std::size_t>(recorded.columns()), 0.0f);
                if (const int column = grid.column(key); column >= 0)
                    Eigen::Map<Eigen::VectorXf>(shape.data(), shapes.rows()) = shapes.col(k * grid.columns() + column);
                body.shapes.push_back(std::move(shape));
            }
        }
        auto mean = [&](double gain, auto&& counts) {
            double sum = 0.0;
            int count = 0;
            for (std::size_t c = 0; c < clips.size(); ++c)
                if (counts(clips[c])) {
                    sum += parts[c].fidelity[b].r2(gain);
                    ++count;
                }
            return count > 0 ? sum / count : 0.0;
        };
        body.training = mean(1.0, [](const TrainingClip& clip) { return clip.role == ClipRole::train; });
        const auto combined = [](const TrainingClip& clip) { return clip.combined; };
        const double best = mean(1.0, combined);
        std::vector<double> amplitudes;
        for (std::size_t c = 0; c < clips.size(); ++c)
            if (combined(clips[c])) amplitudes.push_back(parts[c].fidelity[b].amplitude);
        // not beyond the swing's own size: a fit that is right already would only be blown up
        const double enough = amplitudes.empty() ? kMostGain : 1.0 / std::max(1e-3, median(std::move(amplitudes)));
        for (double gain = 1.0 + kGainStep; gain <= std::min(kMostGain, enough) + 1e-9 && mean(gain, combined) >= best - kGainCost;
             gain += kGainStep)
            body.gain = gain;
        fit.bodies.push_back(std::move(body));
    }
    return fit;
}

void score_selection(const FitData& data, const KeyGrid& grid, const std::vector<Eigen::MatrixXd>& keys, BankFit& fit,
                     const Work& work) {
    const BankPhysics physics = bank_physics(fit, {fit.bodies.front().id, {}});
    std::vector<std::vector<double>> scores(data.selection.size());
    work.parallel_for(data.selection.size(), [&](std::size_t s) {
        const int clip = data.selection[s];
        const RowMatrix modes = play_exact(fit, physics, data.recording->input_values(clip));
        for (std::size_t b = 0, at = 0; b < fit.bodies.size(); ++b) {
            const Eigen::Index count = fit.bodies[b].modes();
            const RowMatrix own = modes.middleCols(static_cast<Eigen::Index>(at), count);
            scores[s].push_back(
                fidelity(data.recorded(static_cast<int>(b)), clip, own, grid, keys[b].cast<float>()).r2(1.0));
            at += static_cast<std::size_t>(count);
        }
    });
    for (std::size_t b = 0; b < fit.bodies.size(); ++b) {
        fit.bodies[b].selection = fit.bodies[b].training;
        if (scores.empty()) continue;
        double sum = 0.0;
        for (const std::vector<double>& clip : scores) sum += clip[b];
        fit.bodies[b].selection = sum / static_cast<double>(scores.size());
    }
}

}  // namespace yure::baker::bank
