// Bone chains on a puppet: where they are laid, what they carry, and that they move as the chain core does.
#include "engine/chain/chain_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "yure/chain/presets.hpp"
#include "yure/chain/reduce.hpp"
#include "yure/chain/strand_solver.hpp"

namespace yure::tests {
namespace {

using chain::ParticleValue;

/// A strip of cells, `columns` x `rows` particles, hanging down from the top row, which is pinned.
struct Strip {
    std::vector<Vec2> rest;
    std::vector<std::array<int, 3>> triangles;
    std::vector<float> pin;

    void add(int columns, int rows, Vec2 corner, float width, float height, bool pinned = true) {
        const int first = static_cast<int>(rest.size());
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < columns; ++c) {
                rest.push_back(corner + Vec2{width * static_cast<float>(c) / static_cast<float>(columns - 1),
                                             height * static_cast<float>(r) / static_cast<float>(rows - 1)});
                pin.push_back(pinned && r == 0 ? 1.0f : 0.0f);
            }
        for (int r = 0; r + 1 < rows; ++r)
            for (int c = 0; c + 1 < columns; ++c) {
                const int a = first + r * columns + c;
                triangles.push_back({a, a + 1, a + columns});
                triangles.push_back({a + 1, a + columns + 1, a + columns});
            }
    }
    chain::StrandMesh mesh() const { return {rest, triangles, pin}; }
};

Strip one_strip() {
    Strip strip;
    strip.add(3, 13, {480.0f, 100.0f}, 40.0f, 360.0f);
    return strip;
}

chain::StrandSettings swinging(int segments = 6) {
    chain::StrandSettings settings;
    settings.segments = segments;
    settings.component.value(ParticleValue::damping).base = 0.1;
    settings.component.value(ParticleValue::elasticity).base = 0.05;
    settings.component.value(ParticleValue::stiffness).base = 0.0;
    return settings;
}

std::vector<Vec2> moved_by(const std::vector<Vec2>& points, Vec2 by) {
    std::vector<Vec2> result = points;
    for (Vec2& p : result) p += by;
    return result;
}

std::vector<Vec2> turned_about(const std::vector<Vec2>& points, Vec2 middle, double angle) {
    std::vector<Vec2> result;
    const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    for (const Vec2 p : points) {
        const Vec2 d = p - middle;
        result.push_back(middle + Vec2{c * d.x - s * d.y, s * d.x + c * d.y});
    }
    return result;
}

float farthest(std::span<const Vec2> a, std::span<const Vec2> b) {
    float most = 0.0f;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
    return most;
}

}  // namespace

TEST_CASE("a chain is laid down the middle of a strand, from its pins to its tip", "[chain][strand]") {
    const Strip strip = one_strip();
    const auto set = chain::StrandSet::lay(swinging(), strip.mesh());
    REQUIRE(set);
    REQUIRE(set->strands().size() == 1);
    const chain::Strand& strand = set->strands()[0];
    REQUIRE(strand.rest.size() == 7);
    for (std::size_t k = 0; k < 7; ++k) {
        CHECK(std::abs(strand.rest[k].x - 500.0f) < 3.0f);
        CHECK(std::abs(strand.rest[k].y - (100.0f + 60.0f * static_cast<float>(k))) < 3.0f);
        double sum = 0.0;
        for (const auto& [particle, weight] : strand.joints[k]) sum += weight;
        CHECK(std::abs(sum - 1.0) < 1e-12);
    }
}

TEST_CASE("every piece with a pin has a chain of its own; one without stays with the rig and is told", "[chain][strand]") {
    Strip strip = one_strip();
    strip.add(3, 7, {700.0f, 100.0f}, 30.0f, 180.0f);
    const int loose = static_cast<int>(strip.rest.size());
    strip.add(2, 3, {900.0f, 100.0f}, 30.0f, 60.0f, false);
    Notices notices;
    const auto set = chain::StrandSet::lay(swinging(4), strip.mesh(), &notices);
    REQUIRE(set);
    CHECK(set->strands().size() == 2);
    REQUIRE(notices.size() == 1);
    CHECK(notices[0].what.find("1 of 3 pieces") != std::string::npos);
    chain::StrandSolver solver(*set, 1);
    solver.reset(0, strip.rest);
    const std::vector<Vec2> goals = moved_by(strip.rest, {40.0f, 0.0f});
    std::vector<Vec2> out(strip.rest.size());
    solver.set_goals(0, goals);
    solver.step();
    solver.positions(0, out);
    for (std::size_t i = static_cast<std::size_t>(loose); i < out.size(); ++i) CHECK(out[i] == goals[i]);
    CHECK(farthest(out, goals) > 5.0f);
}

TEST_CASE("points lay one chain through them", "[chain][strand]") {
    const Strip strip = one_strip();
    chain::StrandSettings settings = swinging();
    settings.points = {{495.0f, 100.0f}, {505.0f, 220.0f}, {490.0f, 330.0f}, {500.0f, 460.0f}};
    const auto set = chain::StrandSet::lay(settings, strip.mesh());
    REQUIRE(set);
    REQUIRE(set->strands()[0].rest.size() == 4);
    for (std::size_t k = 0; k < 4; ++k) CHECK(distance(set->strands()[0].rest[k], settings.points[k]) < 1e-3f);
    // a joint goes where its triangle goes
    std::vector<Vec2> joints(4);
    set->animated_joints(turned_about(strip.rest, {500.0f, 100.0f}, 0.5), joints);
    CHECK(farthest(joints, turned_about(settings.points, {500.0f, 100.0f}, 0.5)) < 1e-3f);
}

TEST_CASE("settings that no chain can be laid by are refused with their field", "[chain][strand][errors]") {
    const Strip strip = one_strip();
    const auto place = [&](const chain::StrandSettings& settings) {
        const auto set = chain::StrandSet::lay(settings, strip.mesh());
        return set ? std::string("laid") : set.error().where;
    };
    CHECK(place(swinging(0)) == "chain.segments");
    CHECK(place(swinging(33)) == "chain.segments");
    chain::StrandSettings settings = swinging();
    settings.points = {{1.0f, 2.0f}};
    CHECK(place(settings) == "chain.points");
    settings.points = {{500.0f, 100.0f}, {NAN, 2.0f}};
    CHECK(place(settings) == "chain.points[1]");
    settings.points = {{500.0f, 9000.0f}, {500.0f, 9900.0f}};  // both hang on the last row
    CHECK(place(settings) == "chain.points[1]");
    settings = swinging();
    settings.component.mass = -1.0;
    CHECK(place(settings) == "chain.component.m_Mass");
    Strip bare = strip;
    std::fill(bare.pin.begin(), bare.pin.end(), 0.0f);
    const auto none = chain::StrandSet::lay(swinging(), bare.mesh());
    REQUIRE_FALSE(none);
    CHECK(none.error().what.find("no pin") != std::string::npos);
}

TEST_CASE("a strand at rest stays as drawn, and one that was moved comes to rest on the rig", "[chain][strand][analytic]") {
    const Strip strip = one_strip();
    const auto set = chain::StrandSet::lay(swinging(), strip.mesh());
    REQUIRE(set);
    chain::StrandSolver solver(*set, 1);
    std::vector<Vec2> out(strip.rest.size());
    solver.reset(0, strip.rest);
    for (int f = 0; f < 120; ++f) solver.step();
    solver.positions(0, out);
    CHECK(farthest(out, strip.rest) < 1e-2f);

    const std::vector<Vec2> goals = turned_about(moved_by(strip.rest, {60.0f, -20.0f}), {560.0f, 80.0f}, 0.6);
    solver.set_goals(0, goals);
    solver.step();
    solver.positions(0, out);
    CHECK(farthest(out, goals) > 50.0f);  // it lags
    for (std::size_t i = 0; i < out.size(); ++i)
        if (strip.pin[i] == 1.0f) CHECK(out[i] == goals[i]);
    CHECK(std::abs(solver.frame_angle(0) - 0.6f) < 1e-3f);
    for (int f = 0; f < 600; ++f) solver.step();
    solver.positions(0, out);
    CHECK(farthest(out, goals) < 0.05f);
}

TEST_CASE("segments keep the pose's lengths, and mirrored motion is the mirror image", "[chain][strand][property]") {
    const Strip strip = one_strip();
    const auto set = chain::StrandSet::lay(swinging(), strip.mesh());
    REQUIRE(set);
    chain::StrandSolver solver(*set, 2);
    const auto mirrored = [](std::vector<Vec2> points) {
        for (Vec2& p : points) p.x = 1000.0f - p.x;
        return points;
    };
    Strip other = strip;
    other.rest = mirrored(strip.rest);
    const auto mirror_set = chain::StrandSet::lay(swinging(), other.mesh());
    REQUIRE(mirror_set);
    chain::StrandSolver mirror(*mirror_set, 1);
    solver.reset(0, strip.rest);
    solver.reset(1, strip.rest);
    mirror.reset(0, other.rest);
    std::vector<Vec2> out(strip.rest.size()), image(out.size()), alone(out.size());
    chain::StrandSolver single(*set, 1);
    single.reset(0, strip.rest);
    for (int f = 0; f < 200; ++f) {
        const float x = 50.0f * std::sin(0.11f * static_cast<float>(f));
        const std::vector<Vec2> goals = turned_about(moved_by(strip.rest, {x, 0.0f}), {500.0f + x, 100.0f}, 0.004 * static_cast<double>(x));
        solver.set_goals(0, goals);
        solver.set_goals(1, moved_by(strip.rest, {-x, x}));
        single.set_goals(0, goals);
        mirror.set_goals(0, mirrored(goals));
        solver.step();
        single.step();
        mirror.step();
        solver.positions(0, out);
        mirror.positions(0, image);
        single.positions(0, alone);
        CHECK(farthest(out, mirrored(image)) < 0.02f);
        CHECK(out == alone);  // lanes do not touch one another
        const auto now = solver.joints(0), pose = solver.animated_joints(0);
        for (std::size_t k = 1; k < now.size(); ++k) CHECK(std::abs(distance(now[k], now[k - 1]) - distance(pose[k], pose[k - 1])) < 0.01f);
    }
}

TEST_CASE("a strand of one segment swings as the closed form says", "[chain][strand][analytic]") {
    const Strip strip = one_strip();
    const auto set = chain::StrandSet::lay(swinging(1), strip.mesh());
    REQUIRE(set);
    chain::StrandSolver solver(*set, 1);
    solver.reset(0, strip.rest);
    // A jump to the side that is small against the length: the tip swings about its place. d = 0.1, e = 0.05 cross it
    // every 14.32 steps, losing a factor 0.92466 a step.
    const std::vector<Vec2> goals = moved_by(strip.rest, {4.0f, 0.0f});
    solver.set_goals(0, goals);
    std::vector<double> offset;
    for (int f = 0; f < 60; ++f) {
        solver.step();
        offset.push_back(static_cast<double>(solver.joints(0)[1].x - solver.animated_joints(0)[1].x));
    }
    std::vector<double> crossings;
    for (std::size_t i = 1; i < offset.size(); ++i)
        if ((offset[i - 1] < 0.0) != (offset[i] < 0.0)) crossings.push_back(static_cast<double>(i) - offset[i] / (offset[i] - offset[i - 1]));
    REQUIRE(crossings.size() >= 3);
    CHECK(std::abs(crossings[1] - crossings[0] - 14.32) < 0.1);
    CHECK(std::abs(crossings[2] - crossings[1] - 14.32) < 0.1);
}

TEST_CASE("wind pushes as an acceleration, and heavy damping settles", "[chain][strand]") {
    const Strip strip = one_strip();
    const auto set = chain::StrandSet::lay(swinging(1), strip.mesh());
    REQUIRE(set);
    chain::StrandSolver solver(*set, 1);
    solver.reset(0, strip.rest);
    solver.set_wind(0, {360.0f, 0.0f});  // 0.1 px a step²: rests F (1 - e) / e = 1.9 px off
    solver.set_damping(20.0f);
    for (int f = 0; f < 600; ++f) solver.step();
    CHECK(std::abs(solver.joints(0)[1].x - solver.animated_joints(0)[1].x - 1.9f) < 0.02f);
    solver.reset(0, strip.rest);  // takes the wind away
    for (int f = 0; f < 60; ++f) solver.step();
    CHECK(std::abs(solver.joints(0)[1].x - solver.animated_joints(0)[1].x) < 1e-3f);
}

TEST_CASE("goals that are no numbers are dropped", "[chain][strand][errors]") {
    const Strip strip = one_strip();
    const auto set = chain::StrandSet::lay(swinging(), strip.mesh());
    REQUIRE(set);
    chain::StrandSolver solver(*set, 1);
    solver.reset(0, strip.rest);
    std::vector<Vec2> goals = strip.rest, out(strip.rest.size());
    goals[5].x = NAN;
    solver.set_goals(0, goals);
    solver.step();
    solver.step(NAN);
    solver.step(-1.0f);
    solver.positions(0, out);
    CHECK(farthest(out, strip.rest) < 1e-2f);
}

TEST_CASE("cubic pieces replace straight ones, within the tolerance at every sample", "[chain][reduce]") {
    std::vector<double> times, values;
    for (int i = 0; i <= 240; ++i) {
        times.push_back(i / 60.0);
        values.push_back(20.0 * std::exp(-0.8 * times.back()) * std::sin(2.0 * std::numbers::pi * 1.3 * times.back()));
    }
    constexpr double kTolerance = 0.05;
    const auto keys = chain::reduce_keys(times, values, kTolerance);
    const auto pieces = chain::reduce_curve(times, values, kTolerance);
    std::size_t points = 0;
    for (const chain::CurvePiece& piece : pieces) points += piece.bezier ? 3 : 1;
    CHECK(points * 3 < keys.size() * 2);  // fewer points, even though a cubic has three
    std::size_t at = 0;
    for (const chain::CurvePiece& piece : pieces) {
        CHECK(piece.from == at);
        at = piece.to;
        for (std::size_t i = piece.from; i <= piece.to; ++i) CHECK(std::abs(piece.value(times, values, times[i]) - values[i]) <= kTolerance);
    }
    CHECK(at == 240);
    CHECK(chain::reduce_curve(std::vector{0.0}, std::vector{1.0}, 0.1).empty());
    CHECK(chain::reduce_curve(std::vector{0.0, 1.0}, std::vector{1.0, 2.0}, 0.1).size() == 1);
}

}  // namespace yure::tests
