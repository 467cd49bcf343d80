/// A one-segment pendulum group as a linear filter: what frequency and damping become in the runtime's step, and back.
/// For small angles (docs/cubism-physics.md, 4.1) the reading q follows an Angle input x by
///     (1 + kappa) q = (1 + mobility) q' - mobility q'' + (x - x')/5 + kappa x          (' = one step earlier)
/// and an X input by
///     (1 + kappa) q = (1 + mobility) q' - mobility q'' - ((x - x') - mobility (x' - x'')).
/// The Angle response has gain 1 at frequency 0, the X response gain 0.
#pragma once

namespace yure::baker::bank {

struct Pole {
    double frequency = 1.3;  ///< Hz, undamped; fits stay within .3 .. 7
    double damping = 0.3;    ///< ratio; 1 = critical; fits stay within .06 .. 3
    bool operator==(const Pole&) const = default;
};

constexpr double kLowestFrequency = 0.3, kHighestFrequency = 7.0;
constexpr double kLowestDamping = 0.06, kHighestDamping = 3.0;

/// The two numbers of the runtime's step.
struct Recursion {
    double kappa = 0.0;     ///< Acceleration D^2 / Radius with D = 30 Delay / fps; > 0
    double mobility = 0.0;  ///< share of the velocity that a step keeps
    bool playable = false;  ///< kappa > 0 and 0 <= mobility <= 1: a pendulum exists
};
Recursion recursion_of(Pole pole, double fps);
/// The pole that `recursion_of` turns into these numbers. kappa > 0, 0 < mobility <= 1.
Pole pole_of(Recursion recursion, double fps);

/// Small swings of a chain link: x_n+1 = (1 - elasticity) (x_n + (1 - damping) (x_n - x_n-1)), `update_rate` steps a
/// second (docs/chains.md, "Closed forms"). At fps = update_rate its pendulum has mobility 1 - damping and
/// kappa = elasticity / (1 - elasticity), exactly; at other rates decay and phase per second are the same.
/// damping 0..1, elasticity 0..1; both are kept a thousandth away from the ends.
Pole link_pole(double damping, double elasticity, double update_rate);

/// How the recursion changes with ln frequency and ln damping.
struct RecursionSlopes {
    double kappa_by_frequency = 0.0, kappa_by_damping = 0.0;
    double mobility_by_frequency = 0.0, mobility_by_damping = 0.0;
};
RecursionSlopes recursion_slopes(Pole pole, double fps);

}  // namespace yure::baker::bank
