// Exact poses: held inputs leave the body where the simulation hangs it, and nothing else of the model changes.
#include "body_support.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bake.hpp"
#include "yure/core/random.hpp"
#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::baker;
using yure::tests::hair_request;
using yure::tests::HairBody;
using yure::tests::tiny_puppet;

namespace {

BodyRequest hanging_hair(std::vector<std::string> inputs) {
    BodyRequest request = hair_request();
    for (InputRequest& input : request.inputs) input.keep = true;
    request.quality = Quality::light;
    request.budget.parameters = 2;
    request.keys = 5;
    request.static_inputs = std::move(inputs);
    return request;
}

BakeRequest bake_of(BodyRequest body) {
    BakeRequest request;
    request.puppet = tiny_puppet({});
    request.bodies = {std::move(body)};
    return request;
}

BakeResult baked(const BakeRequest& request) {
    Result<BakeResult> result = bake(request, {});
    if (!result) FAIL(result.error().text());
    return std::move(*result);
}

/// Where the simulation hangs the hair, world px, after `seconds` of holding one input.
std::vector<Vec2> hung(const HairBody& hair, const std::string& input, float value, double seconds) {
    DriveClip clip{"hold", 60.0f, {input}, {}};
    const rig::ParameterInfo& p = hair.rig.parameters()[static_cast<std::size_t>(hair.rig.find_parameter(input))];
    for (int f = 0; f < static_cast<int>(60.0 * seconds); ++f)
        clip.values.push_back(p.default_value +
                              (value - p.default_value) * std::min(1.0f, static_cast<float>(f) / 12.0f));
    const DriveClip* pointer = &clip;
    RecordOptions options{false, true, 1, 0.0f};
    const std::vector<Recording> recordings = record(hair.body, {}, {&pointer, 1}, {}, options, {}).value();
    const Recording& recording = recordings[0];
    const std::size_t columns = static_cast<std::size_t>(hair.body.columns());
    const std::size_t row = static_cast<std::size_t>(recording.frames - 1) * columns;
    const float angle = recording.frame_angle.back(), c = std::cos(-angle), s = std::sin(-angle);
    std::vector<Vec2> world;
    for (std::size_t i = 0; i < columns; i += 2)
        world.push_back(turn_back({recording.goals[row + i] + recording.in_body[row + i],
                                   recording.goals[row + i + 1] + recording.in_body[row + i + 1]},
                                  c, s));
    return world;
}

/// Where a model puts the hair with one input held and everything else at its default.
std::vector<Vec2> posed(const rig::Puppet& puppet, const std::string& input, float value) {
    const rig::Rig rig = rig::Rig::build(puppet).value();
    rig::Evaluation pose(rig);
    std::vector<float> values = rig.default_values();
    values[static_cast<std::size_t>(rig.find_parameter(input))] = value;
    pose.evaluate(values);
    std::vector<Vec2> world(static_cast<std::size_t>(rig.vertex_count(puppet.find_mesh("Hair"))));
    pose.world_positions(puppet.find_mesh("Hair"), world);
    return world;
}

float farthest(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    float most = 0.0f;
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
    return most;
}

/// The model with a body's exact poses and no parameter of its own.
rig::Puppet poses_alone(const BakeRequest& request, const BakeResult& result) {
    rig::Puppet puppet = request.puppet;
    REQUIRE(write_poses(puppet, result.bodies[0].bake.poses).ok());
    return puppet;
}

int axes_of(const rig::Puppet& puppet, const std::string& mesh) {
    return static_cast<int>(rig::mesh_axis_parameters(puppet, puppet.find_mesh(mesh)).size());
}

}  // namespace

TEST_CASE("a held pose is where the simulation hangs the body, at every key", "[baker][static]") {
    const BakeRequest request = bake_of(hanging_hair({"ParamAngleX", "ParamAngleZ"}));
    const BakeResult result = baked(request);
    const HairBody hair(request.bodies[0]);
    REQUIRE(result.bodies[0].bake.poses.size() == 2);
    const rig::Puppet puppet = poses_alone(request, result);
    CHECK(rig::check_errors(puppet).ok());
    float off_without = 0.0f;
    for (const BakedPose& pose : result.bodies[0].bake.poses) {
        CHECK(pose.keys.size() == 5);
        CHECK(pose.keys.front() == -30.0f);
        CHECK(pose.keys.back() == 30.0f);
        CHECK(std::find(pose.keys.begin(), pose.keys.end(), 0.0f) != pose.keys.end());
        for (const float key : pose.keys) {
            INFO(pose.input << " at " << key);
            const std::vector<Vec2> simulated = hung(hair, pose.input, key, 12.0);
            CHECK(farthest(simulated, posed(puppet, pose.input, key)) < 0.5f);
            off_without = std::max(off_without, farthest(simulated, posed(request.puppet, pose.input, key)));
        }
    }
    CHECK(off_without > 5.0f);  // the rig alone is not there
}

TEST_CASE("exact poses change nothing at rest, and only what they name", "[baker][static]") {
    const BakeRequest request = bake_of(hanging_hair({"ParamAngleZ"}));
    const BakeResult result = baked(request);
    CHECK(rig::check_errors(result.puppet).ok());
    const rig::Rig before = rig::Rig::build(request.puppet).value(), after = rig::Rig::build(result.puppet).value();
    rig::Evaluation a(before), b(after);
    Random random(5);
    for (int pose = 0; pose < 12; ++pose) {
        std::vector<float> values = before.default_values(), more = after.default_values();
        for (std::size_t p = 0; p < values.size(); ++p) {
            const rig::ParameterInfo& info = before.parameters()[p];
            if (pose > 0 && info.id != "ParamAngleZ")
                values[p] = more[p] = static_cast<float>(random.uniform(info.min, info.max));
        }
        a.evaluate(values);
        b.evaluate(more);
        for (int mesh = 0; mesh < before.mesh_count(); ++mesh) {
            const auto was = a.positions(mesh), is = b.positions(mesh);
            bool equal = was.size() == is.size();
            for (std::size_t i = 0; equal && i < was.size(); ++i) equal = was[i].x == is[i].x && was[i].y == is[i].y;
            INFO("pose " << pose << " mesh " << mesh);
            CHECK(equal);
        }
    }
}

TEST_CASE("exact poses take the held error away and the swing stays as good", "[baker][static]") {
    const BakeResult without = baked(bake_of(hanging_hair({})));
    const BakeResult with = baked(bake_of(hanging_hair({"ParamAngleX", "ParamAngleZ", "ParamOpen"})));
    CHECK(without.bodies[0].bake.poses.empty());
    CHECK(without.bodies[0].pose_cost.keyforms == 0);
    CHECK(with.bodies[0].pose_cost.keyforms > 0);
    CHECK(with.bodies[0].pose_cost.bytes == 27 * 8 * with.bodies[0].pose_cost.keyforms);
    CHECK(with.bodies[0].summary.static_px < 0.85 * without.bodies[0].summary.static_px);
    CHECK(with.bodies[0].summary.r2_10px > without.bodies[0].summary.r2_10px - 0.02);
}

TEST_CASE("classic bakes have exact poses too, and exaggeration leaves them alone", "[baker][static]") {
    BodyRequest body = hanging_hair({"ParamAngleZ"});
    body.budget = {};
    body.quality = Quality::classic;
    body.modes = 1;
    body.exaggeration = 2.0f;
    const BakeRequest request = bake_of(body);
    const BakeResult result = baked(request);
    const HairBody hair(body);
    REQUIRE(result.bodies[0].bake.poses.size() == 1);
    // no physics: the new parameter stays at 0, the held pose is there
    CHECK(farthest(hung(hair, "ParamAngleZ", 30.0f, 12.0), posed(result.puppet, "ParamAngleZ", 30.0f)) < 0.5f);
}

TEST_CASE("auto takes inputs that matter and that are axes already, and tells of the others", "[baker][static]") {
    BodyRequest body = hanging_hair({});
    body.static_automatic = true;
    const BakeRequest request = bake_of(body);
    const BakeResult result = baked(request);
    const int axes = axes_of(request.puppet, "Hair");
    for (const BakedPose& pose : result.bodies[0].bake.poses) {
        const int row = request.puppet.find_parameter(pose.input);
        const std::vector<int> own = rig::mesh_axis_parameters(request.puppet, request.puppet.find_mesh("Hair"));
        CHECK(std::find(own.begin(), own.end(), row) != own.end());
        CHECK(pose.farthest_px > 1.5);
    }
    rig::Puppet puppet = request.puppet;
    REQUIRE(write_poses(puppet, result.bodies[0].bake.poses).ok());
    CHECK(axes_of(puppet, "Hair") == axes);
    const Notices& notices = result.bodies[0].notices;
    const bool told =
        std::any_of(notices.begin(), notices.end(), [](const Notice& n) { return n.where == "--static auto"; });
    CHECK((told || !result.bodies[0].bake.poses.empty()));
}

TEST_CASE("a training span bounds the keys; beyond it the outer shape holds", "[baker][static]") {
    BodyRequest body = hanging_hair({"ParamAngleZ"});
    body.inputs[1].span = Span{-10.0f, 20.0f};
    body.keys = 3;
    const BakeResult result = baked(bake_of(body));
    REQUIRE(result.bodies[0].bake.poses.size() == 1);
    const BakedPose& pose = result.bodies[0].bake.poses[0];
    CHECK(pose.keys == std::vector<float>{-30.0f, -10.0f, 0.0f, 20.0f, 30.0f});
    for (std::size_t i = 0; i < pose.meshes[0].offsets[0].size(); ++i) {
        CHECK(pose.meshes[0].offsets[0][i].x == pose.meshes[0].offsets[1][i].x);
        CHECK(pose.meshes[0].offsets[2][i].x == 0.0f);
    }
}

TEST_CASE("what cannot be done is told before anything is learned", "[baker][static]") {
    const auto fault = [](BakeRequest request) {
        bool trained = false;
        Work work;
        work.progress = [&](std::string_view stage, double) { trained = trained || stage == "grow"; };
        const Result<BakeResult> result = bake(request, work);
        REQUIRE_FALSE(result.ok());
        CHECK_FALSE(trained);
        return result.error().text();
    };
    CHECK(fault(bake_of(hanging_hair({"ParamNone"}))).find("no such parameter") != std::string::npos);
    BakeRequest blend = bake_of(hanging_hair({"ParamBlend"}));
    blend.puppet = tiny_puppet({rig::MocVersion::v4_2, true});
    CHECK(fault(blend).find("blend shapes") != std::string::npos);
    CHECK(fault(bake_of(hanging_hair({"A", "B", "C", "D", "E"}))).find("--static") != std::string::npos);

    // physics that holds the input where it wants
    BakeRequest driven = bake_of(hanging_hair({"ParamAngleZ"}));
    pendulum::Group group;
    group.id = "PhysicsSetting1";
    group.inputs = {{"ParamOpen", 100, pendulum::Channel::x, false}};
    group.vertices = {{{0, 0}, 1, 1, 1, 0}, {{0, 10}, 0.95f, 0.9f, 1.5f, 10}};
    group.outputs = {{"ParamAngleZ", 1, 40.0f, 100.0f, pendulum::Channel::angle, false}};
    driven.physics.groups = {group};
    CHECK(fault(driven).find("physics in play") != std::string::npos);

    BakeRequest tight = bake_of(hanging_hair({"ParamAngleX", "ParamAngleZ"}));
    tight.bodies[0].budget.keyforms = 6;
    CHECK(fault(tight).find("beside the exact poses") != std::string::npos);
}
