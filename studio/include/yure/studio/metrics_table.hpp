/// The metrics of docs/baking.md as a table for people: a line a clip, then a line for the body.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/baker/metrics.hpp"

namespace yure::studio {

struct TableBody {
    std::string id;
    std::span<const baker::ClipMetrics> clips;
    baker::PartSummary summary;
};

/// Columns: how far the simulated tips go, R², amplitude, lag, settle, jitter, direction, static. `clips` false: only
/// the bodies' lines.
std::string metrics_table(std::span<const TableBody> bodies, bool clips);

/// What is outside of its band, clip by clip: "warning  hair, nod: lag_ms 95 is above 80".
std::string clip_warnings(const TableBody& body);

}  // namespace yure::studio
