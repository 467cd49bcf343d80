#include "subspace.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

#include "yure/core/random.hpp"

namespace yure::baker {

Eigen::MatrixXf principal_columns(const std::vector<const Table*>& tables, const std::vector<double>& weights,
                                  int count) {
    constexpr int kSpare = 4, kRounds = 10;  // spare directions make the wanted ones converge
    const Eigen::Index columns = tables.at(0)->cols();
    const Eigen::Index width = std::min<Eigen::Index>(columns, count + kSpare);
    Random random(1);
    Eigen::MatrixXf basis(columns, width);
    for (Eigen::Index c = 0; c < width; ++c)
        for (Eigen::Index r = 0; r < columns; ++r) basis(r, c) = static_cast<float>(random.normal());

    Eigen::MatrixXf image(columns, width);
    for (int round = 0; round < kRounds; ++round) {
        basis = Eigen::HouseholderQR<Eigen::MatrixXf>(basis).householderQ() * Eigen::MatrixXf::Identity(columns, width);
        image.setZero();
        for (std::size_t k = 0; k < tables.size(); ++k) {
            const Eigen::MatrixXf projected = *tables[k] * basis;
            image.noalias() += static_cast<float>(weights[k]) * (tables[k]->transpose() * projected);
        }
        if (round + 1 < kRounds) basis = image;
    }
    // Rayleigh-Ritz: order the directions inside the block by energy
    const Eigen::MatrixXd small = (basis.transpose() * image).cast<double>();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (small + small.transpose()));
    const Eigen::Index kept = std::min<Eigen::Index>(width, count);
    return basis * solver.eigenvectors().rightCols(kept).rowwise().reverse().cast<float>();
}

}  // namespace yure::baker
