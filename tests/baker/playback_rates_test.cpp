// The exported model on other screens and in other players: against itself at 60 Hz.
#include "yure/baker/playback_rates.hpp"

#include "body_support.hpp"
#include "support/shared_data.hpp"

#include <cmath>
#include <cstdio>

#include "yure/baker/bake.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/formats/physics3.hpp"

using namespace yure;
using namespace yure::baker;

namespace {

/// A baked model with one body bound to it.
struct Exported {
    BakeResult result;
    rig::Rig rig;
    Body body;
    ExportedModel model;
    std::vector<DriveClip> clips;
    std::vector<const DriveClip*> pointers;

    Exported(const BakeRequest& request, BakeResult baked)
        : result(std::move(baked)),
          rig(rig::Rig::build(result.puppet).value()),
          body(bind_body(result.puppet, rig, request.bodies[0]).value()) {
        model.rig = &rig;
        model.physics = &result.physics;
        for (const WrittenParameter& parameter : result.bodies[0].parameters) {
            model.mode_parameters.push_back(parameter.id);
            model.mode_ranges.push_back(parameter.range);
        }
        UnseenRequest unseen;
        for (const InputRequest& input : request.bodies[0].inputs) unseen.inputs.push_back(input.id);
        for (DriveClip& clip : unseen_clips(rig.parameters(), unseen))
            if (clip.id == "tracking" || clip.id == "drags" || clip.id == "fast_shake")
                clips.push_back(std::move(clip));
        for (const DriveClip& clip : clips) pointers.push_back(&clip);
    }
    Exported(const Exported&) = delete;
    Exported& operator=(const Exported&) = delete;

    std::vector<PlaybackFigures> play(std::vector<PlaybackCondition> conditions) const {
        return play_under(body, model, pointers, conditions, {}).value();
    }
};

BakeRequest tiny_request(Quality quality) {
    BakeRequest request;
    request.puppet = tests::tiny_puppet({});
    request.bodies = {tests::hair_request()};
    request.bodies[0].inputs.pop_back();
    request.bodies[0].quality = quality;
    if (quality != Quality::classic) {
        request.bodies[0].budget.parameters = 2;
        request.bodies[0].budget.evaluations = 100;
    }
    return request;
}

BakeResult baked(const BakeRequest& request) {
    Result<BakeResult> result = bake(request, {});
    if (!result) FAIL(result.error().text());
    return std::move(*result);
}

std::string table_of(const std::vector<PlaybackFigures>& figures) {
    std::string table;
    char line[200];
    for (const PlaybackFigures& f : figures) {
        std::snprintf(
            line, sizeof line,
            "%-26s clips %d  amplitude %.4f  lag %6.2f ms  difference %.4f  farthest %.3f  left %.3f px  %s\n",
            f.id.c_str(), f.clips, f.amplitude, f.lag_ms, f.difference, f.farthest, f.left_px,
            f.sound ? "sound" : "BROKEN");
        table += line;
    }
    return table;
}

PlaybackCondition condition(const char* id) {
    PlaybackCondition result;
    result.id = id;
    return result;
}

/// What must hold for every export that carries its Fps.
void require_robust(const Exported& exported) {
    const auto displays = exported.play(display_conditions());
    INFO(table_of(displays));
    for (const PlaybackFigures& f : displays) {
        CHECK(f.clips >= 2);
        CHECK(f.sound);
        CHECK(f.amplitude == Approx(1.0).margin(f.id == "irregular" ? 0.07 : 0.05));  // a hitch hides what inputs did
        CHECK(std::abs(f.lag_ms) <= 1000.0 / 60.0);
        CHECK(f.farthest < 1.15);
        CHECK(f.left_px < 1.0);
    }
    CHECK(amplitude_off(displays) <= 0.07);

    std::vector<PlaybackCondition> odd{condition("away"), condition("beyond")};
    odd[0].away_at = 3.0;
    odd[1].clamp_inputs = false;
    std::vector<DriveClip> beyond = exported.clips;  // three times as far as the parameters go, then a long rest
    for (DriveClip& clip : beyond) {
        for (float& value : clip.values) value *= 3.0f;
        const std::vector<float> rest(clip.frame(clip.frames() - 1).begin(), clip.frame(clip.frames() - 1).end());
        for (int frame = 0; frame < 600; ++frame) clip.values.insert(clip.values.end(), rest.begin(), rest.end());
    }
    std::vector<const DriveClip*> pointers;
    for (const DriveClip& clip : beyond) pointers.push_back(&clip);
    const auto far = play_under(exported.body, exported.model, pointers, odd, {}).value();
    INFO(table_of(far));
    for (const PlaybackFigures& f : far) {
        CHECK(f.sound);
        CHECK(f.farthest < 1.75);  // modes have room beyond what was trained; nothing runs away
        CHECK(f.left_px < 0.1);  // nothing stays behind
    }
    CHECK(far[1].amplitude == Approx(1.0).margin(0.05));

    const auto strengths = exported.play(strength_conditions());
    INFO(table_of(strengths));
    for (std::size_t k = 0; k < strengths.size(); ++k) {
        CHECK(strengths[k].sound);
        if (k % 3 == 0) CHECK(strengths[k].amplitude == Approx(0.0).margin(1e-6));
        if (k % 3 == 2) CHECK(strengths[k].amplitude == Approx(1.0).margin(1e-4));
    }
    CHECK(strengths[1].amplitude > 0.25);  // by Scale: weaker, and weaker everywhere
    CHECK(strengths[1].amplitude < 0.75);
    CHECK(strengths[1].farthest < 1.0);
    CHECK(std::abs(strengths[1].lag_ms) < 34.0);
}

}  // namespace

TEST_CASE("a small export plays the same at other frame rates, in odd hands and after a gap", "[baker][rates]") {
    static const BakeRequest request = tiny_request(Quality::standard);
    static const Exported exported(request, baked(request));  // sections share it
    SECTION("with Fps") {
        require_robust(exported);
    }
    CHECK(exported.result.bodies[0].other_rates.size() == display_conditions().size());
    CHECK(exported.result.bodies[0].summary.other_rates == amplitude_off(exported.result.bodies[0].other_rates));

    SECTION("in any order of work") {
        Work backwards;
        backwards.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
            for (std::size_t i = count; i-- > 0;) body(i);
        };
        const auto one = exported.play(display_conditions());
        const auto other =
            play_under(exported.body, exported.model, exported.pointers, display_conditions(), backwards).value();
        for (std::size_t k = 0; k < one.size(); ++k) CHECK(one[k].difference == other[k].difference);
    }
    SECTION("at 60 Hz it is itself") {
        const auto same = exported.play({condition("60 Hz")});
        CHECK(same[0].amplitude == Approx(1.0).epsilon(1e-9));
        CHECK(same[0].difference == Approx(0.0).margin(1e-9));
        CHECK(same[0].left_px == Approx(0.0).margin(1e-6));
    }
    SECTION("without Fps it does not: check is right to call that an error") {
        const auto without = exported.play(conditions_without_fps());
        INFO(table_of(without));
        CHECK(without[1].amplitude == Approx(1.0).margin(0.01));  // 60 Hz is the rate it was fitted at
        CHECK(amplitude_off(without) > 0.1);
        for (const PlaybackFigures& f : without) CHECK(f.sound);
    }
    SECTION("it can be cancelled") {
        Work work;
        work.cancelled = [] { return true; };
        const auto stopped = play_under(exported.body, exported.model, exported.pointers, display_conditions(), work);
        REQUIRE_FALSE(stopped.ok());
        CHECK(is_cancelled(stopped.error()));
    }
    SECTION("a clip of another rate is refused") {
        DriveClip slow = exported.clips[0];
        slow.fps = 30.0f;
        const DriveClip* only = &slow;
        CHECK_FALSE(play_under(exported.body, exported.model, std::span(&only, 1), display_conditions(), {}).ok());
    }
}

TEST_CASE("a classic export plays the same at other frame rates", "[baker][rates]") {
    const BakeRequest request = tiny_request(Quality::classic);
    require_robust(Exported(request, baked(request)));
}

TEST_CASE("an amplitude that depends on the frame rate is warned of and stops at the gate", "[baker][rates]") {
    PartSummary summary;
    summary.clips = 3;
    summary.r2_10px = summary.amplitude = summary.settle = 1.0;
    CHECK(warnings(summary).empty());
    summary.other_rates = 0.12;
    REQUIRE(warnings(summary).size() == 1);
    CHECK(warnings(summary)[0].metric == "other_rates");
    CHECK(gate_failures(summary).size() == 1);
    const std::vector<PlaybackFigures> figures{{"30 Hz", 2, 1.03, 0, 0, 1, 0, true},
                                               {"72 Hz", 2, 0.96, 0, 0, 1, 0, true}};
    CHECK(amplitude_off(figures) == Approx(0.04));
    const std::vector<PlaybackFigures> broken{{"30 Hz", 0, 1.0, 0, 0, 1, 0, false}};
    CHECK(amplitude_off(broken) == 1.0);
}

TEST_CASE("a real part plays the same at other frame rates", "[baker][rates][reference]") {
    YURE_REQUIRE_SHARED("models/Hiyori/Hiyori.moc3");
    BakeRequest request;
    request.puppet = formats::read_moc3(tests::read_bytes(tests::shared_path("models/Hiyori/Hiyori.moc3"))).value();
    request.physics = formats::read_physics3(tests::read_text(tests::shared_path("models/Hiyori/Hiyori.physics3.json")))
                          .value()
                          .physics;
    BodyRequest body = tests::hair_request();
    body.meshes = {{"ArtMesh56", {}}};
    body.material = sim::find_material_preset("bangs")->material;
    body.inputs.clear();
    for (const char* id :
         {"ParamAngleX", "ParamAngleY", "ParamAngleZ", "ParamBodyAngleX", "ParamBodyAngleY", "ParamBodyAngleZ"})
        body.inputs.push_back({id, {}, false});
    body.quality = Quality::standard;
    body.budget.evaluations = 100;
    request.bodies = {body};
    require_robust(Exported(request, baked(request)));
}
