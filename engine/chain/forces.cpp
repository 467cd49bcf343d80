#include "yure/chain/forces.hpp"

#include <algorithm>
#include <cmath>

namespace yure::chain {

Vec3 effective_gravity(Vec3 gravity, const Mat3& root_now, Vec3 root_gravity) {
    const Vec3 down = unit(gravity);
    const Vec3 rest = unit(root_now * root_gravity) * length(gravity);
    return gravity - down * std::max(dot(rest, down), 0.0);
}

double wind_pulse(const Wind& wind, double t) {
    constexpr double kShare[3] = {0.5, 0.3, 0.2}, kRatio[3] = {1.0, 0.41, 0.13}, kPhase[3] = {0.0, 1.7, 4.1};
    double sum = 0.0;
    for (int k = 0; k < 3; ++k)
        sum += kShare[k] * std::cos(6.283185307179586 * wind.pulse_frequency * kRatio[k] * t + kPhase[k]);
    return 1.0 + wind.pulse_magnitude * sum;
}

Vec3 wind_force(const Wind& wind, double t) {
    if (!wind.enabled || wind.speed == 0.0) return {};
    return unit(wind.direction) * (wind.speed * wind.speed * wind_pulse(wind, t));
}

}  // namespace yure::chain
