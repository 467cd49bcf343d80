/// How well courses of some modes could show a movement: relative error of the best straight readings, half of the
/// error after stops on top, and a penalty for more jitter than the movement has. Smaller is better. Private to the
/// fit.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace yure::baker {

/// One clip in the fit's few directions.
struct ScoreClip {
    Eigen::MatrixXd movement;  ///< frames x directions
    double weight = 1.0;
    std::vector<char> still;
    double jerk = 0.0;  ///< third-difference energy of `movement`; filled by the scorer
};

/// Courses of one mode, per clip.
using ClipCourses = std::vector<std::vector<double>>;

class ModeScorer {
  public:
    ModeScorer(std::vector<ScoreClip> train, std::vector<ScoreClip> select);

    /// Courses of every mode on the training clips; each mode reads what the ones before it leave.
    double train(const std::vector<const ClipCourses*>& modes) const;
    /// Readings learned on the training clips, scored on the selection clips.
    double select(const std::vector<const ClipCourses*>& train, const std::vector<const ClipCourses*>& select) const;

    const std::vector<ScoreClip>& train_clips() const { return train_; }
    const std::vector<ScoreClip>& select_clips() const { return select_; }

  private:
    std::vector<Eigen::RowVectorXd> readings(const std::vector<const ClipCourses*>& modes) const;
    static double score(const std::vector<ScoreClip>& clips, const std::vector<const ClipCourses*>& modes,
                        const std::vector<Eigen::RowVectorXd>& readings);

    std::vector<ScoreClip> train_, select_;
};

}  // namespace yure::baker
