/// The art of some meshes at rest on a grid of cells: where something is drawn, and where that is skin.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "yure/studio/presets/subject.hpp"

namespace yure::studio::presets {

/// Where a grid lies. Cells are squares, row 0 at the top.
struct GridFrame {
    int columns = 0, rows = 0;
    Vec2 origin;        ///< world px of the top left corner
    float cell = 1.0f;  ///< px, > 0

    int size() const { return columns * rows; }
    std::size_t at(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
    }
    /// The cell a point lies in, or the nearest one.
    std::size_t cell_of(Vec2 world) const;
};

/// Cells along the longer side of what the meshes span.
inline constexpr int kGridCells = 240;
GridFrame frame_of(const Subject& subject, std::span<const int> meshes, int cells = kGridCells);

struct ArtGrid {
    GridFrame frame;
    std::vector<float> opaque;  ///< per cell: share of its samples that are drawn, 0..1
    std::vector<float> skin;    ///< per cell: share of the drawn samples that are skin, 0..1
};

/// The meshes drawn over each other in render order. Additive and multiplicative meshes are light and shade on others,
/// not cloth, and are left out; so is what has no texture.
ArtGrid draw_art(const Subject& subject, std::span<const int> meshes, const GridFrame& frame);

/// The colour of skin: bright, red over green over blue, neither grey nor strongly coloured.
bool is_skin(std::uint8_t r, std::uint8_t g, std::uint8_t b);
inline constexpr int kLeastAlpha = 8;       ///< above, a pixel counts as drawn
inline constexpr float kClothShare = 0.4f;  ///< from here on a cell counts as drawn
inline constexpr float kSkinShare = 0.5f;   ///< from here on a drawn cell counts as skin

/// One mesh by itself.
struct MeshArt {
    int cells = 0;      ///< drawn, on a coarse grid of the mesh's own; 0 = no art
    float skin = 0.0f;  ///< share of them that is skin
};
MeshArt measure_art(const Subject& subject, int mesh);

}  // namespace yure::studio::presets
