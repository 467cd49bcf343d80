#include "geometry.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace yure::demo {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr int kSpineSamples = 160;

Pt spline_point(Pt a, Pt b, Pt c, Pt d, double u) {
    const auto knot = [](Pt from, Pt to) { return std::max(std::sqrt(length(to - from)), 1e-6); };
    const double before = knot(a, b), here = knot(b, c), after = knot(c, d);
    const Pt at_b = ((b - a) * (1.0 / before) - (c - a) * (1.0 / (before + here)) + (c - b) * (1.0 / here)) * here;
    const Pt at_c = ((c - b) * (1.0 / here) - (d - b) * (1.0 / (here + after)) + (d - c) * (1.0 / after)) * here;
    const double u2 = u * u, u3 = u2 * u;
    return b * (2 * u3 - 3 * u2 + 1) + at_b * (u3 - 2 * u2 + u) + c * (-2 * u3 + 3 * u2) + at_c * (u3 - u2);
}

std::vector<double> running_length(const Pts& curve) {
    std::vector<double> result(curve.size(), 0.0);
    for (std::size_t i = 1; i < curve.size(); ++i) result[i] = result[i - 1] + length(curve[i] - curve[i - 1]);
    return result;
}

Pt at_length(const Pts& curve, const std::vector<double>& lengths, double wanted) {
    const auto above = std::upper_bound(lengths.begin(), lengths.end(), wanted);
    if (above == lengths.begin()) return curve.front();
    if (above == lengths.end()) return curve.back();
    const auto i = static_cast<std::size_t>(above - lengths.begin());
    return lerp(curve[i - 1], curve[i], (wanted - lengths[i - 1]) / (lengths[i] - lengths[i - 1]));
}

}  // namespace

double length(Pt a) {
    return std::sqrt(a.x * a.x + a.y * a.y);
}

double smoothstep(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

Pts spline(const Pts& through, int samples_per_segment) {
    Pts result;
    const int count = static_cast<int>(through.size());
    const auto point = [&](int i) {
        if (i < 0) return through[0] * 2.0 - through[1];
        if (i >= count)
            return through[static_cast<std::size_t>(count - 1)] * 2.0 - through[static_cast<std::size_t>(count - 2)];
        return through[static_cast<std::size_t>(i)];
    };
    for (int i = 0; i + 1 < count; ++i)
        for (int k = 0; k < samples_per_segment; ++k)
            result.push_back(spline_point(point(i - 1), point(i), point(i + 1), point(i + 2),
                                          static_cast<double>(k) / samples_per_segment));
    result.push_back(through.back());
    return result;
}

Pts closed_spline(const Pts& through, int samples_per_segment) {
    Pts result;
    const int count = static_cast<int>(through.size());
    const auto point = [&](int i) { return through[static_cast<std::size_t>((i + count) % count)]; };
    for (int i = 0; i < count; ++i)
        for (int k = 0; k < samples_per_segment; ++k)
            result.push_back(spline_point(point(i - 1), point(i), point(i + 1), point(i + 2),
                                          static_cast<double>(k) / samples_per_segment));
    return result;
}

Pts join(std::initializer_list<Pts> pieces) {
    Pts result;
    for (const Pts& piece : pieces) result.insert(result.end(), piece.begin(), piece.end());
    return result;
}

Pts reversed(Pts points) {
    std::reverse(points.begin(), points.end());
    return points;
}

Pts mirrored(Pts points, double axis) {
    for (Pt& p : points) p.x = 2.0 * axis - p.x;
    return points;
}

Pts moved(Pts points, Pt by) {
    for (Pt& p : points) p = p + by;
    return points;
}

Pts ellipse(Pt centre, double radius_x, double radius_y, double turn_degrees, int samples) {
    Pts result;
    const double c = std::cos(turn_degrees * kPi / 180.0), s = std::sin(turn_degrees * kPi / 180.0);
    for (int i = 0; i < samples; ++i) {
        const double angle = 2.0 * kPi * i / samples;
        const double x = radius_x * std::cos(angle), y = radius_y * std::sin(angle);
        result.push_back({centre.x + x * c - y * s, centre.y + x * s + y * c});
    }
    return result;
}

Pt along(const Pts& curve, double share) {
    const auto lengths = running_length(curve);
    return at_length(curve, lengths, share * lengths.back());
}

Pts cut(const Pts& curve, double from, double to, int samples) {
    const auto lengths = running_length(curve);
    Pts result;
    for (int i = 0; i <= samples; ++i)
        result.push_back(at_length(curve, lengths, lerp(from, to, static_cast<double>(i) / samples) * lengths.back()));
    return result;
}

void Box::include(Pt p) {
    left = std::min(left, p.x);
    top = std::min(top, p.y);
    right = std::max(right, p.x);
    bottom = std::max(bottom, p.y);
}

Box Box::around(const Pts& points) {
    Box box{points.front().x, points.front().y, points.front().x, points.front().y};
    for (const Pt p : points) box.include(p);
    return box;
}

Strand::Strand(const Pts& spine_through, std::vector<double> half_widths) : half_widths_(std::move(half_widths)) {
    const Pts dense = spline(spine_through, 40);
    samples_ = cut(dense, 0.0, 1.0, kSpineSamples);
    length_ = running_length(dense).back();
    const int last = static_cast<int>(samples_.size()) - 1;
    for (int i = 0; i <= last; ++i) {
        const Pt d = samples_[static_cast<std::size_t>(std::min(i + 2, last))] -
                     samples_[static_cast<std::size_t>(std::max(i - 2, 0))];
        const double n = std::max(demo::length(d), 1e-9);
        normals_.push_back({d.y / n, -d.x / n});
    }
}

double Strand::half_width(double t) const {
    const int count = static_cast<int>(half_widths_.size());
    if (count == 1) return half_widths_[0];
    const double x = std::clamp(t, 0.0, 1.0) * (count - 1);
    const int i = std::min(static_cast<int>(x), count - 2);
    const auto w = [&](int k) { return half_widths_[static_cast<std::size_t>(std::clamp(k, 0, count - 1))]; };
    const double u = x - i, u2 = u * u, u3 = u2 * u;
    const double m0 = (w(i + 1) - w(i - 1)) * 0.5, m1 = (w(i + 2) - w(i)) * 0.5;
    return std::max(
        0.0, w(i) * (2 * u3 - 3 * u2 + 1) + m0 * (u3 - 2 * u2 + u) + w(i + 1) * (-2 * u3 + 3 * u2) + m1 * (u3 - u2));
}

Pt Strand::normal(double t) const {
    const double x = std::clamp(t, 0.0, 1.0) * kSpineSamples;
    const int i = std::min(static_cast<int>(x), kSpineSamples - 1);
    return lerp(normals_[static_cast<std::size_t>(i)], normals_[static_cast<std::size_t>(i + 1)], x - i);
}

Pt Strand::at(double t, double s) const {
    const double x = std::clamp(t, 0.0, 1.0) * kSpineSamples;
    const int i = std::min(static_cast<int>(x), kSpineSamples - 1);
    const Pt p = lerp(samples_[static_cast<std::size_t>(i)], samples_[static_cast<std::size_t>(i + 1)], x - i);
    return p + normal(t) * (s * half_width(t));
}

Pts Strand::line(double t_from, double t_to, const std::function<double(double)>& s_of_t, int samples) const {
    Pts result;
    for (int i = 0; i <= samples; ++i) {
        const double t = lerp(t_from, t_to, static_cast<double>(i) / samples);
        result.push_back(at(t, s_of_t(t)));
    }
    return result;
}

Pts Strand::line(double t_from, double t_to, double s_from, double s_to, int samples) const {
    const double span = t_to - t_from;
    return line(
        t_from, t_to, [=](double t) { return lerp(s_from, s_to, (t - t_from) / span); }, samples);
}

Pts Strand::outline() const {
    return join({line(0.0, 1.0, -1.0, -1.0, 100), reversed(line(0.0, 1.0, 1.0, 1.0, 100))});
}

}  // namespace yure::demo
