#include "preview/pose_driver.hpp"

#include "preview/preview.hpp"
#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "yure/studio/model_folder.hpp"

using namespace yure;
using namespace yure::editor;

namespace {

std::shared_ptr<const studio::ModelGeometry> demo() {
    auto model = studio::open_model(tests::source_path("assets/demo/yura.model3.json"));
    REQUIRE(model.ok());
    auto geometry = studio::ModelGeometry::of(std::make_shared<const studio::Model>(std::move(*model)));
    REQUIRE(geometry.ok());
    return *geometry;
}

}  // namespace

TEST_CASE("the head follows a pointer to the parameter's end without overshoot, and back", "[editor][preview]") {
    const auto geometry = demo();
    PoseDriver driver(*geometry->model);
    driver.idle = driver.breath = driver.blink = false;
    const auto angle = static_cast<std::size_t>(geometry->rig.find_parameter("ParamAngleX"));
    const rig::ParameterInfo& info = geometry->rig.parameters()[angle];
    driver.look_at({1.0f, 0.0f});
    float highest = 0.0f;
    for (int i = 0; i < 60; ++i) highest = std::max(highest, driver.advance()[angle]);
    CHECK(driver.values()[angle] == Approx(info.max).epsilon(0.01));
    CHECK(highest <= info.max);
    CHECK(driver.driven(static_cast<int>(angle)));
    driver.look_at({});
    for (int i = 0; i < 120; ++i) driver.advance();
    CHECK(driver.values()[angle] == Approx(info.default_value).margin(0.01));
}

TEST_CASE("held values are clamped and stay until let go; a shake moves and dies away", "[editor][preview]") {
    const auto geometry = demo();
    PoseDriver driver(*geometry->model);
    driver.idle = driver.breath = driver.blink = false;
    const int angle = geometry->rig.find_parameter("ParamAngleX");
    const auto row = static_cast<std::size_t>(angle);
    driver.hold(angle, 1e9f);
    CHECK(driver.advance()[row] == geometry->rig.parameters()[row].max);
    driver.idle = true;
    driver.look_at({-1.0f, 0.0f});
    for (int i = 0; i < 30; ++i) CHECK(driver.advance()[row] == geometry->rig.parameters()[row].max);
    driver.idle = false;
    driver.look_at({});
    for (int i = 0; i < 120; ++i) driver.advance();
    driver.release(angle);
    CHECK(driver.advance()[row] == geometry->rig.parameters()[row].default_value);
    driver.shake();
    float most = 0.0f;
    for (int i = 0; i < 125; ++i) most = std::max(most, std::abs(driver.advance()[row]));
    CHECK(most > 10.0f);
    CHECK_FALSE(driver.shaking());
    CHECK(driver.advance()[row] == 0.0f);
}

TEST_CASE("motions of the model play, loop, and an unreadable one is an error", "[editor][preview]") {
    const auto geometry = demo();
    PoseDriver driver(*geometry->model);
    REQUIRE(driver.motions().size() == 4);
    CHECK(driver.motions()[0].name == "idle");
    REQUIRE(driver.play(1).ok());
    CHECK(driver.playing() == 1);
    const float length = driver.motion_length();
    REQUIRE(length > 0.2f);
    for (int i = 0; i < static_cast<int>(length * 60.0f) + 30; ++i) driver.advance();
    CHECK(driver.motion_time() < length);  // gone round
    REQUIRE(driver.play(-1).ok());
    CHECK(driver.playing() == -1);
}

TEST_CASE("the reference simulation and the exported result follow one pose, and rest at rest", "[editor][preview]") {
    Preview preview;
    const auto geometry = demo();
    preview.open(geometry, false);
    preview.driver().idle = preview.driver().breath = preview.driver().blink = false;
    baker::BodyRequest body;
    body.id = "hair";
    const int mesh = geometry->model->puppet.find_mesh("ArtMeshHairBack");
    const int row = mesh >= 0 ? mesh : 0;
    const std::string id(geometry->model->puppet.mesh.id[static_cast<std::size_t>(row)].view());
    body.meshes = {{id, {}}};
    body.inputs = {{"ParamAngleX", {}, false}};
    preview.set_bodies({{body, {}}});
    REQUIRE(preview.reference() != nullptr);
    CHECK(preview.reference()->simulates(row));
    preview.simulate = true;
    preview.reset();
    const auto farthest = [&] {
        float most = 0.0f;
        const auto& simulated = preview.reference_pose()->meshes[static_cast<std::size_t>(row)].positions;
        const auto& rest = geometry->rest[static_cast<std::size_t>(row)];
        for (std::size_t v = 0; v < rest.size(); ++v) most = std::max(most, distance(simulated[v], rest[v]));
        return most;
    };
    for (int i = 0; i < 60; ++i) preview.step();
    CHECK(farthest() < 1.0f);
    preview.driver().shake();
    float most = 0.0f;
    for (int i = 0; i < 60; ++i) {
        preview.step();
        most = std::max(most, farthest());
    }
    CHECK(most > 3.0f);
    CHECK(preview.values().size() == static_cast<std::size_t>(geometry->model->puppet.parameter_count()));
}
