/// The trial: a quick look at how bodies would move, before anything is baked. Each input goes to each end of its
/// range, is held, let go, and watched; optionally wind blows instead. Nothing is changed or written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "yure/baker/options.hpp"
#include "yure/core/vec2.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

struct TrialOptions {
    float hold = 1.0f;         ///< s, 0.1..30: how long a value (or the wind) stays; it is reached within .15 s
    float release = 2.0f;      ///< s, 0.1..30: how long the body is watched afterwards
    std::optional<Vec2> wind;  ///< px/s^2 (y down), each within +-1e5: one more trial, with all inputs at rest
};

/// One thing tried. Distances are from where the rig alone puts a vertex, px.
struct TrialRow {
    std::string input;          ///< parameter id, or "wind"
    float value = 0.0f;         ///< the parameter's units; 0 for wind
    float reach = 0.0f;         ///< px: how far the rig itself moves the body at that value
    float peak = 0.0f;          ///< largest distance at any time
    float peak_time = 0.0f;     ///< s from the start
    std::string peak_mesh;      ///< where that was
    int peak_vertex = -1;       ///< index in that mesh
    float held = 0.0f;          ///< largest distance at the end of the hold: how differently it hangs there
    float release_peak = 0.0f;  ///< largest distance after the release
    std::optional<float>
        settle;            ///< s after the release until it stays within max(1 px, 10 % of release_peak) of the drawing
    float drift = 0.0f;    ///< largest distance at the end
    float stretch = 0.0f;  ///< share: how much longer than the rig has it any edge gets
    int mended_frames = 0;  ///< frames in which the solver had to keep a triangle from folding over
};

struct Hint {
    std::string setting;  ///< what to change: "goal", "damping", "stretch", "--release", "--inputs" …
    std::string what;     ///< what was seen, and what to do about it
};

struct BodyTrial {
    std::string id;
    int particles = 0;
    bool pinned = true;   ///< something holds it (a pin weight of at least .5)
    float length = 0.0f;  ///< px: the longest way from a pin to a tip, or the drawing's diagonal when nothing is pinned
    float calibration_error = -1.0f;  ///< px: how far the body at rest is from its drawing; -1 when goal is 0
    std::vector<TrialRow> rows;       ///< inputs in their order, upper end first; wind last
    std::vector<Hint> hints;          ///< most important first
    float peak = 0.0f, drift = 0.0f, stretch = 0.0f;  ///< the largest of all rows
};

struct Trial {
    TrialOptions options;
    std::vector<BodyTrial> bodies;
    Notices notices;
};

/// Errors: an option out of its range (named), requests that do not fit the model, "cancelled".
Result<Trial> run_trial(const Model& model, const std::vector<baker::BodyRequest>& bodies, const TrialOptions& options,
                        const Work& work);

}  // namespace yure::studio
