#include "mode_score.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker {
namespace {

Eigen::Map<const Eigen::VectorXd> column(const std::vector<double>& course) {
    return {course.data(), static_cast<Eigen::Index>(course.size())};
}

double jerk_of(const Eigen::MatrixXd& rows) {
    const Eigen::Index n = rows.rows() - 3;
    if (n <= 0) return 0.0;
    return (rows.bottomRows(n) - 3.0 * rows.middleRows(2, n) + 3.0 * rows.middleRows(1, n) - rows.topRows(n))
        .squaredNorm();
}

}  // namespace

ModeScorer::ModeScorer(std::vector<ScoreClip> train, std::vector<ScoreClip> select)
    : train_(std::move(train)), select_(std::move(select)) {
    for (auto* clips : {&train_, &select_})
        for (ScoreClip& clip : *clips) clip.jerk = jerk_of(clip.movement);
}

std::vector<Eigen::RowVectorXd> ModeScorer::readings(const std::vector<const ClipCourses*>& modes) const {
    constexpr double kRidge = 1.01;
    const Eigen::Index directions = train_.at(0).movement.cols();
    std::vector<Eigen::RowVectorXd> found;
    for (std::size_t m = 0; m < modes.size(); ++m) {
        double own = 1e-12;
        Eigen::RowVectorXd with = Eigen::RowVectorXd::Zero(directions);
        for (std::size_t k = 0; k < train_.size(); ++k) {
            const auto course = column((*modes[m])[k]);
            own += train_[k].weight * course.squaredNorm();
            Eigen::RowVectorXd shared = course.transpose() * train_[k].movement;
            for (std::size_t before = 0; before < m; ++before)
                shared -= course.dot(column((*modes[before])[k])) * found[before];
            with += train_[k].weight * shared;
        }
        found.push_back(with / (own * kRidge));
    }
    return found;
}

double ModeScorer::score(const std::vector<ScoreClip>& clips, const std::vector<const ClipCourses*>& modes,
                         const std::vector<Eigen::RowVectorXd>& readings) {
    constexpr double kAfterStops = 0.5, kJitter = 0.5, kJitterAllowed = 1.2, kLeastShare = 1e-3;
    double error = 0.0, energy = 1e-12, still_error = 0.0, still_energy = 0.0, jitter = 0.0;
    Eigen::MatrixXd shown;
    for (std::size_t k = 0; k < clips.size(); ++k) {
        const ScoreClip& clip = clips[k];
        shown.setZero(clip.movement.rows(), clip.movement.cols());
        for (std::size_t m = 0; m < modes.size(); ++m) shown.noalias() += column((*modes[m])[k]) * readings[m];
        for (Eigen::Index f = 0; f < shown.rows(); ++f) {
            const double e = clip.weight * (clip.movement.row(f) - shown.row(f)).squaredNorm();
            const double t = clip.weight * clip.movement.row(f).squaredNorm();
            error += e, energy += t;
            if (clip.still[static_cast<std::size_t>(f)] != 0) still_error += e, still_energy += t;
        }
        const double ratio = std::sqrt(jerk_of(shown) / std::max(1e-9, clip.jerk));
        jitter += std::pow(std::max(0.0, ratio - kJitterAllowed), 2) / static_cast<double>(clips.size());
    }
    const double after_stops = still_energy > kLeastShare * energy ? kAfterStops * still_error / still_energy : 0.0;
    return error / energy + after_stops + kJitter * jitter;
}

double ModeScorer::train(const std::vector<const ClipCourses*>& modes) const {
    return score(train_, modes, readings(modes));
}

double ModeScorer::select(const std::vector<const ClipCourses*>& train,
                          const std::vector<const ClipCourses*>& select) const {
    return score(select_, select, readings(train));
}

}  // namespace yure::baker
