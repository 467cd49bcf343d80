/// Values of curves against hand calculation, loops, fades, effects, and clips as frames.
#include "support/catch.hpp"

#include <cmath>

#include "yure/motion/clip_player.hpp"
#include "yure/motion/frames.hpp"

namespace yure::motion {
namespace {

Curve curve_of(std::string id, Point first, std::vector<std::pair<SegmentKind, std::vector<Point>>> segments,
               CurveTarget target = CurveTarget::parameter) {
    Curve curve;
    curve.target = target;
    curve.id = std::move(id);
    curve.points = {first};
    for (auto& [kind, points] : segments) {
        curve.segments.push_back({kind, static_cast<int>(curve.points.size()) - 1});
        curve.points.insert(curve.points.end(), points.begin(), points.end());
    }
    return curve;
}

Clip ramp() {
    Clip clip;
    clip.duration = 1.0f;
    clip.fps = 10.0f;
    clip.restricted_beziers = true;
    clip.curves = {curve_of("A", {0.0f, 0.0f}, {{SegmentKind::linear, {{1.0f, 10.0f}}}})};
    return clip;
}

const std::vector<ParameterRange> kParameters{{"A", -30.0f, 30.0f, 5.0f}, {"B", 0.0f, 1.0f, 1.0f}};

}  // namespace

TEST_CASE("every kind of segment has its value", "[engine][motion]") {
    const Curve curve = curve_of("A", {0.0f, 1.0f},
                                 {{SegmentKind::linear, {{1.0f, 3.0f}}},
                                  {SegmentKind::stepped, {{2.0f, 7.0f}}},
                                  {SegmentKind::inverse_stepped, {{3.0f, -1.0f}}},
                                  {SegmentKind::bezier, {{3.5f, -1.0f}, {3.5f, 1.0f}, {4.0f, 1.0f}}}});
    CHECK(sample(curve, true, -1.0f) == 1.0f);
    CHECK(sample(curve, true, 0.5f) == 2.0f);
    CHECK(sample(curve, true, 1.0f) == 3.0f);
    CHECK(sample(curve, true, 1.99f) == 3.0f);
    CHECK(sample(curve, true, 2.0f) == -1.0f);
    CHECK(sample(curve, true, 3.5f) == Approx(0.0f).margin(1e-6));
    CHECK(sample(curve, true, 3.25f) == Approx(-0.6875f));  // -1, -1, 1, 1 at u = 1/4
    CHECK(sample(curve, true, 99.0f) == 1.0f);
}

TEST_CASE("an unrestricted bezier follows its handles' times", "[engine][motion]") {
    // x(u) with handles at 0.9 and 1: where x = t, the value is 3(1-u)u^2*1 + u^3 with the handles' values 0 and 1.
    const Curve curve =
        curve_of("A", {0.0f, 0.0f}, {{SegmentKind::bezier, {{0.9f, 0.0f}, {1.0f, 1.0f}, {1.0f, 1.0f}}}});
    for (const double u : {0.1, 0.3, 0.5, 0.8, 0.95}) {
        const double time = 3 * (1 - u) * (1 - u) * u * 0.9 + 3 * (1 - u) * u * u * 1.0 + u * u * u;
        const double value = 3 * (1 - u) * u * u + u * u * u;
        CHECK(static_cast<double>(sample(curve, false, static_cast<float>(time))) == Approx(value).margin(2e-4));
    }
}

TEST_CASE("beziers with odd handles stay finite and between their values", "[engine][motion]") {
    for (const float a : {-5.0f, 0.0f, 0.3f, 1.0f, 7.0f})
        for (const float b : {-5.0f, 0.0f, 0.7f, 1.0f, 7.0f}) {
            const Curve curve =
                curve_of("A", {0.0f, 0.0f}, {{SegmentKind::bezier, {{a, 0.25f}, {b, 0.75f}, {1.0f, 1.0f}}}});
            for (int i = 0; i < 64; ++i) {
                const float value = sample(curve, false, static_cast<float>(i) / 64.0f);
                REQUIRE(value >= 0.0f);
                REQUIRE(value <= 1.0f);
            }
        }
}

TEST_CASE("after the last key a loop leads back to the first", "[engine][motion]") {
    const Clip clip = ramp();
    CHECK(loop_period(clip) == Approx(1.1f));
    const Curve& curve = clip.curves[0];
    CHECK(sample(curve, true, 1.05f, 1.1f) == Approx(5.0f).margin(1e-3));
    CHECK(sample(curve, true, 1.05f) == 10.0f);
    Curve steps = curve_of("A", {0.0f, 2.0f}, {{SegmentKind::stepped, {{1.0f, 8.0f}}}});
    CHECK(sample(steps, true, 1.05f, 1.1f) == 8.0f);
    steps.segments[0].kind = SegmentKind::inverse_stepped;
    CHECK(sample(steps, true, 1.05f, 1.1f) == 2.0f);
}

TEST_CASE("a clip plays from 0, ends once, and comes round when looped", "[engine][motion]") {
    std::vector<float> values(2, 0.0f);
    ClipPlayer once(ramp(), kParameters);
    once.update(values, 0.25f);
    CHECK(values == std::vector<float>{0.0f, 0.0f});  // B is not driven
    once.update(values, 0.5f);
    CHECK(values[0] == Approx(5.0f));
    CHECK_FALSE(once.finished());
    once.update(values, 0.5f);
    CHECK(once.finished());
    CHECK(values[0] == 10.0f);

    ClipOptions options;
    options.loop = true;
    ClipPlayer round(ramp(), kParameters, {}, options);
    round.update(values, 0.0f);
    round.update(values, 1.35f);
    CHECK(values[0] == Approx(2.5f).margin(1e-3));
    CHECK_FALSE(round.finished());
    for (int i = 0; i < 5; ++i) round.update(values, 1e30f);  // ends at once, wherever it comes out
    CHECK(std::isfinite(values[0]));
}

TEST_CASE("a fade goes from what was there to the curve along a half cosine", "[engine][motion]") {
    Clip clip = ramp();
    clip.duration = 10.0f;
    clip.curves = {curve_of("A", {0.0f, 10.0f}, {{SegmentKind::linear, {{10.0f, 10.0f}}}})};
    clip.fade_in = 2.0f;
    clip.fade_out = 0.0f;
    ClipOptions options;
    options.fade = true;
    ClipPlayer player(clip, kParameters, {}, options);
    const auto shown = [&](float dt) {
        std::vector<float> values{2.0f, 0.0f};
        player.update(values, dt);
        return values[0];
    };
    CHECK(shown(0.1f) == 2.0f);
    CHECK(shown(1.0f) == Approx(6.0f));
    CHECK(shown(2.0f) == Approx(10.0f));

    options.fade_out = 1.0f;
    ClipPlayer leaving(clip, kParameters, {}, options);
    std::vector<float> values{2.0f, 0.0f};
    leaving.update(values, 0.1f);
    leaving.update(values, 5.0f);
    leaving.fade_away();
    values = {2.0f, 0.0f};
    leaving.update(values, 0.0f);
    CHECK(values[0] == Approx(10.0f));
    values = {2.0f, 0.0f};
    leaving.update(values, 0.5f);
    CHECK(values[0] == Approx(6.0f));
    CHECK_FALSE(leaving.finished());
    leaving.update(values, 0.6f);
    CHECK(leaving.finished());
}

TEST_CASE("a curve's own fade replaces the motion's", "[engine][motion]") {
    Clip clip = ramp();
    clip.curves = {curve_of("A", {0.0f, 10.0f}, {{SegmentKind::linear, {{1.0f, 10.0f}}}})};
    clip.fade_in = 10.0f;
    clip.fade_out = 0.0f;
    clip.curves[0].fade_in = 0.0f;
    ClipOptions options;
    options.fade = true;
    ClipPlayer player(clip, kParameters, {}, options);
    std::vector<float> values{0.0f, 0.0f};
    player.update(values, 0.1f);
    CHECK(values[0] == 10.0f);
}

TEST_CASE("EyeBlink multiplies and LipSync adds within their groups", "[engine][motion]") {
    Clip clip;
    clip.duration = 1.0f;
    const auto constant = [](const char* id, float value, CurveTarget target) {
        return curve_of(id, {0.0f, value}, {}, target);
    };
    clip.curves = {constant("Opacity", 0.5f, CurveTarget::model),   constant("EyeBlink", 0.25f, CurveTarget::model),
                   constant("LipSync", 0.3f, CurveTarget::model),   constant("EyeL", 0.8f, CurveTarget::parameter),
                   constant("Mouth", 0.2f, CurveTarget::parameter), constant("Arm", 0.4f, CurveTarget::part_opacity),
                   constant("Late", 1.0f, CurveTarget::parameter)};
    const std::vector<ParameterRange> parameters{
        {"EyeL", 0, 1, 1}, {"EyeR", 0, 1, 1}, {"Mouth", 0, 1, 0}, {"Late", 0, 1, 0}};
    const std::vector<std::string> parts{"Body", "Arm"};
    const ClipBinding binding(clip, parameters, parts, {{"EyeL", "EyeR"}, {"Mouth"}});
    std::vector<float> values(4, 0.0f), opacities(2, 1.0f);
    CHECK(binding.apply(0.0f, 0.0f, {}, values, opacities) == 0.5f);
    CHECK(values[0] == Approx(0.2f));
    CHECK(values[1] == Approx(0.25f));
    CHECK(values[2] == Approx(0.5f));
    CHECK(values[3] == 0.0f);  // a parameter after a part is not played
    CHECK(opacities == std::vector<float>{1.0f, 0.4f});
    CHECK(binding.driven() == std::vector<int>{0, 1, 2});
}

TEST_CASE("events fire once, when their time is passed", "[engine][motion]") {
    Clip clip = ramp();
    clip.events = {{0.0f, "start"}, {0.55f, "middle"}};
    ClipPlayer player(clip, kParameters);
    std::vector<float> values(2, 0.0f);
    player.update(values, 0.1f);
    CHECK(player.fired() == std::vector<std::string>{"start"});
    player.update(values, 0.5f);
    CHECK(player.fired().empty());
    player.update(values, 0.1f);
    CHECK(player.fired() == std::vector<std::string>{"middle"});
    player.update(values, 0.1f);
    CHECK(player.fired().empty());
}

TEST_CASE("a clip becomes frames and frames a clip", "[engine][motion]") {
    FrameOptions options;
    options.fps = 20.0;
    const auto frames = sample_frames(ramp(), kParameters, options);
    REQUIRE(frames.ok());
    REQUIRE(frames->count() == 21);
    CHECK(frames->row(10)[0] == Approx(5.0f));
    CHECK(frames->row(20)[0] == 10.0f);
    CHECK(frames->row(10)[1] == 1.0f);  // not driven: the default

    const Clip back = clip_of(*frames, true);
    CHECK(check(back).ok());
    CHECK(back.duration == 1.0f);
    const auto again = sample_frames(back, kParameters, options);
    REQUIRE(again.ok());
    for (std::size_t i = 0; i < frames->values.size(); ++i)
        REQUIRE(again->values[i] == Approx(frames->values[i]).margin(1e-5));

    const auto curves = sample_curves(ramp(), options);
    REQUIRE(curves.ok());
    CHECK(curves->ids == std::vector<std::string>{"Parameter/A"});
    for (std::size_t f = 0; f < curves->count(); ++f) CHECK(curves->row(f)[0] == frames->row(f)[0]);
}

TEST_CASE("a loop's frames come round in time", "[engine][motion]") {
    FrameOptions options;
    options.fps = 10.0;
    options.seconds = 3.3;
    options.loop = true;
    const auto frames = sample_frames(ramp(), kParameters, options);
    REQUIRE(frames.ok());
    REQUIRE(frames->count() == 33);
    for (std::size_t f = 0; f < 22; ++f) CHECK(frames->row(f)[0] == Approx(frames->row(f + 11)[0]).margin(1e-2));
}

TEST_CASE("lengths and rates that cannot be sampled are refused", "[engine][motion]") {
    Clip clip = ramp();
    clip.duration = 1e12f;
    CHECK_FALSE(sample_frames(clip, kParameters).ok());
    CHECK_FALSE(sample_curves(clip).ok());
    CHECK_FALSE(sample_frames(ramp(), kParameters, {.fps = 0.0}).ok());
    CHECK_FALSE(sample_frames(ramp(), kParameters, {.fps = std::nan("")}).ok());
    clip = ramp();
    clip.curves[0].segments[0].first_point = 5;
    CHECK_FALSE(sample_frames(clip, kParameters).ok());
    clip = ramp();
    clip.curves[0].points.clear();
    CHECK_FALSE(check(clip).ok());
}

}  // namespace yure::motion
