// The greedy start of the second level (docs/baking.md, E.2).
#include "reduce.hpp"
#include "train.hpp"

#include <algorithm>
#include <array>

namespace yure::baker::bank {
namespace {

constexpr int kCandidates = 250;
constexpr int kBatch = 16;          ///< candidates played side by side
constexpr int kScoreStride = 2;     ///< loss rows skipped when scoring
constexpr int kQuantileStride = 4;  ///< frames skipped when the peak is looked for
constexpr double kPeakShare = 0.995;
constexpr double kMostOpen = 1e-3;   ///< a mixture whose peak is lower is no use
constexpr double kFirstShare = 0.5;  ///< of the solution, given to a new helper

struct Candidate {
    Eigen::VectorXd mixture;  ///< over level-1 groups, peak 1
    std::vector<std::size_t> poles;
    double score = -1.0;
    std::vector<std::vector<Eigen::VectorXd>> mixing;  ///< per pole and body: modes
};

}  // namespace

void BankTrainer::start_second_level(int helpers, int groups, Random& random) {
    const auto one = static_cast<Eigen::Index>(model_.one.size());
    model_.helpers = Eigen::MatrixXd::Zero(helpers, one);
    model_.two.assign(static_cast<std::size_t>(groups), {});
    for (LevelTwoGroup& group : model_.two) {
        group.weights.assign(static_cast<std::size_t>(helpers), 0.0);
        group.pole = {1.3, 0.5};
    }
    for (Eigen::MatrixXd& mixing : model_.mixing) {
        mixing.conservativeResize(one + groups, Eigen::NoChange);
        mixing.bottomRows(groups).setZero();
    }
    const std::vector<Pole> poles = start_poles(1.0, data_.fps);

    for (int j = 0, next = 0; j < helpers; ++j) {
        if (work_.is_cancelled()) return;
        const int last = groups * (j + 1) / helpers;
        evaluate(nullptr);
        // Per body and row: pull of the error on each mode, and products of the slopes.
        struct Tangent {
            RowMatrix pull, slopes_product;
            std::vector<std::pair<int, int>> pairs;
        };
        std::vector<Tangent> tangents;
        const int sampled = (rows_.rows() + kScoreStride - 1) / kScoreStride;
        for (std::size_t b = 0; b < bodies_.size(); ++b) {
            const BodyState& body = bodies_[b];
            const int modes = static_cast<int>(body.modes.cols()), segments = grid_.segments();
            const RowMatrix slopes = key_slopes(body.solution.keys, grid_, modes);
            const Eigen::MatrixXf products = slopes * slopes.transpose();
            Tangent tangent;
            for (int k = 0; k < modes; ++k)
                for (int l = 0; l <= k; ++l) tangent.pairs.emplace_back(k, l);
            tangent.pull = RowMatrix::Zero(sampled, modes);
            tangent.slopes_product = RowMatrix::Zero(sampled, static_cast<Eigen::Index>(tangent.pairs.size()));
            for (int r = 0; r < sampled; ++r) {
                const int row = r * kScoreStride;
                const float weight = targets_[b].weight[row] / static_cast<float>(targets_[b].total);
                auto segment = [&](int k) {
                    return static_cast<int>(body.hats.segment[static_cast<std::size_t>(row * modes + k)]);
                };
                for (int k = 0; k < modes; ++k)
                    if (segment(k) >= 0)
                        tangent.pull(r, k) =
                            weight * slopes.row(k * segments + segment(k)).dot(body.solution.error.row(row));
                for (std::size_t p = 0; p < tangent.pairs.size(); ++p) {
                    const auto [k, l] = tangent.pairs[p];
                    if (segment(k) >= 0 && segment(l) >= 0)
                        tangent.slopes_product(r, static_cast<Eigen::Index>(p)) =
                            weight * products(k * segments + segment(k), l * segments + segment(l));
                }
            }
            tangents.push_back(std::move(tangent));
        }

        std::vector<Candidate> candidates(kCandidates);
        for (Candidate& candidate : candidates) {
            candidate.mixture = Eigen::VectorXd::Zero(one);
            const std::uint64_t parts = 1 + random.below(4);
            for (std::uint64_t p = 0; p < parts; ++p)
                candidate.mixture[static_cast<Eigen::Index>(random.below(static_cast<std::uint64_t>(one)))] =
                    random.normal();
            for (int g = next; g < last; ++g) candidate.poles.push_back(random.below(poles.size()));
        }
        const auto score_batch = [&](std::size_t batch) {
            const std::size_t first = batch * kBatch, count = std::min<std::size_t>(kBatch, candidates.size() - first);
            RowMatrix mixtures = RowMatrix::Zero(step_.one, kBatch);
            for (std::size_t c = 0; c < count; ++c)
                mixtures.col(static_cast<Eigen::Index>(c)).head(one) = candidates[first + c].mixture.cast<float>();
            std::vector<RowMatrix> opened(tapes_.size());
            for (std::size_t t = 0; t < tapes_.size(); ++t) {
                const Eigen::Map<const RowMatrix> responses(tapes_[t].one.data(), data_.frames(data_.training[t]),
                                                            step_.one);
                opened[t].noalias() = responses * mixtures;
            }
            std::array<float, kBatch> scale{};
            std::vector<float> values;
            for (std::size_t c = 0; c < count; ++c) {
                values.clear();
                for (const RowMatrix& table : opened)
                    for (Eigen::Index f = 0; f < table.rows(); f += kQuantileStride)
                        values.push_back(table(f, static_cast<Eigen::Index>(c)));
                const auto at = static_cast<std::ptrdiff_t>(static_cast<double>(values.size()) * kPeakShare);
                std::nth_element(values.begin(), values.begin() + at, values.end());
                const float peak = values[static_cast<std::size_t>(at)];
                if (peak < static_cast<float>(kMostOpen)) continue;
                scale[c] = 1.0f / peak;
                candidates[first + c].mixture *= static_cast<double>(scale[c]);
                candidates[first + c].score = 0.0;
            }
            const Eigen::Map<const Eigen::Array<float, 1, kBatch>> scales(scale.data());
            for (RowMatrix& table : opened) table = (table.array().rowwise() * scales).cwiseMax(0.0f).matrix();
            for (int u = 0; u < last - next; ++u) {
                std::array<float, kBatch> kappa, mobility;
                kappa.fill(1.0f);
                mobility.fill(0.0f);
                for (std::size_t c = 0; c < count; ++c) {
                    const Recursion step =
                        recursion_of(poles[candidates[first + c].poles[static_cast<std::size_t>(u)]], data_.fps);
                    kappa[c] = static_cast<float>(step.kappa);
                    mobility[c] = static_cast<float>(step.mobility);
                }
                RowMatrix shown(rows_.rows(), kBatch), response;
                for (std::size_t t = 0; t < opened.size(); ++t) {
                    response.resize(opened[t].rows(), kBatch);
                    angle_filter(opened[t].data(), response.data(), static_cast<int>(opened[t].rows()), kBatch,
                                 kappa.data(), mobility.data());
                    for (int row = rows_.first[t], f = 0; row < rows_.first[t + 1]; ++row, f += rows_.stride)
                        shown.row(row) = response.row(std::max(0, f - 1));
                }
                for (std::size_t c = 0; c < count; ++c) candidates[first + c].mixing.emplace_back();
                for (const Tangent& tangent : tangents) {
                    const Eigen::Index modes = tangent.pull.cols();
                    RowMatrix right = RowMatrix::Zero(modes, kBatch);
                    RowMatrix squares = RowMatrix::Zero(static_cast<Eigen::Index>(tangent.pairs.size()), kBatch);
                    for (int r = 0; r < sampled; ++r) {
                        const auto x = shown.row(r * kScoreStride).array();
                        const Eigen::Array<float, 1, kBatch> xx = x.square();
                        for (Eigen::Index k = 0; k < modes; ++k) right.row(k).array() += tangent.pull(r, k) * x;
                        for (Eigen::Index p = 0; p < squares.rows(); ++p)
                            squares.row(p).array() += tangent.slopes_product(r, p) * xx;
                    }
                    for (std::size_t c = 0; c < count; ++c) {
                        Candidate& candidate = candidates[first + c];
                        if (candidate.score < 0.0) continue;
                        Eigen::MatrixXd matrix(modes, modes);
                        for (std::size_t p = 0; p < tangent.pairs.size(); ++p) {
                            const auto [k, l] = tangent.pairs[p];
                            matrix(k, l) = matrix(l, k) = static_cast<double>(
                                squares(static_cast<Eigen::Index>(p), static_cast<Eigen::Index>(c)));
                        }
                        matrix.diagonal().array() += 1e-2 * matrix.diagonal().mean() + 1e-12;
                        const Eigen::VectorXd wanted = right.col(static_cast<Eigen::Index>(c)).cast<double>();
                        const Eigen::VectorXd mixing = matrix.ldlt().solve(wanted);
                        candidate.score += wanted.dot(mixing);
                        candidate.mixing.back().push_back(mixing);
                    }
                }
            }
        };
        work_.parallel_for((candidates.size() + kBatch - 1) / kBatch, score_batch);
        const auto best = std::max_element(candidates.begin(), candidates.end(),
                                           [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
        if (best->score > 0.0) {
            model_.helpers.row(j) = best->mixture.transpose();
            for (int g = next; g < last; ++g) {
                LevelTwoGroup& group = model_.two[static_cast<std::size_t>(g)];
                const auto u = static_cast<std::size_t>(g - next);
                group.weights[static_cast<std::size_t>(j)] = 1.0;
                group.pole = poles[best->poles[u]];
                for (std::size_t b = 0; b < bodies_.size(); ++b)
                    model_.mixing[b].row(one + g) = kFirstShare / (last - next) * best->mixing[u][b].transpose();
            }
        }
        next = last;
    }
    evaluate(nullptr);
}

}  // namespace yure::baker::bank
