// Each constraint's mathematics, in double precision: the kernels are templates over the number type, so the very code
// that runs in the solver is checked against finite differences and hand calculation.
#include "kernel/constraint_area.hpp"
#include "kernel/constraint_bend.hpp"
#include "kernel/lane_math.hpp"
#include "kernel/lanes_scalar.hpp"
#include "sim_support.hpp"

#include <array>

#include "yure/core/random.hpp"

namespace yure::tests {
namespace {

struct MaskD {
    bool m;
};
struct Double {
    using Mask = MaskD;
    double v;
    static Double all(float value) { return {static_cast<double>(value)}; }
};
Double operator+(Double a, Double b) {
    return {a.v + b.v};
}
Double operator-(Double a, Double b) {
    return {a.v - b.v};
}
Double operator*(Double a, Double b) {
    return {a.v * b.v};
}
Double operator/(Double a, Double b) {
    return {a.v / b.v};
}

using P = sim::Point<Double>;

P random_point(Random& random) {
    return {{random.uniform(-50, 50)}, {random.uniform(-50, 50)}};
}

}  // namespace

TEST_CASE("the solver's arc tangent is within 5e-7 of the true one in all quadrants", "[sim][constraint]") {
    using L = sim::scalar::Lane1;
    double worst = 0.0;
    for (int i = -1800; i <= 1800; ++i) {
        const double angle = i * 0.1 * 3.14159265358979 / 180.0;
        for (const double radius : {1e-6, 1.0, 3e4}) {
            const auto y = static_cast<float>(radius * std::sin(angle)),
                       x = static_cast<float>(radius * std::cos(angle));
            const double truth = std::atan2(static_cast<double>(y), static_cast<double>(x));
            worst = std::max(worst, std::fabs(static_cast<double>(sim::arc_tangent(L{y}, L{x}).v) - truth));
        }
    }
    CHECK(worst < 5e-7);
    CHECK(sim::arc_tangent(L{0.0f}, L{0.0f}).v == 0.0f);
}

TEST_CASE("gradient of the triangle's area equals finite differences", "[sim][constraint]") {
    Random random(1);
    for (int trial = 0; trial < 50; ++trial) {
        std::array<P, 3> x{random_point(random), random_point(random), random_point(random)};
        const float half_sign = trial % 2 == 0 ? 0.5f : -0.5f;
        const auto s = sim::signed_area(x[1] - x[0], x[2] - x[0], Double::all(half_sign));
        const P sum = s.grad_b + s.grad_c;
        const std::array<P, 3> gradient{P{{-sum.x.v}, {-sum.y.v}}, s.grad_b, s.grad_c};
        for (std::size_t corner = 0; corner < 3; ++corner)
            for (Double P::*axis : {&P::x, &P::y}) {
                constexpr double kStep = 1e-4;
                auto moved = x;
                (moved[corner].*axis).v += kStep;
                const double up =
                    sim::signed_area(moved[1] - moved[0], moved[2] - moved[0], Double::all(half_sign)).value.v;
                (moved[corner].*axis).v -= 2 * kStep;
                const double down =
                    sim::signed_area(moved[1] - moved[0], moved[2] - moved[0], Double::all(half_sign)).value.v;
                CHECK((gradient[corner].*axis).v == Approx((up - down) / (2 * kStep)).margin(1e-7));
            }
    }
}

TEST_CASE("gradient of the bending angle equals finite differences", "[sim][constraint]") {
    Random random(2);
    for (int trial = 0; trial < 200; ++trial) {
        sim::BendShape<Double> c{};
        // Shape gradients of two triangles of about 30 px, and corners somewhere near.
        for (P* b : {&c.first_q, &c.first_r, &c.second_q, &c.second_s})
            *b = {{random.uniform(-0.05, 0.05)}, {random.uniform(-0.05, 0.05)}};
        const sim::BendCorners<Double> x{random_point(random), random_point(random), random_point(random),
                                         random_point(random)};
        const auto value = [&](const sim::BendCorners<Double>& at) {
            const P z = sim::relative_turn(sim::bend_state(c, sim::arms_of(at)));
            return std::atan2(z.y.v, z.x.v);
        };
        const auto state = sim::bend_state(c, sim::arms_of(x));
        if (state.z1.x.v * state.z1.x.v + state.z1.y.v * state.z1.y.v < 0.05) continue;  // nearly collapsed
        if (state.z2.x.v * state.z2.x.v + state.z2.y.v * state.z2.y.v < 0.05) continue;
        if (std::fabs(value(x)) > 3.0) continue;  // next to the jump at pi
        const auto g = sim::bend_gradient(c, state);
        using Corners = sim::BendCorners<Double>;
        using Gradient = sim::BendGradient<Double>;
        const std::array<std::pair<P Corners::*, P Gradient::*>, 4> corners{{{&Corners::p, &Gradient::p},
                                                                             {&Corners::q, &Gradient::q},
                                                                             {&Corners::r, &Gradient::r},
                                                                             {&Corners::s, &Gradient::s}}};
        for (const auto& [corner, gradient] : corners)
            for (Double P::*axis : {&P::x, &P::y}) {
                constexpr double kStep = 1e-5;
                Corners up = x, down = x;
                ((up.*corner).*axis).v += kStep;
                ((down.*corner).*axis).v -= kStep;
                // The solver's 1e-6 against division by zero shifts its gradient by that share.
                CHECK(((g.*gradient).*axis).v ==
                      Approx((value(up) - value(down)) / (2 * kStep)).epsilon(1e-4).margin(1e-6));
            }
    }
}

TEST_CASE("bending measures rotation alone: stretch, shear and compression leave it at zero", "[sim][constraint]") {
    // Two unit-gradient triangles of a square; any one linear map applied to both keeps the angle between them.
    const Vec2 p{0, 0}, q{10, 10}, r{10, 0}, s{0, 10};
    const auto gradients = [](Vec2 a, Vec2 b, Vec2 d) {
        const Vec2 e = b - a, f = d - a;
        const float inverse = 1.0f / cross(e, f);
        const auto wide = [&](float x, float y) { return P{Double::all(x * inverse), Double::all(y * inverse)}; };
        return std::array{wide(f.y, -f.x), wide(-e.y, e.x)};
    };
    const auto first = gradients(p, q, r), second = gradients(p, q, s);
    const sim::BendShape<Double> c{first[0], first[1], second[0], second[1]};
    const auto angle_under = [&](double a, double b, double d, double e, double turn_second) {
        const auto map = [&](Vec2 v) { return P{{a * v.x + b * v.y}, {d * v.x + e * v.y}}; };
        sim::BendCorners<Double> x{map(p), map(q), map(r), map(s)};
        const double cs = std::cos(turn_second), sn = std::sin(turn_second);
        const P opposite = x.s;
        x.s = {{cs * opposite.x.v - sn * opposite.y.v}, {sn * opposite.x.v + cs * opposite.y.v}};
        const P z = sim::relative_turn(sim::bend_state(c, sim::arms_of(x)));
        return std::atan2(z.y.v, z.x.v);
    };
    CHECK(angle_under(1, 0, 0, 1, 0) == Approx(0.0).margin(1e-7));
    CHECK(angle_under(2, 0, 0, 0.5, 0) == Approx(0.0).margin(1e-7));
    CHECK(angle_under(1, 0.7, 0, 1, 0) == Approx(0.0).margin(1e-7));
    CHECK(angle_under(0.6, -0.8, 0.8, 0.6, 0) == Approx(0.0).margin(1e-7));
    CHECK(std::fabs(angle_under(1, 0, 0, 1, 0.3)) > 0.1);
}

}  // namespace yure::tests
