/// The kernel with lanes against the exact player, and against itself at every width.
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>

#include "yure/core/random.hpp"
#include "yure/pendulum/chain_lanes.hpp"
#include "yure/pendulum/player.hpp"

namespace yure::pendulum {
namespace {

Group random_group(Random& random, int segments) {
    Group group;
    group.id = "G";
    group.inputs = {{"X", 100.0f, Channel::x, true}, {"T", 100.0f, Channel::angle, true}};
    group.vertices.resize(static_cast<std::size_t>(segments) + 1);
    for (int s = 1; s <= segments; ++s) {
        Vertex& vertex = group.vertices[static_cast<std::size_t>(s)];
        vertex.mobility = static_cast<float>(random.uniform(0.6, 0.97));
        vertex.delay = static_cast<float>(random.uniform(0.6, 1.3));
        vertex.acceleration = static_cast<float>(random.uniform(0.5, 3.0));
        vertex.radius = static_cast<float>(random.uniform(5.0, 20.0));
        group.outputs.push_back({"O" + std::to_string(s), s, 1.0f, 100.0f, Channel::angle, false});
    }
    group.position = {-10.0f, 0.0f, 10.0f};
    group.angle = {-30.0f, 0.0f, 30.0f};
    return group;
}

std::vector<ParameterRange> parameters_of(const Group& group) {
    // The inputs' ranges are those of the normalisation, so that a value is what reaches the root.
    std::vector<ParameterRange> parameters{{"X", -10.0f, 10.0f, 0.0f}, {"T", -30.0f, 30.0f, 0.0f}};
    for (const Output& output : group.outputs) parameters.push_back({output.parameter, -10.0f, 10.0f, 0.0f});
    return parameters;
}

/// A wave that a head makes: a sum of sines, `low` to `high` Hz.
std::vector<float> wave(Random& random, int frames, double amplitude, double low, double high) {
    std::vector<float> values(static_cast<std::size_t>(frames), 0.0f);
    for (int k = 0; k < 4; ++k) {
        const double frequency = random.uniform(low, high), phase = random.uniform(0.0, 6.28);
        for (std::size_t f = 0; f < values.size(); ++f)
            values[f] += static_cast<float>(amplitude / 4.0 *
                                            std::sin(6.283185307 * frequency * static_cast<double>(f) / 60.0 + phase));
    }
    return values;
}

struct Setup {
    LaneChain chain;
    int frames, lanes;
    std::vector<float> root_x, tilt;

    LaneInputs inputs(bool with_tilt) const {
        return {frames, lanes, root_x, with_tilt ? std::span<const float>(tilt) : std::span<const float>()};
    }
    std::vector<float> play(int width, bool baseline, bool with_tilt) const {
        std::vector<float> angles(root_x.size() * static_cast<std::size_t>(chain.segments), 99.0f);
        play_lanes_with(width, baseline, chain, inputs(with_tilt), angles);
        return angles;
    }
};

Setup make_setup(Random& random, const Group& group, int frames, int lanes) {
    auto chain = lane_chain(group, 60.0f);
    REQUIRE(chain.ok());
    Setup setup{*chain, frames, lanes, {}, {}};
    setup.root_x.resize(static_cast<std::size_t>(frames * lanes));
    setup.tilt.resize(setup.root_x.size());
    for (int lane = 0; lane < lanes; ++lane) {
        const auto x = wave(random, frames, 8.0, 0.2, 3.0), t = wave(random, frames, 25.0, 0.2, 2.0);
        for (int f = 0; f < frames; ++f) {
            setup.root_x[static_cast<std::size_t>(f * lanes + lane)] = x[static_cast<std::size_t>(f)];
            setup.tilt[static_cast<std::size_t>(f * lanes + lane)] = t[static_cast<std::size_t>(f)];
        }
    }
    return setup;
}

}  // namespace

TEST_CASE("lanes play what the exact player plays", "[engine][pendulum][lanes]") {
    Random random(7);
    const int frames = 240, lanes = 5;
    for (int segments = 1; segments <= kMaxLaneSegments; ++segments) {
        for (const bool with_tilt : {false, true}) {
            const Group group = random_group(random, segments);
            const Setup setup = make_setup(random, group, frames, lanes);
            const std::vector<float> angles = setup.play(8, false, with_tilt);
            const auto parameters = parameters_of(group);
            // A bit may decide whether a vertex falls into the dead zone: judge the usual distance, and bound the
            // worst.
            double worst = 0.0, sum = 0.0;
            for (int lane = 0; lane < lanes; ++lane) {
                Player player({60.0f, {group}}, parameters);
                for (int f = 0; f < frames; ++f) {
                    std::vector<float> values(parameters.size(), 0.0f);
                    const auto cell = static_cast<std::size_t>(f * lanes + lane);
                    values[0] = setup.root_x[cell];
                    values[1] = with_tilt ? setup.tilt[cell] : 0.0f;
                    player.evaluate(values, 1.0f / 60.0f);
                    for (int s = 0; s < segments; ++s) {
                        const float got = angles[static_cast<std::size_t>((f * segments + s) * lanes + lane)];
                        const double error = std::abs(static_cast<double>(got) -
                                                      static_cast<double>(values[static_cast<std::size_t>(2 + s)]));
                        worst = std::max(worst, error / 20.0);
                        sum += error / 20.0;
                    }
                }
            }
            INFO(segments << " segments, tilt " << with_tilt);
            CHECK(worst <= 1e-4);
            CHECK(sum / (frames * lanes * segments) <= 1e-6);
        }
    }
}

TEST_CASE("every width of lanes gives the same bits", "[engine][pendulum][lanes][determinism]") {
    Random random(11);
    for (const int segments : {1, 3}) {
        const Group group = random_group(random, segments);
        const Setup setup = make_setup(random, group, 90, 31);
        for (const bool with_tilt : {false, true}) {
            const std::vector<float> single = setup.play(1, true, with_tilt);
            for (const int width : {1, 4, 8})
                for (const bool baseline : {true, false}) CHECK(setup.play(width, baseline, with_tilt) == single);
        }
    }
}

TEST_CASE("a lane without tilt equals one whose tilt is 0", "[engine][pendulum][lanes]") {
    Random random(3);
    const Group group = random_group(random, 2);
    Setup setup = make_setup(random, group, 120, 9);
    std::fill(setup.tilt.begin(), setup.tilt.end(), 0.0f);
    const auto with = setup.play(8, false, true), without = setup.play(8, false, false);
    for (std::size_t i = 0; i < with.size(); ++i) REQUIRE(with[i] == Approx(without[i]).margin(1e-6));
}

TEST_CASE("the shown value is one step late, from 0", "[engine][pendulum][lanes]") {
    Random random(5);
    const Group group = random_group(random, 2);
    Setup setup = make_setup(random, group, 40, 3);
    const auto late = setup.play(4, false, true);
    setup.chain.output_delay = false;
    const auto now = setup.play(4, false, true);
    const std::size_t row = 2 * 3;
    for (std::size_t i = 0; i < late.size(); ++i) REQUIRE(late[i] == (i < row ? 0.0f : now[i - row]));
}

TEST_CASE("a step of the root is read as its arc tangent", "[engine][pendulum][lanes]") {
    // From rest, one step: angle = -atan(rho s / R), whatever the mobility.
    LaneChain chain;
    chain.segment[0] = {0.9f, 0.8f, 1.5f, 10.0f};
    chain.dead_zone = 0.0f;
    chain.output_delay = false;
    const std::vector<float> x{5.0f};
    std::vector<float> angle(1);
    play_lanes(chain, {1, 1, x, {}}, angle);
    const double d = 30.0 / 60.0 * 0.8, rho = 1.0 / (1.0 + 1.5 * d * d / 10.0);
    CHECK(static_cast<double>(angle[0]) == Approx(std::atan(rho * 5.0 / 10.0)).epsilon(1e-5));
}

TEST_CASE("extreme chains stay finite in lanes", "[engine][pendulum][lanes]") {
    Random random(13);
    for (const LaneSegment segment : {LaneSegment{1.0f, 0.0f, 1.0f, 10.0f}, LaneSegment{1.5f, 1.0f, -2.0f, 3.0f},
                                      LaneSegment{1.0f, 1.0f, 0.0f, 1e-3f}}) {
        Setup setup = make_setup(random, random_group(random, 1), 120, 4);
        setup.chain.segment[0] = segment;
        for (const float angle : setup.play(4, false, true)) REQUIRE(std::isfinite(angle));
    }
}

TEST_CASE("chains too long for lanes are refused", "[engine][pendulum][lanes]") {
    Random random(1);
    Group group = random_group(random, 4);
    CHECK(lane_chain(group, 60.0f).ok());
    group.vertices.emplace_back();
    CHECK_FALSE(lane_chain(group, 60.0f).ok());
    group.vertices.resize(1);
    CHECK_FALSE(lane_chain(group, 60.0f).ok());
    CHECK_FALSE(lane_chain(random_group(random, 1), 0.0f).ok());
}

}  // namespace yure::pendulum
