/// How the drawn figure turns: every layer is a relief with a depth of its own, turned about an axis through head or
/// body and seen straight on. That gives parallax between layers and the curved look within one.
#pragma once

#include "geometry.hpp"

namespace yure::demo {

/// Depth of a point in px towards the viewer; the axis of turning lies at 0.
using Depth = double;

/// A dome over the head: `depth` in front of the axis in the middle, falling like a parabola to `rim` at the edge of an
/// ellipse.
struct Dome {
    Pt centre;
    double radius_x = 1.0, radius_up = 1.0, radius_down = 1.0;
    Depth depth = 0.0, rim = 0.0;

    Depth at(Pt p) const;
};

/// The head's layers, back to front.
Depth back_hair_depth(Pt p);
Depth face_depth(Pt p);
Depth front_hair_depth(Pt p);

/// ParamAngleX, ParamAngleY: -30..30.
Pt turn_head(Pt p, Depth depth, double angle_x, double angle_y);

/// ParamBodyAngleX, ParamBodyAngleY: -10..10. One field for torso, hips and legs, so that they stay together.
Pt turn_body(Pt p, double body_x, double body_y);

}  // namespace yure::demo
