#include "loose_cells.hpp"

#include "smoothstep.hpp"

#include <algorithm>
#include <cmath>

namespace yure::studio::presets {
namespace {

constexpr float kWidening = 0.04f;    // cells a row by which a body's outline may widen going down, on each side
constexpr float kSkirtHangs = 0.15f;  // of its height: a skirt hangs free from here on
constexpr float kNeckwearHangs = 0.35f;

/// A piece that is held nowhere hangs from its own top.
void hold_loose_pieces(const GarmentGrid& grid, std::vector<char>& held) {
    int count = 0;
    const std::vector<int> piece = pieces_of(grid, count);
    std::vector<char> is_held(static_cast<std::size_t>(count), 0);
    std::vector<int> top(static_cast<std::size_t>(count), grid.frame.rows), bottom(static_cast<std::size_t>(count), 0);
    const auto row_of = [&](std::size_t cell) { return static_cast<int>(cell) / grid.frame.columns; };
    for (std::size_t i = 0; i < piece.size(); ++i) {
        if (piece[i] < 0) continue;
        const auto p = static_cast<std::size_t>(piece[i]);
        is_held[p] = is_held[p] || held[i];
        top[p] = std::min(top[p], row_of(i));
        bottom[p] = std::max(bottom[p], row_of(i));
    }
    for (std::size_t i = 0; i < piece.size(); ++i) {
        if (piece[i] < 0) continue;
        const auto p = static_cast<std::size_t>(piece[i]);
        if (!is_held[p] && (row_of(i) - top[p]) * 100 <= 15 * (bottom[p] - top[p])) held[i] = 1;
    }
}

/// Looseness by the way to held cloth; what cannot be reached from there is not loose. `fade` is told the longest way.
template <class Fade>
std::vector<float> faded(const GarmentGrid& grid, const std::vector<char>& held, const Fade& fade) {
    std::vector<float> way = distance_within(grid, held);
    float longest = 0.0f;
    for (const float length : way)
        if (std::isfinite(length)) longest = std::max(longest, length);
    const float range = fade(longest);
    for (float& length : way) length = std::isfinite(length) ? smoothstep(0.0f, range, length) : 0.0f;
    return way;
}

std::string percent(int row, const Silhouette& shape) {
    return std::to_string(100 * (row - shape.first) / std::max(shape.height(), 1)) + " %";
}

/// First row from which on everything hangs; `shape.last + 1` = nowhere.
int hanging_from(const Silhouette& shape, const GridFrame& frame, const GarmentFacts& facts,
                 const std::vector<float>& body_width, float tolerance, std::string& why) {
    const auto share = [&](float of) {
        return shape.first + static_cast<int>(std::ceil(of * static_cast<float>(shape.height())));
    };
    const int nowhere = shape.last + 1;
    if (facts.role == Role::neckwear) {
        why = "hangs below its knot, 35 % down";
        return share(kNeckwearHangs);
    }
    if (facts.role == Role::top) {
        if (!std::isfinite(facts.waist_y)) return nowhere;
        const int row = static_cast<int>(std::ceil((facts.waist_y - frame.origin.y) / frame.cell));
        if (row > shape.last || row <= shape.first) return nowhere;
        why = "hangs below the waist, " + percent(row, shape) + " down";
        return row;
    }
    if (facts.role != Role::skirt) return nowhere;
    if (facts.swings) {
        why = "hangs from 15 % down: the rig has a swing for it";
        return share(kSkirtHangs);
    }
    for (int row = share(kSkirtHangs); row <= shape.last; ++row) {
        const RowSpan& span = shape.rows[static_cast<std::size_t>(row)];
        if (span.empty() || static_cast<float>(span.width()) <= body_width[static_cast<std::size_t>(row)] + tolerance)
            continue;
        why = "hangs from where it is wider than the hips, " + percent(row, shape) + " down";
        return row;
    }
    return nowhere;
}

LooseCells on_the_body(const GarmentGrid& grid, const GarmentFacts& facts) {
    LooseCells out;
    const Silhouette shape = silhouette(grid);
    out.looseness.assign(grid.cells.size(), 0.0f);
    if (shape.empty()) return out;
    const float tolerance = std::max(0.06f * shape.median_width, 1.5f);
    // Neckwear is a bow or a tie, not a body: its sides mean nothing. Above `start` a garment is the body itself: the
    // waistband of bottoms, and of tops the shoulders and what arms are joined to.
    const bool has_sides = facts.role != Role::neckwear;
    const int start = facts.role == Role::skirt || facts.role == Role::trousers ? waist_row(shape)
                                                                                : shape.first + shape.height() * 2 / 5;
    // The body's outline: as wide as it was anywhere from `from` on, and widening slowly; what lies beyond is loose.
    const int from = facts.role == Role::top ? shape.first : start;
    std::vector<float> width(shape.rows.size(), 0.0f), left(width), right(width);
    float body_left = INFINITY, body_right = -INFINITY;
    for (int row = from; row <= shape.last; ++row) {
        const auto r = static_cast<std::size_t>(row);
        const RowSpan& span = shape.rows[r];
        if (row <= start && !span.empty()) {
            body_left = std::min(body_left, static_cast<float>(span.left));
            body_right = std::max(body_right, static_cast<float>(span.right));
        } else {
            body_left -= kWidening;
            body_right += kWidening;
        }
        left[r] = body_left;
        right[r] = body_right;
        width[r] = body_right - body_left + 1.0f;
    }
    const int hanging = hanging_from(shape, grid.frame, facts, width, tolerance, out.why);
    std::vector<char> held(grid.cells.size(), 0);
    int beyond = 0;
    for (int row = shape.first; row <= shape.last; ++row)
        for (int column = 0; column < grid.frame.columns; ++column) {
            if (!grid.drawn(column, row)) continue;
            const std::size_t cell = grid.frame.at(column, row);
            const auto r = static_cast<std::size_t>(row);
            const auto x = static_cast<float>(column);
            const bool outside = has_sides && row > start && (x < left[r] - tolerance || x > right[r] + tolerance);
            const bool loose = row >= hanging || outside;
            beyond += outside && row < hanging ? 1 : 0;
            held[cell] = grid.cells[cell] == Cell::skin || !loose;
        }
    if (beyond * 50 > grid.count(Cell::cloth))
        out.why += std::string(out.why.empty() ? "" : "; ") + "stands off the body at its sides";
    if (out.why.empty()) out.why = "lies on the body";
    hold_loose_pieces(grid, held);
    out.looseness = faded(grid, held, [&](float longest) {
        return std::min(0.25f * std::max(longest, shape.median_width), 0.75f * longest);
    });
    return out;
}

/// Sleeves and legwear bend with the limb: only what is thinner than half of it is loose (frills, ribbons).
LooseCells on_a_limb(const GarmentGrid& grid) {
    LooseCells out;
    const std::vector<float> deep = thickness(grid);
    std::vector<float> cloth;
    for (std::size_t i = 0; i < deep.size(); ++i)
        if (grid.cells[i] == Cell::cloth) cloth.push_back(deep[i]);
    out.looseness.assign(grid.cells.size(), 0.0f);
    if (cloth.empty()) return out;
    const auto rank = cloth.begin() + static_cast<std::ptrdiff_t>(cloth.size() * 85 / 100);
    std::nth_element(cloth.begin(), rank, cloth.end());
    const float limb = *rank, disk = 0.5f * limb;
    std::vector<char> core(grid.cells.size(), 0), held(grid.cells.size(), 0);
    for (std::size_t i = 0; i < deep.size(); ++i) core[i] = deep[i] > disk;
    const std::vector<float> from_core = distance_within(grid, core);
    int loose = 0;
    for (std::size_t i = 0; i < deep.size(); ++i) {
        if (grid.cells[i] == Cell::empty) continue;
        held[i] = grid.cells[i] == Cell::skin || from_core[i] <= disk + 0.5f;
        loose += held[i] ? 0 : 1;
    }
    out.why =
        loose * 50 > static_cast<int>(cloth.size()) ? "edges thinner than half the limb are loose" : "follows the limb";
    out.looseness = faded(grid, held, [&](float) { return 2.0f * limb; });
    return out;
}

}  // namespace

LooseCells loose_cells(const GarmentGrid& grid, const GarmentFacts& facts) {
    if (facts.role == Role::sleeve || facts.role == Role::legwear) return on_a_limb(grid);
    return on_the_body(grid, facts);
}

}  // namespace yure::studio::presets
