/// Motions as the official player showed them, once through and around a loop.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "yure/formats/motion3.hpp"
#include "yure/motion/clip_player.hpp"

namespace yure {
namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-6;  // share of the range
constexpr double kPlainTolerance = 3e-5;

/// Worst distance over one run, as a share of each curve's range.
double worst_error(const json& golden, const json& run, const motion::Clip& clip, bool loop) {
    std::vector<ParameterRange> parameters;
    std::vector<std::string> parts;
    struct Column {
        bool part;
        std::size_t index;
        double range;
    };
    std::vector<Column> columns;
    for (const json& curve : golden["curves"]) {
        const bool part = curve[0] == "PartOpacity";
        columns.push_back({part, part ? parts.size() : parameters.size(),
                           curve[2].is_null() ? 1.0 : curve[3].get<double>() - curve[2].get<double>()});
        if (part)
            parts.push_back(curve[1].get<std::string>());
        else
            parameters.push_back({curve[1].get<std::string>(), curve[2].get<float>(), curve[3].get<float>(), 0.0f});
    }
    motion::ClipOptions options;
    options.loop = loop;
    motion::ClipPlayer player(clip, parameters, parts, options);
    std::vector<float> values(parameters.size()), part_values(parts.size());
    const auto first = run["first_frame"].get<std::size_t>();
    const std::size_t frames = first + run["frames"].get<std::size_t>();
    double worst = 0.0;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        player.update(values, golden["dt"].get<float>(), part_values);
        if (frame < first) continue;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const float got = columns[c].part ? part_values[columns[c].index] : values[columns[c].index];
            const double want = static_cast<double>(run["values"][frame - first][c].get<float>());
            worst = std::max(worst, std::abs(static_cast<double>(got) - want) / columns[c].range);
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("motions play as the official player recorded them", "[engine][motion][golden]") {
    YURE_REQUIRE_SHARED("golden/motion");
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tests::shared_path("golden/motion"))) {
        if (entry.path().extension() != ".json") continue;
        const json golden = tests::read_json(entry.path());
        INFO(entry.path().filename().string());
        const std::string text = tests::read_text(tests::shared_path(golden["motion3"].get<std::string>()));
        const auto official = formats::read_motion3(text, formats::NumberReading::official);
        const auto exact = formats::read_motion3(text);
        REQUIRE(official.ok());
        REQUIRE(exact.ok());
        for (const char* run : {"once", "loop"}) {
            INFO(run);
            const bool loop = std::string(run) == "loop";
            CHECK(worst_error(golden, golden[run], official->clip, loop) <= kTolerance);
            CHECK(worst_error(golden, golden[run], exact->clip, loop) <= kPlainTolerance);
        }
        ++files;
    }
    CHECK(files >= 5);
}

}  // namespace yure
