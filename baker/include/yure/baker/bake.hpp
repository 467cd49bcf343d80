/// The whole bake, one call: bodies in, a written puppet and physics out, with what was read, fitted, lost and measured
/// on the way. Same request, same bytes, for any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "yure/baker/compare.hpp"
#include "yure/baker/inputs.hpp"
#include "yure/baker/options.hpp"
#include "yure/baker/playback_rates.hpp"
#include "yure/baker/write_back.hpp"
#include "yure/core/work.hpp"

namespace yure::baker {

struct BakeRequest {
    rig::Puppet puppet;               ///< the model as it is
    pendulum::Physics physics;        ///< its physics; may be empty
    std::vector<BodyRequest> bodies;  ///< written in this order
    std::vector<DriveClip> motions;   ///< the model's own clips ("motion:<file>", 60 Hz), to measure on
    std::uint64_t clip_seed = 0;      ///< shifts the random unseen motions; never changes what is baked
    float fps = 0.0f;                 ///< Hz of the physics; 0 = the file's Meta.Fps, else 60
    /// Shown the frames that each body was measured on, body after body, on the calling thread. Empty = nobody looks,
    /// and they are not kept.
    std::function<void(const MeasuredBody&)> on_measured;
    /// Banks of an earlier bake: a start for the same bodies with the same inputs, which makes the fit short.
    std::vector<BakedBank> earlier;
    /// An earlier bank that holds a requested body stays as it is, and only what the body hooks onto it is made anew, in
    /// little time; bodies that are not in the request keep every number. Needs the bank's inputs.
    bool keep_banks = false;
};

struct BodyResult {
    std::string id, name;
    int particles = 0;
    std::vector<InputReading> inputs;
    BodyBake bake;  ///< at x1; `write_back` writes it again with other options, without a new fit
    std::vector<WrittenParameter> parameters;  ///< as exported, same order as bake.parameters
    PoseCost pose_cost;                        ///< of the exact poses, bake.poses
    bool blend_shapes = false;                 ///< how they were written; else keyform axes
    int pendulums = 0;                         ///< physics groups that drive it; a bank's serve all of its bodies
    int helpers = 0;                           ///< parameters without keys that the groups need, likewise
    int training_frames = 0;                   ///< simulated to learn from, at 60 a second
    int evaluations = 0;                       ///< pendulums tried, `classic` only
    double select_r2 = 0.0;                    ///< on the clips the fit chose by (classic: sideways inputs, else vertical)
    std::vector<double> left_by_parameters;    ///< share of the training movement left with 1, 2 … parameters, as grown
    double left_with_next = 0.0;               ///< the same with one more than there are: what the next would buy
    std::vector<ClipMetrics> clips;            ///< unseen motions, exported model at x1 against the simulation
    PartSummary summary;                ///< no physics at all has r2 = 0 by definition; above 0 is better than that
    std::vector<PlaybackFigures> other_rates;  ///< display_conditions(), on two of the unseen motions
    std::vector<BandFinding> warnings;  ///< of the summary
    Notices notices;
    Notices losses;
    double started = 0.0, finished = 1.0;  ///< share of the whole progress between which it was baked …
    int baked_with = 1;                    ///< … together with so many bodies of its bank, itself included
};

struct BakeResult {
    rig::Puppet puppet;         ///< with every body, at its exaggeration
    pendulum::Physics physics;  ///< likewise
    std::vector<BodyResult> bodies;
    std::vector<BakedBank> banks;  ///< that the bodies are hooked onto
};

/// Errors name the body and the option. A cancelled bake gives the error of `cancelled_error()`.
Result<BakeResult> bake(const BakeRequest& request, const Work& work);

Error cancelled_error();
bool is_cancelled(const Error& error);

}  // namespace yure::baker
