#include "inverse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace yure::rig {
namespace {

constexpr double kSlack = 1e-9;  // how far outside of a piece a solution may lie, in the piece's own unit

Point operator+(Point a, Point b) {
    return {a.x + b.x, a.y + b.y};
}
Point operator-(Point a, Point b) {
    return {a.x - b.x, a.y - b.y};
}
Point operator*(Point a, double s) {
    return {a.x * s, a.y * s};
}
double dot(Point a, Point b) {
    return a.x * b.x + a.y * b.y;
}
double cross(Point a, Point b) {
    return a.x * b.y - a.y * b.x;
}
Point wide(Vec2 v) {
    return {v.x, v.y};
}
Vec2 narrow(Point p) {
    return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

/// q = e*a + f*b for (a, b); false when e and f are parallel.
bool solve(Point e, Point f, Point q, double& a, double& b) {
    const double area = cross(e, f);
    if (area == 0.0) return false;
    a = cross(q, f) / area;
    b = cross(e, q) / area;
    return std::isfinite(a) && std::isfinite(b);
}

/// Place on the segment 0..f nearest to q, 0..1.
double nearest_on_edge(Point f, Point q) {
    const double squared = dot(f, f);
    return squared > 0.0 ? std::clamp(dot(q, f) / squared, 0.0, 1.0) : 0.0;
}

/// Nearest point of the triangle a*e + b*f (a, b >= 0, a + b <= 1) to q. Returns the squared distance.
double nearest_in_triangle(Point e, Point f, Point q, double& a, double& b) {
    if (solve(e, f, q, a, b) && a >= 0.0 && b >= 0.0 && a + b <= 1.0) return 0.0;
    double best = std::numeric_limits<double>::infinity();
    const auto offer = [&](double a2, double b2) {
        const Point miss = q - (e * a2 + f * b2);
        if (const double d = dot(miss, miss); d < best) best = d, a = a2, b = b2;
    };
    offer(nearest_on_edge(e, q), 0.0);
    offer(0.0, nearest_on_edge(f, q));
    const double along = nearest_on_edge(f - e, q - e);
    offer(1.0 - along, along);
    return best;
}

/// A cell of the extended grid: column 0 and cols+1, row 0 and rows+1 are the frame.
struct Cell {
    double u0, u1, v0, v1;     ///< its ends in the warp's own space
    Point c00, c10, c01, c11;  ///< their images
    bool bilinear;

    Point place(double s, double t) const { return {u0 + (u1 - u0) * s, v0 + (v1 - v0) * t}; }
};

/// Ends of an extended column: float arithmetic where the forward map uses it, so that both agree.
double line(int extended, int cells) {
    if (extended == 0) return -2.0;
    if (extended == cells + 2) return 3.0;
    return static_cast<float>(extended - 1) / static_cast<float>(cells);
}

Cell make_cell(const WarpMap& map, int column, int row) {
    Cell cell{line(column, map.cols),
              line(column + 1, map.cols),
              line(row, map.rows),
              line(row + 1, map.rows),
              {},
              {},
              {},
              {},
              false};
    const auto corner = [&](int i, int j, double u, double v) {
        const bool on_grid = i >= 1 && i <= map.cols + 1 && j >= 1 && j <= map.rows + 1;
        return wide(on_grid ? map.grid[(j - 1) * (map.cols + 1) + i - 1]
                            : on_plane(map, static_cast<float>(u), static_cast<float>(v)));
    };
    cell.c00 = corner(column, row, cell.u0, cell.v0);
    cell.c10 = corner(column + 1, row, cell.u1, cell.v0);
    cell.c01 = corner(column, row + 1, cell.u0, cell.v1);
    cell.c11 = corner(column + 1, row + 1, cell.u1, cell.v1);
    cell.bilinear = map.quad && column >= 1 && column <= map.cols && row >= 1 && row <= map.rows;
    return cell;
}

/// Index of the extended column (or row) that holds a coordinate.
int column_of(double x, int cells) {
    if (!(x > 0.0)) return 0;
    if (x >= 1.0) return cells + 1;
    return 1 + std::min(static_cast<int>(x * cells), cells - 1);
}

class Search {
  public:
    Search(const WarpMap& map, Point model, Vec2 near) : map_(map), q_(model), near_(wide(near)) {
        if (!std::isfinite(near_.x) || !std::isfinite(near_.y)) near_ = {0.5, 0.5};
    }

    Vec2 run() {
        const int columns = map_.cols + 2, rows = map_.rows + 2;
        const int c = column_of(near_.x, map_.cols), r = column_of(near_.y, map_.rows);
        const bool beyond = is_beyond(near_);
        if (beyond) try_plane();
        const int rings = std::max(std::max(c, columns - 1 - c), std::max(r, rows - 1 - r));
        for (int ring = 0; ring <= rings; ++ring) {
            if (ring > 0 && best_ <= distance_out_of(c - ring + 1, c + ring - 1, r - ring + 1, r + ring - 1)) break;
            const int left = c - ring, right = c + ring, top = r - ring, bottom = r + ring;
            for (int row = std::max(top, 0); row <= std::min(bottom, rows - 1); ++row) {
                const bool whole = row == top || row == bottom;
                for (int column = std::max(left, 0); column <= std::min(right, columns - 1); ++column) {
                    if (!whole && column != left && column != right) {
                        column = std::max(column, right - 1);  // skip what earlier rings covered
                        continue;
                    }
                    try_cell(make_cell(map_, column, row));
                }
            }
        }
        if (!beyond && best_ > distance_to_plane()) try_plane();
        return narrow(best_ < kNone ? found_ : nearest());
    }

  private:
    static constexpr double kNone = std::numeric_limits<double>::infinity();

    static bool is_beyond(Point p) { return p.x <= -2.0 || p.x >= 3.0 || p.y <= -2.0 || p.y >= 3.0; }

    void offer(Point place) {
        const Point away = place - near_;
        if (const double d = dot(away, away); d < best_) best_ = d, found_ = place;
    }

    void try_plane() {
        double u = 0.0, v = 0.0;
        if (solve(wide(map_.du), wide(map_.dv), q_ - wide(map_.o), u, v) && is_beyond({u, v})) offer({u, v});
    }

    void try_cell(const Cell& cell) {
        if (cell.bilinear) return try_bilinear(cell);
        double a = 0.0, b = 0.0;
        if (solve(cell.c10 - cell.c00, cell.c01 - cell.c00, q_ - cell.c00, a, b) && a >= -kSlack && b >= -kSlack &&
            a + b <= 1.0 + kSlack)
            offer(cell.place(a, b));
        if (solve(cell.c01 - cell.c11, cell.c10 - cell.c11, q_ - cell.c11, a, b) && a >= -kSlack && b >= -kSlack &&
            a + b <= 1.0 + kSlack)
            offer(cell.place(1.0 - a, 1.0 - b));
    }

    /// q = c00 + e s + f t + g s t. Eliminating s leaves a quadratic in t.
    void try_bilinear(const Cell& cell) {
        const Point e = cell.c10 - cell.c00, f = cell.c01 - cell.c00;
        const Point g = (cell.c00 - cell.c10) + (cell.c11 - cell.c01), q = q_ - cell.c00;
        const double a = -cross(f, g), b = cross(q, g) - cross(f, e), c = cross(q, e);
        double roots[2];
        int count = 0;
        // Rounding may push a double root's discriminant a little below zero.
        double discriminant = b * b - 4.0 * a * c;
        if (discriminant < 0.0 && discriminant > -1e-12 * (b * b + std::abs(4.0 * a * c))) discriminant = 0.0;
        if (discriminant < 0.0) return;
        const double half = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
        if (half != 0.0) roots[count++] = c / half;
        if (a != 0.0) roots[count++] = half / a;
        for (int k = 0; k < count; ++k) {
            double t = roots[k];
            if (!(t >= -1e-6 && t <= 1.0 + 1e-6)) continue;
            const Point along = e + g * t;
            const double squared = dot(along, along);
            if (squared == 0.0) continue;
            double s = dot(q - f * t, along) / squared;
            // One Newton step takes out the error of the root formula.
            const Point miss = q - (e * s + f * t + g * (s * t));
            double ds = 0.0, dt = 0.0;
            if (solve(along, f + g * s, miss, ds, dt)) s += ds, t += dt;
            if (s >= -1e-7 && s <= 1.0 + 1e-7 && t >= -1e-7 && t <= 1.0 + 1e-7) offer(cell.place(s, t));
        }
    }

    /// Squared distance from `near` to the outside of a block of extended cells; 0 when `near` is outside itself. Sides
    /// that end the extended grid have nothing but the plane behind them.
    double distance_out_of(int left, int right, int top, int bottom) const {
        double d = kNone;
        if (left > 0) d = std::min(d, near_.x - line(left, map_.cols));
        if (right < map_.cols + 1) d = std::min(d, line(right + 1, map_.cols) - near_.x);
        if (top > 0) d = std::min(d, near_.y - line(top, map_.rows));
        if (bottom < map_.rows + 1) d = std::min(d, line(bottom + 1, map_.rows) - near_.y);
        return d > 0.0 ? d * d : 0.0;
    }
    double distance_to_plane() const {
        const double d = std::min(std::min(near_.x + 2.0, 3.0 - near_.x), std::min(near_.y + 2.0, 3.0 - near_.y));
        return d > 0.0 ? d * d : 0.0;
    }

    /// No piece holds the point: the nearest image over all cells.
    Point nearest() const {
        double best = kNone, best_near = kNone;
        Point place = near_;
        const auto offer_miss = [&](double miss, Point candidate) {
            const Point away = candidate - near_;
            const double d = dot(away, away);
            if (miss < best || (miss == best && d < best_near)) best = miss, best_near = d, place = candidate;
        };
        for (int row = 0; row < map_.rows + 2; ++row)
            for (int column = 0; column < map_.cols + 2; ++column) {
                const Cell cell = make_cell(map_, column, row);
                double a = 0.0, b = 0.0;
                double miss = nearest_in_triangle(cell.c10 - cell.c00, cell.c01 - cell.c00, q_ - cell.c00, a, b);
                offer_miss(miss, cell.place(a, b));
                miss = nearest_in_triangle(cell.c01 - cell.c11, cell.c10 - cell.c11, q_ - cell.c11, a, b);
                offer_miss(miss, cell.place(1.0 - a, 1.0 - b));
            }
        return place;
    }

    const WarpMap& map_;
    Point q_, near_, found_;
    double best_ = kNone;
};

}  // namespace

Vec2 unmap_point(const WarpMap& map, Point model, Vec2 near) {
    return Search(map, model, near).run();
}

Vec2 unmap_point(const RotationMap& map, Point model, Vec2 near) {
    const Point e{map.m00, map.m10}, f{map.m01, map.m11};
    const Point q = model - wide(map.origin);
    double x = 0.0, y = 0.0;
    if (solve(e, f, q, x, y)) return narrow({x, y});
    // Both columns are parallel: move `near` along the direction that is left, as far as helps.
    const Point along{dot(e, e) >= dot(f, f) ? Point{1.0, 0.0} : Point{0.0, 1.0}};
    const Point image = e * along.x + f * along.y;
    const Point miss = q - (e * near.x + f * near.y);
    const double squared = dot(image, image);
    if (squared == 0.0) return near;
    return narrow(wide(near) + along * (dot(miss, image) / squared));
}

}  // namespace yure::rig
