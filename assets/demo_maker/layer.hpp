/// One drawn layer of the character: its picture at rest and the mesh that carries it.
#pragma once

#include "mesh_shape.hpp"
#include "painter.hpp"

#include <string>
#include <vector>

namespace yure::demo {

struct Layer {
    std::string id;  ///< art mesh id
    Image image;     ///< the picture, one pixel per canvas pixel
    Pt origin;       ///< canvas position of the picture's top left corner
    MeshShape mesh;  ///< canvas px; lies within the picture
};

/// Draws a layer whose mesh is given: the picture is as large as the mesh, plus a little.
template <class Draw>
Layer make_layer(std::string id, MeshShape mesh, Draw draw) {
    Painter painter(Box::around(mesh.points).grown(2.0));
    draw(painter);
    return {std::move(id), painter.image(), {painter.bounds().left, painter.bounds().top}, std::move(mesh)};
}

/// Draws within `bounds` and lays a grid over what was drawn.
template <class Draw>
Layer make_hugging_layer(std::string id, Box bounds, int rows, int columns, Draw draw, double margin = 3.0) {
    Painter painter(bounds);
    draw(painter);
    const Pt origin{painter.bounds().left, painter.bounds().top};
    Image image = painter.image();
    MeshShape mesh = hugging_mesh(image, origin, rows, columns, margin);
    return {std::move(id), std::move(image), origin, std::move(mesh)};
}

}  // namespace yure::demo
