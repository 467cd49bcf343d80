#include "yure/chain/spline.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {
namespace {

constexpr int kPieces = 64;  // per segment
constexpr int kWalk = 256;   // brackets per segment when a chord is looked for

Vec3 bezier(const BezierSegment& b, double u) {
    const double r = 1.0 - u;
    return b[0] * (r * r * r) + b[1] * (3.0 * r * r * u) + b[2] * (3.0 * r * u * u) + b[3] * (u * u * u);
}
Vec3 bezier_derivative(const BezierSegment& b, double u) {
    const double r = 1.0 - u;
    return ((b[1] - b[0]) * (r * r) + (b[2] - b[1]) * (2.0 * r * u) + (b[3] - b[2]) * (u * u)) * 3.0;
}

/// First parameter after `from` whose point has distance `chord` from the joint, or a negative number.
double next_at_chord(const Spline& spline, double from, Vec3 joint, double chord, double last) {
    const double step = 1.0 / kWalk;
    const auto away = [&](double t) { return distance(spline.at(t), joint) - chord; };
    for (double low = from; low < last;) {
        double high = std::min(low + step, last);
        if (away(high) >= 0.0) {
            for (int i = 0; i < 46; ++i) {  // to the last bit of a parameter
                const double middle = 0.5 * (low + high);
                (away(middle) < 0.0 ? low : high) = middle;
            }
            return 0.5 * (low + high);
        }
        low = high;
    }
    return -1.0;
}

void walk(const Spline& spline, std::span<const double> rest, double factor, double slide, std::span<Vec3> joints) {
    // A closed curve is walked round once; what is left over runs on like that of an open one.
    const bool beyond = !spline.closed() && slide > spline.length();
    double t = spline.parameter_at(slide);
    joints[0] = spline.at_arc(slide);
    const double last = spline.segment_count() + (spline.closed() ? t : 0.0);
    const Vec3 direction = spline.closed() ? unit(spline.derivative(last)) : spline.end_tangent();
    bool off = beyond;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const double chord = rest[i] * factor;
        if (chord <= 0.0) {
            joints[i + 1] = joints[i];
            continue;
        }
        if (!off) {
            const double found = next_at_chord(spline, t, joints[i], chord, last);
            if (found >= 0.0) {
                t = found;
                joints[i + 1] = spline.at(t);
                continue;
            }
            off = true;
            // Onto the ray from the curve's end at that distance from the joint.
            const Vec3 end = spline.at(last), from = end - joints[i];
            const double b = dot(from, direction), c = dot(from, from) - chord * chord;
            joints[i + 1] = end + direction * (-b + std::sqrt(std::max(b * b - c, 0.0)));
            continue;
        }
        joints[i + 1] = joints[i] + direction * chord;
    }
}

}  // namespace

void fill_catmull_rom(std::span<const Vec3> knots, bool closed, std::span<BezierSegment> segments) {
    const std::size_t n = knots.size();
    const auto tangent = [&](std::size_t i) {
        if (closed) return (knots[(i + 1) % n] - knots[(i + n - 1) % n]) * 0.5;
        if (i == 0) return knots[1] - knots[0];
        if (i + 1 == n) return knots[n - 1] - knots[n - 2];
        return (knots[i + 1] - knots[i - 1]) * 0.5;
    };
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const std::size_t j = (i + 1) % n;
        segments[i] = {knots[i], knots[i] + tangent(i) * (1.0 / 3.0), knots[j] - tangent(j) * (1.0 / 3.0), knots[j]};
    }
}

void fill_b_spline(std::span<const Vec3> points, bool closed, std::span<BezierSegment> segments) {
    const auto n = static_cast<long>(points.size());
    // Round the corner, or on the line beyond the end.
    const auto at = [&](long i) {
        if (closed) return points[static_cast<std::size_t>((i + n) % n)];
        if (i < 0) return points[0] * 2.0 - points[1];
        if (i >= n) return points[static_cast<std::size_t>(n - 1)] * 2.0 - points[static_cast<std::size_t>(n - 2)];
        return points[static_cast<std::size_t>(i)];
    };
    for (std::size_t s = 0; s < segments.size(); ++s) {
        const auto i = static_cast<long>(s);
        const Vec3 a = at(i - 1), b = at(i), c = at(i + 1), d = at(i + 2);
        segments[s] = {(a + b * 4.0 + c) * (1.0 / 6.0), (b * 4.0 + c * 2.0) * (1.0 / 6.0),
                       (b * 2.0 + c * 4.0) * (1.0 / 6.0), (b + c * 4.0 + d) * (1.0 / 6.0)};
    }
}

std::vector<BezierSegment> catmull_rom(std::span<const Vec3> knots, bool closed) {
    if (knots.size() < (closed ? 3u : 2u)) return {};
    std::vector<BezierSegment> segments(knots.size() - (closed ? 0 : 1));
    fill_catmull_rom(knots, closed, segments);
    return segments;
}

std::vector<BezierSegment> b_spline(std::span<const Vec3> points, bool closed) {
    if (points.size() < (closed ? 3u : 2u)) return {};
    std::vector<BezierSegment> segments(points.size() - (closed ? 0 : 1));
    fill_b_spline(points, closed, segments);
    return segments;
}

Spline::Spline(std::vector<BezierSegment> segments, bool closed) : segments_(std::move(segments)), closed_(closed) {
    table_.resize(segments_.size() * kPieces + 1);
    measure();
}

void Spline::set_segments(std::span<const BezierSegment> segments) {
    std::copy_n(segments.begin(), std::min(segments.size(), segments_.size()), segments_.begin());
    measure();
}

void Spline::measure() {
    double sum = 0.0;
    std::size_t at = 0;
    for (int s = 0; s < segment_count(); ++s)
        for (int p = 0; p < kPieces; ++p) {
            table_[at++] = sum;
            sum += piece(s, static_cast<double>(p) / kPieces, static_cast<double>(p + 1) / kPieces);
        }
    table_[at] = sum;
}

double Spline::speed(int segment, double u) const {
    return chain::length(bezier_derivative(segments_[static_cast<std::size_t>(segment)], u));
}

double Spline::piece(int segment, double from, double to) const {
    constexpr double kNode[5] = {-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831, 0.9061798459386640};
    constexpr double kWeight[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                                   0.2369268850561891};
    const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
    double sum = 0.0;
    for (int i = 0; i < 5; ++i) sum += kWeight[i] * speed(segment, middle + half * kNode[i]);
    return sum * half;
}

double Spline::wrapped(double t) const {
    const double count = segment_count();
    if (closed_) {
        t = std::fmod(t, count);
        return t < 0.0 ? t + count : t;
    }
    return std::clamp(t, 0.0, count);
}

Vec3 Spline::at(double t) const {
    if (empty()) return {};
    t = wrapped(t);
    const int s = std::min(static_cast<int>(t), segment_count() - 1);
    return bezier(segments_[static_cast<std::size_t>(s)], t - s);
}

Vec3 Spline::derivative(double t) const {
    if (empty()) return {};
    t = wrapped(t);
    const int s = std::min(static_cast<int>(t), segment_count() - 1);
    return bezier_derivative(segments_[static_cast<std::size_t>(s)], t - s);
}

double Spline::parameter_at(double arc) const {
    const double whole = length();
    if (!(whole > 0.0)) return 0.0;
    if (closed_) {
        arc = std::fmod(arc, whole);
        if (arc < 0.0) arc += whole;
    }
    if (arc <= 0.0) return 0.0;
    if (arc >= whole) return segment_count();
    const auto next = std::upper_bound(table_.begin(), table_.end(), arc);
    const auto index = static_cast<int>(next - table_.begin()) - 1;
    const int s = index / kPieces;
    const double from = static_cast<double>(index % kPieces) / kPieces, to = from + 1.0 / kPieces;
    const double start = table_[static_cast<std::size_t>(index)], end = table_[static_cast<std::size_t>(index) + 1];
    // Newton, kept within the piece.
    double u = end > start ? from + (to - from) * (arc - start) / (end - start) : from;
    for (int i = 0; i < 8; ++i) {
        const double v = speed(s, u);
        if (!(v > 0.0)) break;
        const double correction = (start + piece(s, from, u) - arc) / v;
        u = std::clamp(u - correction, from, to);
        if (std::abs(correction) < 1e-15) break;
    }
    return s + u;
}

double Spline::arc_at(double t) const {
    if (empty()) return 0.0;
    t = wrapped(t);
    const int s = std::min(static_cast<int>(t), segment_count() - 1);
    const double u = t - s;
    const int p = std::min(static_cast<int>(u * kPieces), kPieces - 1);
    return table_[static_cast<std::size_t>(s * kPieces + p)] + piece(s, static_cast<double>(p) / kPieces, u);
}

Vec3 Spline::start_tangent() const {
    for (const BezierSegment& b : segments_)
        for (std::size_t i = 1; i < 4; ++i)
            if (const Vec3 direction = unit(b[i] - b[0]); direction != Vec3{}) return direction;
    return {1.0, 0.0, 0.0};
}
Vec3 Spline::end_tangent() const {
    for (std::size_t s = segments_.size(); s-- > 0;)
        for (std::size_t i = 3; i-- > 0;)
            if (const Vec3 direction = unit(segments_[s][3] - segments_[s][i]); direction != Vec3{}) return direction;
    return {1.0, 0.0, 0.0};
}

Vec3 Spline::at_arc(double arc) const {
    if (!closed_ && arc < 0.0) return at(0.0) + start_tangent() * arc;
    if (!closed_ && arc > length()) return at(segment_count()) + end_tangent() * (arc - length());
    return at(parameter_at(arc));
}

void place_joints(const Spline& spline, std::span<const double> rest, const JointOptions& options,
                  std::span<Vec3> joints) {
    double sum = 0.0;
    for (const double length : rest) sum += length;
    const double whole = spline.length();
    const auto count = static_cast<double>(rest.size());
    if (options.mode == JointMode::fixed || options.mode == JointMode::stretch) {
        const double fit = sum > 0.0 ? whole / sum : 1.0;
        const double factor = options.mode == JointMode::stretch ? 1.0 + (fit - 1.0) * options.stretch : 1.0;
        return walk(spline, rest, factor, options.slide, joints);
    }
    double along = 0.0;
    for (std::size_t j = 0; j <= rest.size(); ++j) {
        const double even = count > 0.0 ? static_cast<double>(j) / count : 0.0;
        if (options.mode == JointMode::parameter) {
            const double t = (even + options.slide) * spline.segment_count();
            joints[j] = spline.at(t);
        } else {
            const double share = options.mode == JointMode::arc && sum > 0.0 ? along / sum : even;
            joints[j] = spline.at_arc(whole * share + options.slide);
        }
        if (j < rest.size()) along += rest[j];
    }
}

}  // namespace yure::chain
