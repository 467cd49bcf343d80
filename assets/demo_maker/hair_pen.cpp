#include "hair_pen.hpp"

#include "palette.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/random.hpp"

namespace yure::demo {
namespace {

double middle_of(const Lock& lock, double t) {
    const double share = std::clamp((t - lock.t_from) / (lock.t_end - lock.t_from), 0.0, 1.0);
    return lerp(lock.s_root, lock.s_tip, smoothstep(0.0, 1.0, share));
}

double half_of(const Lock& lock, double t) {
    const double share = std::clamp((t - lock.t_from) / (lock.t_end - lock.t_from), 0.0, 1.0);
    if (share <= lock.t_taper) return lock.half;
    const double x = (share - lock.t_taper) / (1.0 - lock.t_taper);
    return lock.half * std::max(0.0, 1.0 - std::pow(x, 1.7));
}

Pts edge(const Strand& strand, const Lock& lock, double side) {
    return strand.line(
        lock.t_from, lock.t_end, [&](double t) { return middle_of(lock, t) + side * half_of(lock, t); }, 90);
}

/// A line inside the lock, `x` -1..1 across it.
Pts inside(const Strand& strand, const Lock& lock, double x_from, double x_to, double from, double to) {
    const double a = lerp(lock.t_from, lock.t_end, from), b = lerp(lock.t_from, lock.t_end, to);
    return strand.line(
        a, b,
        [&](double t) {
            const double x = lerp(x_from, x_to, (t - a) / (b - a));
            return middle_of(lock, t) + x * half_of(lock, t);
        },
        50);
}

}  // namespace

Pts lock_outline(const Strand& strand, const Lock& lock) {
    return join({edge(strand, lock, -1.0), reversed(edge(strand, lock, 1.0))});
}

void paint_lock(Painter& painter, const Strand& strand, const Lock& lock, double darker) {
    const Pts left = edge(strand, lock, -1.0), right = edge(strand, lock, 1.0);
    const Pts outline = join({left, reversed(right)});
    painter.fill(outline, palette::hair_paint(darker));
    painter.clip(outline);
    const double width = strand.half_width(0.5) * lock.half;

    // Shade on the far side of the light, a soft sheen on the near side.
    painter.soft(join({inside(strand, lock, 0.25, 0.35, 0.0, 1.0), reversed(inside(strand, lock, 1.6, 1.6, 0.0, 1.0))}),
                 palette::kHairShade.alpha(0.42), 5.0 + width * 0.22);
    painter.soft(
        join({inside(strand, lock, -0.75, -0.6, 0.12, 0.85), reversed(inside(strand, lock, -0.2, -0.35, 0.12, 0.85))}),
        palette::kHairLight.alpha(0.30 * (1.0 - darker)), 4.0 + width * 0.16);
    // Colour gathers in the tip.
    painter.soft(
        join({inside(strand, lock, -1.5, -1.5, 0.78, 1.0), reversed(inside(strand, lock, 1.5, 1.5, 0.78, 1.0))}),
        palette::kHairTip.alpha(0.42 * (1.0 - darker)), 26.0);

    Random random(lock.seed);
    const int streaks = 3 + static_cast<int>(width / 14.0);
    for (int i = 0; i < streaks; ++i) {
        const double x = random.uniform(-0.85, 0.85), from = random.uniform(0.0, 0.45),
                     to = from + random.uniform(0.3, 0.55);
        const bool dark = i % 3 != 2;
        painter.ink(inside(strand, lock, x, x * random.uniform(0.6, 1.0), from, std::min(to, 0.99)),
                    random.uniform(2.0, 4.0) + width * 0.015,
                    dark ? palette::kHairLine.alpha(0.34) : palette::kHairLight.alpha(0.5), {0.0, 1.0, 0.0});
    }
    painter.unclip();
    painter.ink(left, 4.4, palette::kHairLine, {0.0, 0.95, 0.55});
    painter.ink(right, 4.8, palette::kHairLine, {0.0, 1.0, 0.55});
}

void gloss_ring(Painter& painter, const Pts& clip) {
    // Long teeth of uneven width that point up and down from an arc over the forehead.
    painter.clip(clip);
    Random random(21);
    Pts upper, lower;
    double x = -0.97;
    for (int i = 0; x < 0.97; ++i) {
        const double size = 0.45 + 0.55 * (1.0 - x * x);
        const Pt at{800.0 + x * 234.0, 362.0 - 70.0 * std::sqrt(std::max(0.0, 1.0 - x * x * 0.94)) + 34.0 * x * x};
        const Pt lean{x * 6.0, 0.0};
        upper.push_back(at - lean - Pt{0, (i % 2 ? random.uniform(16.0, 30.0) : random.uniform(3.0, 8.0)) * size});
        lower.push_back(at + lean + Pt{0, (i % 2 ? random.uniform(2.0, 6.0) : random.uniform(14.0, 34.0)) * size});
        x += random.uniform(0.022, 0.075);
    }
    const Pts ring = join({spline(upper, 6), reversed(spline(lower, 6))});
    painter.soft(ring, hex(0xfff6ff, 0.5), 7.0);
    painter.fill(ring, hex(0xf4ecff, 0.55));
    painter.unclip();
}

void paint_gloss(Painter& painter, const Strand& strand, const std::vector<Lock>& locks) {
    const auto widest =
        std::max_element(locks.begin(), locks.end(), [](const Lock& a, const Lock& b) { return a.half < b.half; });
    gloss_ring(painter, lock_outline(strand, *widest));
}

}  // namespace yure::demo
