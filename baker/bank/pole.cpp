#include "yure/baker/bank/pole.hpp"

#include <algorithm>
#include <cmath>

namespace yure::baker::bank {
namespace {

constexpr double kTwoPi = 6.283185307179586;

/// Sum s and product p of the two poles in the z plane. With w = 2 pi f / fps: s = 2 exp(-damping w) C(y),
/// p = exp(-2 damping w), y = w^2 (1 - damping^2), C = cos sqrt(y), continued as cosh for negative y.
struct PolePair {
    double w, y, decay, c, sinc;  ///< sinc = -2 dC/dy
    double sum() const { return 2.0 * decay * c; }
    double product() const { return decay * decay; }
};

PolePair pole_pair(Pole pole, double fps) {
    PolePair pair{};
    pair.w = kTwoPi * pole.frequency / fps;
    pair.y = pair.w * pair.w * (1.0 - pole.damping * pole.damping);
    pair.decay = std::exp(-pole.damping * pair.w);
    const double root = std::sqrt(std::abs(pair.y));
    if (root < 1e-4) {
        pair.c = 1.0 - pair.y / 2.0;
        pair.sinc = 1.0 - pair.y / 6.0;
    } else if (pair.y > 0.0) {
        pair.c = std::cos(root);
        pair.sinc = std::sin(root) / root;
    } else {
        pair.c = std::cosh(root);
        pair.sinc = std::sinh(root) / root;
    }
    return pair;
}

}  // namespace

Recursion recursion_of(Pole pole, double fps) {
    const PolePair pair = pole_pair(pole, fps);
    const double inverse = pair.sum() - pair.product();  // 1 / (1 + kappa)
    Recursion result;
    if (!(inverse > 1e-6)) return result;
    result.kappa = 1.0 / inverse - 1.0;
    result.mobility = pair.product() / inverse;
    result.playable = result.kappa > 1e-7 && result.mobility >= 0.0 && result.mobility <= 1.0;
    return result;
}

Pole pole_of(Recursion recursion, double fps) {
    // z² - s z + p = 0 with s = (1 + mobility) / (1 + kappa), p = mobility / (1 + kappa); a pole in the z plane is
    // exp of one in the s plane, a step of 1/fps s long.
    const double sum = (1.0 + recursion.mobility) / (1.0 + recursion.kappa), product = recursion.mobility / (1.0 + recursion.kappa);
    const double decay = -0.5 * std::log(product);  // damping w
    const double half = sum / (2.0 * std::sqrt(product));
    // cos of the phase, beyond 1 (overdamped) the cosh of half the distance of the two real poles
    const double y = half <= 1.0 ? std::pow(std::acos(half), 2.0) : -std::pow(std::acosh(half), 2.0);
    const double w = std::sqrt(std::max(1e-12, decay * decay + y));
    return {w * fps / kTwoPi, decay / w};
}

Pole link_pole(double damping, double elasticity, double update_rate) {
    constexpr double kEnd = 1e-3;
    const double d = std::clamp(damping, kEnd, 1.0 - kEnd), e = std::clamp(elasticity, kEnd, 1.0 - kEnd);
    return pole_of({e / (1.0 - e), 1.0 - d, true}, update_rate);
}

RecursionSlopes recursion_slopes(Pole pole, double fps) {
    const PolePair pair = pole_pair(pole, fps);
    const double inverse = pair.sum() - pair.product();
    const double square = pair.w * pair.w;
    RecursionSlopes slopes;
    // (d ln f, d ln damping) move damping*w by (damping w, damping w) and y by (2 y, -2 w^2 damping^2).
    const double decay_change = -pole.damping * pair.w * pair.decay;
    const double y_change[2] = {2.0 * pair.y, -2.0 * square * pole.damping * pole.damping};
    double kappa[2], mobility[2];
    for (int i = 0; i < 2; ++i) {
        const double sum_change = 2.0 * decay_change * pair.c - pair.decay * pair.sinc * y_change[i];
        const double product_change = 2.0 * pair.decay * decay_change;
        const double inverse_change = sum_change - product_change;
        kappa[i] = -inverse_change / (inverse * inverse);
        mobility[i] = product_change / inverse - pair.product() * inverse_change / (inverse * inverse);
    }
    slopes.kappa_by_frequency = kappa[0];
    slopes.kappa_by_damping = kappa[1];
    slopes.mobility_by_frequency = mobility[0];
    slopes.mobility_by_damping = mobility[1];
    return slopes;
}

}  // namespace yure::baker::bank
