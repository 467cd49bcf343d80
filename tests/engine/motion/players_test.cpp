/// Expressions, poses, blinking and breathing.
#include "support/catch.hpp"

#include <algorithm>
#include <cmath>

#include "yure/motion/expression.hpp"
#include "yure/motion/idle.hpp"
#include "yure/motion/pose.hpp"

namespace yure::motion {
namespace {

const std::vector<ParameterRange> kParameters{{"A", -10.0f, 10.0f, 0.0f}, {"B", 0.0f, 1.0f, 1.0f}};

std::vector<float> shown(ExpressionPlayer& player, float dt, std::vector<float> values = {2.0f, 0.5f}) {
    player.update(values, dt);
    return values;
}

Expression expression_of(float value, Blend blend, float fade_in = 1.0f) {
    return {fade_in, 1.0f, {{"A", value, blend}}};
}

}  // namespace

TEST_CASE("an expression adds, multiplies or sets once it is in", "[engine][motion]") {
    const std::pair<Blend, float> wanted[] = {{Blend::add, 5.0f}, {Blend::multiply, 6.0f}, {Blend::overwrite, 3.0f}};
    for (const auto& [blend, value] : wanted) {
        ExpressionPlayer player(kParameters);
        player.start(expression_of(3.0f, blend));
        CHECK(shown(player, 0.1f)[0] == 2.0f);
        CHECK(shown(player, 0.5f)[0] == Approx((2.0f + value) / 2.0f));
        CHECK(shown(player, 0.6f)[0] == Approx(value));
        CHECK(shown(player, 0.0f)[1] == 0.5f);
    }
}

TEST_CASE("a second expression takes over from the first without a dip", "[engine][motion]") {
    ExpressionPlayer player(kParameters);
    player.start(expression_of(4.0f, Blend::overwrite, 0.0f));
    CHECK(shown(player, 0.1f)[0] == 4.0f);
    player.start(expression_of(8.0f, Blend::overwrite));
    CHECK(shown(player, 0.1f)[0] == Approx(4.0f));
    CHECK(shown(player, 0.5f)[0] == Approx(6.0f));
    CHECK(shown(player, 0.6f)[0] == Approx(8.0f));
    player.clear();
    CHECK(shown(player, 0.5f)[0] == Approx(5.0f));
    CHECK(shown(player, 0.6f)[0] == 2.0f);
    CHECK_FALSE(player.active());
}

TEST_CASE("expressions stay within the range and ignore what the model lacks", "[engine][motion]") {
    ExpressionPlayer player(kParameters);
    player.start({0.0f, 0.0f, {{"A", 1e6f, Blend::add}, {"None", 1.0f, Blend::add}}});
    CHECK(shown(player, 0.1f)[0] == 10.0f);
    player.clear();
    CHECK(shown(player, 0.1f)[0] == 2.0f);
}

TEST_CASE("a pose crosses over to the wished part, its links with it", "[engine][motion]") {
    const std::vector<std::string> parts{"A", "B", "Link", "Other"};
    const PosePlayer player({0.5f, {{{"A", {"Link", "Absent"}}, {"B", {}}, {"Missing", {}}}}}, parts);
    std::vector<float> opacities(4, 0.7f), wishes(4, 0.0f);
    player.start(opacities, wishes);
    CHECK(opacities == std::vector<float>{1.0f, 0.0f, 1.0f, 0.7f});
    player.update(opacities, wishes, 0.1f);
    CHECK(opacities == std::vector<float>{1.0f, 0.0f, 1.0f, 0.7f});
    wishes = {0.0f, 1.0f, 0.0f, 0.0f};
    player.update(opacities, wishes, 0.1f);
    CHECK(opacities[1] == Approx(0.2f));
    CHECK(opacities[0] == Approx(1.0f - 0.15f / 0.8f));  // (1-.8)*.8 > .15: the background shows through less
    CHECK(opacities[2] == opacities[0]);
    for (int i = 0; i < 10; ++i) player.update(opacities, wishes, 0.1f);
    CHECK(opacities == std::vector<float>{0.0f, 1.0f, 0.0f, 0.7f});
}

TEST_CASE("eyes blink at seeded moments and rest open", "[engine][motion]") {
    const std::vector<std::string> group{"B", "Absent"};
    const auto record = [&](std::uint64_t seed) {
        EyeBlink blink(kParameters, group, seed);
        std::vector<float> open, values(2, 0.0f);
        for (int frame = 0; frame < 1800; ++frame) {
            blink.update(values, 1.0f / 60.0f);
            open.push_back(values[1]);
        }
        return open;
    };
    const auto open = record(1);
    CHECK(open == record(1));
    CHECK(open != record(2));
    CHECK(std::count(open.begin(), open.end(), 1.0f) > 1300);
    int blinks = 0;
    for (std::size_t i = 1; i < open.size(); ++i) blinks += open[i] == 0.0f && open[i - 1] > 0.0f ? 1 : 0;
    CHECK(blinks >= 3);
    CHECK(blinks <= 20);
    for (const float value : open) REQUIRE((value >= 0.0f && value <= 1.0f));
}

TEST_CASE("breath is added as a sine", "[engine][motion]") {
    const std::vector<BreathWave> waves{{"A", 1.0f, 4.0f, 2.0f, 0.5f}, {"Absent", 0.0f, 1.0f, 1.0f, 1.0f}};
    Breath breath(kParameters, waves);
    std::vector<float> values{3.0f, 0.0f};
    breath.update(values, 0.5f);  // a quarter of the cycle
    CHECK(values[0] == Approx(3.0f + 2.5f));
    values[0] = 3.0f;
    breath.update(values, 1.0f);
    CHECK(values[0] == Approx(3.0f - 1.5f));
}

}  // namespace yure::motion
