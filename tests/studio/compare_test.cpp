// A bake's folder, opened again and measured on any motion.
#include "yure/studio/compare.hpp"

#include "studio/baked_support.hpp"
#include "studio/small_model.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>

#include "yure/studio/file.hpp"

using namespace yure;
using tests::BakedOnDisk;
namespace fs = std::filesystem;

namespace {

std::vector<baker::BodyRequest> bodies_of(const fs::path& folder, const std::vector<studio::BodyWord>& words) {
    tests::SmallModel().write(folder);
    const studio::Model model = studio::open_model(folder).value();
    return studio::read_bodies(model, words).value();
}

/// The same figures as in the report, up to what the way over the disk rounds.
void require_reported(const baker::ClipMetrics& found, const baker::ClipMetrics& reported) {
    INFO(found.clip);
    CHECK(found.clip == reported.clip);
    CHECK(found.r2 == Approx(reported.r2).margin(3e-3));
    CHECK(found.amplitude == Approx(reported.amplitude).epsilon(3e-3));
    CHECK(found.lag_ms == Approx(reported.lag_ms).margin(0.2));
    CHECK(found.jitter == Approx(reported.jitter).epsilon(5e-3));
    CHECK(found.clipped == reported.clipped);
    CHECK(found.shortening == Approx(reported.shortening).margin(1e-3));
    CHECK(found.static_px.value_or(0.0) == Approx(reported.static_px.value_or(0.0)).margin(0.03));
}

void require_same_as_report(const fs::path& given, const BakedOnDisk& baked) {
    const auto folder = studio::open_baked_folder(given);
    if (!folder) FAIL(folder.error().text());
    const auto clips = studio::chosen_clips(*folder, {{"idle"}, {"all"}, 0});
    if (!clips) FAIL(clips.error().text());
    const auto comparison = studio::compare_clips(*folder, *clips, tests::two_threads());
    if (!comparison) FAIL(comparison.error().text());
    REQUIRE(comparison->bodies.size() == baked.outcome.result.bodies.size());
    for (std::size_t b = 0; b < comparison->bodies.size(); ++b) {
        const auto& reported = baked.outcome.result.bodies[b].clips;
        REQUIRE(comparison->bodies[b].clips.size() == reported.size());
        for (const baker::ClipMetrics& clip : comparison->bodies[b].clips) {
            const auto place = std::find_if(reported.begin(), reported.end(),
                                            [&](const auto& each) { return each.clip == clip.clip; });
            REQUIRE(place != reported.end());
            require_reported(clip, *place);
        }
        CHECK(comparison->bodies[b].summary.r2_10px ==
              Approx(baked.outcome.result.bodies[b].summary.r2_10px).margin(3e-3));
    }
}

std::string fault_of(const nlohmann::ordered_json& json) {
    const auto read = studio::read_exported_bodies(json.dump());
    return read.ok() ? std::string("no error") : read.error().text();
}

}  // namespace

TEST_CASE("a bake's folder alone gives the figures of its report", "[studio][compare]") {
    const tests::TemporaryFolder model;
    SECTION("keyform axes, exaggerated") {
        auto bodies = bodies_of(model.path(), {{"body", "hair=Hair"},
                                               {"inputs", "ParamAngleX"},
                                               {"quality", "classic"},
                                               {"write", "axes"},
                                               {"exaggeration", "1.8"}});
        const BakedOnDisk baked(model.path(), bodies);
        REQUIRE_FALSE(baked.outcome.result.bodies[0].blend_shapes);
        require_same_as_report(baked.folder(), baked);
        require_same_as_report(baked.folder() / "model", baked);
        require_same_as_report(baked.folder() / "model" / "Small.model3.json", baked);
    }
    SECTION("a bank, blend shapes, outputs with a range and a gain of their own, painted pins, other material") {
        auto bodies = bodies_of(model.path(), {{"quality", "light"},
                                               {"inputs", "ParamAngleX"},
                                               {"body", "hair=Hair"},
                                               {"material", "hair,goal=.2,compression=.6"},
                                               {"body", "face=Face"},
                                               {"pins", "top:0.3:0.3"}});
        std::vector<float>& pin = bodies[0].meshes[0].groups.pin;
        pin.assign(12, 0.0f);
        pin[0] = pin[1] = 1.0f;
        pin[2] = pin[3] = 0.25f;
        bodies[0].outputs = {{"ParamSimhair_1", "ParamHairA", "hair A", 10.0f, 0.4f}};
        const BakedOnDisk baked(model.path(), bodies);
        require_same_as_report(baked.folder(), baked);
    }
    SECTION("old physics that was kept still plays") {
        auto bodies =
            bodies_of(model.path(),
                      {{"body", "hair=Hair"}, {"inputs", "ParamAngleX"}, {"quality", "classic"}, {"keep-physics", ""}});
        const BakedOnDisk baked(model.path(), bodies);
        require_same_as_report(baked.folder(), baked);
    }
}

TEST_CASE("what was written with gain 0 counts as still, and that is told", "[studio][compare]") {
    const tests::TemporaryFolder model;
    auto bodies = bodies_of(model.path(),
                            {{"body", "hair=Hair"}, {"inputs", "ParamAngleX"}, {"quality", "classic"}, {"modes", "1"}});
    bodies[0].outputs = {{"ParamSimhair_1", "", "", 30.0f, 0.0f}};
    const BakedOnDisk baked(model.path(), bodies);
    const auto folder = studio::open_baked_folder(baked.folder()).value();
    const auto clips = studio::chosen_clips(folder, {{}, {"shake"}, 0}).value();
    const auto comparison = studio::compare_clips(folder, clips, {}).value();
    REQUIRE(comparison.notices.size() == 1);
    CHECK(comparison.notices[0].where == "ParamSimhair_1");
    CHECK(comparison.bodies[0].clips[0].amplitude == Approx(0.0).margin(1e-3));
    CHECK(studio::comparison_text(comparison).find("warning  hair, shake: amplitude") != std::string::npos);
    const auto json = studio::comparison_json(folder, comparison);
    CHECK(json["format"] == "yure-compare/1");
    CHECK(json["bodies"][0]["clips"][0]["warnings"][0]["metric"] == "amplitude");
}

TEST_CASE("a folder that cannot be compared says why", "[studio][compare]") {
    const tests::TemporaryFolder place;
    CHECK(studio::open_baked_folder(place.path() / "absent").error().what == "is not there");
    CHECK(studio::open_baked_folder(place.path()).error().what.find("bodies.json") != std::string::npos);

    auto bodies =
        bodies_of(place.path() / "small", {{"body", "hair=Hair"}, {"inputs", "ParamAngleX"}, {"quality", "classic"}});
    const BakedOnDisk baked(place.path() / "small", bodies);
    const auto folder = studio::open_baked_folder(baked.folder()).value();
    CHECK(studio::chosen_clips(folder, {{"no such motion"}, {}, 0}).error().where == "--motion no such motion");
    CHECK(studio::chosen_clips(folder, {{}, {"waltz"}, 0}).error().what.find("tracking") != std::string::npos);
    CHECK_FALSE(studio::chosen_clips(folder, {}).ok());
    Work cancelled;
    cancelled.cancelled = [] { return true; };
    const auto clips = studio::chosen_clips(folder, {{}, {"shake", "shake"}, 0}).value();
    CHECK(clips.size() == 1);
    CHECK(baker::is_cancelled(studio::compare_clips(folder, clips, cancelled).error()));

    SECTION("another model in its place") {
        tests::SmallModel().write(place.path() / "other" / "model");
        fs::copy_file(baked.folder() / "bodies.json", place.path() / "other" / "bodies.json");
        CHECK(studio::open_baked_folder(place.path() / "other").error().what.find("not the one that was baked") !=
              std::string::npos);
    }
    SECTION("broken files") {
        const nlohmann::ordered_json good =
            nlohmann::ordered_json::parse(tests::read_text(baked.folder() / "bodies.json"));
        REQUIRE(studio::read_exported_bodies(good.dump()).ok());
        const auto broken = [&](const char* pointer, nlohmann::ordered_json value) {
            nlohmann::ordered_json json = good;
            json[nlohmann::ordered_json::json_pointer(pointer)] = std::move(value);
            return fault_of(json);
        };
        using Catch::Matchers::Contains;
        CHECK_THAT(fault_of("text"), Contains("format"));
        CHECK_THAT(broken("/format", "yure-bodies/9"), Contains("another version"));
        CHECK_THAT(broken("/bodies", nlohmann::ordered_json::array()), Contains("empty"));
        CHECK_THAT(broken("/bodies", 3), Contains("/bodies"));
        CHECK_THAT(broken("/bodies/0", 3), Contains("/bodies/0"));
        CHECK_THAT(broken("/bodies/0/kind", "fur"), Contains("/bodies/0/kind"));
        CHECK_THAT(broken("/bodies/0/material/goal", "much"), Contains("goal"));
        CHECK_THAT(broken("/bodies/0/material/goal", 7), Contains("goal"));
        CHECK_THAT(broken("/bodies/0/gravity", "down"), Contains("gravity"));
        CHECK_THAT(broken("/bodies/0/meshes/0/groups", {{"pin", {2}}}), Contains("pin"));
        CHECK_THAT(broken("/bodies/0/meshes/0/groups", {{"fluff", {1}}}), Contains("fluff"));
        CHECK_THAT(broken("/bodies/0/meshes/0/id", nullptr), Contains("/bodies/0/meshes/0/id"));
        CHECK_THAT(broken("/bodies/0/parameters/0/gain", "loud"), Contains("/bodies/0/parameters/0/gain"));
        CHECK_THAT(broken("/bodies/0/inputs", {1}), Contains("inputs"));
        CHECK_THAT(broken("/groups", {1}), Contains("groups"));
    }
}
