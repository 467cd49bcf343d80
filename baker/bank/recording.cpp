#include "yure/baker/bank/recording.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace yure::baker::bank {
namespace {

constexpr int kLeastFrames = 8;
constexpr int kMostShapes = 64;
constexpr int kSnapshotStride = 6;        ///< frames between the rows that new shapes are looked for in
constexpr double kClipTolerance = 5e-4;   ///< share of a clip's own energy that may stay outside of the basis …
constexpr double kTotalTolerance = 1e-6;  ///< … or of the energy of all clips so far
constexpr int kRowBlock = 128;            ///< frames projected by one task

using ConstRows = Eigen::Map<const RowMatrix>;

Status check_input(const BankInput& input) {
    const bool finite = std::isfinite(input.min) && std::isfinite(input.max) && std::isfinite(input.default_value) &&
                        std::isfinite(input.low) && std::isfinite(input.high);
    if (input.id.empty()) return Error{"input", "has no id"};
    if (!finite || !(input.min < input.max)) return Error{input.id, "needs a range with min below max"};
    if (!(input.low >= input.min && input.high <= input.max && input.low < input.high))
        return Error{input.id, "its training span must lie within the parameter's range and not be empty"};
    if (!(input.low <= input.default_value && input.default_value <= input.high))
        return Error{input.id, "its training span must hold the default"};
    return {};
}

Status check_clip_for(const DriveClip& clip, double fps) {
    if (std::abs(static_cast<double>(clip.fps) - fps) > 1e-3) return Error{clip.id, "is not at the bank's frame rate"};
    if (clip.input_ids.empty() || clip.values.size() % clip.input_ids.size() != 0)
        return Error{clip.id, "its values must be frames x inputs"};
    if (clip.frames() < kLeastFrames) return Error{clip.id, "has fewer than 8 frames"};
    for (const float value : clip.values)
        if (!std::isfinite(value)) return Error{clip.id, "holds a value that is not finite"};
    return {};
}

double energy_of(const RowMatrix& rows) {
    double sum = 0.0;
    for (Eigen::Index f = 0; f < rows.rows(); ++f) sum += static_cast<double>(rows.row(f).squaredNorm());
    return sum;
}

/// Orthonormal shapes that span what `rest` (rows of offsets) moves by, largest first, until at most `allowed` of its
/// energy is missing. Method of snapshots: eigenvectors of the rows' own Gram matrix, which is small.
Eigen::MatrixXf shapes_of(const Eigen::MatrixXd& rest, double allowed, int most) {
    const Eigen::MatrixXd gram = rest * rest.transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
    const Eigen::VectorXd& values = solver.eigenvalues();  // ascending
    double missing = values.cwiseMax(0.0).sum();
    Eigen::MatrixXd shapes(rest.cols(), 0);
    for (Eigen::Index i = values.size() - 1; i >= 0 && missing > allowed && shapes.cols() < most; --i) {
        if (!(values[i] > 1e-12 * values[values.size() - 1])) break;
        shapes.conservativeResize(Eigen::NoChange, shapes.cols() + 1);
        shapes.rightCols(1) = rest.transpose() * solver.eigenvectors().col(i) / std::sqrt(values[i]);
        missing -= values[i];
    }
    return shapes.cast<float>();
}

/// Adds columns to an orthonormal basis (Gram and Schmidt, twice for the rounding); what has nothing new is dropped.
void extend_basis(Eigen::MatrixXf& basis, const Eigen::MatrixXf& shapes) {
    for (Eigen::Index s = 0; s < shapes.cols(); ++s) {
        Eigen::VectorXd shape = shapes.col(s).cast<double>();
        const double before = shape.norm();
        const Eigen::MatrixXd known = basis.cast<double>();
        for (int pass = 0; pass < 2; ++pass) shape -= known * (known.transpose() * shape);
        const double norm = shape.norm();
        if (!(norm > 1e-3 * before)) continue;
        basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
        basis.rightCols(1) = (shape / norm).cast<float>();
    }
}

}  // namespace

Result<BankRecording> BankRecording::create(std::vector<BankInput> inputs, std::vector<TrainingClip> clips,
                                            double fps) {
    if (inputs.empty()) return Error{"inputs", "are empty: nothing would drive the bank"};
    if (!(fps >= 10.0 && fps <= 1000.0)) return Error{"fps", "must be 10 to 1000"};
    for (const BankInput& input : inputs)
        if (Status status = check_input(input); !status) return status.error();
    if (clips.empty()) return Error{"clips", "are empty: nothing to learn from"};
    for (const TrainingClip& clip : clips) {
        if (Status status = check_clip_for(clip.clip, fps); !status) return status.error();
        if (!(clip.weight > 0.0 && clip.weight <= 1e6)) return Error{clip.clip.id, "its weight must be above 0"};
    }
    BankRecording recording;
    recording.inputs_ = std::move(inputs);
    recording.clips_ = std::move(clips);
    recording.fps_ = fps;
    return recording;
}

int BankRecording::add_body(std::string id, int columns) {
    BodyRecording body;
    body.id = std::move(id);
    body.basis.resize(columns, 0);
    bodies_.push_back(std::move(body));
    return static_cast<int>(bodies_.size()) - 1;
}

Status BankRecording::add_offsets(int body_index, std::span<const float> offsets, const Work& work) {
    assert(body_index >= 0 && body_index < static_cast<int>(bodies_.size()));
    BodyRecording& body = bodies_[static_cast<std::size_t>(body_index)];
    const std::size_t clip = body.coefficients.size();
    if (clip >= clips_.size()) return Error{body.id, "already has every clip"};
    const int frames = clips_[clip].clip.frames(), columns = body.columns();
    if (offsets.size() != static_cast<std::size_t>(frames) * static_cast<std::size_t>(columns))
        return Error{body.id + ", " + clips_[clip].clip.id, "offsets must be frames x columns"};
    for (const float value : offsets)
        if (!std::isfinite(value))
            return Error{body.id + ", " + clips_[clip].clip.id, "holds a value that is not finite"};

    const ConstRows rows(offsets.data(), frames, columns);
    double energy = 0.0;
    for (int f = 0; f < frames; ++f) energy += static_cast<double>(rows.row(f).squaredNorm());
    double total = energy;
    for (const double other : body.energy) total += other;

    RowMatrix coefficients(frames, body.basis.cols());
    auto project = [&] {
        coefficients.resize(frames, body.basis.cols());
        work.parallel_for(static_cast<std::size_t>((frames + kRowBlock - 1) / kRowBlock), [&](std::size_t block) {
            const int first = static_cast<int>(block) * kRowBlock, count = std::min(kRowBlock, frames - first);
            coefficients.middleRows(first, count).noalias() = rows.middleRows(first, count) * body.basis;
        });
    };
    project();
    const double allowed = std::max(kClipTolerance * energy, kTotalTolerance * total);
    const int room = kMostShapes - body.shapes();
    if (energy - energy_of(coefficients) > allowed && room > 0) {
        const int snapshots = (frames + kSnapshotStride - 1) / kSnapshotStride;
        Eigen::MatrixXd rest(snapshots, columns);
        for (int s = 0; s < snapshots; ++s) {
            const int f = s * kSnapshotStride;
            rest.row(s) = (rows.row(f) - coefficients.row(f) * body.basis.transpose()).cast<double>();
        }
        extend_basis(body.basis, shapes_of(rest, allowed / kSnapshotStride / 2.0, room));
        project();
    }
    body.energy.push_back(energy);
    body.outside.push_back(std::max(0.0, energy - energy_of(coefficients)));
    body.coefficients.push_back(std::move(coefficients));
    return {};
}

void BankRecording::drop_last_body() {
    assert(!bodies_.empty());
    bodies_.pop_back();
}

BankRecording BankRecording::only(int body) const {
    assert(body >= 0 && body < static_cast<int>(bodies_.size()));
    BankRecording one = *this;
    one.bodies_ = {bodies_[static_cast<std::size_t>(body)]};
    return one;
}

bool BankRecording::complete() const {
    if (bodies_.empty()) return false;
    return std::all_of(bodies_.begin(), bodies_.end(),
                       [&](const BodyRecording& body) { return body.coefficients.size() == clips_.size(); });
}

RowMatrix BankRecording::input_values(int clip_index) const {
    const DriveClip& clip = clips_[static_cast<std::size_t>(clip_index)].clip;
    RowMatrix values(clip.frames(), static_cast<Eigen::Index>(inputs_.size()));
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        const auto found = std::find(clip.input_ids.begin(), clip.input_ids.end(), inputs_[i].id);
        for (int f = 0; f < clip.frames(); ++f) {
            const float raw = found == clip.input_ids.end()
                                  ? inputs_[i].default_value
                                  : clip.frame(f)[static_cast<std::size_t>(found - clip.input_ids.begin())];
            values(f, static_cast<Eigen::Index>(i)) = std::clamp(raw, inputs_[i].min, inputs_[i].max);
        }
    }
    return values;
}

}  // namespace yure::baker::bank
