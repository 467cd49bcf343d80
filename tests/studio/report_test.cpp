#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>
#include <zlib.h>

#include "base64.hpp"
#include "body_details.hpp"
#include "packed.hpp"
#include "page_textures.hpp"
#include "shape_basis.hpp"
#include "support/catch.hpp"
#include "verdict.hpp"
#include "yure/studio/report.hpp"

using namespace yure;
using namespace yure::studio;
using nlohmann::ordered_json;

namespace {

std::vector<std::byte> bytes_of(std::string_view text) {
    std::vector<std::byte> bytes;
    for (const char c : text) bytes.push_back(static_cast<std::byte>(c));
    return bytes;
}

std::vector<unsigned> steps_of(const std::string& text, std::size_t count) {
    const std::vector<std::byte> packed = *from_base64(text);
    std::vector<std::byte> planes(2 * count);
    uLongf size = planes.size();
    REQUIRE(uncompress(reinterpret_cast<Bytef*>(planes.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()) == Z_OK);
    REQUIRE(size == planes.size());
    std::vector<unsigned> steps;
    for (std::size_t i = 0; i < count; ++i)
        steps.push_back(std::to_integer<unsigned>(planes[i]) | std::to_integer<unsigned>(planes[count + i]) << 8);
    return steps;
}

baker::ClipMetrics clip(std::string id, double px, double amplitude, double r2) {
    baker::ClipMetrics metrics;
    metrics.clip = std::move(id);
    metrics.simulated_px = px;
    metrics.amplitude = amplitude;
    metrics.direction = metrics.sign = 1.0;
    metrics.right = true;
    metrics.jitter = 1.0;
    metrics.settle = 1.0;
    metrics.r2 = r2;
    return metrics;
}

baker::BodyResult body_of(std::vector<baker::ClipMetrics> clips) {
    baker::BodyResult body;
    body.id = "hair";
    baker::InputReading sideways, vertical;
    sideways.id = "ParamAngleX";
    sideways.group = baker::InputGroup::lateral;
    vertical.id = "ParamBodyAngleY";
    vertical.group = baker::InputGroup::vertical;
    body.inputs = {sideways, vertical};
    body.clips = std::move(clips);
    body.summary = baker::summarize(body.clips);
    body.warnings = baker::warnings(body.summary);
    return body;
}

}  // namespace

TEST_CASE("base64 is the standard's", "[studio][report]") {
    CHECK(base64(bytes_of("")).empty());
    CHECK(base64(bytes_of("f")) == "Zg==");
    CHECK(base64(bytes_of("fo")) == "Zm8=");
    CHECK(base64(bytes_of("foobar")) == "Zm9vYmFy");
}

TEST_CASE("packed numbers come back within half a step, whatever their size", "[studio][report]") {
    Packer packer;
    const std::vector<float> small{0.0f, 1.5f, -2.25f, 1e9f, std::nanf(""), -7.0f};
    const std::vector<std::uint16_t> whole{65535, 0, 40000};
    const ordered_json first = packer.add(std::span(small).first(3), 3, 0.01f);
    const ordered_json large = packer.add(small, 3, 0.01f);
    const ordered_json indices = packer.add_indices(whole, 3);
    const std::vector<unsigned> steps = steps_of(packer.text(), 3 + 6 + 3);
    const auto value = [&](const ordered_json& place, std::size_t row, std::size_t column) {
        unsigned sum = 0;
        for (std::size_t c = 0; c <= column; ++c)
            sum = (sum + steps[place["at"].get<std::size_t>() + row * place["columns"].get<std::size_t>() + c]) & 0xffff;
        return static_cast<double>(static_cast<std::int16_t>(sum)) * place["scale"].get<double>();
    };
    for (std::size_t c = 0; c < 3; ++c) CHECK(value(first, 0, c) == Approx(small[c]).margin(0.005001));
    CHECK(value(large, 1, 0) == Approx(1e9).epsilon(1e-4));  // the step grew with it
    CHECK(value(large, 1, 1) == 0.0);                        // what is no number
    const std::size_t at = indices["at"].get<std::size_t>();
    CHECK(steps[at] == 65535);
    CHECK(((steps[at] + steps[at + 1]) & 0xffff) == 0);
    CHECK(((steps[at] + steps[at + 1] + steps[at + 2]) & 0xffff) == 40000);
}

TEST_CASE("a movement made of three shapes is found to be three shapes", "[studio][report]") {
    constexpr int kColumns = 40, kFrames = 200;
    std::vector<float> rows;
    for (int f = 0; f < kFrames; ++f)
        for (int c = 0; c < kColumns; ++c)
            rows.push_back(50.0f * std::sin(0.1f * static_cast<float>(f)) * static_cast<float>(c) / kColumns +
                           20.0f * std::cos(0.23f * static_cast<float>(f)) * std::sin(0.3f * static_cast<float>(c)) +
                           5.0f * std::sin(0.71f * static_cast<float>(f)) * static_cast<float>(c % 2));
    const ShapeBasis basis = find_shapes(rows, kColumns, 0.05f, 20);
    REQUIRE(basis.count() == 3);
    std::vector<float> share(3);
    double worst = 0.0;
    for (int f = 0; f < kFrames; ++f) {
        const std::span<const float> row = std::span(rows).subspan(static_cast<std::size_t>(f) * kColumns, kColumns);
        basis.project(row, share);
        for (std::size_t c = 0; c < kColumns; ++c) {
            double made = 0.0;
            for (int k = 0; k < 3; ++k)
                made += static_cast<double>(share[static_cast<std::size_t>(k)]) * static_cast<double>(basis.shape(k)[c]);
            worst = std::max(worst, std::abs(made - static_cast<double>(row[c])));
        }
    }
    CHECK(worst < 0.01);
    CHECK(find_shapes(rows, kColumns, 0.05f, 2).count() == 2);
    CHECK(find_shapes(std::vector<float>(400, 0.0f), kColumns, 0.05f, 20).count() == 0);
    CHECK(find_shapes({}, kColumns, 0.05f, 20).count() == 0);
}

TEST_CASE("a segment's swing is read from its settings", "[studio][report]") {
    // docs/cubism-physics.md, "poles": made from a frequency and a damping, and read back.
    for (const double fps : {30.0, 60.0, 120.0})
        for (const auto& [frequency, damping] : {std::pair{0.7, 0.3}, std::pair{1.3, 1.0}, std::pair{2.6, 0.15}}) {
            const double omega = 2.0 * std::numbers::pi * frequency / fps, decay = std::exp(-damping * omega);
            const double turn = omega * std::sqrt(std::max(0.0, 1.0 - damping * damping));
            const double sum = 2.0 * decay * std::cos(turn), product = decay * decay;
            const double rho = sum - product, kappa = 1.0 / rho - 1.0, d = 30.0 / fps * 0.9;
            pendulum::Vertex segment;
            segment.radius = 10.0f;
            segment.delay = 0.9f;
            segment.mobility = static_cast<float>(product * (1.0 + kappa));
            segment.acceleration = static_cast<float>(kappa * 10.0 / (d * d));
            const Swing swing = small_swing(segment, fps);
            CHECK(swing.frequency_hz == Approx(frequency).epsilon(2e-3));
            CHECK(swing.damping == Approx(damping).epsilon(5e-3));
        }
    pendulum::Vertex stiff;
    stiff.radius = 0.0f;
    CHECK(small_swing(stiff, 60.0).frequency_hz == 0.0);
}

TEST_CASE("pictures shrink by the mean of what they cover", "[studio][report]") {
    Picture picture{2, 2, {255, 0, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0, 9, 9, 9, 0}};
    const Picture one = scaled_down(picture, 1);
    REQUIRE((one.width == 1 && one.height == 1));
    CHECK(one.rgba == std::vector<std::uint8_t>{128, 0, 128, 128});  // what is transparent has no colour to give
    CHECK(scaled_down(picture, 2).rgba == picture.rgba);
    Picture wide{300, 3, std::vector<std::uint8_t>(3600, 200)};
    const Picture narrow = scaled_down(wide, 100);
    CHECK((narrow.width == 100 && narrow.height == 1));
    CHECK(narrow.rgba == std::vector<std::uint8_t>(400, 200));
}

TEST_CASE("verdicts say what a viewer would notice", "[studio][report]") {
    SECTION("all well") {
        const Verdict verdict = judge(body_of({clip("tracking", 60, 1.0, 0.9), clip("step:ParamAngleX", 80, 0.95, 0.85)}));
        CHECK(verdict.text() == "follows well");
        CHECK(verdict.worst_clip == "step:ParamAngleX");
    }
    SECTION("one input swings too little, and how far off it is decides") {
        const Verdict verdict = judge(body_of({clip("tracking", 60, 1.0, 0.9), clip("step:ParamAngleX", 80, 1.0, 0.9),
                                               clip("step:ParamBodyAngleY", 30, 0.82, 0.6)}));
        CHECK(verdict.text() == "follows well; up-and-down swings 18 % short on ParamBodyAngleY");
        CHECK(verdict.worst_clip == "step:ParamBodyAngleY");
        const Verdict far = judge(body_of({clip("tracking", 60, 1.0, 0.9), clip("turns", 60, 1.0, 0.9), clip("step:ParamAngleX", 80, 0.4, 0.7)}));
        CHECK(far.level == VerdictLevel::fair);
        CHECK(far.text() == "follows, with differences to see; sideways swings 60 % short on ParamAngleX");
    }
    SECTION("the wrong way, late and restless") {
        baker::ClipMetrics wrong = clip("step:ParamAngleX", 80, 1.0, -0.9);
        wrong.sign = -0.8;
        wrong.right = false;
        wrong.lag_ms = 120;
        wrong.jitter = 2.0;
        const Verdict verdict = judge(body_of({wrong}));
        CHECK(verdict.level == VerdictLevel::poorly);
        CHECK(verdict.findings.front().kind == "opposite");
        CHECK(verdict.text().find("120 ms late") != std::string::npos);
        CHECK(verdict.findings.size() <= 4);
        CHECK(verdict.json()["findings"][0]["input"] == "ParamAngleX");
    }
    SECTION("nothing to follow") {
        const Verdict verdict = judge(body_of({clip("tracking", 4, 1.0, 0.9), clip("nod", 6, 1.0, 0.2)}));
        CHECK(verdict.level == VerdictLevel::still);
        CHECK(verdict.worst_clip == "nod");
        CHECK(judge(body_of({})).worst_clip.empty());
    }
}

TEST_CASE("a page holds its documents and nothing can end them", "[studio][report]") {
    const std::string evil = "</script><script>alert(1)</script>";
    const ordered_json report{{"format", "yure-report/1"}, {"model", evil}, {"bodies", ordered_json::array()}};
    const std::string page = report_page(report, nullptr, {}, {});
    CHECK(page.find(evil) == std::string::npos);
    CHECK(page.find("\\u003c/script>") != std::string::npos);
    CHECK(page.find("&lt;/script&gt;") != std::string::npos);
    for (const char* mark : {"{{title}}", "{{css}}", "{{script}}", "{{strings}}", "{{report}}", "{{replay}}", "{{textures}}"})
        CHECK(page.find(mark) == std::string::npos);
    CHECK(page == report_page(report, nullptr, {}, {}));
}

TEST_CASE("a page keeps its size: dull clips stay out first", "[studio][report]") {
    ordered_json replay{{"format", "yure-replay/1"}, {"meshes", ordered_json::array()}, {"data", "AAAA"}};
    for (const char* id : {"dull", "lively", "middling"})
        replay["clips"].push_back({{"id", id}, {"data", std::string(300'000, 'A')}});
    replay["clips_by_interest"] = {1, 2, 0, 7, -1, "x"};
    const ordered_json report{{"model", "m"}};
    const auto has = [](const std::string& page, const char* id) { return page.find("{\"id\":\"" + std::string(id) + "\"") != std::string::npos; };
    const std::string all = report_page(report, replay, {}, {8u << 20, ""}), some = report_page(report, replay, {}, {1'200'000, ""});
    CHECK((has(all, "dull") && has(all, "lively") && has(all, "middling")));
    CHECK((!has(some, "dull") && has(some, "lively") && has(some, "middling")));
    CHECK(some.size() <= 1'200'000);
}
