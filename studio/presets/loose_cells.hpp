/// Which cells of a garment hang loose, and how far from where the body holds them. Rules: docs/presets.md.
#pragma once

#include "garment_grid.hpp"

#include <limits>
#include <string>
#include <vector>

#include "yure/studio/presets/parts.hpp"

namespace yure::studio::presets {

/// What is known of a garment beyond its art.
struct GarmentFacts {
    Role role = Role::top;  ///< top, skirt, trousers, neckwear, sleeve or legwear
    bool swings = false;    ///< the rig already has a swing for it: it hangs, whatever its silhouette
    /// Tops: world y of the waist, below which cloth hangs free; infinite = not known.
    float waist_y = std::numeric_limits<float>::infinity();
};

struct LooseCells {
    std::vector<float> looseness;  ///< per cell, 0..1; 0 where nothing is drawn
    std::string why;               ///< "hangs from row … " in words
};

LooseCells loose_cells(const GarmentGrid& grid, const GarmentFacts& facts);

}  // namespace yure::studio::presets
