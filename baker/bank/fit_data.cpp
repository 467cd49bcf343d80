#include "fit_data.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {
constexpr double kWeightFloor = 0.001;  ///< keeps motion of a few px in the fit beside swings of hundreds

std::vector<float> frame_weights(const DriveClip& clip) {
    std::vector<float> weights(static_cast<std::size_t>(clip.frames()), 1.0f);
    const int after = static_cast<int>(std::lround(kHeldAfter * static_cast<double>(clip.fps)));
    int still = 0;
    for (int f = 1; f < clip.frames(); ++f) {
        still = std::ranges::equal(clip.frame(f), clip.frame(f - 1)) ? still + 1 : 0;
        if (still > after) weights[static_cast<std::size_t>(f)] = kHeldWeight;
    }
    return weights;
}
}

RowMatrix FitData::leading_offsets(int body, int clip) const {
    const RowMatrix& coefficients = recorded(body).coefficients[static_cast<std::size_t>(clip)];
    return coefficients * bodies[static_cast<std::size_t>(body)].leading.topRows(coefficients.cols());
}

RowSet FitData::row_set(int stride) const {
    RowSet set;
    set.stride = stride;
    set.first.push_back(0);
    for (const int clip : training) set.first.push_back(set.first.back() + (frames(clip) + stride - 1) / stride);
    return set;
}

Targets FitData::targets(int body, const RowSet& rows) const {
    Targets targets;
    const Body& own = bodies[static_cast<std::size_t>(body)];
    targets.offsets.resize(rows.rows(), own.leading.cols());
    targets.weight.resize(rows.rows());
    for (std::size_t t = 0; t < training.size(); ++t) {
        const RowMatrix leading = leading_offsets(body, training[t]);
        for (int row = rows.first[t], f = 0; row < rows.first[t + 1]; ++row, f += rows.stride) {
            targets.offsets.row(row) = leading.row(f);
            targets.weight[row] =
                static_cast<float>(own.clip_weight[static_cast<std::size_t>(training[t])]) *
                frame_weight[static_cast<std::size_t>(training[t])][static_cast<std::size_t>(f)];
            targets.total += static_cast<double>(targets.weight[row] * leading.row(f).squaredNorm());
        }
    }
    return targets;
}

Result<FitData> prepare_fit(const BankRecording& recording, std::vector<SourceClass> classes, const Work& work) {
    FitData data;
    data.recording = &recording;
    data.fps = recording.fps();
    data.classes = std::move(classes);
    data.offsets = source_offsets(data.classes);
    const std::size_t clips = recording.clips().size();
    for (std::size_t c = 0; c < clips; ++c)
        (recording.clips()[c].role == ClipRole::train ? data.training : data.selection).push_back(static_cast<int>(c));
    if (data.training.empty()) return Error{"clips", "have none to train on"};

    for (const TrainingClip& clip : recording.clips()) data.frame_weight.push_back(frame_weights(clip.clip));
    data.signals.resize(clips);
    work.parallel_for(clips, [&](std::size_t c) {
        data.signals[c] =
            source_signals(recording.inputs(), data.classes, recording.input_values(static_cast<int>(c)), data.fps);
    });

    for (const BodyRecording& body : recording.bodies()) {
        double mean = 0.0;
        auto frame_energy = [&](int clip) { return body.energy[static_cast<std::size_t>(clip)] / data.frames(clip); };
        for (const int clip : data.training) mean += frame_energy(clip) / static_cast<double>(data.training.size());
        if (!(mean > 1e-12) || body.shapes() == 0) return Error{body.id, "does not move in any training clip"};
        FitData::Body own;
        for (std::size_t c = 0; c < clips; ++c)
            own.clip_weight.push_back(recording.clips()[c].weight /
                                      (frame_energy(static_cast<int>(c)) + kWeightFloor * mean));
        Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(body.shapes(), body.shapes());
        for (const int clip : data.training) {
            const RowMatrix& rows = body.coefficients[static_cast<std::size_t>(clip)];
            const Eigen::MatrixXf gram = rows.transpose() * rows;
            spread.topLeftCorner(rows.cols(), rows.cols()) +=
                own.clip_weight[static_cast<std::size_t>(clip)] * gram.cast<double>();
        }
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(spread);
        const int dimensions = std::min(kFitDimensions, body.shapes());
        own.leading = solver.eigenvectors().rightCols(dimensions).rowwise().reverse().cast<float>();
        data.bodies.push_back(std::move(own));
    }
    return data;
}

void angle_filter(const float* signal, float* response, int frames, int columns, const float* kappa,
                  const float* mobility) {
    std::vector<float> gain(static_cast<std::size_t>(columns));
    for (int c = 0; c < columns; ++c) gain[static_cast<std::size_t>(c)] = 1.0f / (1.0f + kappa[c]);
    std::copy(signal, signal + columns, response);
    for (int f = 1; f < frames; ++f) {
        const float* x = signal + static_cast<std::ptrdiff_t>(f) * columns;
        const float* x1 = x - columns;
        float* q = response + static_cast<std::ptrdiff_t>(f) * columns;
        const float* q1 = q - columns;
        const float* q2 = f > 1 ? q1 - columns : q1;
        for (int c = 0; c < columns; ++c)
            q[c] = ((1.0f + mobility[c]) * q1[c] - mobility[c] * q2[c] + (x[c] - x1[c]) * 0.2f + kappa[c] * x[c]) *
                   gain[static_cast<std::size_t>(c)];
    }
}

}  // namespace yure::baker::bank
