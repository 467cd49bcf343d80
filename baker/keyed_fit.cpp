#include "keyed_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace yure::baker {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Rows = Eigen::Map<const Table>;

constexpr int kMostRounds = 12;
constexpr double kEnough = 1e-5;  // share of the gain so far under which a round is the last

}  // namespace

KeyedFit::KeyedFit(std::span<const KeyedMode> modes) {
    Eigen::Index count = 0, columns = 0;
    for (const KeyedMode& mode : modes) {
        Mode own;
        own.keys = mode.keys;
        for (const double key : mode.keys) own.row.push_back(key == 0.0 ? -1 : count++);
        columns = mode.shapes.cols();
        modes_.push_back(std::move(own));
    }
    shapes_.resize(columns, count);
    for (std::size_t m = 0; m < modes_.size(); ++m)
        for (std::size_t k = 0; k < modes_[m].keys.size(); ++k)
            if (modes_[m].row[k] >= 0)
                shapes_.col(modes_[m].row[k]) =
                    modes[m].shapes.row(static_cast<Eigen::Index>(k)).cast<double>().transpose();
    gram_ = shapes_.transpose() * shapes_;
    for (std::size_t m = 0; m < modes_.size(); ++m)
        for (std::size_t k = 0; k + 1 < modes_[m].keys.size(); ++k) {
            const Eigen::RowVectorXd slope = (modes[m].shapes.row(static_cast<Eigen::Index>(k + 1)) -
                                              modes[m].shapes.row(static_cast<Eigen::Index>(k)))
                                                 .cast<double>() /
                                             (modes_[m].keys[k + 1] - modes_[m].keys[k]);
            modes_[m].size = std::max(modes_[m].size, slope.squaredNorm());
        }
}

Eigen::MatrixXd KeyedFit::project(std::span<const float> rows, int frames) const {
    if (shapes_.cols() == 0) return Matrix(frames, 0);
    return Rows(rows.data(), frames, shapes_.rows()).cast<double>() * shapes_;
}

KeyedFit::Place KeyedFit::place(const Mode& mode, double value) const {
    const double held = std::clamp(value, mode.keys.front(), mode.keys.back());
    const auto next = std::upper_bound(mode.keys.begin() + 1, mode.keys.end() - 1, held);
    const auto key = static_cast<std::size_t>(next - mode.keys.begin()) - 1;
    return {key, (held - mode.keys[key]) / (mode.keys[key + 1] - mode.keys[key])};
}

Vector KeyedFit::weights_at(std::span<const double> values) const {
    Vector weights = Vector::Zero(gram_.rows());
    for (std::size_t m = 0; m < modes_.size(); ++m) {
        const Place p = place(modes_[m], values[m]);
        if (const Eigen::Index row = modes_[m].row[p.key]; row >= 0) weights[row] += 1.0 - p.share;
        if (const Eigen::Index row = modes_[m].row[p.key + 1]; row >= 0) weights[row] += p.share;
    }
    return weights;
}

double KeyedFit::error(const Vector& projected, const Vector& weights) const {
    return weights.dot(gram_ * weights) - 2.0 * projected.dot(weights);
}

/// One search: values, their weights, and gram x weights kept alongside.
struct KeyedFit::Search {
    const KeyedFit& fit;
    const Vector& projected;
    std::span<double> values;
    const KeyedPull& pull;
    Vector weights, reached;

    Search(const KeyedFit& owner, const Vector& target, std::span<double> at, const KeyedPull& towards)
        : fit(owner), projected(target), values(at), pull(towards) {
        take(values);
    }

    void take(std::span<const double> at) {
        weights = fit.weights_at(at);
        reached.noalias() = fit.gram_ * weights;
    }

    double pulled(std::size_t m, double value) const {
        if (pull.strength <= 0.0) return 0.0;
        const double away = value - pull.towards[m];
        return pull.strength * fit.modes_[m].size * away * away;
    }

    double cost() const {
        double sum = weights.dot(reached) - 2.0 * projected.dot(weights);
        for (std::size_t m = 0; m < values.size(); ++m) sum += pulled(m, values[m]);
        return sum;
    }

    /// The best value of one parameter, exactly: a parabola between each two keys.
    void sweep(std::size_t m) {
        const Mode& mode = fit.modes_[m];
        const Place old = fit.place(mode, values[m]);
        const auto without = [&](Eigen::Index row) {  // (gram x weights of the others) at a row
            double sum = reached[row];
            for (const auto& [key, share] : {std::pair(old.key, 1.0 - old.share), std::pair(old.key + 1, old.share)})
                if (mode.row[key] >= 0) sum -= fit.gram_(row, mode.row[key]) * share;
            return sum;
        };
        const auto pull_at = [&](std::size_t key) {
            return mode.row[key] < 0 ? 0.0 : projected[mode.row[key]] - without(mode.row[key]);
        };
        const auto gram = [&](std::size_t a, std::size_t b) {
            return mode.row[a] < 0 || mode.row[b] < 0 ? 0.0 : fit.gram_(mode.row[a], mode.row[b]);
        };
        double best = 0.0, best_value = values[m];
        bool any = false;
        double right = pull_at(0);
        for (std::size_t k = 0; k + 1 < mode.keys.size(); ++k) {
            const double left = right, width = mode.keys[k + 1] - mode.keys[k];
            right = pull_at(k + 1);
            const double stiff = pull.strength > 0.0 ? pull.strength * mode.size : 0.0;
            const double away = stiff > 0.0 ? mode.keys[k] - pull.towards[m] : 0.0;
            // c0 + c1 t + c2 t^2 over the segment
            const double g00 = gram(k, k), g01 = gram(k, k + 1), g11 = gram(k + 1, k + 1);
            const double c2 = g00 - 2.0 * g01 + g11 + stiff * width * width;
            const double c1 = 2.0 * (g01 - g00 + left - right + stiff * width * away);
            const double c0 = g00 - 2.0 * left + stiff * away * away;
            const double t = c2 > 0.0 ? std::clamp(-0.5 * c1 / c2, 0.0, 1.0) : 0.0;
            const double value = c0 + t * (c1 + t * c2);
            if (!any || value < best) best = value, best_value = mode.keys[k] + t * width, any = true;
        }
        values[m] = best_value;
        const Place now = fit.place(mode, best_value);
        const auto add = [&](std::size_t key, double share) {
            if (const Eigen::Index row = mode.row[key]; row >= 0 && share != 0.0) {
                weights[row] += share;
                reached += share * fit.gram_.col(row);
            }
        };
        add(old.key, old.share - 1.0), add(old.key + 1, -old.share);
        add(now.key, 1.0 - now.share), add(now.key + 1, now.share);
    }

    /// All parameters together, as if shapes went on straight; kept when it helps.
    void straight_step(double before) {
        const auto count = static_cast<Eigen::Index>(values.size());
        std::vector<Place> places;
        for (std::size_t m = 0; m < values.size(); ++m) places.push_back(fit.place(fit.modes_[m], values[m]));
        // slope of parameter m against a vector over the weights; two entries of it count
        const auto along = [&](Eigen::Index m, const auto& vector) {
            const Mode& mode = fit.modes_[static_cast<std::size_t>(m)];
            const std::size_t key = places[static_cast<std::size_t>(m)].key;
            const double from = mode.row[key] < 0 ? 0.0 : vector[mode.row[key]];
            const double to = mode.row[key + 1] < 0 ? 0.0 : vector[mode.row[key + 1]];
            return (to - from) / (mode.keys[key + 1] - mode.keys[key]);
        };
        const Vector missing = projected - reached;
        Matrix normal(count, count);
        Vector right(count);
        Vector column(fit.gram_.rows());
        for (Eigen::Index m = 0; m < count; ++m) {
            for (Eigen::Index row = 0; row < column.size(); ++row) column[row] = along(m, fit.gram_.col(row));
            for (Eigen::Index n = 0; n < count; ++n) normal(n, m) = along(n, column);
            right[m] = along(m, missing);
        }
        const double least = 1e-6 * normal.trace() / static_cast<double>(count) + 1e-12;
        for (Eigen::Index m = 0; m < count; ++m) {
            const auto at = static_cast<std::size_t>(m);
            normal(m, m) += least;
            if (pull.strength <= 0.0) continue;
            normal(m, m) += pull.strength * fit.modes_[at].size;
            right[m] -= pull.strength * fit.modes_[at].size * (values[at] - pull.towards[at]);
        }
        const Vector step = normal.ldlt().solve(right);
        if (!step.allFinite()) return;
        const std::vector<double> from(values.begin(), values.end());
        for (const double length : {1.0, 0.5, 0.25}) {
            for (std::size_t m = 0; m < from.size(); ++m)
                values[m] = std::clamp(from[m] + length * step[static_cast<Eigen::Index>(m)],
                                       fit.modes_[m].keys.front(), fit.modes_[m].keys.back());
            take(values);
            if (cost() < before) return;
        }
        std::copy(from.begin(), from.end(), values.begin());
        take(values);
    }
};

void KeyedFit::improve(const Vector& projected, std::span<double> values, const KeyedPull& pull) const {
    if (values.empty()) return;
    for (std::size_t m = 0; m < values.size(); ++m)
        values[m] = std::clamp(values[m], modes_[m].keys.front(), modes_[m].keys.back());
    Search search(*this, projected, values, pull);
    const double start = search.cost();
    double cost = start;
    for (int round = 0; round < kMostRounds; ++round) {
        const double before = cost;
        search.straight_step(before);
        for (std::size_t m = 0; m < values.size(); ++m) search.sweep(m);
        cost = search.cost();
        if (!(before - cost > kEnough * (start - cost))) break;
    }
}

}  // namespace yure::baker
