/// How close the exported model looks to the simulation: numbers of one clip, of a whole part, and their bands. Both
/// signals are offsets from the rig's goal in the body's frame (turned back by the frame angle), canvas px, played from
/// rest. Definitions: docs/baking.md, "metrics".
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yure/core/result.hpp"

namespace yure::baker {

/// Two particles joined by a mesh edge that runs along the grain, away from the pins.
struct GrainEdge {
    int a = 0, b = 0;
    float rest_length = 1.0f;  ///< px, > 0
};

/// One clip in both versions. Rows of 2 x particles floats (x0 y0 x1 y1 …), one row a frame.
struct ClipPair {
    int particles = 0;
    int frames = 0;
    double fps = 60.0;
    std::span<const float> simulated;
    std::span<const float> baked;
    std::span<const float> goals;       ///< for shortening; may be empty
    std::span<const GrainEdge> edges;   ///< for shortening; may be empty
    std::span<const char> input_moves;  ///< per frame: some input differs from the frame before
    std::span<const float> mode_use;    ///< per frame: the largest |mode| / range; empty = 0
};

/// Shares of a clip's simulated energy that the exported model misses, by what is to blame; they sum to 1 - R².
/// Definitions: attribution.hpp.
struct ErrorShares {
    double shape = 0;     ///< no course of the parameters could show it
    double dynamics = 0;  ///< no linear filters of the inputs could drive the parameters to it
    double statics = 0;   ///< lasts while inputs are held
    double rest = 0;      ///< better training or a larger budget could have it
    double total() const { return shape + dynamics + statics + rest; }
};

struct ClipMetrics {
    std::string clip;
    double simulated_px = 0;  ///< 95th percentile over frames of the farthest simulated tip
    double direction = 0;     ///< 0..1, |cosine| between the main directions of the tips; right at >= .9 with sign >= 0
    double sign = 0;          ///< -1..1, correlation of both along the simulated direction
    bool right = false;       ///< direction >= .9 and sign >= 0
    double amplitude = 0;     ///< rms baked / simulated along the simulated direction
    double reach = 0;         ///< 95th percentile of the farthest tip, baked / simulated
    double lag_ms = 0;        ///< positive = baked is late
    int stops = 0;            ///< runs of >= .5 s in which no input moves
    std::optional<double> settle;     ///< time to rest, baked / simulated; unset without a stop of >= 2 px
    std::optional<double> overshoot;  ///< crossings of the rest band per such stop, baked - simulated
    double jitter = 0;                ///< third-difference energy, square root, baked / simulated
    double clipped = 0;               ///< share of frames with a mode at >= .999 of its range
    double stalled = 0;               ///< of those, the share while the fastest simulated tip still moves
    double shortening = 0;  ///< share of rest length, 95th percentile: simulated - baked, tip edges along the grain
    std::optional<double> static_px;  ///< px apart at the end of a stop of >= 1 s (95 % of particles), the largest
    double r2 = 0;                    ///< 1 - error energy / simulated energy
    double p95_px = 0;                ///< px, 95 % of frames: largest particle error
    std::optional<ErrorShares> error;  ///< where the shapes of the parameters are known: after a bake
};

ClipMetrics measure(std::string clip, const ClipPair& pair);

/// What `amplitude`, `lag_ms` and `settle` compare, frame by frame: the tips' offset along the simulated main direction,
/// px. The direction's sign is arbitrary, but the same for both.
struct TipTravel {
    std::vector<double> simulated, baked;
};
TipTravel tip_travel(const ClipPair& pair);

/// The tips of one run and the direction they mainly move in, uncentred: what `amplitude` and `lag_ms` look along.
struct TipDirection {
    std::vector<int> particles;     ///< max(5, n/10) of the largest energy
    std::vector<double> direction;  ///< x, y per tip; unit length as a whole, or all 0 where nothing moves

    /// The tips of one row along the direction, px.
    double along(std::span<const float> row) const;
};
TipDirection tip_direction(std::span<const float> rows, int particles);

/// Summary of a part, over the clips whose simulated tips move more than 10 px; r2_2px over those above 2 px.
struct PartSummary {
    int clips = 0;  ///< above 10 px; with none, every figure but clips_2px and r2_2px is meaningless and left at 0
    int clips_2px = 0;
    double r2_10px = 0;  ///< mean of R² floored at -1. No physics at all scores 0
    double r2_2px = 0;
    double amplitude = 0;         ///< exp(median ln amplitude): below 1 too small, above 1 too large
    double amplitude_spread = 0;  ///< exp(median |ln amplitude|)
    double reach = 0;             ///< median
    double lag_ms = 0;            ///< median |lag|
    double settle = 0;            ///< median; 0 when no clip has one
    double overshoot = 0;         ///< mean
    double jitter = 0;            ///< median
    double static_px = 0;         ///< mean over clips that have one
    double clipped = 0;           ///< mean share
    double stalled = 0;           ///< mean share
    double shortening = 0;        ///< mean
    double p95_px = 0;            ///< mean
    /// Mean of the clips' shares, scaled where R² is floored: sums to 1 - r2_10px. Unset without a clip that has them.
    std::optional<ErrorShares> error;
    int direction_right = 0, direction_total = 0;
    /// How far the amplitude at other frame rates is from that at 60 Hz, the largest |ratio − 1|. `summarize` knows
    /// nothing of it and leaves 0.
    double other_rates = 0;
    int better_than_nothing = 0;  ///< clips with R² > 0: closer to the simulation than an unmoving body
};
PartSummary summarize(std::span<const ClipMetrics> clips);

/// One figure outside its band. `limit` is the bound it broke.
struct BandFinding {
    std::string metric;  ///< "amplitude"
    double value = 0;
    double limit = 0;
    std::string text;  ///< for people
};
std::vector<BandFinding> warnings(const ClipMetrics& clip);
std::vector<BandFinding> warnings(const PartSummary& summary);
/// The default gate: what makes `--gate` fail.
std::vector<BandFinding> gate_failures(const PartSummary& summary);

/// Value at the share `p` of a list, sorted: element floor((n-1) p). 0 for an empty list.
double percentile(std::vector<double> values, double p);
/// Middle of a list (mean of the two middle ones); 0 for an empty list.
double median(std::vector<double> values);

/// Edges of a body that run along the grain: both ends' distances to the pins (along mesh edges) differ by at least .7
/// of the edge's length.
std::vector<GrainEdge> grain_edges(std::span<const float> rest_xy, std::span<const std::array<int, 3>> triangles,
                                   std::span<const float> pin);

}  // namespace yure::baker
