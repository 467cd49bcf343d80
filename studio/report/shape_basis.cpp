#include "shape_basis.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>

namespace yure::studio {
namespace {

using Table = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Row = Eigen::RowVectorXf;

/// Orthonormal rows that span the frames to within `tolerance`: each is what the earlier ones miss of their worst frame.
Table spanning_rows(Eigen::Map<Table> left, float tolerance, int most) {
    Table found(most, left.cols());
    int count = 0;
    for (; count < most; ++count) {
        Eigen::Index worst = 0;
        if (!(left.cwiseAbs().rowwise().maxCoeff().maxCoeff(&worst) > tolerance)) break;
        Row shape = left.row(worst);
        // Once more against the shapes so far: single precision leaves a trace of them behind.
        for (int k = 0; k < count; ++k) shape -= shape.dot(found.row(k)) * found.row(k);
        const float length = shape.norm();
        if (!(length > 1e-6f)) break;
        found.row(count) = shape / length;
        const Eigen::VectorXf share = left * found.row(count).transpose();
        left.noalias() -= share * found.row(count);
    }
    return found.topRows(count);
}

}  // namespace

void ShapeBasis::project(std::span<const float> row, std::span<float> out) const {
    const Eigen::Map<const Row> values(row.data(), columns);
    for (int k = 0; k < count(); ++k)
        out[static_cast<std::size_t>(k)] = Eigen::Map<const Row>(shape(k).data(), columns).dot(values);
}

ShapeBasis find_shapes(std::vector<float> rows, int columns, float tolerance, int most) {
    ShapeBasis basis{columns, {}};
    const Eigen::Index count = columns > 0 ? static_cast<Eigen::Index>(rows.size()) / columns : 0;
    if (count == 0 || most < 1) return basis;
    const Table frames = Eigen::Map<const Table>(rows.data(), count, columns);
    const Table span = spanning_rows(Eigen::Map<Table>(rows.data(), count, columns), tolerance, most + most / 4);
    if (span.rows() == 0) return basis;

    // The principal directions of the frames within that span; the fewest of them that miss little enough.
    const Table shares = frames * span.transpose();
    const Eigen::MatrixXd gram = shares.cast<double>().transpose() * shares.cast<double>();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> principal(gram);
    const Table shapes = principal.eigenvectors().rowwise().reverse().transpose().cast<float>() * span;
    const Table weights = frames * shapes.transpose();
    Table left = frames;
    for (Eigen::Index k = 0; k < std::min<Eigen::Index>(shapes.rows(), most); ++k) {
        const double worst = left.cast<double>().colwise().squaredNorm().maxCoeff() / static_cast<double>(count);
        if (!(worst > static_cast<double>(tolerance) * static_cast<double>(tolerance))) break;
        basis.shapes.insert(basis.shapes.end(), shapes.row(k).begin(), shapes.row(k).end());
        left.noalias() -= weights.col(k) * shapes.row(k);
    }
    return basis;
}

}  // namespace yure::studio
