/// A garment's art as marks on a grid, and what can be measured there: rows, waist, the gap between legs, thickness.
/// Lengths are cells.
#pragma once

#include "art.hpp"

#include <cstdint>
#include <vector>

namespace yure::studio::presets {

enum class Cell : std::uint8_t { empty, cloth, skin };

struct GarmentGrid {
    GridFrame frame;
    std::vector<Cell> cells;

    bool drawn(int column, int row) const { return cells[frame.at(column, row)] != Cell::empty; }
    int count(Cell kind) const;
};

/// Cells from art; specks of cloth and of skin that are too small to mean anything are dropped.
GarmentGrid garment_grid(const ArtGrid& art);

/// A row's outermost drawn cells; left > right = nothing in it.
struct RowSpan {
    int left = 0, right = -1;
    bool empty() const { return left > right; }
    int width() const { return right - left + 1; }
};

struct Silhouette {
    std::vector<RowSpan> rows;
    int first = 0, last = -1;  ///< first and last row with something in it; first > last = nothing drawn
    float median_width = 0.0f;
    int widest = 0;

    bool empty() const { return first > last; }
    int height() const { return last - first + 1; }
};
Silhouette silhouette(const GarmentGrid& grid);

/// The narrowest row, smoothed over height/25, in the upper 35 %, at least 40 % of the widest.
int waist_row(const Silhouette& shape);

/// Trousers by their silhouette: from the crotch down to the hem a gap in the middle.
bool has_legs(const GarmentGrid& grid, const Silhouette& shape);

/// Distance of every drawn cell to the nearest cell that is not drawn (outside of the grid counts as such), 0
/// elsewhere.
std::vector<float> thickness(const GarmentGrid& grid);

/// Shortest way over drawn cells to a marked one; infinite where none can be reached, and where nothing is drawn.
std::vector<float> distance_within(const GarmentGrid& grid, const std::vector<char>& marked);

/// For every cell of the grid the value of the nearest drawn cell (0 when nothing is drawn).
std::vector<float> spread_out(const GarmentGrid& grid, const std::vector<float>& values);

/// Connected pieces of drawn cells, numbered from 0; -1 where nothing is drawn.
std::vector<int> pieces_of(const GarmentGrid& grid, int& count);

}  // namespace yure::studio::presets
