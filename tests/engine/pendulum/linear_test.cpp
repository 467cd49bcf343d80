/// The small-signal model: its formulas against each other, and against the exact kernel.
#include "yure/pendulum/linear.hpp"

#include "support/catch.hpp"

#include <cmath>

#include "yure/core/random.hpp"
#include "yure/pendulum/chain_lanes.hpp"

namespace yure::pendulum {
namespace {

constexpr double kStep = 1.0 / 60.0;

}  // namespace

TEST_CASE("poles give a vertex that has these poles", "[engine][pendulum][linear]") {
    int playable = 0;
    for (const double frequency : {0.3, 0.8, 1.4, 2.5, 5.0})
        for (const double damping : {0.15, 0.3, 0.6, 0.9, 1.2}) {
            const PolePair poles = poles_of_oscillation(frequency, damping, kStep);
            const auto vertex = vertex_of_poles(poles, kStep);
            if (!vertex) continue;
            ++playable;
            CHECK(vertex->acceleration <= 10.0001f);
            CHECK(vertex->radius == 10.0f);
            const PolePair again = poles_of(linear_segment(*vertex, kStep));
            CHECK(again.sum == Approx(poles.sum).epsilon(1e-6));
            CHECK(again.product == Approx(poles.product).epsilon(1e-6));
        }
    CHECK(playable >= 12);
}

TEST_CASE("the delay is raised only as far as the acceleration needs", "[engine][pendulum][linear]") {
    const auto slow = vertex_of_poles(poles_of_oscillation(1.0, 0.3, kStep), kStep);
    REQUIRE(slow.has_value());
    CHECK(slow->delay == 1.0f);
    const auto fast = vertex_of_poles(poles_of_oscillation(6.0, 0.6, kStep), kStep);
    REQUIRE(fast.has_value());
    CHECK(fast->delay > 1.0f);
    CHECK(fast->acceleration == Approx(10.0f));
}

TEST_CASE("poles that no pendulum has give nothing", "[engine][pendulum][linear]") {
    CHECK_FALSE(vertex_of_poles({1.0, 1.0}, kStep).has_value());                              // rho = 0
    CHECK_FALSE(vertex_of_poles({2.0, 0.9}, kStep).has_value());                              // rho > 1
    CHECK_FALSE(vertex_of_poles({0.5, -0.2}, kStep).has_value());                             // negative mobility
    CHECK_FALSE(vertex_of_poles(poles_of_oscillation(1.4, 0.01, kStep), kStep).has_value());  // rings too long
    CHECK_FALSE(vertex_of_poles({std::nan(""), 0.5}, kStep).has_value());
}

TEST_CASE("frequency and damping come back from the poles", "[engine][pendulum][linear]") {
    for (const double frequency : {0.3, 1.4, 6.0})
        for (const double damping : {0.05, 0.5, 0.99, 1.5}) {
            const auto back = oscillation_of(poles_of_oscillation(frequency, damping, kStep), kStep);
            REQUIRE(back.has_value());
            CHECK(back->frequency == Approx(frequency));
            CHECK(back->damping == Approx(damping));
        }
    CHECK_FALSE(oscillation_of({2.0, 1.0}, kStep).has_value());
    CHECK_FALSE(oscillation_of({-1.0, 0.2}, kStep).has_value());
}

TEST_CASE("the table of frequencies of a pendulum is met", "[engine][pendulum][linear]") {
    // Q = Delay sqrt(Acceleration/Radius) = 0.3 and mobility 0.9 at 60 fps: damped frequency 1.33 Hz, damping ratio
    // 0.42.
    Vertex vertex;
    vertex.mobility = 0.9f;
    vertex.delay = 1.0f;
    vertex.acceleration = 0.9f;
    vertex.radius = 10.0f;
    const auto oscillation = oscillation_of(poles_of(linear_segment(vertex, kStep)), kStep);
    REQUIRE(oscillation.has_value());
    CHECK(oscillation->damping == Approx(0.42).margin(0.01));
    CHECK(oscillation->frequency * std::sqrt(1.0 - oscillation->damping * oscillation->damping) ==
          Approx(1.33).margin(0.01));
}

TEST_CASE("small swings of the kernel are those of the linear model", "[engine][pendulum][linear]") {
    Random random(21);
    const int frames = 300;
    for (int segments = 1; segments <= 3; ++segments) {
        for (const bool with_tilt : {false, true}) {
            LaneChain chain;
            chain.segments = segments;
            chain.dead_zone = 0.0f;
            std::vector<LinearSegment> linear;
            for (int s = 0; s < segments; ++s) {
                Vertex vertex;
                vertex.mobility = static_cast<float>(random.uniform(0.7, 0.95));
                vertex.delay = 0.8f;
                vertex.acceleration = static_cast<float>(random.uniform(0.8, 2.0));
                vertex.radius = static_cast<float>(random.uniform(8.0, 15.0));
                chain.segment[static_cast<std::size_t>(s)] = {vertex.mobility, vertex.delay, vertex.acceleration,
                                                              vertex.radius};
                linear.push_back(linear_segment(vertex, kStep));
            }
            std::vector<float> x, tilt;
            std::vector<double> root, turned;
            for (int f = 0; f < frames; ++f) {
                x.push_back(static_cast<float>(0.25 * std::sin(0.2 * f) + 0.15 * std::sin(0.07 * f)));
                tilt.push_back(with_tilt ? static_cast<float>(1.5 * std::sin(0.11 * f)) : 0.0f);
                root.push_back(static_cast<double>(x.back()));
                turned.push_back(static_cast<double>(tilt.back()) * 3.14159265358979 / 180.0);
            }
            std::vector<float> got(x.size() * static_cast<std::size_t>(segments));
            play_lanes(chain, {frames, 1, x, with_tilt ? std::span<const float>(tilt) : std::span<const float>()}, got);
            const auto want = play_linear(linear, root, turned, true);
            double error = 0.0, energy = 0.0;
            for (std::size_t i = 0; i < got.size(); ++i) {
                error += std::pow(static_cast<double>(got[i]) - want[i], 2);
                energy += std::pow(want[i], 2);
            }
            INFO(segments << " segments, tilt " << with_tilt);
            CHECK(energy > 1e-3);
            CHECK(std::sqrt(error / energy) < 0.01);
        }
    }
}

}  // namespace yure::pendulum
