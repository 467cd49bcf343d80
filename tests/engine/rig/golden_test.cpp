// Against values of the official runtime, recorded for all drawables in 31 poses a model.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>

#include "yure/formats/moc3.hpp"
#include "yure/rig/rig.hpp"

using namespace yure;

namespace {

struct Golden {
    const char* values;
    const char* model;
};
constexpr Golden kGoldens[] = {
    {"golden/moc3/Haru.json", "models/Haru/Haru.moc3"},
    {"golden/moc3/Hiyori.json", "models/Hiyori/Hiyori.moc3"},
    {"golden/moc3/Mark.json", "models/Mark/Mark.moc3"},
    {"golden/moc3/Wanko.json", "models/Wanko/Wanko.moc3"},
    {"golden/moc3/Hiyori_synth_v5.json", "golden/moc3/Hiyori_synth_v5.moc3"},
    {"golden/moc3/Mark_synth_v4.json", "golden/moc3/Mark_synth_v4.moc3"},
};

double color_error(rig::Color mine, const nlohmann::json& theirs) {
    return std::max({std::abs(mine.r - theirs[0].get<double>()), std::abs(mine.g - theirs[1].get<double>()),
                     std::abs(mine.b - theirs[2].get<double>())});
}

/// Compares every drawable of one pose; the largest position error.
double compare_pose(const rig::Evaluation& mine, const nlohmann::json& pose) {
    double worst = 0.0;
    const auto& drawables = pose["drawables"];
    for (int mesh = 0; mesh < static_cast<int>(drawables.size()); ++mesh) {
        const auto& theirs = drawables[static_cast<std::size_t>(mesh)];
        INFO("mesh " << mesh);
        REQUIRE(mine.hidden(mesh) == theirs.is_null());
        if (theirs.is_null()) continue;
        const auto& p = theirs["p"];
        const std::span<const Vec2> points = mine.positions(mesh);
        REQUIRE(p.size() == 2 * points.size());
        for (std::size_t k = 0; k < points.size(); ++k)
            worst = std::max({worst, std::abs(points[k].x - p[2 * k].get<double>()),
                              std::abs(points[k].y - p[2 * k + 1].get<double>())});
        REQUIRE(std::abs(mine.opacity(mesh) - theirs["o"].get<double>()) <= 2e-6);
        REQUIRE(mine.draw_order(mesh) == theirs["d"].get<int>());
        REQUIRE(mine.visible(mesh) == (theirs["v"].get<int>() == 1));
        if (theirs.contains("m")) {
            REQUIRE(color_error(mine.multiply_color(mesh), theirs["m"]) <= 2e-6);
            REQUIRE(color_error(mine.screen_color(mesh), theirs["s"]) <= 2e-6);
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("every pose equals the official runtime's", "[rig][golden]") {
    YURE_REQUIRE_SHARED("golden/moc3");
    for (const Golden& golden : kGoldens) {
        const Result<rig::Puppet> puppet = formats::read_moc3(tests::read_bytes(tests::shared_path(golden.model)));
        REQUIRE(puppet.ok());
        const Result<rig::Rig> rig = rig::Rig::build(*puppet);
        REQUIRE(rig.ok());
        rig::Evaluation pose(*rig);
        const nlohmann::json all = tests::read_json(tests::shared_path(golden.values));
        int number = 0;
        for (const auto& each : all["poses"]) {
            INFO(golden.values << " pose " << number++ << " " << each["kind"].get<std::string>());
            const auto values = each["values"].get<std::vector<float>>();
            std::vector<float> opacities(static_cast<std::size_t>(rig->part_count()), 1.0f);
            if (!each["part_opacities"].is_null()) opacities = each["part_opacities"].get<std::vector<float>>();
            pose.evaluate(values, opacities);
            CHECK(compare_pose(pose, each) <= 3e-6);  // 5e-7 of it is the rounding of the recorded values
            const auto order = each["render_order"].get<std::vector<int>>();
            REQUIRE(std::equal(order.begin(), order.end(), pose.render_order().begin(), pose.render_order().end()));
        }
    }
}
