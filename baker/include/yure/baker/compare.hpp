/// The exported model against the simulation: plays the written physics exactly, poses the written puppet, and
/// measures. Nothing here knows what the fit predicted.
#pragma once

#include <string>
#include <vector>

#include "yure/baker/metrics.hpp"
#include "yure/baker/record.hpp"

namespace yure::baker {

struct ExportedModel {
    const rig::Rig* rig =
        nullptr;  ///< of the written puppet (at amplitude x1, so that numbers mean the same everywhere)
    const pendulum::Physics* physics = nullptr;
    std::vector<std::string> mode_parameters;  ///< ids of the body's baked parameters, for `clipped` …
    std::vector<float> mode_ranges;            ///< … and where their outer keys stand (±)
};

/// One clip of the exported model, at 60 fps from rest, like Recording::in_body: export minus the rig's goal, turned
/// back by the simulation's frame angle.
struct Playback {
    std::vector<float> in_body;
    std::vector<float> mode_values;  ///< the mode parameters' values, frames x modes
    std::vector<float> mode_use;     ///< per frame: largest |mode parameter| / its keyed range, at most 1
};
Playback play_export(const Body& body, const ExportedModel& model, const DriveClip& clip, const Recording& recording);

/// Metrics of every clip; recordings as made by `record` with `in_body`. Where `playbacks` is given, what was measured is
/// left there, one a clip. Error: "cancelled".
Result<std::vector<ClipMetrics>> compare_export(const Body& body, const ExportedModel& model,
                                                std::span<const DriveClip* const> clips,
                                                std::span<const Recording> recordings, const Work& work,
                                                std::vector<Playback>* playbacks = nullptr);

/// Everything a body was measured on, frame by frame: what a report shows. Views; valid while the callback runs.
struct MeasuredBody {
    int index = 0;  ///< place among the bodies of the bake
    const Body* body = nullptr;
    std::span<const DriveClip> clips;
    std::span<const Recording> recordings;  ///< `in_body`, `goals` and `frame_angle`, one a clip
    std::span<const Playback> playbacks;    ///< one a clip
    std::span<const ClipMetrics> metrics;   ///< one a clip
};

}  // namespace yure::baker
