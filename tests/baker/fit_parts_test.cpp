#include "support/catch.hpp"

#include <cmath>
#include <numbers>

#include "yure/baker/chain.hpp"
#include "yure/baker/key_solve.hpp"
#include "yure/baker/nelder_mead.hpp"
#include "yure/core/random.hpp"
#include "yure/pendulum/player.hpp"

using namespace yure;
using namespace yure::baker;

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

/// Two inputs at once: a wave and held jumps.
Drive lively_drive(int frames) {
    Drive drive{frames, 2, {}};
    for (int f = 0; f < frames; ++f) {
        const double time = f / 60.0;
        drive.values.push_back(static_cast<float>(0.8 * std::sin(kTurn * 0.7 * time)));
        drive.values.push_back(f % 120 < 60 ? 0.0f : 0.6f);
    }
    return drive;
}

/// The same chain through the official player, one output parameter per link.
std::vector<double> play_officially(const Chain& chain, const Drive& drive, double fps) {
    const std::vector<std::string> ids{"A", "B"};
    pendulum::Group group = as_group(chain, "G", "", ids);
    std::vector<ParameterRange> parameters{{"A", -30, 30, 0}, {"B", -10, 10, 0}};
    for (std::size_t s = 0; s < chain.segments.size(); ++s) {
        const std::string id = "Out" + std::to_string(s);
        group.outputs.push_back({id, static_cast<int>(s) + 1, 1.0f, 100.0f, pendulum::Channel::angle, false});
        parameters.push_back({id, -10, 10, 0});
    }
    pendulum::Player player({static_cast<float>(fps), {group}}, parameters);
    std::vector<double> readings;
    std::vector<float> values(parameters.size());
    for (int f = 0; f < drive.frames; ++f) {
        std::fill(values.begin(), values.end(), 0.0f);
        values[0] = 30.0f * drive.at(f, 0);
        values[1] = 10.0f * drive.at(f, 1);
        if (f == 0) player.stabilize(values);
        player.evaluate(values, 1.0f / 60.0f);
        for (std::size_t s = 0; s < chain.segments.size(); ++s) readings.push_back(static_cast<double>(values[2 + s]));
    }
    return readings;
}

double worst_difference(const Chain& chain, double fps) {
    const Drive drive = lively_drive(480);
    std::vector<double> readings;
    play_chain(chain, drive, fps, readings);
    const auto official = play_officially(chain, drive, fps);
    REQUIRE(readings.size() == official.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < readings.size(); ++i) worst = std::max(worst, std::abs(readings[i] - official[i]));
    return worst;
}

}  // namespace

TEST_CASE("the fit's pendulum is the player's pendulum", "[baker][chain]") {
    const Segment upper{12.0, 0.93, 1.0}, lower{7.0, 0.88, 0.7};
    const ChainInput shift{0, false, 0.5}, tilt{1, true, -0.4}, shift_back{1, false, -0.7}, tilt_first{0, true, 0.6};
    CHECK(worst_difference({{shift}, {upper}}, 60.0) < 2e-3);
    CHECK(worst_difference({{tilt}, {upper}}, 60.0) < 1e-4);
    CHECK(worst_difference({{shift, tilt}, {upper, lower}}, 60.0) < 2e-3);
    CHECK(worst_difference({{tilt_first, shift_back}, {upper, lower, lower}}, 60.0) < 4e-3);
}

TEST_CASE("the fit's pendulum follows the physics' own rate", "[baker][chain]") {
    const Chain chain{{{0, false, 0.5}, {1, true, 0.3}}, {{12.0, 0.93, 1.0}}};
    for (const double fps : {24.0, 30.0, 50.0, 90.0, 120.0}) {
        INFO(fps);
        CHECK(worst_difference(chain, fps) < 2e-3);
    }
}

TEST_CASE("a pendulum that shifts swings against the move first, one that tilts ends at the tilt", "[baker][chain]") {
    Drive step{240, 1, std::vector<float>(240, 0.5f)};
    step.values[0] = 0.0f;
    std::vector<double> readings;
    play_chain({{{0, false, 1.0}}, {{10.0, 0.9, 1.0}}}, step, 60.0, readings);
    CHECK(readings[0] == 0.0);
    CHECK(readings[1] == 0.0);  // shown one step late
    CHECK(readings[2] < -0.3);
    CHECK(std::abs(readings[239]) < 1e-3);
    play_chain({{{0, true, 1.0}}, {{10.0, 0.9, 1.0}}}, step, 60.0, readings);
    CHECK(readings[239] == Approx(15.0 * std::numbers::pi / 180.0).epsilon(1e-3));
}

TEST_CASE("delay and acceleration carry the pull between them", "[baker][chain]") {
    for (const double pull : {1e-3, 0.1, 0.8, 3.0, 50.0}) {
        const Segment segment{10.0, 0.9, pull};
        CHECK(segment.acceleration() * segment.delay() * segment.delay() == Approx(pull));
        CHECK(segment.acceleration() >= 0.2);
        CHECK(segment.acceleration() <= 4.0);
    }
}

TEST_CASE("a pendulum without a shift has no dead zone", "[baker][chain]") {
    const std::vector<std::string> ids{"A", "B"};
    CHECK(as_group({{{0, true, 0.5}}, {{10, 0.9, 1}}}, "G", "", ids).position.maximum == Approx(0.001f));
    CHECK(as_group({{{0, true, 0.5}, {1, false, 0.5}}, {{10, 0.9, 1}}}, "G", "", ids).position.maximum ==
          Approx(10.0f));
}

TEST_CASE("Nelder-Mead finds the bottom of Rosenbrock's valley", "[baker][nelder_mead]") {
    const auto valley = [](const std::vector<double>& p) {
        return 100.0 * std::pow(p[1] - p[0] * p[0], 2) + std::pow(1.0 - p[0], 2) + 1.0;
    };
    NelderMeadOptions options;
    options.iterations = 1000;
    options.tolerance = 1e-12;
    const NelderMeadResult found = nelder_mead(valley, {-1.2, 1.0}, options);
    CHECK(found.converged);
    CHECK(found.at[0] == Approx(1.0).epsilon(1e-3));
    CHECK(found.at[1] == Approx(1.0).epsilon(1e-3));
    CHECK(found.value == Approx(1.0));
}

TEST_CASE("Nelder-Mead survives costs that are no numbers, and stops when told to", "[baker][nelder_mead]") {
    const auto half_plane = [](const std::vector<double>& p) { return p[0] < 0.0 ? NAN : std::abs(p[0] - 0.2) + 1.0; };
    CHECK(nelder_mead(half_plane, {1.0}).at[0] == Approx(0.2).margin(1e-3));
    int asked = 0;
    NelderMeadOptions options;
    options.cancelled = [&] { return ++asked > 3; };
    const NelderMeadResult stopped =
        nelder_mead([](const std::vector<double>& p) { return p[0] * p[0] + 1; }, {50.0}, options);
    CHECK_FALSE(stopped.converged);
    CHECK(stopped.evaluations < 20);
    CHECK(nelder_mead([](const std::vector<double>&) { return 7.0; }, {}).value == 7.0);
}

TEST_CASE("keys reproduce a movement that is straight in the parameter", "[baker][keys]") {
    std::vector<double> course;
    for (int f = 0; f < 400; ++f) course.push_back(0.9 * std::sin(0.07 * f) * std::cos(0.011 * f));
    Table movement(400, 4);
    for (int f = 0; f < 400; ++f) {
        const float u = static_cast<float>(course[static_cast<std::size_t>(f)]);
        movement.row(f) << 10.0f * u, -3.0f * u, 0.0f, 1.0f * u;
    }
    for (const int keys : {3, 5, 7, 9}) {
        const KeyClip clip{&course, &movement, 2.0};
        const Table shapes = solve_keys(std::span(&clip, 1), keys);
        REQUIRE(shapes.rows() == keys);
        CHECK(shapes.row(keys / 2).norm() == 0.0f);
        CHECK(shapes(keys - 1, 0) == Approx(10.0f).epsilon(0.01));
        CHECK(shapes(0, 0) == Approx(-10.0f).epsilon(0.01));
        Table left = movement;
        add_keyed(left, course, shapes, -1.0f);
        CHECK(left.norm() < 0.02f * movement.norm());
    }
}

TEST_CASE("keys bend where the movement bends, but not at rest", "[baker][keys]") {
    std::vector<double> course;
    for (int f = 0; f < 600; ++f) course.push_back(std::sin(0.05 * f));
    Table movement(600, 2);
    for (int f = 0; f < 600; ++f) {
        const double u = course[static_cast<std::size_t>(f)];
        movement.row(f) << static_cast<float>(10.0 * std::sin(1.2 * u)), static_cast<float>(5.0 * std::abs(u));
    }
    const KeyClip clip{&course, &movement, 1.0};
    const Table shapes = solve_keys(std::span(&clip, 1), 5);
    CHECK(shapes(4, 0) < 1.9f * shapes(3, 0));  // the arc is seen
    // what is even in the parameter would be a kink at rest: the prior keeps it small
    CHECK(std::abs(shapes(3, 1) + shapes(1, 1)) < 0.35f * 2.5f * 2.0f);
}

TEST_CASE("a parameter that never moves gets no shape", "[baker][keys]") {
    const std::vector<double> course(50, 0.0);
    const Table movement = Table::Ones(50, 4);
    const KeyClip clip{&course, &movement, 1.0};
    CHECK(solve_keys(std::span(&clip, 1), 5).norm() == 0.0f);
}

TEST_CASE("values lie between even keys and stop at the ends", "[baker][keys]") {
    CHECK(key_place(-1.0, 5).index == 0);
    CHECK(key_place(0.0, 5).index == 2);
    CHECK(key_place(0.25, 5).share == Approx(0.5));
    CHECK(key_place(1.0, 5).index == 3);
    CHECK(key_place(1.0, 5).share == Approx(1.0));
    CHECK(key_place(7.0, 5).share == Approx(1.0));
}
