#include "mesh_shape.hpp"

#include <algorithm>

namespace yure::demo {

MeshShape grid_mesh(int rows, int columns, const std::function<Pt(double, double)>& point) {
    MeshShape mesh{rows, columns, {}, {}};
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c)
            mesh.points.push_back(point(static_cast<double>(c) / columns, static_cast<double>(r) / rows));
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            const int a = mesh.index(r, c), b = a + 1, d = mesh.index(r + 1, c), e = d + 1;
            // The diagonal that leans outwards on both halves keeps the grid symmetric.
            const std::vector<int> cell =
                2 * c < columns ? std::vector<int>{a, b, e, a, e, d} : std::vector<int>{a, b, d, b, e, d};
            mesh.triangles.insert(mesh.triangles.end(), cell.begin(), cell.end());
        }
    return mesh;
}

MeshShape strip_mesh(const Strand& strand, int rows, int columns, double margin) {
    const double beyond = margin / strand.length();
    return grid_mesh(rows, columns, [&](double u, double v) {
        const double t = lerp(-beyond, 1.0 + beyond, v), on = std::clamp(t, 0.0, 1.0);
        const Pt n = strand.normal(on), direction{-n.y, n.x};
        const double across = (2.0 * u - 1.0) * (strand.half_width(on) + margin);
        return strand.spine(on) + n * across + direction * ((t - on) * strand.length());
    });
}

MeshShape hugging_mesh(const Image& image, Pt image_origin, int rows, int columns, double margin) {
    std::vector<int> left(static_cast<std::size_t>(image.height), image.width), right(left.size(), -1);
    int top = image.height, bottom = -1;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (image.pixel(x, y)[3] > 0) {
                const auto row = static_cast<std::size_t>(y);
                left[row] = std::min(left[row], x);
                right[row] = std::max(right[row], x + 1);
                top = std::min(top, y);
                bottom = std::max(bottom, y + 1);
            }
    const double first = top - margin, step = (bottom - top + 2 * margin) / rows;
    std::vector<double> from(static_cast<std::size_t>(rows + 1)), to(from.size());
    for (int r = 0; r <= rows; ++r) {
        // As wide as anything between the neighbouring rows, so that straight edges between rows cut nothing off.
        const int y_from = std::clamp(static_cast<int>(first + (r - 1) * step), 0, image.height - 1);
        const int y_to = std::clamp(static_cast<int>(first + (r + 1) * step), 0, image.height - 1);
        double low = image.width, high = 0.0;
        for (int y = y_from; y <= y_to; ++y) {
            low = std::min<double>(low, left[static_cast<std::size_t>(y)]);
            high = std::max<double>(high, right[static_cast<std::size_t>(y)]);
        }
        from[static_cast<std::size_t>(r)] = low - margin;
        to[static_cast<std::size_t>(r)] = high + margin;
    }
    return grid_mesh(rows, columns, [&](double u, double v) {
        const double r = v * rows;
        const auto row = static_cast<std::size_t>(r + 0.5);
        return image_origin + Pt{lerp(from[row], to[row], u), first + r * step};
    });
}

}  // namespace yure::demo
