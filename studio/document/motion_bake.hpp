/// Motions with the sway in them, for players without physics. Private to studio.
#pragma once

#include <string>

#include "yure/formats/motion3.hpp"
#include "yure/studio/model_folder.hpp"
#include "yure/studio/project_export.hpp"

namespace yure::studio {

struct BakedMotion {
    formats::Motion3 motion;
    int curves = 0;              ///< that were added or replaced
    double closure = 0.0;        ///< looping: largest jump between end and start before it was closed, share of a range
    double slope_closure = 0.0;  ///< the same for the speed, shares of a range per second
};

/// The motion through the written model's physics at 60 frames a second; every parameter that physics writes gets a
/// curve, helpers without shapes excepted. Not looping: from rest on the motion's first pose, held for `preroll`
/// seconds. Looping: the motion goes round until it swings alike in two rounds, then one round is taken and the rest of
/// the gap is spread over it, so that last equals first in value and slope.
Result<BakedMotion> bake_motion(const formats::Motion3& motion, const WrittenModel& model, const MotionBake& how,
                                const motion::EffectGroups& effects, const Work& work);

}  // namespace yure::studio
