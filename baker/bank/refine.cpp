#include "refine.hpp"

#include "gram.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {

using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr int kTries = 6;
constexpr double kMostFrequencyStep = 0.3, kMostDampingStep = 0.4;  ///< of the logarithms, per step

/// Within the fit's limits and playable, or the old pole.
Pole moved(Pole pole, double frequency_step, double damping_step, double fps) {
    Pole next;
    next.frequency =
        std::clamp(pole.frequency * std::exp(std::clamp(frequency_step, -kMostFrequencyStep, kMostFrequencyStep)),
                   kLowestFrequency, kHighestFrequency);
    next.damping = std::clamp(pole.damping * std::exp(std::clamp(damping_step, -kMostDampingStep, kMostDampingStep)),
                              kLowestDamping, kHighestDamping);
    return recursion_of(next, fps).playable ? next : pole;
}

}  // namespace

struct BankRefiner::Derivatives {
    RowMatrix table;         ///< rows x (members …, frequency, damping of each group, group after group)
    std::vector<int> first;  ///< first column of each group, and the total
};

/// Of one body, divided by its total: mixing block, bank block, and the block between them.
struct BankRefiner::Normal {
    Eigen::MatrixXd mixing, between, bank;
    Eigen::VectorXd mixing_gradient, bank_gradient;
};

BankRefiner::BankRefiner(const FitData& data, const RowSet& rows, const std::vector<Targets>& targets, KeyGrid grid,
                         double key_ridge, double mixing_ridge, LevelOne start, const Work& work)
    : data_(data),
      rows_(rows),
      targets_(targets),
      grid_(std::move(grid)),
      key_ridge_(key_ridge),
      mixing_ridge_(mixing_ridge),
      work_(work),
      bank_(std::move(start)),
      bodies_(targets.size()) {
    respond();
    evaluate();
}

/// Responses of all groups at the rows, groups re-scaled to rms 1.
bool BankRefiner::respond() {
    const int groups = static_cast<int>(bank_.groups.size());
    std::vector<float> kappa, mobility;
    Eigen::MatrixXf weights = Eigen::MatrixXf::Zero(data_.signal_count(), groups);
    for (int g = 0; g < groups; ++g) {
        const LevelOneGroup& group = bank_.groups[static_cast<std::size_t>(g)];
        const Recursion step = recursion_of(group.pole, data_.fps);
        if (!step.playable) return false;
        kappa.push_back(static_cast<float>(step.kappa));
        mobility.push_back(static_cast<float>(step.mobility));
        for (std::size_t m = 0; m < group.weights.size(); ++m)
            weights(data_.offsets[static_cast<std::size_t>(group.source_class)] + static_cast<int>(m), g) =
                static_cast<float>(group.weights[m]);
    }
    responses_.resize(rows_.rows(), groups);
    work_.parallel_for(data_.training.size(), [&](std::size_t t) {
        const RowMatrix& signal = data_.signals[static_cast<std::size_t>(data_.training[t])];
        const RowMatrix sum = signal * weights;
        RowMatrix response(sum.rows(), groups);
        angle_filter(sum.data(), response.data(), static_cast<int>(sum.rows()), groups, kappa.data(), mobility.data());
        for (int row = rows_.first[t], f = 0; row < rows_.first[t + 1]; ++row, f += rows_.stride)
            responses_.row(row) = response.row(std::max(0, f - 1));
    });
    for (int g = 0; g < groups; ++g) {
        const double size = std::max(1e-9, static_cast<double>(responses_.col(g).norm()) / std::sqrt(rows_.rows()));
        for (double& weight : bank_.groups[static_cast<std::size_t>(g)].weights) weight /= size;
        responses_.col(g) /= static_cast<float>(size);
        for (Eigen::MatrixXd& mixing : bank_.mixing) mixing.row(g) *= size;
    }
    return responses_.allFinite();
}

double BankRefiner::mixing_penalty(std::size_t b) const {
    if (mixing_ridge_ <= 0.0) return 0.0;
    double sum = 0.0;
    for (Eigen::Index k = 0; k < bank_.mixing[b].cols(); ++k)
        sum += bodies_[b].solution.keys.middleRows(k * grid_.columns(), grid_.columns()).squaredNorm() /
               grid_.columns() * bank_.mixing[b].col(k).squaredNorm();
    return mixing_ridge_ * sum * static_cast<double>(targets_[b].weight.sum()) / targets_[b].total;
}

void BankRefiner::evaluate() {
    loss_ = 0.0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        BodyState& body = bodies_[b];
        Eigen::MatrixXd& mixing = bank_.mixing[b];
        body.modes.noalias() = responses_ * mixing.cast<float>();
        const Eigen::VectorXd peaks = column_peaks(body.modes);
        mixing = mixing * peaks.cwiseInverse().asDiagonal();
        body.modes = body.modes * peaks.cwiseInverse().cast<float>().asDiagonal();
        fill_hats(body.modes, grid_, body.hats);
        solve_keys(body.hats, targets_[b], key_ridge_, 0.0, body.solution, work_);
        loss_ += (body.solution.loss + mixing_penalty(b)) / static_cast<double>(bodies_.size());
    }
}

BankRefiner::Derivatives BankRefiner::derivatives() const {
    const std::size_t groups = bank_.groups.size();
    Derivatives out;
    out.first.push_back(0);
    for (std::size_t g = 0; g < groups; ++g) out.first.push_back(out.first.back() + parameters_of(g));
    const int columns = out.first.back();
    std::vector<float> kappa(static_cast<std::size_t>(columns)), mobility(kappa.size());
    std::vector<RecursionSlopes> slopes;
    for (std::size_t g = 0; g < groups; ++g) {
        const Recursion step = recursion_of(bank_.groups[g].pole, data_.fps);
        slopes.push_back(recursion_slopes(bank_.groups[g].pole, data_.fps));
        for (int c = out.first[g]; c < out.first[g + 1]; ++c) {
            kappa[static_cast<std::size_t>(c)] = static_cast<float>(step.kappa);
            mobility[static_cast<std::size_t>(c)] = static_cast<float>(step.mobility);
        }
    }
    out.table.resize(rows_.rows(), columns);
    work_.parallel_for(data_.training.size(), [&](std::size_t t) {
        const RowMatrix& signal = data_.signals[static_cast<std::size_t>(data_.training[t])];
        const int frames = static_cast<int>(signal.rows());
        // Members: the signals themselves through the group's pole.
        RowMatrix inputs = RowMatrix::Zero(frames, columns), response(frames, columns);
        for (std::size_t g = 0; g < groups; ++g) {
            const int signal_first = data_.offsets[static_cast<std::size_t>(bank_.groups[g].source_class)];
            const int members = parameters_of(g) - 2;
            inputs.middleCols(out.first[g], members) = signal.middleCols(signal_first, members);
        }
        angle_filter(inputs.data(), response.data(), frames, columns, kappa.data(), mobility.data());
        // Poles: the recursion's derivative runs through the same recursion, fed by x - q (kappa) and q' - q''
        // (mobility).
        for (std::size_t g = 0; g < groups; ++g) {
            const int first = out.first[g], members = parameters_of(g) - 2;
            Eigen::VectorXf weights(members);
            for (int m = 0; m < members; ++m)
                weights[m] = static_cast<float>(bank_.groups[g].weights[static_cast<std::size_t>(m)]);
            const Eigen::VectorXf x = inputs.middleCols(first, members) * weights;
            const Eigen::VectorXf q = response.middleCols(first, members) * weights;
            const float k = kappa[static_cast<std::size_t>(first)], m = mobility[static_cast<std::size_t>(first)];
            const float gain = 1.0f / (1.0f + k);
            float by_kappa[2] = {}, by_mobility[2] = {};  // one and two steps earlier
            response.middleCols(first + members, 2).row(0).setZero();
            for (int f = 1; f < frames; ++f) {
                const float older = f > 1 ? q[f - 2] : q[0];
                const float a = ((1.0f + m) * by_kappa[0] - m * by_kappa[1] + (x[f] - q[f])) * gain;
                const float b = ((1.0f + m) * by_mobility[0] - m * by_mobility[1] + (q[f - 1] - older)) * gain;
                by_kappa[1] = by_kappa[0];
                by_kappa[0] = a;
                by_mobility[1] = by_mobility[0];
                by_mobility[0] = b;
                const RecursionSlopes& slope = slopes[g];
                response(f, first + members) = a * static_cast<float>(slope.kappa_by_frequency) +
                                               b * static_cast<float>(slope.mobility_by_frequency);
                response(f, first + members + 1) =
                    a * static_cast<float>(slope.kappa_by_damping) + b * static_cast<float>(slope.mobility_by_damping);
            }
        }
        for (int row = rows_.first[t], f = 0; row < rows_.first[t + 1]; ++row, f += rows_.stride)
            out.table.row(row) = response.row(std::max(0, f - 1));
    });
    return out;
}

BankRefiner::Normal BankRefiner::normal_equations(std::size_t b, const Derivatives& derivatives) const {
    const BodyState& body = bodies_[b];
    const Targets& targets = targets_[b];
    const Eigen::MatrixXd& mixing = bank_.mixing[b];
    const int rows = rows_.rows(), groups = static_cast<int>(mixing.rows()), modes = static_cast<int>(mixing.cols());
    const int dimensions = static_cast<int>(targets.offsets.cols()), columns = derivatives.first.back();
    const int unknowns = static_cast<int>(body.hats.weights.cols()), mixing_size = groups * modes;
    const int size = mixing_size + columns, segments = grid_.segments();
    const RowMatrix slopes = key_slopes(body.solution.keys, grid_, modes);
    const RowMatrix mixing_back = mixing.cast<float>().transpose();  // modes x groups
    auto segment = [&](int f, int k) {
        return static_cast<int>(body.hats.segment[static_cast<std::size_t>(f * modes + k)]);
    };

    // A row of the problem is one frame in one dimension d; with s = slope of mode k there, its derivatives are
    //     by mixing (k, g):      s_kd response_g
    //     by bank parameter p:   (sum over k of s_kd mixing_gk) derivative_p,   g the group that p belongs to.
    // Slopes depend on (k, segment) only, so sums over d are taken before the sums over rows wherever that saves a
    // pass.
    std::vector<std::vector<int>> rows_on(static_cast<std::size_t>(modes * segments));
    std::vector<RowMatrix> slope(static_cast<std::size_t>(dimensions), RowMatrix::Zero(rows, modes));
    std::vector<RowMatrix> slope_products(static_cast<std::size_t>(modes),
                                          RowMatrix::Zero(rows, modes));  // weighted, over d
    RowMatrix pull = RowMatrix::Zero(rows, modes);
    const RowMatrix all_products = slopes * slopes.transpose(), all_pulls = body.solution.error * slopes.transpose();
    for (int f = 0; f < rows; ++f)
        for (int k = 0; k < modes; ++k) {
            if (segment(f, k) < 0) continue;
            const int at = k * segments + segment(f, k);
            rows_on[static_cast<std::size_t>(at)].push_back(f);
            pull(f, k) = targets.weight[f] * all_pulls(f, at);
            for (int d = 0; d < dimensions; ++d) slope[static_cast<std::size_t>(d)](f, k) = slopes(at, d);
            for (int l = 0; l < modes; ++l)
                if (segment(f, l) >= 0)
                    slope_products[static_cast<std::size_t>(k)](f, l) =
                        targets.weight[f] * all_products(at, l * segments + segment(f, l));
        }
    auto scale_groups = [&](const RowMatrix& by_group,
                            RowMatrix& out) {  // each group's derivatives times its own column
        out.resize(rows, columns);
        for (int f = 0; f < rows; ++f) {
            const float* from = derivatives.table.data() + static_cast<std::ptrdiff_t>(f) * columns;
            float* to = out.data() + static_cast<std::ptrdiff_t>(f) * columns;
            for (int g = 0; g < groups; ++g) {
                const float factor = by_group(f, g);
                for (int c = derivatives.first[static_cast<std::size_t>(g)];
                     c < derivatives.first[static_cast<std::size_t>(g) + 1]; ++c)
                    to[c] = factor * from[c];
            }
        }
    };
    const Eigen::LLT<Eigen::MatrixXd> factor(body.solution.normal);
    RowMatrix taken = RowMatrix::Zero(dimensions * unknowns, size);  // what the keys would take back, before its square

    struct BankPart {
        RowMatrixXd matrix, gradient;
    };
    std::vector<BankPart> bank_parts(static_cast<std::size_t>(dimensions));
    work_.parallel_for(bank_parts.size(), [&](std::size_t d) {
        BankPart& part = bank_parts[d];
        RowMatrix jacobian;
        scale_groups(slope[d] * mixing_back, jacobian);
        const RowMatrix error = body.solution.error.col(static_cast<Eigen::Index>(d));
        part.matrix = RowMatrixXd::Zero(columns, columns);
        part.gradient = RowMatrixXd::Zero(columns, 1);
        RowMatrixXd cross = RowMatrixXd::Zero(unknowns, columns);
        add_gram(tall(jacobian), targets.weight.data(), part.matrix.data(), columns);
        add_product(tall(jacobian), {error.data(), rows, 1, 1}, targets.weight.data(), part.gradient.data(), 1);
        add_product(tall(body.hats.weights), tall(jacobian), targets.weight.data(), cross.data(), columns);
        taken.block(static_cast<Eigen::Index>(d) * unknowns, mixing_size, unknowns, columns) =
            factor.matrixL().solve(Eigen::MatrixXd(cross)).cast<float>();
    });

    RowMatrixXd matrix = RowMatrixXd::Zero(size, size);
    RowMatrixXd mixing_gradient = RowMatrixXd::Zero(groups, modes);
    add_product(tall(responses_), tall(pull), nullptr, mixing_gradient.data(), modes);
    work_.parallel_for(static_cast<std::size_t>(modes), [&](std::size_t mode) {
        const int k = static_cast<int>(mode);
        const RowMatrix& products = slope_products[mode];
        for (int l = 0; l <= k; ++l) {
            const Eigen::VectorXf weight = products.col(l);
            double* block = matrix.data() + static_cast<std::ptrdiff_t>(k * groups) * size + l * groups;
            add_gram(tall(responses_), weight.data(), block, size);
        }
        RowMatrix jacobian;
        scale_groups(products * mixing_back, jacobian);
        add_product(tall(responses_), tall(jacobian), nullptr,
                    matrix.data() + static_cast<std::ptrdiff_t>(k * groups) * size + mixing_size, size);
        std::vector<Eigen::MatrixXd> sums(static_cast<std::size_t>(dimensions),
                                          Eigen::MatrixXd::Zero(unknowns, groups));
        for (int s = 0; s < segments; ++s) {
            const std::vector<int>& on = rows_on[static_cast<std::size_t>(k * segments + s)];
            const auto count = static_cast<Eigen::Index>(on.size());
            RowMatrix some_responses(count, groups), some_hats(count, unknowns);
            std::vector<float> weight;
            for (Eigen::Index i = 0; i < count; ++i) {
                const int f = on[static_cast<std::size_t>(i)];
                some_responses.row(i) = responses_.row(f);
                some_hats.row(i) = body.hats.weights.row(f);
                weight.push_back(targets.weight[f]);
            }
            RowMatrixXd product = RowMatrixXd::Zero(unknowns, groups);
            add_product(tall(some_hats), tall(some_responses), weight.data(), product.data(), groups);
            for (int d = 0; d < dimensions; ++d)
                sums[static_cast<std::size_t>(d)] += static_cast<double>(slopes(k * segments + s, d)) * product;
        }
        for (int d = 0; d < dimensions; ++d)
            taken.block(d * unknowns, k * groups, unknowns, groups) =
                factor.matrixL().solve(sums[static_cast<std::size_t>(d)]).cast<float>();
    });
    for (int k = 0; k < modes; ++k)
        for (int l = 0; l < k; ++l)
            matrix.block(l * groups, k * groups, groups, groups) =
                matrix.block(k * groups, l * groups, groups, groups).transpose();
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size);
    for (int k = 0; k < modes; ++k) gradient.segment(k * groups, groups) = mixing_gradient.col(k);
    for (const BankPart& part : bank_parts) {
        matrix.bottomRightCorner(columns, columns) += part.matrix;
        gradient.tail(columns) += part.gradient.col(0);
    }
    matrix.bottomLeftCorner(columns, mixing_size) = matrix.topRightCorner(mixing_size, columns).transpose();
    const std::vector<float> minus(static_cast<std::size_t>(taken.rows()), -1.0f);
    add_gram(tall(taken), minus.data(), matrix.data(), size);

    if (mixing_ridge_ > 0.0) {
        const auto weight = static_cast<double>(targets.weight.sum());
        for (int k = 0; k < modes; ++k) {
            const double firmness = mixing_ridge_ * weight / grid_.columns() *
                                    body.solution.keys.middleRows(k * grid_.columns(), grid_.columns()).squaredNorm();
            for (int g = 0; g < groups; ++g) {
                matrix(k * groups + g, k * groups + g) += firmness;
                gradient[k * groups + g] -= firmness * mixing(g, k);
            }
        }
    }
    matrix /= targets.total;
    gradient /= targets.total;
    return {matrix.topLeftCorner(mixing_size, mixing_size), matrix.topRightCorner(mixing_size, columns),
            matrix.bottomRightCorner(columns, columns), gradient.head(mixing_size), gradient.tail(columns)};
}

bool BankRefiner::improve() {
    const Derivatives slopes = derivatives();
    std::vector<Normal> normals;
    double mean = 0.0;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        normals.push_back(normal_equations(b, slopes));
        const double all = normals.back().mixing.diagonal().sum() + normals.back().bank.diagonal().sum();
        mean += all / static_cast<double>(normals.back().mixing.rows() + normals.back().bank.rows()) /
                static_cast<double>(bodies_.size());
    }
    const Eigen::Index shared = slopes.first.back();
    const LevelOne start = bank_;
    const double before = loss_;
    for (int attempt = 0; attempt < kTries; ++attempt, damping_ = std::min(1e4, damping_ * 5.0)) {
        auto damp = [&](Eigen::MatrixXd& matrix, const Eigen::VectorXd& diagonal) {
            matrix.diagonal() += damping_ * (diagonal.array() + 1e-3 * mean).matrix();
        };
        Eigen::MatrixXd reduced = Eigen::MatrixXd::Zero(shared, shared);
        Eigen::VectorXd right = Eigen::VectorXd::Zero(shared), diagonal = Eigen::VectorXd::Zero(shared);
        std::vector<Eigen::MatrixXd> by_bank(normals.size());
        std::vector<Eigen::VectorXd> own(normals.size());
        bool solvable = true;
        for (std::size_t b = 0; b < normals.size(); ++b) {
            const Normal& normal = normals[b];
            Eigen::MatrixXd block = normal.mixing;
            damp(block, normal.mixing.diagonal());
            const Eigen::LLT<Eigen::MatrixXd> factor(block);
            solvable = solvable && factor.info() == Eigen::Success;
            if (!solvable) break;
            by_bank[b] = factor.solve(normal.between);
            own[b] = factor.solve(normal.mixing_gradient);
            reduced += normal.bank - normal.between.transpose() * by_bank[b];
            right += normal.bank_gradient - normal.between.transpose() * own[b];
            diagonal += normal.bank.diagonal();
        }
        if (!solvable) continue;
        damp(reduced, diagonal);
        const Eigen::VectorXd step = reduced.ldlt().solve(right);
        if (!step.allFinite()) continue;
        for (std::size_t g = 0; g < bank_.groups.size(); ++g) {
            LevelOneGroup& group = bank_.groups[g];
            const int first = slopes.first[g], members = parameters_of(g) - 2;
            for (int m = 0; m < members; ++m)
                group.weights[static_cast<std::size_t>(m)] =
                    start.groups[g].weights[static_cast<std::size_t>(m)] + step[first + m];
            group.pole = moved(start.groups[g].pole, step[first + members], step[first + members + 1], data_.fps);
        }
        for (std::size_t b = 0; b < normals.size(); ++b) {
            const Eigen::VectorXd change = own[b] - by_bank[b] * step;
            const Eigen::MatrixXd& old = start.mixing[b];
            bank_.mixing[b] = old + Eigen::Map<const Eigen::MatrixXd>(change.data(), old.rows(), old.cols());
        }
        if (respond()) {
            evaluate();
            if (loss_ < before - 1e-7) {
                damping_ = std::max(1e-5, damping_ * 0.3);
                return true;
            }
        }
        bank_ = start;
    }
    bank_ = start;
    respond();
    evaluate();
    return false;
}

}  // namespace yure::baker::bank
