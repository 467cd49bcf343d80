/// An exported model on other screens and in other players than it was measured with: frame rates, uneven frames with
/// hitches, an absent `Meta.Fps`, a player's own physics strength, inputs beyond their ranges, an app that was away for
/// a minute. Everything is compared with the same model shown at an even 60 Hz, so what is told is the difference that
/// the display makes. Definitions: docs/baking.md, "other frame rates".
#pragma once

#include <string>
#include <vector>

#include "yure/baker/compare.hpp"

namespace yure::baker {

/// One way of playing.
struct PlaybackCondition {
    std::string id;                   ///< "30 Hz", "irregular"
    double hz = 60.0;                 ///< frames shown a second, > 0
    bool irregular = false;           ///< instead frames of 6 to 40 ms and, about once a second, one of 120 ms
    bool without_fps = false;         ///< `Meta.Fps` is not there: steps are as long as frames
    double strength = 1.0;            ///< 0..1: the player's physics strength …
    bool strength_by_weight = false;  ///< … multiplies every output's Weight, else its Scale
    bool clamp_inputs = true;         ///< the host keeps inputs in their ranges before physics reads them
    /// s into a clip at which the app is away for a minute, while two seconds of the clip pass unseen; < 0 = never.
    double away_at = -1.0;
};

/// 30, 72, 120, 144 Hz and irregular frames.
std::vector<PlaybackCondition> display_conditions();
/// `display_conditions` without `Fps`, and 60 Hz: why a model of ours must carry it.
std::vector<PlaybackCondition> conditions_without_fps();
/// A player's strength of 0, 50 and 100 %, by Scale and by Weight.
std::vector<PlaybackCondition> strength_conditions();

/// One way of playing over some clips, against 60 Hz. Ratios and times are those of the clip that is farthest off.
struct PlaybackFigures {
    std::string id;
    int clips = 0;            ///< in which the model moves by 2 px or more at 60 Hz; with none the rest stays as it is
    double amplitude = 1.0;   ///< rms along the main direction of the tips, here / at 60 Hz
    double lag_ms = 0.0;      ///< positive = later than at 60 Hz
    double difference = 0.0;  ///< energy of the difference over all particles / energy at 60 Hz
    double farthest = 1.0;    ///< farthest any particle gets from where the rig alone has it, here / at 60 Hz
    double left_px = 0.0;     ///< px apart, farthest particle, in the last frame: what did not come back
    bool sound = true;        ///< every value finite and every parameter within its range, all the time
};

/// Plays every clip under every condition. `model` may be written at any amplitude; `body` says which meshes. The same
/// result for any order of work. Errors: a clip that cannot be played, "cancelled".
Result<std::vector<PlaybackFigures>> play_under(const Body& body, const ExportedModel& model,
                                                std::span<const DriveClip* const> clips,
                                                std::span<const PlaybackCondition> conditions, const Work& work);

/// Largest |amplitude − 1| among figures that have a clip; 1 where one is not sound; 0 for none.
double amplitude_off(std::span<const PlaybackFigures> figures);

}  // namespace yure::baker
