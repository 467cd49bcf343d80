#include "garment_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>

namespace yure::studio::presets {
namespace {

constexpr float kDiagonal = 1.41421356f;

template <class Visit>
void each_neighbour(const GridFrame& frame, std::size_t cell, const Visit& visit) {
    const int column = static_cast<int>(cell % static_cast<std::size_t>(frame.columns));
    const int row = static_cast<int>(cell / static_cast<std::size_t>(frame.columns));
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            const int x = column + dx, y = row + dy;
            if ((dx == 0 && dy == 0) || x < 0 || y < 0 || x >= frame.columns || y >= frame.rows) continue;
            visit(frame.at(x, y), dx != 0 && dy != 0 ? kDiagonal : 1.0f);
        }
}

/// Dijkstra from the marked cells over those that `passable` allows; `arrive` is told who each cell was reached from.
std::vector<float> walk(const GridFrame& frame, const std::vector<char>& marked,
                        const std::function<bool(std::size_t)>& passable,
                        const std::function<void(std::size_t from, std::size_t to)>& arrive) {
    std::vector<float> far(marked.size(), INFINITY);
    using Entry = std::pair<float, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (std::size_t i = 0; i < marked.size(); ++i)
        if (marked[i]) {
            far[i] = 0.0f;
            open.push({0.0f, i});
        }
    while (!open.empty()) {
        const auto [length, cell] = open.top();
        open.pop();
        if (length > far[cell]) continue;
        each_neighbour(frame, cell, [&, from = cell, base = length](std::size_t to, float step) {
            if (!passable(to) || base + step >= far[to]) return;
            far[to] = base + step;
            arrive(from, to);
            open.push({far[to], to});
        });
    }
    return far;
}

/// Pieces of cells of one kind (or of all that are drawn).
std::vector<int> pieces(const GridFrame& frame, const std::function<bool(std::size_t)>& belongs,
                        std::vector<int>& sizes) {
    std::vector<int> piece(static_cast<std::size_t>(frame.size()), -1);
    std::vector<std::size_t> open;
    for (std::size_t start = 0; start < piece.size(); ++start) {
        if (piece[start] >= 0 || !belongs(start)) continue;
        const int number = static_cast<int>(sizes.size());
        sizes.push_back(0);
        piece[start] = number;
        open.push_back(start);
        while (!open.empty()) {
            const std::size_t cell = open.back();
            open.pop_back();
            ++sizes.back();
            each_neighbour(frame, cell, [&](std::size_t next, float) {
                if (piece[next] >= 0 || !belongs(next)) return;
                piece[next] = number;
                open.push_back(next);
            });
        }
    }
    return piece;
}

}  // namespace

int GarmentGrid::count(Cell kind) const {
    return static_cast<int>(std::count(cells.begin(), cells.end(), kind));
}

GarmentGrid garment_grid(const ArtGrid& art) {
    GarmentGrid grid;
    grid.frame = art.frame;
    grid.cells.assign(art.opaque.size(), Cell::empty);
    for (std::size_t i = 0; i < art.opaque.size(); ++i)
        if (art.opaque[i] >= kClothShare) grid.cells[i] = art.skin[i] >= kSkinShare ? Cell::skin : Cell::cloth;

    std::vector<int> sizes;
    std::vector<int> piece = pieces(
        grid.frame, [&](std::size_t i) { return grid.cells[i] == Cell::skin; }, sizes);
    const int least_skin = std::max(4, grid.count(Cell::skin) / 60);
    for (std::size_t i = 0; i < piece.size(); ++i)
        if (piece[i] >= 0 && sizes[static_cast<std::size_t>(piece[i])] < least_skin) grid.cells[i] = Cell::cloth;

    sizes.clear();
    piece = pieces(
        grid.frame, [&](std::size_t i) { return grid.cells[i] != Cell::empty; }, sizes);
    const int drawn = grid.count(Cell::cloth) + grid.count(Cell::skin);
    for (std::size_t i = 0; i < piece.size(); ++i)
        if (piece[i] >= 0 && sizes[static_cast<std::size_t>(piece[i])] * 200 < drawn) grid.cells[i] = Cell::empty;
    return grid;
}

Silhouette silhouette(const GarmentGrid& grid) {
    Silhouette shape;
    shape.first = grid.frame.rows;
    std::vector<int> widths;
    for (int row = 0; row < grid.frame.rows; ++row) {
        RowSpan& span = shape.rows.emplace_back();
        span.left = grid.frame.columns;
        for (int column = 0; column < grid.frame.columns; ++column)
            if (grid.drawn(column, row)) {
                span.left = std::min(span.left, column);
                span.right = column;
            }
        if (span.empty()) continue;
        shape.first = std::min(shape.first, row);
        shape.last = row;
        shape.widest = std::max(shape.widest, span.width());
        widths.push_back(span.width());
    }
    if (widths.empty()) {
        shape.first = 0;
        return shape;
    }
    std::nth_element(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2), widths.end());
    shape.median_width = static_cast<float>(widths[widths.size() / 2]);
    return shape;
}

int waist_row(const Silhouette& shape) {
    if (shape.empty()) return 0;
    const int reach = std::max(1, shape.height() / 25) / 2;
    const int end = shape.first + std::max(1, shape.height() * 35 / 100);
    int waist = shape.first;
    float narrowest = INFINITY;
    for (int row = shape.first; row < end; ++row) {
        float sum = 0.0f;
        int rows = 0;
        for (int k = std::max(row - reach, shape.first); k <= std::min(row + reach, shape.last); ++k) {
            const RowSpan& span = shape.rows[static_cast<std::size_t>(k)];
            if (span.empty()) continue;
            sum += static_cast<float>(span.width());
            ++rows;
        }
        const float width = rows > 0 ? sum / static_cast<float>(rows) : 0.0f;
        if (width < 0.4f * static_cast<float>(shape.widest) || width >= narrowest) continue;
        narrowest = width;
        waist = row;
    }
    return waist;
}

bool has_legs(const GarmentGrid& grid, const Silhouette& shape) {
    if (shape.empty()) return false;
    const float width = static_cast<float>(shape.widest);
    const int least_run = std::max(2, shape.widest / 100);
    const float least_gap = std::max(3.0f, 0.04f * width);
    // Per row: the middle of a gap with enough cloth on both sides, as a share of the width; < 0 = none.
    std::vector<float> gap(shape.rows.size(), -1.0f);
    for (int row = shape.first; row <= shape.last; ++row) {
        const RowSpan& span = shape.rows[static_cast<std::size_t>(row)];
        std::vector<RowSpan> runs;
        for (int column = span.left; column <= span.right; ++column) {
            if (!grid.drawn(column, row)) continue;
            if (runs.empty() || runs.back().right != column - 1) runs.push_back({column, column});
            runs.back().right = column;
        }
        std::erase_if(runs, [&](const RowSpan& run) { return run.width() < least_run; });
        for (std::size_t k = 0; k + 1 < runs.size(); ++k) {
            const float left = static_cast<float>(runs[k].right - span.left + 1);
            const float right = static_cast<float>(span.right - runs[k + 1].left + 1);
            const float open = static_cast<float>(runs[k + 1].left - runs[k].right - 1);
            if (open < least_gap || std::min(left, right) < 0.15f * static_cast<float>(span.width())) continue;
            gap[static_cast<std::size_t>(row)] = (left + 0.5f * open) / static_cast<float>(span.width());
        }
    }
    int below = 0, with_gap = 0, central = 0, leg_rows = 0;
    // From the hem up: the highest row from which on gaps stand on 70 % of the rows.
    for (int row = shape.last; row >= shape.first; --row) {
        ++below;
        const float middle = gap[static_cast<std::size_t>(row)];
        if (middle < 0.0f) continue;
        ++with_gap;
        central += middle >= 0.2f && middle <= 0.8f ? 1 : 0;
        if (static_cast<float>(with_gap) >= 0.7f * static_cast<float>(below) &&
            static_cast<float>(central) >= 0.8f * static_cast<float>(with_gap))
            leg_rows = below;
    }
    return static_cast<float>(leg_rows) >= std::max(3.0f, 0.12f * static_cast<float>(shape.height()));
}

std::vector<float> thickness(const GarmentGrid& grid) {
    std::vector<char> border(grid.cells.size(), 0);
    for (int row = 0; row < grid.frame.rows; ++row)
        for (int column = 0; column < grid.frame.columns; ++column) {
            if (!grid.drawn(column, row)) continue;
            const auto open = [&](int x, int y) {
                return x < 0 || y < 0 || x >= grid.frame.columns || y >= grid.frame.rows || !grid.drawn(x, y);
            };
            if (open(column - 1, row) || open(column + 1, row) || open(column, row - 1) || open(column, row + 1))
                border[grid.frame.at(column, row)] = 1;
        }
    std::vector<float> deep = distance_within(grid, border);
    for (float& length : deep) length = std::isfinite(length) ? length + 1.0f : 0.0f;
    return deep;
}

std::vector<float> distance_within(const GarmentGrid& grid, const std::vector<char>& marked) {
    return walk(
        grid.frame, marked, [&](std::size_t i) { return grid.cells[i] != Cell::empty; },
        [](std::size_t, std::size_t) {});
}

std::vector<float> spread_out(const GarmentGrid& grid, const std::vector<float>& values) {
    std::vector<char> drawn(grid.cells.size(), 0);
    std::vector<float> out(values.size(), 0.0f);
    for (std::size_t i = 0; i < drawn.size(); ++i)
        if (grid.cells[i] != Cell::empty) {
            drawn[i] = 1;
            out[i] = values[i];
        }
    walk(
        grid.frame, drawn, [](std::size_t) { return true; },
        [&](std::size_t from, std::size_t to) { out[to] = out[from]; });
    return out;
}

std::vector<int> pieces_of(const GarmentGrid& grid, int& count) {
    std::vector<int> sizes;
    std::vector<int> piece = pieces(
        grid.frame, [&](std::size_t i) { return grid.cells[i] != Cell::empty; }, sizes);
    count = static_cast<int>(sizes.size());
    return piece;
}

}  // namespace yure::studio::presets
