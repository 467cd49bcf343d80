#include "keys.hpp"

#include "gram.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {
using RowMatrixXd = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
constexpr Eigen::Index kRowBlock = 1024;
}  // namespace

KeyGrid::KeyGrid(std::vector<double> positions) : at(std::move(positions)) {
    rest = static_cast<int>(std::find(at.begin(), at.end(), 0.0) - at.begin());
}

void fill_hats(const RowMatrix& modes, const KeyGrid& grid, Hats& hats) {
    const Eigen::Index rows = modes.rows(), count = modes.cols();
    hats.weights.setZero(rows, count * grid.columns());
    hats.segment.assign(static_cast<std::size_t>(rows * count), -1);
    const int last = grid.keys() - 1;
    std::vector<float> at(grid.at.begin(), grid.at.end());
    for (Eigen::Index f = 0; f < rows; ++f) {
        float* row = hats.weights.data() + f * hats.weights.cols();
        for (Eigen::Index k = 0; k < count; ++k, row += grid.columns()) {
            const float v = modes(f, k);
            if (v <= at.front()) {
                row[grid.column(0)] = 1.0f;
            } else if (!(v < at.back())) {
                row[grid.column(last)] = 1.0f;
            } else {
                int j = 0;
                while (v >= at[static_cast<std::size_t>(j) + 1]) ++j;
                const auto i = static_cast<std::size_t>(j);
                const float t = (v - at[i]) / (at[i + 1] - at[i]);
                if (const int a = grid.column(j); a >= 0) row[a] = 1.0f - t;
                if (const int b = grid.column(j + 1); b >= 0) row[b] = t;
                hats.segment[static_cast<std::size_t>(f * count + k)] = static_cast<std::int8_t>(j);
            }
        }
    }
}

void solve_keys(const Hats& hats, const Targets& targets, double ridge, double fixed_ridge, KeySolution& solution,
                const Work& work) {
    const Eigen::Index unknowns = hats.weights.cols(), dimensions = targets.offsets.cols(), rows = hats.weights.rows();
    struct Part {
        RowMatrixXd normal, right;
        double error = 0.0;
    };
    std::vector<Part> parts(static_cast<std::size_t>((rows + kRowBlock - 1) / kRowBlock));
    auto block = [&](const RowMatrix& table, std::size_t part) {
        const Eigen::Index first = static_cast<Eigen::Index>(part) * kRowBlock;
        Tall some = tall(table);
        some.data += first * some.stride;
        some.rows = static_cast<int>(std::min<Eigen::Index>(kRowBlock, rows - first));
        return some;
    };
    work.parallel_for(parts.size(), [&](std::size_t p) {
        const float* weight = targets.weight.data() + static_cast<std::ptrdiff_t>(p) * kRowBlock;
        const Tall some = block(hats.weights, p);
        parts[p].normal = RowMatrixXd::Zero(unknowns, unknowns);
        parts[p].right = RowMatrixXd::Zero(unknowns, dimensions);
        add_gram(some, weight, parts[p].normal.data(), static_cast<int>(unknowns));
        add_product(some, block(targets.offsets, p), weight, parts[p].right.data(), static_cast<int>(dimensions));
    });
    RowMatrixXd normal = RowMatrixXd::Zero(unknowns, unknowns), right = RowMatrixXd::Zero(unknowns, dimensions);
    for (const Part& part : parts) {
        normal += part.normal;
        right += part.right;
    }
    solution.ridge = fixed_ridge > 0.0 ? fixed_ridge : std::max(1e-300, ridge * normal.diagonal().mean());
    normal.diagonal().array() += solution.ridge;
    solution.normal = normal;
    solution.keys = solution.normal.llt().solve(Eigen::MatrixXd(right));
    const RowMatrix keys = solution.keys.cast<float>();
    solution.error.resize(rows, dimensions);
    work.parallel_for(parts.size(), [&](std::size_t p) {
        const Eigen::Index first = static_cast<Eigen::Index>(p) * kRowBlock;
        const Eigen::Index count = std::min<Eigen::Index>(kRowBlock, rows - first);
        auto error = solution.error.middleRows(first, count);
        error.noalias() = targets.offsets.middleRows(first, count) - hats.weights.middleRows(first, count) * keys;
        for (Eigen::Index f = 0; f < count; ++f)
            parts[p].error += static_cast<double>(targets.weight[first + f] * error.row(f).squaredNorm());
    });
    double error = 0.0;
    for (const Part& part : parts) error += part.error;
    solution.loss = (error + solution.ridge * solution.keys.squaredNorm()) / targets.total;
}

Eigen::MatrixXf key_slopes(const Eigen::MatrixXd& keys, const KeyGrid& grid, int modes) {
    Eigen::MatrixXf slopes(modes * grid.segments(), keys.cols());
    for (int k = 0; k < modes; ++k)
        for (int j = 0; j < grid.segments(); ++j) {
            Eigen::RowVectorXd change = Eigen::RowVectorXd::Zero(keys.cols());
            if (const int b = grid.column(j + 1); b >= 0) change += keys.row(k * grid.columns() + b);
            if (const int a = grid.column(j); a >= 0) change -= keys.row(k * grid.columns() + a);
            const auto i = static_cast<std::size_t>(j);
            slopes.row(k * grid.segments() + j) = (change / (grid.at[i + 1] - grid.at[i])).cast<float>();
        }
    return slopes;
}

Eigen::VectorXd column_peaks(const RowMatrix& values) {
    Eigen::VectorXd peaks(values.cols());
    std::vector<float> size(static_cast<std::size_t>(values.rows()));
    const auto at = static_cast<std::ptrdiff_t>(static_cast<double>(values.rows()) * 0.998);
    for (Eigen::Index c = 0; c < values.cols(); ++c) {
        for (Eigen::Index f = 0; f < values.rows(); ++f) size[static_cast<std::size_t>(f)] = std::abs(values(f, c));
        std::nth_element(size.begin(), size.begin() + at, size.end());
        peaks[c] = std::max(1e-9, static_cast<double>(size[static_cast<std::size_t>(at)]));
    }
    return peaks;
}

}  // namespace yure::baker::bank
