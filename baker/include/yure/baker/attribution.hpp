/// What is to blame for the part of the simulation that an exported model misses. Everything is in the space of the
/// keys (px as Recording::keyform), exact poses taken off on both sides. Source: docs/baking.md, "attribution".
#pragma once

#include <span>
#include <vector>

#include "yure/baker/key_solve.hpp"
#include "yure/baker/metrics.hpp"
#include "yure/core/result.hpp"
#include "yure/core/work.hpp"

namespace yure::baker {

/// One keyed parameter as it is written: shapes at its keys, straight between them, held beyond the outer ones.
struct KeyedMode {
    std::vector<double> keys;  ///< ascending, 0 (rest) among them, any unit
    Table shapes;              ///< keys x columns, 0 at rest
};

/// One clip of both. Tables are row after row, a row a frame.
struct AttributionClip {
    int frames = 0;
    std::span<const float> simulated;  ///< frames x columns
    std::span<const float>
        courses;  ///< frames x modes: the parameters as the exported model plays them, units of the keys
    std::span<const float> inputs;      ///< frames x inputs, 0 = default, any unit
    std::span<const char> input_moves;  ///< per frame: some input differs from the frame before
};

/// One entry a clip; the shares sum to 1 - R² in this space. A clip without movement has none.
///   shape     what no course of these parameters can show: every frame fitted on its own
///   statics   the lasting error of held inputs: the mean from .5 s after the last movement on, in stops of 1 s or more
///   dynamics  what linear time-invariant filters of the inputs, the best for all clips together, could not drive
///             the parameters to; no more than what is left
///   rest      what such filters would do better than the export: training, budget
/// Error: "cancelled".
Result<std::vector<ErrorShares>> attribute(std::span<const KeyedMode> modes, std::span<const AttributionClip> clips,
                                           double fps, const Work& work);

}  // namespace yure::baker
