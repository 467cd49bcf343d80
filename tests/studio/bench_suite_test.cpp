// The benchmark: its parts, its tables, and a small run of it with bands that a regression breaks.
#include "yure/studio/bench_suite.hpp"

#include "studio/baked_support.hpp"
#include "support/shared_data.hpp"

#include <algorithm>

using namespace yure;
using studio::SuiteRow;

namespace {

SuiteRow made_row(const char* part, baker::Quality quality, double r2) {
    SuiteRow row;
    row.part = part;
    row.quality = quality;
    row.summary.clips = row.summary.direction_total = 5;
    row.summary.direction_right = 4;
    row.summary.r2_10px = r2;
    row.summary.amplitude = 0.9;
    row.wall_seconds = 2.0;
    row.playback = {{"30 Hz", 3, 1.01, 0.2, 0.001, 1.0, 0.0, true}};
    return row;
}

struct Band {
    const char* part;
    baker::Quality quality;
    double least_r2, least_amplitude, most_lag_ms, most_static_px;
};

void require_band(const std::vector<studio::BenchmarkPart>& parts, const Band& band) {
    const auto place =
        std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return part.name == band.part; });
    REQUIRE(place != parts.end());
    const auto row = studio::run_part(*place, band.quality, {}, tests::two_threads());
    if (!row) FAIL(row.error().text());
    INFO(studio::suite_markdown({*row}, {}, nullptr));
    CHECK(row->summary.r2_10px >= band.least_r2);
    CHECK(row->summary.amplitude >= band.least_amplitude);
    CHECK(row->summary.amplitude <= 1.1);
    CHECK(row->summary.lag_ms <= band.most_lag_ms);
    CHECK(row->summary.static_px <= band.most_static_px);
    CHECK(row->summary.jitter <= 1.2);
    CHECK(row->summary.clipped <= 0.01);
    CHECK(row->summary.other_rates <= 0.05);
    for (const baker::PlaybackFigures& f : row->playback) CHECK(f.sound);
}

}  // namespace

TEST_CASE("the demo's parts are there, named and bound to meshes", "[studio][bench]") {
    Notices notices;
    const auto parts = studio::demo_parts(tests::source_path("assets/demo"), notices);
    CHECK(notices.empty());
    REQUIRE(parts.size() == 3);
    CHECK(parts[0].name == "demo_back");
    CHECK(parts[1].name == "demo_front");
    CHECK(parts[2].name == "demo_side");
    for (const auto& part : parts) {
        CHECK_FALSE(part.body.meshes.empty());
        CHECK_FALSE(part.body.inputs.empty());
    }
    CHECK(studio::demo_parts(tests::source_path("assets/nothing"), notices).empty());
    CHECK(notices.size() == 1);
}

TEST_CASE("a list of parts says what is wrong with it", "[studio][bench]") {
    const tests::TemporaryFolder folder;
    const auto list = folder.path() / "parts.json";
    const auto fault = [&](const std::string& text) {
        REQUIRE(studio::write_file(list, text, studio::Overwrite::replace).ok());
        Notices notices;
        const auto parts = studio::read_benchmark_parts(list, folder.path(), notices);
        return parts.ok() ? std::to_string(parts->size()) + " parts, " + std::to_string(notices.size()) + " notices"
                          : parts.error().text();
    };
    using Catch::Matchers::Contains;
    CHECK_THAT(fault("{"), Contains("parts.json"));
    CHECK_THAT(fault("{}"), Contains("/parts"));
    CHECK_THAT(fault(R"({"parts":[{"name":"a"}]})"), Contains("/parts/0"));
    CHECK(fault(R"({"parts":[{"name":"a","model":"Absent"}]})") == "0 parts, 1 notices");
}

TEST_CASE("runs are told as tables, a picture, and compared with earlier ones", "[studio][bench]") {
    const std::vector<SuiteRow> rows{made_row("a", baker::Quality::light, 0.5),
                                     made_row("a", baker::Quality::best, 0.8),
                                     made_row("b", baker::Quality::light, 0.7)};
    const auto means = studio::suite_means(rows);
    REQUIRE(means.size() == 2);
    CHECK(means[0].quality == baker::Quality::light);
    CHECK(means[0].r2_10px == Approx(0.6));
    CHECK(means[0].worst_r2_10px == Approx(0.5));
    CHECK(means[0].worst_part == "a");
    CHECK(means[0].direction_right == 8);
    CHECK(means[1].parts == 1);

    const auto json = studio::suite_json(rows, {}, "yure 1");
    CHECK(json["rows"].size() == 3);
    CHECK(json["rows"][0]["playback"][0]["condition"] == "30 Hz");
    auto earlier = studio::read_suite(json.dump()).value();
    REQUIRE(earlier.rows.size() == 3);
    CHECK(earlier.rows[1].summary.r2_10px == Approx(0.8));
    earlier.rows[1].summary.r2_10px = 0.75;
    earlier.rows[0].part = "gone";
    const std::string markdown = studio::suite_markdown(rows, {}, &earlier);
    CHECK(markdown.find("0.800 (+0.050)") != std::string::npos);
    CHECK(markdown.find("| a | light | new |") != std::string::npos);
    CHECK(markdown.find("| gone | light | not run |") != std::string::npos);
    CHECK(markdown.find("30 Hz | 1.010–1.010") != std::string::npos);
    studio::SuiteOptions shifted;
    shifted.clip_seed = 4;
    CHECK(studio::suite_markdown(rows, shifted, &earlier).find("The motions differ") != std::string::npos);

    const std::string svg = studio::suite_svg(rows, &earlier);
    CHECK(svg.find("a best 0.800") != std::string::npos);
    CHECK(svg.find("#e74c3c") != std::string::npos);
    CHECK(svg.rfind("</svg>\n") == svg.size() - 7);
    CHECK_FALSE(studio::read_suite("{}").ok());
    CHECK_FALSE(studio::read_suite("nothing").ok());
}

TEST_CASE("the demo's side locks stay within their bands", "[studio][bench][bands]") {
    Notices notices;
    const auto parts = studio::demo_parts(tests::source_path("assets/demo"), notices);
    require_band(parts, {"demo_side", baker::Quality::standard, 0.5, 0.75, 34.0, 8.0});
}

TEST_CASE("a reference part stays within its bands", "[studio][bench][bands][reference]") {
    YURE_REQUIRE_SHARED("reference/benchmark-parts.json");
    Notices notices;
    const auto parts = studio::read_benchmark_parts(tests::shared_path("reference/benchmark-parts.json"),
                                                    tests::shared_path("models"), notices)
                           .value();
    require_band(parts, {"hiyori_bangs", baker::Quality::standard, 0.7, 0.8, 34.0, 5.0});
}
