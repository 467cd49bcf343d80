// What the demo character's rig promises to whoever opens it.
#include "support/catch.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/rig/check.hpp"
#include "yure/rig/rig.hpp"

using namespace yure;

namespace {

const rig::Puppet& yura() {
    static const rig::Puppet puppet = [] {
        auto read = formats::read_moc3(tests::read_bytes(tests::source_path("assets/demo/yura.moc3")));
        REQUIRE(read.ok());
        return std::move(*read);
    }();
    return puppet;
}

const rig::Rig& yura_rig() {
    static const rig::Rig rig = [] {
        auto built = rig::Rig::build(yura());
        REQUIRE(built.ok());
        return std::move(*built);
    }();
    return rig;
}

using Setting = std::pair<const char*, float>;

rig::Evaluation posed(const std::vector<Setting>& settings) {
    std::vector<float> values = yura_rig().default_values();
    for (const auto& [id, value] : settings) {
        const int parameter = yura_rig().find_parameter(id);
        REQUIRE(parameter >= 0);
        values[static_cast<std::size_t>(parameter)] = value;
    }
    rig::Evaluation pose(yura_rig());
    pose.evaluate(values);
    return pose;
}

std::vector<Vec2> world(const rig::Evaluation& pose, int mesh) {
    std::vector<Vec2> points(pose.positions(mesh).size());
    pose.world_positions(mesh, points);
    return points;
}

/// Mean movement of a mesh from the default pose, px.
Vec2 movement(const char* mesh_id, const std::vector<Setting>& settings) {
    const int mesh = yura().find_mesh(mesh_id);
    REQUIRE(mesh >= 0);
    const auto from = world(posed({}), mesh), to = world(posed(settings), mesh);
    Vec2 sum;
    for (std::size_t i = 0; i < from.size(); ++i) sum += to[i] - from[i];
    return sum * (1.0f / static_cast<float>(from.size()));
}

}  // namespace

TEST_CASE("the demo character has the size of a real model and a clean file", "[assets]") {
    CHECK(yura().version == rig::MocVersion::v5_0);
    CHECK(yura().mesh_count() >= 35);
    CHECK(yura().mesh_count() <= 80);
    int vertices = 0;
    for (int mesh = 0; mesh < yura().mesh_count(); ++mesh) vertices += yura_rig().vertex_count(mesh);
    CHECK(vertices >= 1500);
    CHECK(vertices <= 4000);
    for (const rig::Finding& finding : rig::check(yura())) FAIL_CHECK(finding.where << ": " << finding.what);
    CHECK(yura().glue_count() >= 1);
    CHECK(yura().masks.size() >= 6);
}

TEST_CASE("the demo character has the standard parameters with their usual ranges", "[assets]") {
    struct Range {
        const char* id;
        float min, default_value, max;
    };
    for (const Range& expected : {Range{"ParamAngleX", -30, 0, 30},
                                  {"ParamAngleY", -30, 0, 30},
                                  {"ParamAngleZ", -30, 0, 30},
                                  {"ParamBodyAngleX", -10, 0, 10},
                                  {"ParamBodyAngleY", -10, 0, 10},
                                  {"ParamBodyAngleZ", -10, 0, 10},
                                  {"ParamEyeLOpen", 0, 1, 1},
                                  {"ParamEyeROpen", 0, 1, 1},
                                  {"ParamEyeBallX", -1, 0, 1},
                                  {"ParamEyeBallY", -1, 0, 1},
                                  {"ParamBrowLY", -1, 0, 1},
                                  {"ParamBrowRY", -1, 0, 1},
                                  {"ParamMouthForm", -1, 0, 1},
                                  {"ParamMouthOpenY", 0, 0, 1},
                                  {"ParamBreath", 0, 0, 1},
                                  {"ParamCheek", 0, 0, 1}}) {
        INFO(expected.id);
        const int parameter = yura_rig().find_parameter(expected.id);
        REQUIRE(parameter >= 0);
        const rig::ParameterInfo& info = yura_rig().parameters()[static_cast<std::size_t>(parameter)];
        CHECK(info.min == expected.min);
        CHECK(info.default_value == expected.default_value);
        CHECK(info.max == expected.max);
        // It moves something.
        const float far = info.default_value == info.max ? info.min : info.max;
        const rig::Evaluation rest = posed({}), moved = posed({{expected.id, far}});
        bool differs = false;
        for (int mesh = 0; mesh < yura().mesh_count(); ++mesh)
            differs |=
                rest.opacity(mesh) != moved.opacity(mesh) ||
                !std::equal(rest.positions(mesh).begin(), rest.positions(mesh).end(), moved.positions(mesh).begin());
        CHECK(differs);
    }
}

TEST_CASE("at rest every mesh of the demo character is seen, unfolded and inside of the canvas and its texture",
          "[assets]") {
    const rig::Evaluation pose = posed({});
    for (int mesh = 0; mesh < yura().mesh_count(); ++mesh) {
        INFO(yura().mesh.id[static_cast<std::size_t>(mesh)].view());
        CHECK(pose.visible(mesh));
        for (const Vec2 uv : yura().mesh_uvs(mesh))
            CHECK((uv.x >= 0.0f && uv.x <= 1.0f && uv.y >= 0.0f && uv.y <= 1.0f));
        const auto points = world(pose, mesh);
        for (const Vec2 p : points) CHECK((p.x >= 0.0f && p.x <= 1600.0f && p.y >= 0.0f && p.y <= 2280.0f));
        const auto triangles = yura().mesh_triangles(mesh);
        int folded = 0;
        for (std::size_t i = 0; i < triangles.size(); i += 3) {
            const Vec2 a = points[triangles[i]], b = points[triangles[i + 1]], c = points[triangles[i + 2]];
            folded += cross(b - a, c - a) <= 0.0f;
        }
        CHECK(folded == 0);
    }
}

TEST_CASE("the demo character stays finite and near its canvas in any pose", "[assets]") {
    Random random(5);
    rig::Evaluation pose(yura_rig());
    std::vector<float> values = yura_rig().default_values();
    for (int round = 0; round < 40; ++round) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            const rig::ParameterInfo& info = yura_rig().parameters()[i];
            values[i] =
                static_cast<float>(random.uniform(static_cast<double>(info.min), static_cast<double>(info.max)));
        }
        pose.evaluate(values);
        for (int mesh = 0; mesh < yura().mesh_count(); ++mesh) {
            INFO(yura().mesh.id[static_cast<std::size_t>(mesh)].view());
            const auto points = world(pose, mesh);
            CHECK(std::all_of(points.begin(), points.end(), [](Vec2 p) {
                return std::isfinite(p.x) && std::isfinite(p.y) && std::abs(p.x - 800.0f) < 1200.0f &&
                       std::abs(p.y - 1140.0f) < 1500.0f;
            }));
        }
    }
}

TEST_CASE("layers of the head move by their depth when it turns", "[assets]") {
    const std::vector<Setting> right{{"ParamAngleX", 30.0f}}, up{{"ParamAngleY", 30.0f}};
    const float face = movement("ArtMeshFace", right).x;
    CHECK(face > 8.0f);
    CHECK(movement("ArtMeshNose", right).x > face + 10.0f);
    CHECK(movement("ArtMeshHairFront3", right).x > face + 10.0f);
    CHECK(movement("ArtMeshHairBack3", right).x < -8.0f);
    CHECK(movement("ArtMeshNose", up).y < movement("ArtMeshFace", up).y - 5.0f);
    // A tilt turns the head clockwise on the screen: what hangs below the neck goes to the left.
    const std::vector<Setting> tilt{{"ParamAngleZ", 30.0f}};
    CHECK(movement("ArtMeshHairTop", tilt).x > 50.0f);
    CHECK(movement("ArtMeshHairBack3", tilt).x < -20.0f);
    // The character's left eye lies in the right half of the picture.
    CHECK(world(posed({}), yura().find_mesh("ArtMeshIrisL"))[0].x > 800.0f);
}

TEST_CASE("the waistband stays on the skirt however the body bends", "[assets]") {
    const int band = yura().find_mesh("ArtMeshWaistband"), skirt = yura().find_mesh("ArtMeshSkirt");
    for (const float side : {-10.0f, 10.0f}) {
        const rig::Evaluation pose =
            posed({{"ParamBodyAngleX", side}, {"ParamBodyAngleY", -side}, {"ParamBodyAngleZ", side}});
        const auto above = world(pose, band), below = world(pose, skirt);
        REQUIRE(yura().glue.info_count[0] > 20);
        for (std::int32_t i = 0; i < yura().glue.info_count[0]; i += 2) {
            const auto entry = static_cast<std::size_t>(yura().glue.info_begin[0] + i);
            CHECK(distance(above[yura().glue_info.vertex[entry]], below[yura().glue_info.vertex[entry + 1]]) < 1e-2f);
        }
    }
}

TEST_CASE("irises are cut off by the whites of their own eyes", "[assets]") {
    for (const std::string side : {"L", "R"}) {
        const auto iris = static_cast<std::size_t>(yura().find_mesh("ArtMeshIris" + side));
        REQUIRE(yura().mesh.mask_count[iris] == 1);
        CHECK(yura().masks[static_cast<std::size_t>(yura().mesh.mask_begin[iris])] ==
              yura().find_mesh("ArtMeshEyeWhite" + side));
    }
}
