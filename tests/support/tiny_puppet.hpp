/// A small puppet made in memory, for tests that must work without reference models. It has what a rig is made of:
/// three levels of deformers (warp, rotation below it, quad warp below that), keyforms on one and two axes, masks,
/// glue, a draw-order sub-group, and on request a blend-shape parameter on one mesh.
///
///     parameter   ParamAngleX -30..30, ParamAngleZ -30..30, ParamOpen 0..1, ParamBlend -1..1 (with blend_shape)
///     part        PartRoot > PartHair (opens a draw-order sub-group)
///     deformer    WarpBody (root, 3x2 cells, AngleX) > RotHead (AngleZ) > WarpHair (2x4 cells, quad, AngleX x AngleZ)
///     mesh        0 Torso 6x5 below WarpBody    1 Face 5x5 below RotHead (AngleX x Open)
///                 2 Hair 3x9 below WarpHair, a strand hanging down from y = 0   3 Badge 2x2 in model space
///     glue        GlueHair welds the Hair's top row to the Face's top row
///
/// Canvas 1000 x 1000 px, 500 px per unit, origin in the middle. Finished vertices all lie on it in every pose.
#pragma once

#include "support/puppet_builder.hpp"

namespace yure::tests {

struct TinyPuppetOptions {
    rig::MocVersion version = rig::MocVersion::v4_2;
    bool blend_shape = false;  ///< needs version >= 4.2
};
rig::Puppet tiny_puppet(const TinyPuppetOptions& options = {});

}  // namespace yure::tests
