/// How hair is drawn: locks along a strand, with shade, streaks, inked edges and gloss.
#pragma once

#include "geometry.hpp"
#include "painter.hpp"

#include <cstdint>
#include <vector>

namespace yure::demo {

/// One lock on a strand, in the strand's coordinates.
struct Lock {
    double s_root = 0.0, s_tip = 0.0;  ///< where its middle lies across the strand, at the root and at the tip
    double half = 1.0;                 ///< half width, as a share of the strand's
    double t_from = 0.0, t_end = 1.0;  ///< where it begins and ends along the strand
    double t_taper = 0.6;              ///< from this share of the lock on it narrows towards its tip
    std::uint64_t seed = 1;            ///< of its streaks
};

/// Fills, shades and inks a lock; the edges are inked more and more from the root on. `darker` 0..1 mixes in shadow.
void paint_lock(Painter& painter, const Strand& strand, const Lock& lock, double darker);
/// The ring of light around the head, only where the locks are.
void paint_gloss(Painter& painter, const Strand& strand, const std::vector<Lock>& locks);
void gloss_ring(Painter& painter, const Pts& clip);
Pts lock_outline(const Strand& strand, const Lock& lock);

}  // namespace yure::demo
