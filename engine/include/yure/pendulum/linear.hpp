/// The pendulum for small angles: every segment is a filter of second order that its parent's motion goes through.
/// Exact in the limit, 0.4 % off at 0.25 rad; where a fit begins. Double precision. docs/cubism-physics.md, "Small
/// swings".
///
///   x_i[n] = rho_i (x_i[n-1] + m_i (x_i[n-1] - x_i[n-2]) + R_i (tilt[n] - tilt[n-1])/5) + (1 - rho_i) (x_(i-1)[n] +
///   R_i tilt[n]) angle_i = -((x_i - x_(i-1))/R_i - (x_(i-1) - x_(i-2))/R_(i-1)), the second term for i >= 2 only
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "yure/pendulum/physics.hpp"

namespace yure::pendulum {

struct LinearSegment {
    double rho = 1.0;       ///< 1/(1 + kappa), kappa = Acceleration (30 h Delay)^2 / Radius
    double mobility = 1.0;  ///< m
    double radius = 10.0;   ///< R
};

/// `step` = h in s.
LinearSegment linear_segment(const Vertex& vertex, double step);

/// Two poles z1, z2 of the z-plane, real or a conjugate pair, as their sum and product (both real).
struct PolePair {
    double sum = 0.0;
    double product = 0.0;
};

PolePair poles_of(const LinearSegment& segment);

/// Poles of a damped oscillation sampled every `step` seconds: frequency in Hz (undamped), damping ratio >= 0 (1 =
/// critical).
PolePair poles_of_oscillation(double frequency, double damping, double step);

struct Oscillation {
    double frequency = 0.0;  ///< Hz, undamped
    double damping = 0.0;    ///< ratio; above 1 = two real poles
};
/// The inverse; nothing when a pole is 0, negative or not inside of the unit circle.
std::optional<Oscillation> oscillation_of(const PolePair& poles, double step);

/// The vertex whose segment has these poles: kappa = 1/(s - p) - 1, m = p (1 + kappa), Acceleration = kappa Radius /
/// D^2 with D = 30 step Delay, and Delay raised from 1 as far as Acceleration would exceed 10. Nothing when no pendulum
/// has such poles: it takes kappa > 0 and 0 <= m <= 1.
std::optional<Vertex> vertex_of_poles(const PolePair& poles, double step, double radius = 10.0);

/// From rest. `root_x`: horizontal place of the root per frame; `tilt`: rad per frame, empty = 0. Angle of segment s in
/// frame f, in rad, at f * segments + s; with `output_delay` one frame late, as players show it.
std::vector<double> play_linear(std::span<const LinearSegment> segments, std::span<const double> root_x,
                                std::span<const double> tilt = {}, bool output_delay = false);

}  // namespace yure::pendulum
