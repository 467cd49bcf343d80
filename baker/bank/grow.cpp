#include "grow.hpp"

#include "gram.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {

using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr int kCandidates = 300;
constexpr int kLinearCandidates = 6;
constexpr int kCandidateStride = 2;       ///< rows skipped when candidates are scored
constexpr double kDirectionRidge = 1e-3;  ///< of the mean diagonal, on top of the damping
constexpr int kTries = 5;

}  // namespace

struct DirectionFit::Normal {
    RowMatrixXd matrix;        ///< (modes*features)^2, mode after mode
    Eigen::VectorXd gradient;  ///< of minus half the loss
};

DirectionFit::DirectionFit(const RowMatrix& features, const Targets& targets, KeyGrid grid, double key_ridge, int block,
                           const Work& work)
    : features_(features),
      targets_(targets),
      grid_(std::move(grid)),
      key_ridge_(key_ridge),
      block_(block),
      work_(work) {
    directions_.resize(features.cols(), 0);
    solution_.error = targets.offsets;
}

void DirectionFit::evaluate() {
    modes_.noalias() = features_ * directions_.cast<float>();
    const Eigen::VectorXd peaks = column_peaks(modes_);
    directions_ = directions_ * peaks.cwiseInverse().asDiagonal();
    modes_ = modes_ * peaks.cwiseInverse().cast<float>().asDiagonal();
    fill_hats(modes_, grid_, hats_);
    solve_keys(hats_, targets_, key_ridge_, 0.0, solution_, work_);
}

void DirectionFit::set_directions(Eigen::MatrixXd directions) {
    directions_ = std::move(directions);
    evaluate();
}

Eigen::VectorXd DirectionFit::curve_sizes() const {
    Eigen::VectorXd sizes(modes());
    for (int k = 0; k < modes(); ++k)
        sizes[k] =
            std::sqrt(solution_.keys.middleRows(k * grid_.columns(), grid_.columns()).squaredNorm() / grid_.columns());
    return sizes;
}

Eigen::MatrixXd DirectionFit::candidates(Random& random, const RowMatrix& error) const {
    const Eigen::Index count = features_.cols();
    // Reduced rank: the linear answer to what is left, and its leading directions.
    RowMatrixXd gram = RowMatrixXd::Zero(count, count), right = RowMatrixXd::Zero(count, error.cols());
    add_gram(tall(features_), targets_.weight.data(), gram.data(), static_cast<int>(count));
    add_product(tall(features_), tall(error), targets_.weight.data(), right.data(), static_cast<int>(error.cols()));
    Eigen::MatrixXd damped = gram;
    damped.diagonal().array() += 2e-3 * gram.diagonal().mean() + 1e-12;
    const Eigen::MatrixXd answer = damped.llt().solve(Eigen::MatrixXd(right));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(Eigen::MatrixXd(answer.transpose() * gram * answer));
    const Eigen::Index linear = std::min<Eigen::Index>(error.cols(), kLinearCandidates);
    const Eigen::MatrixXd leading = answer * solver.eigenvectors().rightCols(linear).rowwise().reverse();

    Eigen::MatrixXd found = Eigen::MatrixXd::Zero(count, kCandidates);
    found.leftCols(linear) = leading;
    for (Eigen::Index c = linear; c < kCandidates; ++c) switch (random.below(3)) {
            case 0: {  // a few features
                const std::uint64_t parts = 2 + random.below(4);
                for (std::uint64_t p = 0; p < parts; ++p)
                    found(static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(count))), c) =
                        random.normal();
                break;
            }
            case 1:  // a mixture of the linear ones
                for (Eigen::Index q = 0; q < linear; ++q)
                    found.col(c) += random.normal() / (1.0 + static_cast<double>(q)) * leading.col(q);
                break;
            default: {  // features of one signal only
                const Eigen::Index block = block_ > 0 ? block_ : count;
                const auto first =
                    static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(count / block))) * block;
                for (Eigen::Index q = 0; q < block; ++q)
                    if (random.below(2) == 1) found(first + q, c) = random.normal();
            }
        }
    return found;
}

DirectionFit::Candidate DirectionFit::best_candidate(Random& random) const {
    const RowMatrix& error = solution_.error;
    const Eigen::MatrixXd directions = candidates(random, error);
    const Eigen::Index rows = (features_.rows() + kCandidateStride - 1) / kCandidateStride;
    const Eigen::Index dimensions = error.cols();
    using Strided = Eigen::Map<const RowMatrix, 0, Eigen::OuterStride<>>;
    const Strided sampled(features_.data(), rows, features_.cols(),
                          Eigen::OuterStride<>(kCandidateStride * features_.cols()));
    Eigen::MatrixXf weighted(rows, dimensions);
    Eigen::VectorXf weight(rows);
    for (Eigen::Index f = 0; f < rows; ++f) {
        weight[f] = targets_.weight[f * kCandidateStride];
        weighted.row(f) = weight[f] * error.row(f * kCandidateStride);
    }
    std::vector<double> score(static_cast<std::size_t>(kCandidates)), peak(score.size(), 1.0);
    constexpr Eigen::Index kBatch = 20;
    work_.parallel_for(kCandidates / kBatch, [&](std::size_t batch) {
        const Eigen::Index first = static_cast<Eigen::Index>(batch) * kBatch;
        const RowMatrix values = sampled * directions.middleCols(first, kBatch).cast<float>();
        const Eigen::VectorXd peaks = column_peaks(values);
        for (Eigen::Index c = 0; c < kBatch; ++c) {
            const auto place = static_cast<std::size_t>(first + c);
            peak[place] = peaks[c];
            if (peaks[c] < 1e-6) continue;
            // Weighted energy that h and |h| explain together.
            const Eigen::VectorXf h = (values.col(c) / static_cast<float>(peaks[c])).cwiseMax(-1.0f).cwiseMin(1.0f);
            const Eigen::VectorXf bent = h.cwiseAbs();
            const Eigen::RowVectorXd odd = (h.transpose() * weighted).cast<double>();
            const Eigen::RowVectorXd even = (bent.transpose() * weighted).cast<double>();
            const auto square = static_cast<double>((weight.array() * h.array().square()).sum());
            const auto cross = static_cast<double>((weight.array() * h.array() * bent.array()).sum());
            const double determinant = square * square * (1.0 + 1e-9) - cross * cross + 1e-9 * square * square;
            if (!(determinant > 0.0)) continue;
            score[place] =
                (square * (odd.squaredNorm() + even.squaredNorm()) - 2.0 * cross * odd.dot(even)) / determinant;
        }
    });
    const auto best = std::max_element(score.begin(), score.end()) - score.begin();
    const double gain = kCandidateStride * score[static_cast<std::size_t>(best)] / targets_.total;
    return {directions.col(best) / peak[static_cast<std::size_t>(best)], std::isfinite(gain) ? gain : 0.0};
}

double DirectionFit::next_gain(Random& random) const {
    return best_candidate(random).gain;
}

bool DirectionFit::add_mode(Random& random) {
    const Candidate best = best_candidate(random);
    if (!(best.gain > 0.0)) return false;
    directions_.conservativeResize(Eigen::NoChange, modes() + 1);
    directions_.rightCols(1) = best.direction;
    evaluate();
    return true;
}

DirectionFit::Normal DirectionFit::normal_equations() const {
    const int count = modes(), features = static_cast<int>(features_.cols()), rows = static_cast<int>(features_.rows());
    const int dimensions = static_cast<int>(targets_.offsets.cols()), size = count * features;
    const int unknowns = static_cast<int>(hats_.weights.cols());
    const Eigen::MatrixXf slopes = key_slopes(solution_.keys, grid_, count);
    const Eigen::MatrixXf slope_products = slopes * slopes.transpose();
    auto segment = [&](int f, int k) {
        return static_cast<int>(hats_.segment[static_cast<std::size_t>(f * count + k)]);
    };

    Normal normal{RowMatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
    RowMatrix pull(rows, count);  // weight * slope . error
    for (int f = 0; f < rows; ++f)
        for (int k = 0; k < count; ++k) {
            const int s = segment(f, k);
            pull(f, k) =
                s < 0 ? 0.0f : targets_.weight[f] * slopes.row(k * grid_.segments() + s).dot(solution_.error.row(f));
        }
    RowMatrixXd gradient = RowMatrixXd::Zero(features, count);
    add_product(tall(features_), tall(pull), nullptr, gradient.data(), count);
    for (int k = 0; k < count; ++k) normal.gradient.segment(k * features, features) = gradient.col(k);

    // Second derivatives, a pair of modes at a time: features^T diag(weight * slope_k . slope_l) features.
    std::vector<std::pair<int, int>> pairs;
    for (int k = 0; k < count; ++k)
        for (int l = 0; l <= k; ++l) pairs.emplace_back(k, l);
    work_.parallel_for(pairs.size(), [&](std::size_t p) {
        const auto [k, l] = pairs[p];
        std::vector<float> weight(static_cast<std::size_t>(rows));
        for (int f = 0; f < rows; ++f) {
            const int a = segment(f, k), b = segment(f, l);
            weight[static_cast<std::size_t>(f)] =
                a < 0 || b < 0
                    ? 0.0f
                    : targets_.weight[f] * slope_products(k * grid_.segments() + a, l * grid_.segments() + b);
        }
        double* block = normal.matrix.data() + static_cast<std::ptrdiff_t>(k * features) * size + l * features;
        add_gram(tall(features_), weight.data(), block, size);
        if (k != l)
            normal.matrix.block(l * features, k * features, features, features) =
                normal.matrix.block(k * features, l * features, features, features).transpose();
    });

    // What the keys would take back: minus T^T (H^T W H + ridge)^-1 T with T = H^T diag(weight * slope) features. The
    // slope is constant on a segment, so one product per mode and segment serves all dimensions.
    const Eigen::LLT<Eigen::MatrixXd> factor(solution_.normal);
    RowMatrix taken = RowMatrix::Zero(dimensions * unknowns, size);
    work_.parallel_for(static_cast<std::size_t>(count), [&](std::size_t mode) {
        const int k = static_cast<int>(mode);
        RowMatrix some_features(rows, features), some_hats(rows, unknowns);
        std::vector<float> weight(static_cast<std::size_t>(rows));
        std::vector<Eigen::MatrixXd> sums(static_cast<std::size_t>(dimensions),
                                          Eigen::MatrixXd::Zero(unknowns, features));
        for (int s = 0; s < grid_.segments(); ++s) {
            int used = 0;
            for (int f = 0; f < rows; ++f)
                if (segment(f, k) == s) {
                    some_features.row(used) = features_.row(f);
                    some_hats.row(used) = hats_.weights.row(f);
                    weight[static_cast<std::size_t>(used++)] = targets_.weight[f];
                }
            if (used == 0) continue;
            RowMatrixXd product = RowMatrixXd::Zero(unknowns, features);
            Tall h = tall(some_hats), x = tall(some_features);
            h.rows = x.rows = used;
            add_product(h, x, weight.data(), product.data(), features);
            for (int d = 0; d < dimensions; ++d)
                sums[static_cast<std::size_t>(d)] += static_cast<double>(slopes(k * grid_.segments() + s, d)) * product;
        }
        for (int d = 0; d < dimensions; ++d)
            taken.block(d * unknowns, k * features, unknowns, features) =
                factor.matrixL().solve(sums[static_cast<std::size_t>(d)]).cast<float>();
    });
    const std::vector<float> minus(static_cast<std::size_t>(taken.rows()), -1.0f);
    add_gram(tall(taken), minus.data(), normal.matrix.data(), size);
    return normal;
}

bool DirectionFit::improve() {
    if (modes() == 0) return false;
    const Normal normal = normal_equations();
    const double mean = normal.matrix.diagonal().mean(), before = solution_.loss;
    if (!(mean > 0.0)) return false;
    const Eigen::MatrixXd start = directions_;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        Eigen::MatrixXd damped = normal.matrix;
        damped.diagonal().array() += (damping_ + kDirectionRidge) * mean;
        const Eigen::LLT<Eigen::MatrixXd> factor(damped);
        if (factor.info() == Eigen::Success) {
            const Eigen::VectorXd step = factor.solve(normal.gradient);
            directions_ = start + Eigen::Map<const Eigen::MatrixXd>(step.data(), start.rows(), start.cols());
            evaluate();
            if (solution_.loss < before - 1e-7) {
                damping_ = std::max(1e-4, damping_ * 0.4);
                return true;
            }
        }
        damping_ = std::min(1e3, damping_ * 4.0);
    }
    directions_ = start;
    evaluate();
    return false;
}

}  // namespace yure::baker::bank
