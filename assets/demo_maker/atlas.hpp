/// Packs the layers' pictures into texture pages.
#pragma once

#include "layer.hpp"

#include <vector>

namespace yure::demo {

inline constexpr int kTextureSize = 2048;  ///< px, both ways

struct Placement {
    int page = 0, x = 0, y = 0;  ///< where the picture's top left corner lies
};

struct Atlas {
    std::vector<Image> pages;
    std::vector<Placement> placements;  ///< one per layer

    /// Texture coordinates (0..1, v down) of a layer's mesh points.
    std::vector<Pt> uvs(const std::vector<Layer>& layers, std::size_t layer) const;
};

/// Every layer must fit on a page. Tallest first, row by row, with a gap so that neighbours never mix.
Atlas pack(const std::vector<Layer>& layers);

}  // namespace yure::demo
