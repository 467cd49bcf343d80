#include "yure/baker/bank/pole.hpp"

#include "fit_data.hpp"
#include "sources.hpp"
#include "support/catch.hpp"
#include "synthetic.hpp"

#include <cmath>
#include <complex>
#include <vector>

using namespace yure;
using namespace yure::baker::bank;

TEST_CASE("the recursion has the poles of the asked frequency and damping", "[bank][pole]") {
    for (const double frequency : {0.3, 0.9, 2.6, 7.0})
        for (const double damping : {0.1, 0.5, 0.999999, 1.0, 1.7}) {
            const Recursion step = recursion_of({frequency, damping}, 60.0);
            if (!step.playable) continue;
            CAPTURE(frequency, damping);
            // (1 + kappa) z^2 - (1 + mobility) z + mobility = 0
            const double a = 1.0 + step.kappa, b = -(1.0 + step.mobility), c = step.mobility;
            const std::complex<double> root = (-b + std::sqrt(std::complex<double>(b * b - 4.0 * a * c))) / (2.0 * a);
            const double w = 2.0 * M_PI * frequency / 60.0;
            const std::complex<double> wanted =
                std::exp(-damping * w + w * std::sqrt(std::complex<double>(damping * damping - 1.0)));
            CHECK(std::abs(root - wanted) < (damping == 1.0 ? 1e-7 : 1e-9));  // a double root is only half as sharp
        }
}

TEST_CASE("slopes of the recursion agree with differences", "[bank][pole]") {
    for (const double frequency : {0.4, 1.3, 5.0})
        for (const double damping : {0.1, 0.9999, 1.0, 2.0}) {
            CAPTURE(frequency, damping);
            const double e = 1e-5;
            const RecursionSlopes slopes = recursion_slopes({frequency, damping}, 60.0);
            auto at = [&](double df, double dz) {
                return recursion_of({frequency * std::exp(df), damping * std::exp(dz)}, 60.0);
            };
            CHECK(slopes.kappa_by_frequency == Approx((at(e, 0).kappa - at(-e, 0).kappa) / (2 * e)).epsilon(1e-5));
            CHECK(slopes.kappa_by_damping == Approx((at(0, e).kappa - at(0, -e).kappa) / (2 * e)).epsilon(1e-5));
            CHECK(slopes.mobility_by_frequency ==
                  Approx((at(e, 0).mobility - at(-e, 0).mobility) / (2 * e)).epsilon(1e-5));
            CHECK(slopes.mobility_by_damping ==
                  Approx((at(0, e).mobility - at(0, -e).mobility) / (2 * e)).epsilon(1e-5));
        }
}

TEST_CASE("a recursion gives back the pole that it came from, damped and overdamped", "[bank][pole]") {
    for (const double frequency : {0.4, 1.3, 5.0})
        for (const double damping : {0.1, 0.3, 1.0, 2.0}) {
            const Recursion recursion = recursion_of({frequency, damping}, 60.0);
            if (!recursion.playable) continue;
            const Pole back = pole_of(recursion, 60.0);
            CHECK(std::abs(back.frequency - frequency) < 1e-4 * frequency);
            CHECK(std::abs(back.damping - damping) < 1e-4 * damping);
        }
}

TEST_CASE("a chain link's pendulum is exact at its own rate, and keeps decay and phase at others", "[bank][pole][chain]") {
    const Recursion same = recursion_of(link_pole(0.1, 0.05, 60.0), 60.0);
    CHECK(std::abs(same.mobility - 0.9) < 1e-9);
    CHECK(std::abs(same.kappa - 0.05 / 0.95) < 1e-9);
    // decay 0.92466 and half a period of 14.32 steps at 60 Hz (docs/chains.md, "Closed forms"): at 30 Hz twice that a step
    const Recursion half = recursion_of(link_pole(0.1, 0.05, 60.0), 30.0);
    const double product = half.mobility / (1.0 + half.kappa), sum = (1.0 + half.mobility) / (1.0 + half.kappa);
    CHECK(std::abs(std::sqrt(product) - 0.92466 * 0.92466) < 1e-4);
    CHECK(std::abs(std::acos(sum / (2.0 * std::sqrt(product))) - 2.0 * 3.14159265 / 14.32) < 1e-3);
    const Recursion stiff = recursion_of(link_pole(0.5, 0.9, 60.0), 60.0);  // overdamped
    CHECK(std::abs(stiff.mobility - 0.5) < 1e-6);
    CHECK(std::abs(stiff.kappa - 9.0) < 1e-4);
}

TEST_CASE("too little damping for the frame rate cannot be played", "[bank][pole]") {
    // Mobility 1 leaves a ratio of about pi f / fps.
    CHECK_FALSE(recursion_of({3.0, 0.10}, 60.0).playable);
    CHECK(recursion_of({3.0, 0.20}, 60.0).playable);
}

TEST_CASE("a filter of many columns is the pendulum of each", "[bank][pole]") {
    std::vector<double> signal(200);
    for (std::size_t f = 0; f < signal.size(); ++f)
        signal[f] = f < 20 ? 0.0 : std::sin(0.07 * static_cast<double>(f)) + 0.5;
    const std::vector<double> wanted = tests::pendulum(signal, 1.7, 0.35);
    const Recursion step = recursion_of({1.7, 0.35}, 60.0);
    std::vector<float> table, response(2 * signal.size());
    for (const double x : signal) {
        table.push_back(static_cast<float>(x));
        table.push_back(static_cast<float>(-2.0 * x));
    }
    const float kappa[2] = {static_cast<float>(step.kappa), static_cast<float>(step.kappa)};
    const float mobility[2] = {static_cast<float>(step.mobility), static_cast<float>(step.mobility)};
    angle_filter(table.data(), response.data(), 200, 2, kappa, mobility);
    for (std::size_t f = 0; f < signal.size(); ++f) {
        CHECK(response[2 * f] == Approx(wanted[f]).margin(1e-4));
        CHECK(response[2 * f + 1] == Approx(-2.0 * wanted[f]).margin(2e-4));
    }
}

TEST_CASE("an X response answers to a step at once and forgets it", "[bank][pole]") {
    std::vector<double> signal(300, 0.0);
    for (std::size_t f = 5; f < signal.size(); ++f) signal[f] = 1.0;
    const Recursion step = recursion_of(kVerticalPole, 60.0);
    const std::vector<double> response = x_response(signal, kVerticalPole, 60.0);
    CHECK(response[4] == 0.0);
    CHECK(response[5] == Approx(-1.0 / (1.0 + step.kappa)));
    CHECK(std::abs(response.back()) < 1e-9);
}
