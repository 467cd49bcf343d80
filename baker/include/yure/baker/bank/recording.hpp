/// What a bank is fitted to: clips, the inputs' values in them, and where each body went in them. A body's offsets are
/// taken in clip by clip and kept in a basis of shapes that grows with what it meets, so a long recording of a large
/// body needs tens of megabytes, not gigabytes.
#pragma once

#include <Eigen/Dense>
#include <span>
#include <string>
#include <vector>

#include "yure/baker/excitation.hpp"
#include "yure/core/work.hpp"

namespace yure::baker::bank {

using RowMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A kept input of the bodies that share a bank. Values are the parameter's own units.
struct BankInput {
    std::string id;
    float min = -30.0f, default_value = 0.0f, max = 30.0f;  ///< the parameter's range
    float low = -30.0f, high = 30.0f;                       ///< training span, within the range, holds the default
    bool vertical = false;                                  ///< moves the body up and down: gets a helper of its own
};

/// A clip to learn from or to choose by. All columns of `clip` that are bank inputs count; inputs it lacks stay at
/// default.
struct TrainingClip {
    DriveClip clip;
    ClipRole role = ClipRole::train;
    bool combined = false;  ///< moves several inputs at once (the gain is settled on these)
    double weight = 1.0;    ///< user's weight on top of the balancing by energy, > 0
};

/// One body's offsets in every clip, as coefficients of an orthonormal basis of shapes.
struct BodyRecording {
    std::string id;
    Eigen::MatrixXf basis;                ///< columns of the body x shapes
    std::vector<RowMatrix> coefficients;  ///< per clip, frames x shapes it was taken in with (later shapes count 0)
    std::vector<double> energy;           ///< per clip: sum of squares of the offsets, px^2
    std::vector<double> outside;          ///< per clip: the part of `energy` that the basis leaves out

    int columns() const { return static_cast<int>(basis.rows()); }
    int shapes() const { return static_cast<int>(basis.cols()); }
};

class BankRecording {
  public:
    /// An error for inputs or clips that cannot be used (no input, a span without the default, a clip that `check_clip`
    /// refuses or that has fewer than 8 frames, a rate other than `fps`).
    static Result<BankRecording> create(std::vector<BankInput> inputs, std::vector<TrainingClip> clips,
                                        double fps = 60.0);

    /// A further body; its number. `columns` = 2 x particles.
    int add_body(std::string id, int columns);
    /// Offsets of a body in the next clip (clips come in order, from 0): frames x columns, row after row, px.
    /// An error when the size does not fit or a value is not finite; the body is then unchanged.
    Status add_offsets(int body, std::span<const float> offsets, const Work& work = {});
    void drop_last_body();
    /// The same inputs and clips with one of the bodies.
    BankRecording only(int body) const;
    bool complete() const;  ///< at least one body, and every body has every clip

    const std::vector<BankInput>& inputs() const { return inputs_; }
    const std::vector<TrainingClip>& clips() const { return clips_; }
    const std::vector<BodyRecording>& bodies() const { return bodies_; }
    double fps() const { return fps_; }
    /// Values of all inputs in a clip, frames x inputs, clamped to the parameters' ranges.
    RowMatrix input_values(int clip) const;

  private:
    std::vector<BankInput> inputs_;
    std::vector<TrainingClip> clips_;
    std::vector<BodyRecording> bodies_;
    double fps_ = 60.0;
};

}  // namespace yure::baker::bank
