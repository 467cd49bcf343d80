#include "yure/pendulum/linear.hpp"

#include <cassert>
#include <cmath>
#include <complex>
#include <numbers>

namespace yure::pendulum {
namespace {

constexpr double kMaxAcceleration = 10.0;  // above, the numbers look broken to people who read them

double time_factor(double delay, double step) {
    return 30.0 * step * delay;
}

}  // namespace

LinearSegment linear_segment(const Vertex& vertex, double step) {
    const double d = time_factor(static_cast<double>(vertex.delay), step);
    const auto radius = static_cast<double>(vertex.radius);
    const double kappa = radius > 0.0 ? static_cast<double>(vertex.acceleration) * d * d / radius : 0.0;
    return {1.0 / (1.0 + kappa), static_cast<double>(vertex.mobility), radius};
}

PolePair poles_of(const LinearSegment& segment) {
    return {segment.rho * (1.0 + segment.mobility), segment.rho * segment.mobility};
}

PolePair poles_of_oscillation(double frequency, double damping, double step) {
    const double omega = 2.0 * std::numbers::pi * frequency * step;  // rad per step
    const double product = std::exp(-2.0 * damping * omega);
    if (damping < 1.0)
        return {2.0 * std::exp(-damping * omega) * std::cos(omega * std::sqrt(1.0 - damping * damping)), product};
    const double spread = omega * std::sqrt(damping * damping - 1.0);
    return {std::exp(-damping * omega + spread) + std::exp(-damping * omega - spread), product};
}

std::optional<Oscillation> oscillation_of(const PolePair& poles, double step) {
    const double half = poles.sum / 2.0;
    const double square = half * half - poles.product;
    if (!(poles.product > 0.0) || !(poles.product < 1.0)) return std::nullopt;
    double product = 0.0, sum = 0.0;  // of the logarithms of the poles
    if (square < 0.0) {
        const std::complex<double> log = std::log(std::complex<double>(half, std::sqrt(-square)));
        product = std::norm(log);
        sum = 2.0 * log.real();
    } else {
        const double slow = half + std::sqrt(square), fast = half - std::sqrt(square);
        if (!(fast > 0.0) || !(slow < 1.0)) return std::nullopt;
        product = std::log(slow) * std::log(fast);
        sum = std::log(slow) + std::log(fast);
    }
    const double omega = std::sqrt(product);
    return Oscillation{omega / (2.0 * std::numbers::pi * step), -sum / (2.0 * omega)};
}

std::optional<Vertex> vertex_of_poles(const PolePair& poles, double step, double radius) {
    const double rho = poles.sum - poles.product;
    if (!(rho > 0.0) || !(rho < 1.0) || !(step > 0.0) || !(radius > 0.0)) return std::nullopt;
    const double kappa = 1.0 / rho - 1.0;
    double mobility = poles.product * (1.0 + kappa);
    constexpr double kSlack = 1e-9;  // rounding of a mobility that was 0 or 1
    if (!(mobility >= -kSlack) || !(mobility <= 1.0 + kSlack)) return std::nullopt;
    mobility = std::min(1.0, std::max(0.0, mobility));
    const double needed = std::sqrt(kappa * radius / kMaxAcceleration) / time_factor(1.0, step);
    const double delay = std::max(1.0, needed);
    const double d = time_factor(delay, step);
    Vertex vertex;
    vertex.position = {0.0f, static_cast<float>(radius)};
    vertex.mobility = static_cast<float>(mobility);
    vertex.delay = static_cast<float>(delay);
    vertex.acceleration = static_cast<float>(kappa * radius / (d * d));
    vertex.radius = static_cast<float>(radius);
    return vertex;
}

std::vector<double> play_linear(std::span<const LinearSegment> segments, std::span<const double> root_x,
                                std::span<const double> tilt, bool output_delay) {
    assert(tilt.empty() || tilt.size() == root_x.size());
    const std::size_t count = segments.size(), frames = root_x.size();
    std::vector<double> angles(frames * count, 0.0);
    std::vector<double> now(count, 0.0), before(count, 0.0);  // horizontal places of the last two frames
    double tilt_before = 0.0;
    for (std::size_t f = 0; f < frames; ++f) {
        const double turned = tilt.empty() ? 0.0 : tilt[f];
        double parent = root_x[f], slope_above = 0.0;
        for (std::size_t s = 0; s < count; ++s) {
            const LinearSegment& segment = segments[s];
            const double carried =
                now[s] + segment.mobility * (now[s] - before[s]) + segment.radius * (turned - tilt_before) / 5.0;
            const double wanted = parent + segment.radius * turned;
            const double x = segment.rho * carried + (1.0 - segment.rho) * wanted;
            const double slope = (x - parent) / segment.radius;
            const std::size_t row = f + (output_delay ? 1 : 0);
            if (row < frames) angles[row * count + s] = -(slope - slope_above);
            before[s] = now[s];
            now[s] = x;
            parent = x;
            slope_above = slope;
        }
        tilt_before = turned;
    }
    return angles;
}

}  // namespace yure::pendulum
