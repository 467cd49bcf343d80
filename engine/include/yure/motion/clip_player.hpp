/// Drives parameters (and part opacities) by a clip, as the official player does. Fades are off unless asked for.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "yure/core/parameter_range.hpp"
#include "yure/motion/clip.hpp"

namespace yure::motion {

/// Whom the model curves EyeBlink and LipSync act on: the groups of these names in model3.json.
struct EffectGroups {
    std::vector<std::string> eye_blink, lip_sync;
};

/// Weight of a clip at one moment.
struct Fade {
    bool on = false;           ///< false: curves set values outright and the rest is not looked at
    float weight = 1.0f;       ///< the motion's own, 0..1
    float since_start = 0.0f;  ///< s since the fade-in began
    float until_end = -1.0f;   ///< s until the motion ends; negative with `ends` false = it has no end
    bool ends = false;
    float in = 1.0f, out = 1.0f;  ///< fade times, s; 0 = at once
};

/// A clip tied to a model's parameters by id, once. Values arrays have one element per parameter, part arrays one per
/// part.
class ClipBinding {
  public:
    /// The clip must be sound (`check`). Curves for ids that the model lacks are ignored. As in the official player,
    /// curves are walked in three runs (model, parameter, part opacity): one that stands out of order is not played.
    ClipBinding(Clip clip, std::span<const ParameterRange> parameters, std::span<const std::string> parts = {},
                const EffectGroups& groups = {});

    /// Writes the values at `time` (s). Values are clamped to the parameter's range, part values are not clamped. Parts
    /// may be empty. `loop_end` as in `sample`. Returns the model's opacity, 1 when the clip has no such curve.
    /// Allocates nothing.
    float apply(float time, float loop_end, const Fade& fade, std::span<float> values,
                std::span<float> parts = {}) const;

    const Clip& clip() const { return clip_; }
    /// Index of every parameter that the clip writes, ascending.
    std::vector<int> driven() const;

  private:
    enum class Effect { none, eye_blink, lip_sync };
    struct Track {
        std::size_t curve;
        int target;  // parameter or part
        Effect effect = Effect::none;
    };
    struct Limits {
        float min, max;
    };
    float value_of(std::size_t curve, float time, float loop_end) const;

    Clip clip_;
    std::vector<Limits> limits_;
    std::vector<bool> ascending_;  // per curve: segments' ends never go back, so they can be searched by halves
    std::vector<Track> parameters_, parts_;
    std::vector<int> blink_only_, lips_only_;            // group members without a curve of their own
    int opacity_ = -1, eye_blink_ = -1, lip_sync_ = -1;  // curves
    std::size_t part_count_ = 0;
};

struct ClipOptions {
    bool loop = false;
    bool loop_fades_in = true;  ///< every round fades in anew, as the official player does by default
    bool fade = false;
    float weight = 1.0f;
    /// s; the entry in model3.json; negative = the clip's own, and 1 s when that is not given either.
    float fade_in = -1.0f, fade_out = -1.0f;
    EffectGroups groups{};
};

/// One running motion. A queue of motions is several of these updated in the order of their start.
class ClipPlayer {
  public:
    ClipPlayer(Clip clip, std::span<const ParameterRange> parameters, std::span<const std::string> parts = {},
               ClipOptions options = {});

    /// One frame: the first call shows the clip at time 0 whatever `dt` is (s, >= 0; anything else counts as 0). Values
    /// that the clip does not drive are left alone. After the end the last values go on being written.
    void update(std::span<float> values, float dt, std::span<float> parts = {});

    /// Lets it end as soon as its fade-out allows, counted from the next update.
    void fade_away();
    void restart();

    bool finished() const { return finished_; }
    float time() const { return time_; }        ///< s into the clip at the last update
    float opacity() const { return opacity_; }  ///< of the whole model
    /// Values of the events that fired in the last update.
    const std::vector<std::string>& fired() const { return fired_; }
    const ClipBinding& binding() const { return binding_; }

  private:
    void fire(float from, float to);

    ClipBinding binding_;
    ClipOptions options_;
    float fade_in_, fade_out_;
    float clock_ = 0.0f, start_ = 0.0f, fade_start_ = 0.0f, end_ = 0.0f, last_ = -1.0f;
    bool started_ = false, ends_ = false, leave_ = false, finished_ = false;
    float time_ = 0.0f, opacity_ = 1.0f;
    std::vector<std::string> fired_;
};

}  // namespace yure::motion
