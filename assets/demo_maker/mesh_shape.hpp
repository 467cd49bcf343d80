/// Meshes at rest, in canvas pixels: strip grids along a spine, grids between curves, and grids that hug what is drawn.
#pragma once

#include "geometry.hpp"
#include "painter.hpp"

#include <functional>
#include <vector>

namespace yure::demo {

/// A grid of (rows + 1) x (columns + 1) points, columns varying fastest, two triangles a cell.
struct MeshShape {
    int rows = 0, columns = 0;  ///< cells
    Pts points;
    std::vector<int> triangles;

    int index(int row, int column) const { return row * (columns + 1) + column; }
};

/// point(u, v): u 0..1 across the columns, v 0..1 down the rows.
MeshShape grid_mesh(int rows, int columns, const std::function<Pt(double u, double v)>& point);

/// Rows along the strand, columns across it; `margin` px wider and longer than the strand on every side.
MeshShape strip_mesh(const Strand& strand, int rows, int columns, double margin);

/// Rows from top to bottom of what is opaque, each as wide as the picture is there, plus `margin` px.
MeshShape hugging_mesh(const Image& image, Pt image_origin, int rows, int columns, double margin);

}  // namespace yure::demo
