/// Many frames of a movement as a few shapes and how much of each is seen when: what keeps a replay small enough to
/// send. The frame that the shapes so far miss by most becomes the next shape, until none is missed by more than the
/// tolerance; of what these span, the principal shapes are kept. Deterministic.
#pragma once

#include <span>
#include <vector>

namespace yure::studio {

struct ShapeBasis {
    int columns = 0;
    std::vector<float> shapes;  ///< count x columns, orthonormal

    int count() const { return columns > 0 ? static_cast<int>(shapes.size()) / columns : 0; }
    std::span<const float> shape(int index) const {
        return std::span(shapes).subspan(static_cast<std::size_t>(index) * static_cast<std::size_t>(columns),
                                         static_cast<std::size_t>(columns));
    }
    /// Share of every shape in a row of `columns` values; `out` has count() places.
    void project(std::span<const float> row, std::span<float> out) const;
};

/// `rows` is frames x columns, px. As few shapes, at most `most`, as miss no coordinate by more than `tolerance` px
/// (root mean square over the frames, of the coordinate missed most).
ShapeBasis find_shapes(std::vector<float> rows, int columns, float tolerance, int most);

}  // namespace yure::studio
