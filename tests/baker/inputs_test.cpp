#include "yure/baker/inputs.hpp"

#include "body_support.hpp"

#include <cmath>
#include <numbers>

using namespace yure;
using namespace yure::baker;
using yure::tests::hair_request;
using yure::tests::PuppetBuilder;

namespace {

/// One strand in model space that inputs move in known ways: Side and Up shift it 100 px (Up by -100 px), Roll turns it
/// by 0.2 rad about the top, Bend curls its tip, Tiny moves it half a px, Lean is one-sided with its default at the low
/// end.
rig::Puppet known_puppet() {
    PuppetBuilder builder(rig::MocVersion::v4_0);
    const int part = builder.part("Part", -1);
    std::vector<PuppetBuilder::Axis> axes;
    const auto add = [&](const char* id, float low, float high, float base) {
        const int parameter = builder.parameter(id, low, high, base);
        axes.push_back({parameter, low < 0 ? std::vector<float>{low, 0, high} : std::vector<float>{low, high}});
    };
    add("Side", -10, 10, 0);
    add("Up", -10, 10, 0);
    add("Roll", -10, 10, 0);
    add("Tiny", -10, 10, 0);
    add("Lean", 0, 1, 0);
    const auto shape = [](Vec2 p, const std::vector<float>& at) {
        const float angle = 0.02f * at[2], c = std::cos(angle), s = std::sin(angle);
        Vec2 moved{p.x * c - p.y * s, p.x * s + p.y * c};
        moved.x += 0.02f * at[0] + 0.0001f * at[3];  // 500 px a unit
        moved.y -= 0.02f * at[1];
        const float depth = p.y;
        moved.x += 0.1f * at[4] * depth * depth;
        return moved;
    };
    builder.mesh("Strand", part, -1, 3, 9, {-0.05f, 0.0f}, {0.05f, 0.6f}, axes, shape);
    return builder.finish(-1);
}

std::vector<InputReading> read(const std::vector<InputRequest>& requests, Notices& notices) {
    const rig::Puppet puppet = known_puppet();
    const rig::Rig rig = rig::Rig::build(puppet).value();
    BodyRequest request = hair_request();
    request.meshes = {{"Strand", {}}};
    const Body body = bind_body(puppet, rig, request).value();
    return read_inputs(body, requests, notices).value();
}

}  // namespace

TEST_CASE("an input is read by what it does to the body", "[baker][inputs]") {
    Notices notices;
    const auto r = read({{"Side", {}, false}, {"Up", {}, false}, {"Roll", {}, false}, {"Lean", {}, false}}, notices);
    REQUIRE(r.size() == 4);
    CHECK(notices.empty());

    CHECK(r[0].reach_px == Approx(100.0).epsilon(1e-3));
    CHECK(r[0].rigid);
    CHECK_FALSE(r[0].vertical);
    CHECK(r[0].group == InputGroup::lateral);
    CHECK(r[0].root_slope.x == Approx(10.0).epsilon(1e-3));
    CHECK(r[0].root_slope.y == Approx(0.0).margin(1e-3));

    CHECK(r[1].reach_px == Approx(100.0).epsilon(1e-3));
    CHECK(r[1].vertical);
    CHECK(r[1].group == InputGroup::vertical);
    CHECK(r[1].root_slope.y == Approx(-10.0).epsilon(1e-3));

    CHECK(r[2].rigid);
    CHECK(r[2].turn_slope == Approx(0.02).epsilon(0.02));
    CHECK_FALSE(r[2].vertical);

    CHECK_FALSE(r[3].rigid);
    CHECK_FALSE(r[3].vertical);
    CHECK(r[3].span.low == 0.0f);
}

TEST_CASE("an input that hardly moves the body is culled unless kept", "[baker][inputs]") {
    Notices notices;
    const auto culled = read({{"Tiny", {}, false}}, notices);
    CHECK(culled[0].reach_px == Approx(0.5).epsilon(0.02));
    CHECK(culled[0].group == InputGroup::culled);
    REQUIRE(notices.size() == 1);
    const auto kept = read({{"Tiny", {}, true}}, notices);
    CHECK(kept[0].forced);
    CHECK(kept[0].group == InputGroup::lateral);
}

TEST_CASE("a training range narrows the reach, is clipped, and holds the default", "[baker][inputs]") {
    Notices notices;
    CHECK(read({{"Side", Span{-5, 5}, false}}, notices)[0].reach_px == Approx(50.0).epsilon(1e-3));
    const rig::ParameterInfo p{"P", -10, 10, 2};
    CHECK(training_span(p, Span{-50, 4}).low == -10.0f);
    CHECK(training_span(p, Span{5, 8}).low == 2.0f);
    CHECK(training_span(p, Span{5, 8}).high == 8.0f);
    CHECK(training_span(p, {}).high == 10.0f);
}

TEST_CASE("inputs that the model lacks are told, and none left is an error", "[baker][inputs]") {
    Notices notices;
    CHECK(read({{"Side", {}, false}, {"Absent", {}, false}}, notices).size() == 1);
    CHECK(notices.size() == 1);
    tests::HairBody hair;
    CHECK_FALSE(read_inputs(hair.body, {{"Absent", {}, false}}, notices).ok());
}

TEST_CASE("default inputs are those of the kind that the model has", "[baker][inputs]") {
    const std::vector<rig::ParameterInfo> parameters{{"ParamAngleX", -30, 30, 0},
                                                     {"PARAM_ANGLE_Y", -30, 30, 0},
                                                     {"ParamBodyAngleY", -10, 10, 0},
                                                     {"ParamBodyLean", -1, 1, 0},
                                                     {"ParamMouth", 0, 1, 0}};
    const auto ids = [&](sim::BodyKind kind) {
        std::vector<std::string> result;
        for (const InputRequest& input : default_inputs(parameters, kind)) result.push_back(input.id);
        return result;
    };
    CHECK(ids(sim::BodyKind::hair) ==
          std::vector<std::string>{"ParamAngleX", "PARAM_ANGLE_Y", "ParamBodyAngleY", "ParamBodyLean"});
    CHECK(ids(sim::BodyKind::cloth) == std::vector<std::string>{"ParamAngleX", "ParamBodyAngleY"});
}

TEST_CASE("a strand drawn in two meshes is one: pinned at its top only, and welded along the seam", "[baker][body]") {
    PuppetBuilder builder(rig::MocVersion::v4_0);
    const int part = builder.part("Part", -1);
    const int side = builder.parameter("Side", -10, 10, 0);
    const auto shape = [](Vec2 p, const std::vector<float>& at) { return Vec2{p.x + 0.02f * at[0], p.y}; };
    builder.mesh("Upper", part, -1, 3, 5, {-0.05f, 0.0f}, {0.05f, 0.3f}, {{side, {-10, 0, 10}}}, shape);
    builder.mesh("Lower", part, -1, 3, 5, {-0.05f, 0.3f}, {0.05f, 0.6f}, {{side, {-10, 0, 10}}}, shape);
    const rig::Puppet puppet = builder.finish(-1);
    const rig::Rig rig = rig::Rig::build(puppet).value();
    BodyRequest request = hair_request();
    request.meshes = {{"Upper", {}}, {"Lower", {}}};
    const Body body = bind_body(puppet, rig, request).value();
    CHECK(body.scene->spec().welds.size() == 3);
    CHECK(body.pin[0] == Approx(1.0f));
    for (int i = body.first_particle[1]; i < body.particles(); ++i)
        CHECK(body.pin[static_cast<std::size_t>(i)] == 0.0f);
}
