/// A recording made ready for the fit: clips split by role, the groups' signals, each body's weights and leading
/// dimensions.
#pragma once

#include "keys.hpp"
#include "sources.hpp"

#include <vector>

#include "yure/baker/bank/fit.hpp"

namespace yure::baker::bank {

constexpr int kFitDimensions = 8;
/// How a body hangs and comes to rest while inputs are held is small beside its swing, but looked at for long: frames
/// count this much once no input has moved for so long, s.
constexpr float kHeldWeight = 4.0f;
constexpr double kHeldAfter = 0.6;

/// Rows of the training clips, every `stride`-th frame of each, clip after clip.
struct RowSet {
    int stride = 1;
    std::vector<int> first;  ///< per training clip, and the total at the end
    int rows() const { return first.back(); }
};

struct FitData {
    const BankRecording* recording = nullptr;
    double fps = 60.0;
    std::vector<SourceClass> classes;
    std::vector<int> offsets;              ///< first signal of each class
    std::vector<int> training, selection;  ///< clip numbers
    std::vector<RowMatrix> signals;        ///< per clip, frames x signals

    struct Body {
        std::vector<double>
            clip_weight;          ///< per clip: user's weight / (mean energy of a frame + .02 of the mean over clips)
        Eigen::MatrixXf leading;  ///< shapes x dimensions: the leading directions of the weighted offsets
    };
    std::vector<Body> bodies;
    std::vector<std::vector<float>> frame_weight;  ///< per clip and frame: 1, or kHeldWeight

    int frames(int clip) const { return static_cast<int>(signals[static_cast<std::size_t>(clip)].rows()); }
    int signal_count() const { return static_cast<int>(signals.front().cols()); }
    const BodyRecording& recorded(int body) const { return recording->bodies()[static_cast<std::size_t>(body)]; }
    /// A body's offsets of a clip in its leading dimensions, frames x dimensions.
    RowMatrix leading_offsets(int body, int clip) const;
    RowSet row_set(int stride) const;
    Targets targets(int body, const RowSet& rows) const;
};

/// An error when no training clip moves a body at all.
Result<FitData> prepare_fit(const BankRecording& recording, std::vector<SourceClass> classes, const Work& work);

/// The recursion of an Angle input, column by column (rows = frames, row-major); starts at rest on its first row.
void angle_filter(const float* signal, float* response, int frames, int columns, const float* kappa,
                  const float* mobility);

}  // namespace yure::baker::bank
