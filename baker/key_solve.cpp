#include "yure/baker/key_solve.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace yure::baker {

KeyPlace key_place(double value, int keys) {
    const double position = (std::clamp(value, -1.0, 1.0) + 1.0) / 2.0 * (keys - 1);
    const int index = std::min(keys - 2, static_cast<int>(position));
    return {index, static_cast<float>(position - index)};
}

void add_keyed(Table& table, const std::vector<double>& course, const Table& key_shapes, float gain) {
    const int keys = static_cast<int>(key_shapes.rows());
    for (Eigen::Index f = 0; f < table.rows(); ++f) {
        const KeyPlace place = key_place(course[static_cast<std::size_t>(f)], keys);
        table.row(f) += gain * (1.0f - place.share) * key_shapes.row(place.index) +
                        gain * place.share * key_shapes.row(place.index + 1);
    }
}

Table solve_keys(std::span<const KeyClip> clips, int keys, const KeyPrior& prior) {
    constexpr double kPull = 1e-3;  // towards the straight line, share of the largest diagonal
    const Eigen::Index columns = clips.empty() ? 0 : clips[0].movement->cols();
    const int rest = keys / 2;
    const auto unknown = [&](int key) { return key < rest ? key : key - 1; };  // rest is no unknown

    Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(keys - 1, keys - 1);
    Eigen::MatrixXd right = Eigen::MatrixXd::Zero(keys - 1, columns);
    Eigen::RowVectorXd line = Eigen::RowVectorXd::Zero(columns);
    double line_weight = 0.0;
    for (const KeyClip& clip : clips) {
        Table by_key = Table::Zero(keys, columns);
        Eigen::RowVectorXf by_line = Eigen::RowVectorXf::Zero(columns);
        for (Eigen::Index f = 0; f < clip.movement->rows(); ++f) {
            const double value = (*clip.course)[static_cast<std::size_t>(f)];
            const KeyPlace place = key_place(value, keys);
            const double share[2] = {1.0 - static_cast<double>(place.share), static_cast<double>(place.share)};
            for (int i = 0; i < 2; ++i) {
                if (place.index + i == rest || share[i] == 0.0) continue;
                by_key.row(place.index + i) += static_cast<float>(share[i]) * clip.movement->row(f);
                for (int j = 0; j < 2; ++j)
                    if (place.index + j != rest)
                        normal(unknown(place.index + i), unknown(place.index + j)) += clip.weight * share[i] * share[j];
            }
            by_line += static_cast<float>(value) * clip.movement->row(f);
            line_weight += clip.weight * value * value;
        }
        for (int key = 0; key < keys; ++key)
            if (key != rest) right.row(unknown(key)) += clip.weight * by_key.row(key).cast<double>();
        line += clip.weight * by_line.cast<double>();
    }
    const double scale = normal.diagonal().maxCoeff();
    if (!(scale > 0.0)) return Table::Zero(keys, columns);
    line /= 1.01 * line_weight + 1e-12;

    for (int key = 0; key < keys; ++key) {
        if (key == rest) continue;
        normal(unknown(key), unknown(key)) += kPull * scale;
        right.row(unknown(key)) += kPull * scale * (2.0 * key / (keys - 1) - 1.0) * line;
    }
    for (int middle = 1; middle < keys - 1; ++middle) {
        const double stiffness = prior.smooth * scale * (middle == rest ? prior.through_rest : 1.0);
        constexpr double kBend[3] = {1.0, -2.0, 1.0};
        for (int a = 0; a < 3; ++a)
            for (int b = 0; b < 3; ++b)
                if (middle - 1 + a != rest && middle - 1 + b != rest)
                    normal(unknown(middle - 1 + a), unknown(middle - 1 + b)) += stiffness * kBend[a] * kBend[b];
    }
    const Eigen::MatrixXd solved = normal.ldlt().solve(right);
    Table result = Table::Zero(keys, columns);
    for (int key = 0; key < keys; ++key)
        if (key != rest) result.row(key) = solved.row(unknown(key)).cast<float>();
    return result;
}

}  // namespace yure::baker
