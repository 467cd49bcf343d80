#include "reduce.hpp"

#include "gram.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {
using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
}

std::vector<Pole> start_poles(double faster, double fps, const std::vector<Pole>& first_guess) {
    std::vector<Pole> poles;
    for (const double frequency : {0.7, 1.3, 2.6})
        for (const double damping : {0.3, 1.0}) {
            const Pole pole{frequency * faster, damping};
            if (recursion_of(pole, fps).playable) poles.push_back(pole);
        }
    for (const Pole pole : first_guess) {
        const bool within = pole.frequency >= kLowestFrequency && pole.frequency <= kHighestFrequency &&
                            pole.damping >= kLowestDamping && pole.damping <= kHighestDamping;
        const bool known = std::any_of(poles.begin(), poles.end(), [&](Pole other) {
            return std::abs(std::log(pole.frequency / other.frequency)) < 0.03 && std::abs(std::log(pole.damping / other.damping)) < 0.03;
        });
        if (within && !known && recursion_of(pole, fps).playable) poles.push_back(pole);
    }
    return poles;
}

RowMatrix pole_features(const FitData& data, const std::vector<Pole>& poles, const RowSet& rows, Eigen::VectorXd& scale,
                        const Work& work) {
    const int signals = data.signal_count(), count = static_cast<int>(poles.size()), columns = signals * count;
    std::vector<float> kappa(static_cast<std::size_t>(columns)), mobility(kappa.size());
    for (int c = 0; c < columns; ++c) {
        const Recursion step = recursion_of(poles[static_cast<std::size_t>(c % count)], data.fps);
        kappa[static_cast<std::size_t>(c)] = static_cast<float>(step.kappa);
        mobility[static_cast<std::size_t>(c)] = static_cast<float>(step.mobility);
    }
    RowMatrix features(rows.rows(), columns);
    work.parallel_for(data.training.size(), [&](std::size_t t) {
        const RowMatrix& signal = data.signals[static_cast<std::size_t>(data.training[t])];
        RowMatrix spread(signal.rows(), columns), response(signal.rows(), columns);
        for (Eigen::Index f = 0; f < signal.rows(); ++f)
            for (int s = 0; s < signals; ++s) spread.row(f).segment(s * count, count).setConstant(signal(f, s));
        angle_filter(spread.data(), response.data(), static_cast<int>(signal.rows()), columns, kappa.data(),
                     mobility.data());
        for (int row = rows.first[t], f = 0; row < rows.first[t + 1]; ++row, f += rows.stride)
            features.row(row) = response.row(std::max(0, f - 1));
    });
    scale = Eigen::VectorXd::Zero(columns);
    for (int f = 0; f < features.rows(); ++f) scale += features.row(f).transpose().cast<double>().cwiseAbs2();
    for (int c = 0; c < columns; ++c) {
        const double size = std::sqrt(scale[c] / static_cast<double>(features.rows()));
        scale[c] = size > 1e-7 ? 1.0 / size : 0.0;
    }
    features = features * scale.cast<float>().asDiagonal();
    return features;
}

LevelOne reduce_to_groups(const FitData& data, const std::vector<Pole>& poles, const RowMatrix& features,
                          const Eigen::VectorXd& scale, const std::vector<DirectionFit>& bodies,
                          const std::vector<Targets>& targets, int count, RowMatrix& responses) {
    const int pole_count = static_cast<int>(poles.size());
    int modes = 0;
    std::vector<Eigen::VectorXd> sizes;  // per body and mode: rms of its keys, against the body's own size
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const double weight = static_cast<double>(targets[b].weight.sum());
        sizes.push_back(bodies[b].curve_sizes() / std::sqrt(targets[b].total / weight));
        modes += bodies[b].modes();
    }
    struct Candidate {
        double size;
        int source_class, pole;
        Eigen::VectorXd combination;  ///< over the class's members, for scaled features
        Eigen::VectorXd mixing;       ///< over all modes of all bodies
    };
    std::vector<Candidate> found;
    for (std::size_t k = 0; k < data.classes.size(); ++k)
        for (int p = 0; p < pole_count; ++p) {
            std::vector<int> columns;
            for (std::size_t m = 0; m < data.classes[k].members.size(); ++m) {
                const int column = (data.offsets[k] + static_cast<int>(m)) * pole_count + p;
                columns.push_back(column);
            }
            const auto members = static_cast<Eigen::Index>(columns.size());
            RowMatrix some(features.rows(), members);
            for (Eigen::Index m = 0; m < members; ++m) some.col(m) = features.col(columns[static_cast<std::size_t>(m)]);
            RowMatrixXd spread = RowMatrixXd::Zero(members, members);
            for (const Targets& target : targets) {
                const Eigen::VectorXf weight = target.weight / target.weight.sum();
                add_gram(tall(some), weight.data(), spread.data(), static_cast<int>(members));
            }
            if (!(spread.diagonal().mean() > 0.0)) continue;
            spread.diagonal().array() += 1e-6 * spread.diagonal().mean();
            Eigen::MatrixXd stacked(members, modes);
            for (std::size_t b = 0, at = 0; b < bodies.size(); ++b)
                for (int j = 0; j < bodies[b].modes(); ++j, ++at)
                    for (Eigen::Index m = 0; m < members; ++m)
                        stacked(m, static_cast<Eigen::Index>(at)) =
                            bodies[b].directions()(columns[static_cast<std::size_t>(m)], j) * sizes[b][j];
            const Eigen::LLT<Eigen::MatrixXd> factor{Eigen::MatrixXd(spread)};
            const Eigen::MatrixXd upper = factor.matrixU();
            const Eigen::JacobiSVD<Eigen::MatrixXd> svd(upper * stacked, Eigen::ComputeThinU | Eigen::ComputeThinV);
            for (Eigen::Index q = 0; q < svd.singularValues().size(); ++q)
                found.push_back({svd.singularValues()[q], static_cast<int>(k), p,
                                 factor.matrixU().solve(svd.matrixU().col(q)),
                                 svd.matrixV().col(q) * svd.singularValues()[q]});
        }
    std::stable_sort(found.begin(), found.end(),
                     [](const Candidate& a, const Candidate& b) { return a.size > b.size; });
    while (!found.empty() && !(found.back().size > 1e-9 * found.front().size)) found.pop_back();
    if (static_cast<int>(found.size()) > count) found.resize(static_cast<std::size_t>(count));

    LevelOne bank;
    const auto groups = static_cast<Eigen::Index>(found.size());
    for (const DirectionFit& body : bodies) bank.mixing.push_back(Eigen::MatrixXd::Zero(groups, body.modes()));
    responses.setZero(features.rows(), groups);
    for (Eigen::Index g = 0; g < groups; ++g) {
        const Candidate& one = found[static_cast<std::size_t>(g)];
        const int first = data.offsets[static_cast<std::size_t>(one.source_class)];
        for (Eigen::Index m = 0; m < one.combination.size(); ++m)
            responses.col(g) += static_cast<float>(one.combination[m]) *
                                features.col((first + static_cast<int>(m)) * pole_count + one.pole);
        const double size = std::max(
            1e-9, std::sqrt(responses.col(g).cast<double>().squaredNorm() / static_cast<double>(responses.rows())));
        responses.col(g) /= static_cast<float>(size);
        LevelOneGroup group;
        group.source_class = one.source_class;
        group.pole = poles[static_cast<std::size_t>(one.pole)];
        for (Eigen::Index m = 0; m < one.combination.size(); ++m)
            group.weights.push_back(one.combination[m] * scale[(first + static_cast<int>(m)) * pole_count + one.pole] /
                                    size);
        bank.groups.push_back(std::move(group));
        for (std::size_t b = 0, at = 0; b < bodies.size(); ++b)
            for (int j = 0; j < bodies[b].modes(); ++j, ++at)
                bank.mixing[b](g, j) = one.mixing[static_cast<Eigen::Index>(at)] * size / std::max(1e-9, sizes[b][j]);
    }
    return bank;
}

}  // namespace yure::baker::bank
