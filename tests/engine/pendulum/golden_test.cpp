/// The official runtime's own traces: every case within its tolerance, with numbers read in both ways.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "yure/formats/physics3.hpp"
#include "yure/pendulum/player.hpp"

namespace yure {
namespace {

using nlohmann::json;

struct Trace {
    formats::Physics3 file;
    std::vector<ParameterRange> parameters;
    std::vector<float> defaults;
};

std::string physics_text(const std::filesystem::path& golden) {
    // Ordered, so that an inline document keeps its layout; its numbers are the shortest text either way.
    const auto document = nlohmann::ordered_json::parse(tests::read_text(golden));
    if (document.contains("physics3_inline")) return document["physics3_inline"].dump(1);
    return tests::read_text(tests::shared_path(document["physics3"].get<std::string>()));
}

Vec2 vector_of(const json& pair) {
    return {pair[0].get<float>(), pair[1].get<float>()};
}

/// Worst distance from the trace, as a share of the parameter's range.
double worst_error(const json& test, const json& expected, const Trace& trace) {
    const pendulum::PlayerOptions options{.gravity = vector_of(test["gravity"]), .wind = vector_of(test["wind"])};
    pendulum::Player player(trace.file.physics, trace.parameters, options);
    std::vector<int> inputs, outputs;
    const auto index_of = [&](const json& id) {
        const auto found = std::find_if(trace.parameters.begin(), trace.parameters.end(),
                                        [&](const auto& parameter) { return parameter.id == id.get<std::string>(); });
        REQUIRE(found != trace.parameters.end());
        return static_cast<int>(found - trace.parameters.begin());
    };
    for (const json& id : test["input_ids"]) inputs.push_back(index_of(id));
    for (const json& id : test["output_ids"]) outputs.push_back(index_of(id));
    const bool even = test["dt"].is_number();
    const std::size_t frames = even ? test["frames"].get<std::size_t>() : test["dt"].size();
    const bool reset = test["reset"] == "defaults";

    std::vector<float> values = trace.defaults;
    double worst = 0.0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (reset) values = trace.defaults;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            values[static_cast<std::size_t>(inputs[i])] = test["input_values"][frame][i].get<float>();
        for (const json& at : test["stabilize_before_frames"])
            if (at == frame) player.stabilize(values);
        player.evaluate(values, even ? test["dt"].get<float>() : test["dt"][frame].get<float>());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const auto index = static_cast<std::size_t>(outputs[i]);
            const double range =
                static_cast<double>(trace.parameters[index].max) - static_cast<double>(trace.parameters[index].min);
            const double error =
                std::abs(static_cast<double>(values[index]) - static_cast<double>(expected[frame][i].get<float>()));
            worst = std::max(worst, error / (range == 0.0 ? 1.0 : range));
        }
    }
    return worst;
}

Trace read_trace(const json& golden, const std::string& text, formats::NumberReading reading) {
    auto file = formats::read_physics3(text, reading);
    REQUIRE(file.ok());
    Trace trace{std::move(*file), {}, {}};
    for (const json& p : golden["parameters"]) {
        trace.parameters.push_back(
            {p["id"].get<std::string>(), p["min"].get<float>(), p["max"].get<float>(), p["default"].get<float>()});
        trace.defaults.push_back(p["default"].get<float>());
    }
    return trace;
}

}  // namespace

TEST_CASE("physics plays as the official runtime recorded it", "[engine][pendulum][golden]") {
    YURE_REQUIRE_SHARED("golden/physics");
    std::size_t cases = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tests::shared_path("golden/physics"))) {
        if (entry.path().extension() != ".json") continue;
        const json golden = tests::read_json(entry.path());
        const std::string text = physics_text(entry.path());
        const Trace official = read_trace(golden, text, formats::NumberReading::official);
        const Trace exact = read_trace(golden, text, formats::NumberReading::exact);
        for (const json& test : golden["cases"]) {
            INFO(entry.path().filename().string() << " " << test["name"].get<std::string>());
            const json& plain = test.contains("output_values_plain_numbers") ? test["output_values_plain_numbers"]
                                                                             : test["output_values"];
            // With the C library of Debian bookworm not one bit is apart; another one may round some differently.
            const double tolerance = test["tolerance"]["exact"].get<double>();
            CHECK(worst_error(test, test["output_values"], official) <= tolerance);
            CHECK(worst_error(test, plain, exact) <= tolerance);
            // Correctly rounded numbers against the official reader's: within what rounding may do.
            CHECK(worst_error(test, test["output_values"], exact) <= test["tolerance"]["rounding"].get<double>());
            ++cases;
        }
    }
    CHECK(cases >= 60);
}

}  // namespace yure
