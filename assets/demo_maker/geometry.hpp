/// Shapes as sampled curves, in canvas pixels (y down). Everything the demo character is drawn and meshed from.
#pragma once

#include <functional>
#include <vector>

namespace yure::demo {

struct Pt {
    double x = 0.0, y = 0.0;
};
inline Pt operator+(Pt a, Pt b) {
    return {a.x + b.x, a.y + b.y};
}
inline Pt operator-(Pt a, Pt b) {
    return {a.x - b.x, a.y - b.y};
}
inline Pt operator*(Pt a, double s) {
    return {a.x * s, a.y * s};
}
inline Pt lerp(Pt a, Pt b, double t) {
    return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}
inline double lerp(double a, double b, double t) {
    return a + (b - a) * t;
}
double length(Pt a);
/// 0 below `from`, 1 above `to`, smooth between.
double smoothstep(double from, double to, double x);

using Pts = std::vector<Pt>;

/// A smooth open curve through the given points (centripetal Catmull-Rom), sampled.
Pts spline(const Pts& through, int samples_per_segment = 14);
/// The same, closed: the curve returns to its first point (which is not repeated).
Pts closed_spline(const Pts& through, int samples_per_segment = 14);
/// Pieces one after the other: corners lie where they meet.
Pts join(std::initializer_list<Pts> pieces);
Pts reversed(Pts points);
/// Mirrored at the vertical line x = axis.
Pts mirrored(Pts points, double axis = 800.0);
Pts moved(Pts points, Pt by);
Pts ellipse(Pt centre, double radius_x, double radius_y, double turn_degrees = 0.0, int samples = 72);
/// The point at a share 0..1 of the curve's length.
Pt along(const Pts& curve, double share);
/// The curve from share `from` to share `to` of its length, evenly sampled.
Pts cut(const Pts& curve, double from, double to, int samples = 60);

struct Box {
    double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;

    double width() const { return right - left; }
    double height() const { return bottom - top; }
    Pt centre() const { return {(left + right) * 0.5, (top + bottom) * 0.5}; }
    Box grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
    void include(Pt p);
    static Box around(const Pts& points);
};

/// A ribbon of varying width along a spine: a lock of hair, a ribbon's tail, an eyelash. Coordinates on it are
/// t along the spine (0 root, 1 tip) and s across (-1 left .. +1 right as seen by one who looks along the spine on a
/// spine that runs down: left and right of the picture).
class Strand {
  public:
    /// Half widths in px, evenly spread over the length and blended smoothly.
    Strand(const Pts& spine_through, std::vector<double> half_widths);

    Pt at(double t, double s) const;
    double half_width(double t) const;
    Pt spine(double t) const { return at(t, 0.0); }
    Pt normal(double t) const;
    double length() const { return length_; }
    /// A line on the strand, s being a function of t.
    Pts line(double t_from, double t_to, const std::function<double(double)>& s_of_t, int samples = 60) const;
    Pts line(double t_from, double t_to, double s_from, double s_to, int samples = 60) const;
    Pts outline() const;

  private:
    Pts samples_, normals_;
    std::vector<double> half_widths_;
    double length_ = 0.0;
};

}  // namespace yure::demo
