/// The skirt's surface, shared by its drawing, the waistband that is glued to it, and the rig.
#pragma once

#include "geometry.hpp"

namespace yure::demo {

inline constexpr int kSkirtColumns = 18, kSkirtRows = 11;  ///< cells
inline constexpr int kSkirtWaistRow = 1;                   ///< the row the waistband is glued to
inline constexpr double kSkirtWaistShare = 0.07;           ///< where that row lies, as a share of the length

/// u 0..1 from left to right, v 0 top edge (under the waistband) .. 1 hem. Slightly outside of 0..1 too.
Pt skirt_point(double u, double v);
/// The same for the mesh's grid, which is a little larger than what is drawn.
Pt skirt_grid_point(double u, double v);

}  // namespace yure::demo
