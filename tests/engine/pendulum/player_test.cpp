/// What the player promises beyond the recorded traces: odd rigs, odd values, state.
#include "yure/pendulum/player.hpp"

#include "support/catch.hpp"

#include <cmath>
#include <limits>

#include "yure/core/random.hpp"

namespace yure::pendulum {
namespace {

constexpr float kFrame = 1.0f / 60.0f;

Physics one_group() {
    Group group;
    group.id = "G";
    group.inputs = {{"In", 100.0f, Channel::x, false}};
    group.outputs = {{"Out", 1, 10.0f, 100.0f, Channel::angle, false}};
    group.vertices.resize(2);
    group.vertices[1] = {{0.0f, 10.0f}, 0.95f, 0.8f, 1.5f, 10.0f};
    return {0.0f, {group}};
}

const std::vector<ParameterRange> kParameters{{"In", -30.0f, 30.0f, 0.0f}, {"Out", -30.0f, 30.0f, 0.0f}};

float after(Player& player, float input, int frames) {
    std::vector<float> values;
    for (int f = 0; f < frames; ++f) {
        values = {input, 0.0f};
        player.evaluate(values, kFrame);
    }
    return values[1];
}

}  // namespace

TEST_CASE("an X step gives -atan(rho s / R) one frame late, and fades to 0", "[engine][pendulum]") {
    Player player(one_group(), kParameters);
    std::vector<float> values{0.0f, 0.0f};
    player.evaluate(values, kFrame);
    values = {15.0f, 0.0f};  // half the half range: the root moves by 5 to the left
    player.evaluate(values, kFrame);
    CHECK(values[1] == 0.0f);
    values = {15.0f, 0.0f};
    player.evaluate(values, kFrame);
    const double d = 30.0 / 60.0 * 0.8, rho = 1.0 / (1.0 + 1.5 * d * d / 10.0);
    CHECK(static_cast<double>(values[1]) == Approx(-10.0 * std::atan(rho * 5.0 / 10.0)).epsilon(1e-4));
    CHECK(std::abs(after(player, 15.0f, 900)) < 0.02f);
}

TEST_CASE("without tilt, input and response change sign together", "[engine][pendulum]") {
    Player right(one_group(), kParameters), left(one_group(), kParameters);
    for (int frame = 0; frame < 120; ++frame) {
        const float input = 20.0f * std::sin(0.13f * static_cast<float>(frame));
        std::vector<float> a{input, 0.0f}, b{-input, 0.0f};
        right.evaluate(a, kFrame);
        left.evaluate(b, kFrame);
        REQUIRE(a[1] == Approx(-b[1]).margin(1e-4));
    }
}

TEST_CASE("values that are not finite change nothing", "[engine][pendulum]") {
    Player player(one_group(), kParameters), untouched(one_group(), kParameters);
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    CHECK(after(player, 20.0f, 5) == after(untouched, 20.0f, 5));
    std::vector<float> values{nan, 3.0f};
    player.evaluate(values, kFrame);
    player.stabilize(values);
    CHECK(values[1] == 3.0f);
    values = {1.0f, 3.0f};
    for (const float dt : {nan, inf, 0.0f, -1.0f}) player.evaluate(values, dt);
    CHECK(values[1] == 3.0f);
    CHECK(after(player, -20.0f, 20) == after(untouched, -20.0f, 20));
}

TEST_CASE("what cannot be bound is told and the rest plays on", "[engine][pendulum]") {
    Physics physics = one_group();
    physics.groups[0].inputs.push_back({"Absent", 100.0f, Channel::x, false});
    physics.groups[0].outputs.push_back({"Nowhere", 1, 1.0f, 100.0f, Channel::angle, false});
    physics.groups[0].outputs.push_back({"In", 7, 1.0f, 0.0f, Channel::angle, false});
    Player odd(physics, kParameters), plain(one_group(), kParameters);
    CHECK(odd.notices().size() == 3);
    CHECK(plain.notices().empty());
    CHECK(after(odd, 20.0f, 30) == after(plain, 20.0f, 30));
}

TEST_CASE("an absurd Fps is capped and told", "[engine][pendulum]") {
    Physics physics = one_group();
    physics.fps = 1e9f;
    Player player(physics, kParameters);
    REQUIRE(player.notices().size() == 1);
    CHECK(player.fps() == kMaxFps);
    std::vector<float> values{10.0f, 0.0f};
    player.evaluate(values, 4.9f);  // ends, after 4900 steps
    CHECK(std::isfinite(values[1]));
}

TEST_CASE("no group makes a value that is not finite", "[engine][pendulum]") {
    Random random(42);
    const auto wild = [&] {
        switch (random.below(8)) {
            case 0:
                return 0.0f;
            case 1:
                return 3e38f;
            case 2:
                return -3e38f;
            case 3:
                return 1e-42f;
            case 4:
                return std::numeric_limits<float>::infinity();
            default:
                return static_cast<float>(random.uniform(-20.0, 20.0));
        }
    };
    const auto channel = [&] { return static_cast<Channel>(random.below(3)); };
    for (int run = 0; run < 300; ++run) {
        Physics physics;
        physics.fps = static_cast<float>(random.below(3)) * 30.0f;
        for (std::uint64_t g = 0; g < 1 + random.below(3); ++g) {
            Group group;
            group.position = {wild(), wild(), wild()};
            group.angle = {wild(), wild(), wild()};
            for (int i = 0; i < 2; ++i) group.inputs.push_back({"In", wild(), channel(), random.below(2) == 0});
            group.vertices.resize(random.below(5));
            for (Vertex& vertex : group.vertices) vertex = {{}, wild(), wild(), wild(), wild()};
            for (int i = 0; i < 3; ++i)
                group.outputs.push_back(
                    {"Out", static_cast<int>(random.below(7)) - 1, wild(), wild(), channel(), random.below(2) == 0});
            physics.groups.push_back(group);
        }
        Player player(physics, kParameters, {.gravity = {wild(), wild()}, .wind = {wild(), wild()}});
        std::vector<float> values{0.0f, 0.0f};
        for (int frame = 0; frame < 30; ++frame) {
            values[0] = static_cast<float>(random.uniform(-40.0, 40.0));
            if (frame == 20) player.stabilize(values);
            player.evaluate(values, static_cast<float>(random.uniform(0.0, 0.1)));
            REQUIRE(std::isfinite(values[0]));
            REQUIRE(std::isfinite(values[1]));
        }
    }
}

TEST_CASE("stabilising keeps a chain's direction where no force decides", "[engine][pendulum]") {
    Physics physics = one_group();
    physics.groups[0].vertices[1].acceleration = 0.0f;
    Player player(physics, kParameters);
    after(player, 0.0f, 1);
    const float swung = after(player, 20.0f, 3);
    CHECK(std::abs(swung) > 0.1f);
    std::vector<float> values{20.0f, 0.0f};
    player.stabilize(values);
    CHECK(std::isfinite(values[1]));
    CHECK(std::abs(values[1]) > 0.1f);
}

TEST_CASE("restart plays the same again, a copy goes on alike", "[engine][pendulum]") {
    Physics physics = one_group();
    physics.fps = 50.0f;
    Player player(physics, kParameters);
    const float first = after(player, 12.0f, 37);
    Player copy = player;
    CHECK(after(copy, -8.0f, 11) == after(player, -8.0f, 11));
    player.restart();
    CHECK(after(player, 12.0f, 37) == first);
    player.reset();
    CHECK(player.fps() == 50.0f);
}

TEST_CASE("a model without parameters or groups is no trouble", "[engine][pendulum]") {
    Player nothing({}, {});
    std::vector<float> none;
    nothing.evaluate(none, kFrame);
    Player unbound(one_group(), {});
    unbound.stabilize(none);
    unbound.evaluate(none, kFrame);
    CHECK(unbound.notices().size() == 2);
}

}  // namespace yure::pendulum
