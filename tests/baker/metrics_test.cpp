#include "yure/baker/metrics.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "yure/core/random.hpp"

namespace {

using namespace yure::baker;

constexpr int kParticles = 30;
constexpr int kFrames = 420;
constexpr double kTurn = 2.0 * std::numbers::pi;

/// A swing: four seconds of motion, then a free swing that dies away over three; tips swing widest.
struct Swing {
    double amplitude = 20.0;  // px of the farthest particle
    double late = 0.0;        // frames
    double decay = 2.0;       // 1/s after the stop
    double angle = 0.0;       // radians: the direction it swings in
    double noise = 0.0;       // px
};

double course(double frame, double decay) {
    const double time = frame / 60.0;
    if (time < 0.0) return 0.0;
    const double wave = std::sin(kTurn * 1.1 * time) + 0.4 * std::sin(kTurn * 0.43 * time);
    return time < 4.0 ? wave : wave * std::exp(-decay * (time - 4.0));
}

std::vector<float> signal(const Swing& swing) {
    yure::Random random(7);
    std::vector<float> rows;
    for (int f = 0; f < kFrames; ++f)
        for (int i = 0; i < kParticles; ++i) {
            const double size = swing.amplitude * i / (kParticles - 1) * course(f - swing.late, swing.decay);
            rows.push_back(static_cast<float>(size * std::cos(swing.angle) + swing.noise * random.normal()));
            rows.push_back(static_cast<float>(size * std::sin(swing.angle) + swing.noise * random.normal()));
        }
    return rows;
}

ClipMetrics compare(const std::vector<float>& simulated, const std::vector<float>& baked) {
    std::vector<char> moves(kFrames, 0);
    for (int f = 1; f < 240; ++f) moves[static_cast<std::size_t>(f)] = 1;
    ClipPair pair;
    pair.particles = kParticles;
    pair.frames = kFrames;
    pair.simulated = simulated;
    pair.baked = baked;
    pair.input_moves = moves;
    return measure("clip", pair);
}

}  // namespace

TEST_CASE("a perfect export has every metric at its ideal", "[baker][metrics]") {
    const auto s = signal({});
    const ClipMetrics m = compare(s, s);
    CHECK(m.r2 == Approx(1.0));
    CHECK(m.direction == Approx(1.0));
    CHECK(m.sign == Approx(1.0));
    CHECK(m.right);
    CHECK(m.amplitude == Approx(1.0));
    CHECK(m.reach == Approx(1.0));
    CHECK(std::abs(m.lag_ms) < 0.5);
    CHECK(m.jitter == Approx(1.0));
    CHECK(m.stops == 1);
    CHECK(m.settle.value() == Approx(1.0));
    CHECK(m.overshoot.value() == Approx(0.0));
    CHECK(m.static_px.value() == Approx(0.0).margin(1e-6));
    CHECK(m.p95_px == Approx(0.0).margin(1e-6));
    CHECK(m.clipped == 0.0);
    CHECK(warnings(m).empty());
}

TEST_CASE("an export of 60 % size shows in amplitude, reach, jitter and R² and nowhere else", "[baker][metrics]") {
    const auto s = signal({});
    const auto b = signal({.amplitude = 12.0});
    const ClipMetrics m = compare(s, b);
    CHECK(m.amplitude == Approx(0.6).epsilon(1e-4));
    CHECK(m.reach == Approx(0.6).epsilon(1e-4));
    CHECK(m.jitter == Approx(0.6).epsilon(1e-4));
    CHECK(m.r2 == Approx(1.0 - 0.4 * 0.4).epsilon(1e-4));
    CHECK(std::abs(m.lag_ms) < 0.5);
    CHECK(m.right);
    REQUIRE(warnings(m).size() == 1);
    CHECK(warnings(m)[0].metric == "amplitude");
}

TEST_CASE("a late export is late by the measured milliseconds", "[baker][metrics]") {
    const auto s = signal({});
    for (const double late : {-4.0, 2.5, 6.0}) {
        const ClipMetrics m = compare(s, signal({.late = late}));
        CHECK(m.lag_ms == Approx(late * 1000.0 / 60.0).margin(3.0));
    }
    const auto found = warnings(compare(s, signal({.late = 6.0})));
    CHECK(std::any_of(found.begin(), found.end(), [](const BandFinding& f) { return f.metric == "lag_ms"; }));
}

TEST_CASE("a reversed export is opposite, however well its direction lies", "[baker][metrics]") {
    const auto s = signal({});
    const ClipMetrics m = compare(s, signal({.amplitude = -20.0}));
    CHECK(m.direction == Approx(1.0));
    CHECK(m.sign == Approx(-1.0));
    CHECK_FALSE(m.right);
    CHECK(m.r2 == Approx(1.0 - 4.0));
    CHECK(warnings(m)[0].metric == "sign");
}

TEST_CASE("a swing across the simulated direction is not right", "[baker][metrics]") {
    const ClipMetrics m = compare(signal({}), signal({.angle = 0.6}));
    CHECK(m.direction == Approx(std::cos(0.6)).epsilon(1e-4));
    CHECK(m.amplitude == Approx(std::cos(0.6)).epsilon(1e-4));
    CHECK_FALSE(m.right);
}

TEST_CASE("noise is jitter", "[baker][metrics]") {
    const ClipMetrics m = compare(signal({}), signal({.noise = 1.0}));
    CHECK(m.jitter > 3.0);
    CHECK(m.amplitude == Approx(1.0).margin(0.05));
}

TEST_CASE("a slower decay settles later and overshoots more", "[baker][metrics]") {
    const ClipMetrics m = compare(signal({.decay = 4.0}), signal({.decay = 1.5}));
    CHECK(m.settle.value() > 1.5);
    CHECK(m.overshoot.value() > 0.0);
    const ClipMetrics back = compare(signal({.decay = 1.5}), signal({.decay = 4.0}));
    CHECK(back.settle.value() < 0.7);
}

TEST_CASE("a standing offset after a stop is the static error", "[baker][metrics]") {
    const auto s = signal({.decay = 6.0});
    auto b = s;
    for (std::size_t i = 0; i < b.size(); i += 2) b[i] += 3.0f;
    CHECK(compare(s, b).static_px.value() == Approx(3.0).margin(0.01));
}

TEST_CASE("an unmoving export scores zero, the level of no physics at all", "[baker][metrics]") {
    const auto s = signal({});
    const ClipMetrics m = compare(s, std::vector<float>(s.size(), 0.0f));
    CHECK(m.r2 == Approx(0.0));
    CHECK(m.amplitude == 0.0);
    CHECK_FALSE(m.right);
    CHECK(m.lag_ms == 0.0);
}

TEST_CASE("frames at the end of a mode's range count as clipped, those in full motion as stalled", "[baker][metrics]") {
    const auto s = signal({});
    std::vector<float> use(kFrames, 0.5f);
    std::vector<char> moves(kFrames, 1);
    for (int f = 60; f < 60 + 42; ++f) use[static_cast<std::size_t>(f)] = 1.0f;
    ClipPair pair;
    pair.particles = kParticles;
    pair.frames = kFrames;
    pair.simulated = s;
    pair.baked = s;
    pair.input_moves = moves;
    pair.mode_use = use;
    const ClipMetrics m = measure("clip", pair);
    CHECK(m.clipped == Approx(0.1));
    CHECK(m.stalled > 0.7);
    CHECK(m.stops == 0);
}

TEST_CASE("an export that keeps the length the simulation loses is measured as shortening", "[baker][metrics]") {
    // a strand of particles 10 px apart; the simulation shortens every link to 8 px, the export does not
    std::vector<float> goals, shorter, same;
    for (int f = 0; f < 60; ++f)
        for (int i = 0; i < 6; ++i) {
            goals.insert(goals.end(), {0.0f, 10.0f * static_cast<float>(i)});
            shorter.insert(shorter.end(), {0.0f, -2.0f * static_cast<float>(i)});
            same.insert(same.end(), {0.0f, 0.0f});
        }
    std::vector<GrainEdge> edges;
    for (int i = 0; i < 5; ++i) edges.push_back({i, i + 1, 10.0f});
    const std::vector<char> moves(60, 1);
    ClipPair pair;
    pair.particles = 6;
    pair.frames = 60;
    pair.simulated = shorter;
    pair.baked = same;
    pair.goals = goals;
    pair.edges = edges;
    pair.input_moves = moves;
    CHECK(measure("clip", pair).shortening == Approx(-0.2));
}

TEST_CASE("edges along the grain run away from the pins", "[baker][metrics]") {
    // two columns of three: 0 3 / 1 4 / 2 5, pinned at the top
    const std::vector<float> rest{0, 0, 0, 10, 0, 20, 10, 0, 10, 10, 10, 20};
    const std::vector<std::array<int, 3>> triangles{{0, 1, 3}, {1, 4, 3}, {1, 2, 4}, {2, 5, 4}};
    const auto edges = grain_edges(rest, triangles, std::vector<float>{1, 0, 0, 1, 0, 0});
    std::vector<std::pair<int, int>> found;
    for (const GrainEdge& e : edges) found.emplace_back(e.a, e.b);
    CHECK(found == std::vector<std::pair<int, int>>{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}, {4, 5}});
}

TEST_CASE("a summary counts clips by how far they move and floors their R²", "[baker][metrics]") {
    std::vector<ClipMetrics> clips(4);
    clips[0].simulated_px = 30, clips[0].r2 = 0.8, clips[0].amplitude = 0.5, clips[0].lag_ms = -20,
    clips[0].right = true;
    clips[1].simulated_px = 20, clips[1].r2 = -7.0, clips[1].amplitude = 2.0, clips[1].lag_ms = 40;
    clips[2].simulated_px = 5, clips[2].r2 = 0.4;
    clips[3].simulated_px = 1, clips[3].r2 = -1000;
    const PartSummary s = summarize(clips);
    CHECK(s.clips == 2);
    CHECK(s.clips_2px == 3);
    CHECK(s.r2_10px == Approx(-0.1));
    CHECK(s.r2_2px == Approx((0.8 - 1.0 + 0.4) / 3));
    CHECK(s.amplitude == Approx(1.0));
    CHECK(s.amplitude_spread == Approx(2.0));
    CHECK(s.lag_ms == Approx(30.0));
    CHECK(s.direction_right == 1);
    CHECK(s.direction_total == 2);
    CHECK(s.better_than_nothing == 1);
    CHECK(gate_failures(s).empty());
    CHECK(warnings(s).size() == 1);  // R² below .5 warns, but fails no gate
}
