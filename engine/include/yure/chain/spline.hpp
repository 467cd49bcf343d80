/// Curves that a chain of bones is laid along: cubic Bézier segments in space, measured by arc length. Catmull-Rom
/// knots and B-spline control points are turned into such segments.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "yure/chain/math.hpp"

namespace yure::chain {

/// Four control points.
using BezierSegment = std::array<Vec3, 4>;

/// Through all knots; tangents half the way between a knot's neighbours, one-sided at the ends. Closed: the last knot
/// leads back to the first, and every tangent has two neighbours. Needs 2 knots (closed: 3); fewer give nothing.
std::vector<BezierSegment> catmull_rom(std::span<const Vec3> knots, bool closed = false);
/// Uniform cubic B-spline that starts and ends on its end points, or runs round. Needs 2 points (closed: 3).
std::vector<BezierSegment> b_spline(std::span<const Vec3> points, bool closed = false);

/// The same into segments that are there: one less than the points, or as many when closed. Allocates nothing.
void fill_catmull_rom(std::span<const Vec3> knots, bool closed, std::span<BezierSegment> segments);
void fill_b_spline(std::span<const Vec3> points, bool closed, std::span<BezierSegment> segments);

class Spline {
  public:
    /// Segments lie end to end.
    explicit Spline(std::vector<BezierSegment> segments, bool closed = false);
    /// Other segments, the same number of them; allocates nothing.
    void set_segments(std::span<const BezierSegment> segments);

    bool empty() const { return segments_.empty(); }
    bool closed() const { return closed_; }
    int segment_count() const { return static_cast<int>(segments_.size()); }
    /// Arc length, 5-point Gauss-Legendre on 64 pieces of every segment.
    double length() const { return empty() ? 0.0 : table_.back(); }

    /// Place at parameter t in 0..segment_count(); beyond the ends the end itself (closed: going round).
    Vec3 at(double t) const;
    Vec3 derivative(double t) const;
    /// Parameter of an arc length, 0..length().
    double parameter_at(double arc) const;
    /// Place at an arc length; beyond the ends along the end tangents (closed: going round).
    Vec3 at_arc(double arc) const;
    double arc_at(double t) const;
    /// Unit tangents of the two ends; where a handle lies on its knot, the way the curve leaves it.
    Vec3 start_tangent() const;
    Vec3 end_tangent() const;

  private:
    double wrapped(double t) const;
    double speed(int segment, double u) const;
    double piece(int segment, double from, double to) const;
    void measure();

    std::vector<BezierSegment> segments_;
    std::vector<double> table_;  // arc length at the start of every piece, and the whole
    bool closed_;
};

/// Joints of bones along a spline. `rest` are the bones' lengths; joint 0 lies at arc length `slide`.
enum class JointMode {
    fixed,      ///< bones keep their lengths: the next joint is the first point at that distance along the curve
    arc,        ///< joints at arc lengths in proportion to the rest lengths, over the whole curve
    arc_even,   ///< the same with equal lengths
    parameter,  ///< joints at even steps of the curve's parameter
    stretch     ///< fixed, with lengths times lerp(1, curve length / chain length, stretch)
};

struct JointOptions {
    JointMode mode = JointMode::fixed;
    double slide = 0.0;    ///< arc length added to all joints; of `parameter` mode as a share of the curve's length
    double stretch = 0.0;  ///< 0..1

    bool operator==(const JointOptions&) const = default;
};

/// rest.size() + 1 joints. A chain that is longer than an open curve runs on along the end tangent.
void place_joints(const Spline& spline, std::span<const double> rest, const JointOptions& options,
                  std::span<Vec3> joints);

}  // namespace yure::chain
