/// The face's moving features as curves: where lids, iris and lips lie at a given opening or smile. The drawing uses
/// them at one pose, the rig at all its keys. Canvas px. side: +1 = right half of the picture (her left), -1 = left
/// half.
#pragma once

#include "geometry.hpp"

namespace yure::demo {

inline constexpr Pt kEyeOffset{103.0, 588.0};  ///< centre of an eye: x from the face's middle, y absolute
inline constexpr double kFaceMiddle = 800.0;
inline constexpr Pt kMouth{800.0, 700.0};

/// Eye coordinates (x outwards from the eye's centre, y down) to the canvas.
inline Pt eye_point(double side, Pt p) {
    return {kFaceMiddle + side * (kEyeOffset.x + p.x), kEyeOffset.y + p.y};
}

/// Lid edges in eye coordinates, from the inner corner (u = 0) to the outer one (u = 1).
/// open 0..1 (may exceed 1 a little), smile 0..1 bends the closed eye upwards.
Pt upper_lid(double u, double open, double smile);
Pt lower_lid(double u, double open, double smile);
/// The upper lash as a band around the lid: t 0 inner .. 1 tip of the outer wing, s -1 upper edge .. +1 lower edge.
Pt upper_lash(double t, double s, double open, double smile);

/// Grids between lids or lips reach this far beyond both, px, so that their corners keep an area.
inline constexpr double kLidMargin = 1.2, kLipMargin = 0.8;

/// Lips: u -1..1 from corner to corner; form -1 (sad) .. 1 (smile), open 0..1.
Pt upper_lip(double u, double form, double open);
Pt lower_lip(double u, double form, double open);

}  // namespace yure::demo
