#include "features.hpp"

#include <algorithm>
#include <cmath>

namespace yure::demo {
namespace {

const Pts& curve_upper_open() {
    static const Pts curve = spline({{-52, 16}, {-45, -16}, {-24, -48}, {8, -60}, {38, -48}, {55, -18}, {58, 4}});
    return curve;
}
const Pts& curve_lower_open() {
    static const Pts curve = spline({{-52, 16}, {-42, 42}, {-18, 60}, {12, 63}, {38, 50}, {53, 26}, {58, 4}});
    return curve;
}
const Pts& curve_closed() {
    static const Pts curve = spline({{-54, 30}, {-32, 44}, {-4, 51}, {28, 46}, {58, 28}});
    return curve;
}
const Pts& curve_smile() {
    static const Pts curve = spline({{-54, 40}, {-32, 18}, {-2, 8}, {30, 16}, {58, 40}});
    return curve;
}

const Strand& lash_open() {
    static const Strand strand({{-54, 14}, {-46, -18}, {-24, -51}, {8, -63}, {40, -50}, {58, -20}, {72, -8}},
                               {0.8, 2.4, 5.5, 8.0, 9.0, 10.0, 7.0, 1.5});
    return strand;
}
const Strand& lash_closed() {
    static const Strand strand({{-56, 29}, {-32, 44}, {-4, 51}, {28, 47}, {56, 31}, {74, 24}},
                               {1.5, 3.5, 4.5, 5.0, 5.5, 6.0, 5.0, 1.0});
    return strand;
}
const Strand& lash_smile() {
    static const Strand strand({{-56, 41}, {-32, 18}, {-2, 8}, {30, 16}, {54, 36}, {70, 42}},
                               {1.5, 3.5, 4.5, 5.0, 5.5, 6.0, 5.0, 1.0});
    return strand;
}

Pt blend(Pt opened, Pt closed, Pt smiling, double open, double smile) {
    return lerp(lerp(closed, smiling, smile), opened, open);
}

double lip_corner(double form, double open) {
    return -3.0 - 5.0 * form + 4.0 * open;
}
double lip_width(double form, double open) {
    return 27.0 + 4.0 * std::abs(form) - 3.0 * open;
}
double lip_bow(double u) {
    return 1.0 - u * u;
}

}  // namespace

Pt upper_lid(double u, double open, double smile) {
    return blend(along(curve_upper_open(), u), along(curve_closed(), u), along(curve_smile(), u), open, smile);
}

Pt lower_lid(double u, double open, double smile) {
    const Pt closed = along(curve_closed(), u), smiling = along(curve_smile(), u);
    return blend(along(curve_lower_open(), u), closed + Pt{0, 1.5}, smiling + Pt{0, 1.5}, open, smile);
}

Pt upper_lash(double t, double s, double open, double smile) {
    // Strand sides are "left" and "right" of a spine; this spine runs outwards, so its left is the lower edge.
    return blend(lash_open().at(t, -s), lash_closed().at(t, -s), lash_smile().at(t, -s), open, smile);
}

Pt upper_lip(double u, double form, double open) {
    const double corner = lip_corner(form, open), middle = 4.0 + 4.0 * form - 7.0 * open;
    return kMouth + Pt{lip_width(form, open) * u, corner + (middle - corner) * lip_bow(u)};
}

Pt lower_lip(double u, double form, double open) {
    const double corner = lip_corner(form, open), middle = 5.5 + 4.0 * form + (27.0 + 3.0 * form) * open;
    const double bow = lerp(lip_bow(u), std::pow(std::max(lip_bow(u), 0.0), 0.72), std::clamp(open, 0.0, 1.0));
    return kMouth + Pt{lip_width(form, open) * u, corner + (middle - corner) * bow};
}

}  // namespace yure::demo
