/// What moves the model while it is looked at: values set by hand, a motion, idling, breath, blinking, a pointer that
/// head and body follow like a tracker, a shake. Gives one value per parameter and frame of 1/60 s; physics comes after.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "yure/baker/drive_clip.hpp"
#include "yure/core/random.hpp"
#include "yure/core/vec2.hpp"
#include "yure/motion/clip_player.hpp"
#include "yure/motion/idle.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::editor {

/// A motion that can be played.
struct MotionEntry {
    std::string name;            ///< for people: "idle", "TapBody 2"
    std::filesystem::path file;  ///< empty for a generated one
    std::string group;           ///< "Idle" …
};

class PoseDriver {
  public:
    explicit PoseDriver(const studio::Model& model);

    // --- by hand --------------------------------------------------------------------------------------------------
    /// Holds a parameter at a value (clamped) until released. Idling, trackers and shakes leave it alone; a motion wins.
    void hold(int parameter, float value);
    void release(int parameter);
    void release_all();
    std::optional<float> held(int parameter) const { return held_[static_cast<std::size_t>(parameter)]; }
    bool any_held() const;
    /// Where the head turns to: -1..1 each way, x right, y up. Followed with a tracker's lag.
    void look_at(Vec2 direction) { wanted_look_ = direction; }
    Vec2 look() const { return look_; }
    /// A hard shake of head and body that dies away within two seconds.
    void shake() { shake_time_ = 0.0f; }
    bool shaking() const { return shake_time_ >= 0.0f; }

    // --- motions --------------------------------------------------------------------------------------------------
    const std::vector<MotionEntry>& motions() const { return motions_; }
    /// From its start; -1 = none. An error when the file cannot be read; then none plays.
    Status play(int motion);
    int playing() const { return playing_; }
    void restart_motion();
    /// A made-up motion instead, exactly as it is: nothing else moves the model while it plays, and hands do not either.
    /// From its start; the end stays, or it goes round with `loop`.
    void play_clip(baker::DriveClip clip);
    bool playing_clip() const { return clip_.has_value(); }
    /// It has played to its end and stays there.
    bool clip_over() const { return clip_ && clip_frame_ >= clip_->frames(); }
    bool loop = true;
    float motion_time() const { return player_ ? player_->time() : 0.0f; }
    float motion_length() const { return player_ ? player_->binding().clip().duration : 0.0f; }
    bool motion_over() const { return player_ && player_->finished(); }

    bool idle = true, breath = true, blink = true;  ///< idle sways only while no motion plays

    /// One frame of 1/60 s.
    std::span<const float> advance();
    /// Of the last frame, without going on.
    std::span<const float> values() const { return values_; }
    /// Parameters that something but the hand moved in the last frame.
    bool driven(int parameter) const { return driven_[static_cast<std::size_t>(parameter)]; }

  private:
    struct Axis {
        int parameter = -1;
        float min = 0.0f, max = 0.0f, rest = 0.0f;
    };
    Axis axis(std::string_view id) const;
    void add(const Axis& axis, float share);
    std::span<const float> clip_values();
    void follow_pointer();
    void sway();
    void shake_frame();

    std::vector<ParameterRange> ranges_;
    std::vector<std::string> parts_;
    motion::EffectGroups groups_;
    std::vector<float> values_, before_;
    std::vector<std::optional<float>> held_;
    std::vector<bool> driven_;
    std::vector<MotionEntry> motions_;
    std::optional<motion::ClipPlayer> player_;
    int playing_ = -1;
    std::optional<baker::DriveClip> clip_;
    std::vector<int> clip_rows_;
    int clip_frame_ = 0;  // that comes next
    motion::EyeBlink blinker_;
    motion::Breath breather_;
    Vec2 wanted_look_, look_, look_speed_;
    float shake_time_ = -1.0f;
    double clock_ = 0.0;
    Axis angle_x_, angle_y_, angle_z_, body_x_, body_y_, body_z_, eye_x_, eye_y_;
};

}  // namespace yure::editor
