/// A clip as numbers: the value of every parameter at every frame. What the input of a simulation, a fit, or a table
/// is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/parameter_range.hpp"
#include "yure/core/result.hpp"
#include "yure/motion/clip.hpp"
#include "yure/motion/clip_player.hpp"

namespace yure::motion {

/// Row = frame, column = parameter (or curve).
struct Frames {
    double fps = 60.0;
    std::vector<std::string> ids;
    std::vector<float> values;  ///< frame * ids.size() + column

    std::size_t count() const { return ids.empty() ? 0 : values.size() / ids.size(); }
    std::span<const float> row(std::size_t frame) const { return {values.data() + frame * ids.size(), ids.size()}; }
    std::span<float> row(std::size_t frame) { return {values.data() + frame * ids.size(), ids.size()}; }
    double seconds() const { return static_cast<double>(count()) / fps; }
};

struct FrameOptions {
    double fps = 60.0;     ///< Hz, 1..1000
    double seconds = 0.0;  ///< how long; 0 = the clip's own duration, its last frame included
    bool loop = false;     ///< goes round as a player would; else the last value is held
    EffectGroups groups{};
};

/// More values than this are refused (256 MB).
inline constexpr double kMaxFrameValues = 64e6;

/// Every parameter of the model at frame/fps s: what the clip says, else the parameter's default; clamped to its range.
Result<Frames> sample_frames(const Clip& clip, std::span<const ParameterRange> parameters,
                             const FrameOptions& options = {});

/// Every curve of the clip at frame/fps s, as it stands: not clamped, no effects. ids are "Target/Id".
Result<Frames> sample_curves(const Clip& clip, const FrameOptions& options = {});

/// A clip of linear segments through every frame's value: the way back. Loop as given; no fades.
Clip clip_of(const Frames& frames, bool loop);

const char* target_name(CurveTarget target);  ///< "Model", "Parameter", "PartOpacity"

}  // namespace yure::motion
