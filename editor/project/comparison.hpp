/// The exported result beside the simulation: motions to play in both from rest, a check of the figures in the
/// background, and a trace of what both did.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "preview/preview.hpp"
#include "preview/tip_trace.hpp"
#include "yure/baker/drive_clip.hpp"
#include "yure/studio/session.hpp"

namespace yure::editor {

class Workbench;

class Comparison {
  public:
    /// What a body is measured on: made-up motions and the model's own, by id ("shake", "motion:idle.motion3.json").
    const std::vector<baker::DriveClip>& clips(const Workbench& workbench, const std::string& body);

    /// Both at rest, then the clip in both. The reference is switched on; what was recorded is forgotten.
    void play(Workbench& workbench, const std::string& body, const std::string& clip);
    /// Goes to a frame of what was played, and stands there.
    void jump(Workbench& workbench, int frame);
    /// The clip that was played last, empty = none.
    const std::string& played() const { return played_; }
    /// Frames recorded since are those of a clip from rest, so `jump` finds them again.
    bool can_jump() const { return !played_.empty() && trace_.frames() > 0; }

    /// Starts a job that measures `clip` (empty = all) as a bake's report does, at x1.
    void check(Workbench& workbench, const std::string& body, const std::string& clip);
    struct Check {
        std::string clip;    ///< empty = all of them
        studio::Json result; ///< a body of `studio::comparison_json`
    };
    /// Of this body; null = none since the project was opened.
    const Check* checked(const std::string& body) const;

    const TipTrace& trace() const { return trace_; }
    /// The body that is recorded while the reference runs.
    void watch(const std::string& body);
    /// After each frame of the preview.
    void frame(const Preview& preview);
    void clear() { *this = {}; }

    bool show_error = false;  ///< the distance between both as colours on the canvas

  private:
    TipTrace trace_;
    std::string played_;
    std::map<std::string, Check> checks_;
    std::vector<baker::DriveClip> clips_;
    std::string clips_key_;
};

}  // namespace yure::editor
