#include "yure/baker/record.hpp"

#include "body_support.hpp"

#include <cmath>

#include "yure/baker/unseen_clips.hpp"

using namespace yure;
using namespace yure::baker;
using yure::tests::HairBody;

namespace {

DriveClip swing_clip(const std::string& id, int frames, float size) {
    DriveClip clip{id, 60, {"ParamAngleX", "ParamAngleZ"}, {}};
    for (int f = 0; f < frames; ++f) {
        const float wave = std::sin(0.12f * static_cast<float>(f));
        clip.values.insert(clip.values.end(), {size * wave, 0.5f * size * wave});
    }
    return clip;
}

std::vector<Recording> record_all(const HairBody& hair, const std::vector<DriveClip>& clips,
                                  RecordOptions options = {true, true, 8}, const Work& work = {}) {
    std::vector<const DriveClip*> pointers;
    for (const DriveClip& clip : clips) pointers.push_back(&clip);
    const std::vector<int> watched{hair.rig.find_parameter("ParamAngleX")};
    return record(hair.body, {}, pointers, watched, options, work).value();
}

pendulum::Physics old_swing() {
    pendulum::Group head, tail;
    head.id = "PhysicsSetting1";
    head.inputs = {{"ParamAngleX", 100, pendulum::Channel::x, false}};
    head.vertices = {{{0, 0}, 1, 1, 1, 0}, {{0, 10}, 0.95f, 0.9f, 1.5f, 10}};
    head.outputs = {{"ParamAngleZ", 1, 20, 100, pendulum::Channel::angle, false},
                    {"ParamOther", 1, 1, 100, pendulum::Channel::angle, false}};
    tail = head;
    tail.id = "PhysicsSetting2";
    tail.outputs.resize(1);
    return {0, {head, tail}};
}

}  // namespace

TEST_CASE("a body at rest stays where the rig puts it", "[baker][record]") {
    HairBody hair;
    const auto r = record_all(hair, {swing_clip("still", 60, 0.0f)});
    for (const float value : r[0].in_body) REQUIRE(std::abs(value) < 0.6f);
    CHECK(r[0].frames == 60);
    CHECK(r[0].in_body.size() == 60u * static_cast<std::size_t>(hair.body.columns()));
}

TEST_CASE("keyform offsets lead back to where the simulation was", "[baker][record]") {
    HairBody hair;
    const DriveClip clip = swing_clip("swing", 80, 25.0f);
    const auto r = record_all(hair, {clip});
    rig::Evaluation pose(hair.rig, hair.body.meshes);
    float farthest = 0.0f, worst = 0.0f;
    for (const int frame : {20, 40, 79}) {
        std::vector<float> values = hair.rig.default_values();
        values[static_cast<std::size_t>(hair.rig.find_parameter("ParamAngleX"))] = clip.frame(frame)[0];
        values[static_cast<std::size_t>(hair.rig.find_parameter("ParamAngleZ"))] = clip.frame(frame)[1];
        pose.evaluate(values);
        const int mesh = hair.body.meshes[0];
        std::vector<Vec2> goals(static_cast<std::size_t>(hair.body.particles())), bare(goals.size()), own(goals.size()),
            world(goals.size());
        goal_positions(hair.body, pose, goals);
        pose.to_keyform_space(mesh, goals, pose.keyform_positions(mesh), own);
        const float angle = r[0].frame_angle[static_cast<std::size_t>(frame)], c = std::cos(angle), s = std::sin(angle);
        const float* row = r[0].keyform_row(frame, hair.body.columns());
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] += Vec2{row[2 * i] / hair.body.keyform_scale[0].x, row[2 * i + 1] / hair.body.keyform_scale[0].y};
        pose.to_world(mesh, own, world);
        const float* offset = r[0].in_body.data() + static_cast<std::ptrdiff_t>(frame) * hair.body.columns();
        for (std::size_t i = 0; i < own.size(); ++i) {
            const Vec2 seen{offset[2 * i] * c - offset[2 * i + 1] * s, offset[2 * i] * s + offset[2 * i + 1] * c};
            worst = std::max(worst, length(world[i] - goals[i] - seen));
            farthest = std::max(farthest, length(seen));
        }
    }
    CHECK(farthest > 5.0f);
    CHECK(worst < 0.05f);
}

TEST_CASE("the split into lanes and batches does not change a bit", "[baker][record][determinism]") {
    HairBody hair;
    std::vector<DriveClip> clips;
    for (int k = 0; k < 5; ++k)
        clips.push_back(swing_clip("c" + std::to_string(k), 40 + 7 * k, 5.0f + 4.0f * static_cast<float>(k)));
    Work backwards;
    backwards.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        for (std::size_t i = count; i-- > 0;) body(i);
    };
    const auto one = record_all(hair, clips, {true, true, 1}), eight = record_all(hair, clips, {true, true, 8}),
               two = record_all(hair, clips, {true, true, 2}, backwards);
    for (std::size_t k = 0; k < clips.size(); ++k) {
        CHECK(one[k].id == clips[k].id);
        CHECK(one[k].keyform == eight[k].keyform);
        CHECK(one[k].in_body == two[k].in_body);
        CHECK(one[k].frame_angle == eight[k].frame_angle);
        CHECK(one[k].watched == two[k].watched);
    }
}

TEST_CASE("watched parameters are what the rig got: clamped", "[baker][record]") {
    HairBody hair;
    const auto r = record_all(hair, {swing_clip("far", 60, 90.0f)});
    float most = 0.0f;
    for (const float value : r[0].watched) most = std::max(most, value);
    CHECK(most == 30.0f);
}

TEST_CASE("a cancelled recording stops", "[baker][record]") {
    HairBody hair;
    const DriveClip clip = swing_clip("swing", 600, 20.0f);
    const DriveClip* pointer = &clip;
    Work work;
    work.cancelled = [] { return true; };
    const auto r = record(hair.body, {}, std::span(&pointer, 1), {}, {}, work);
    REQUIRE_FALSE(r.ok());
    CHECK(is_cancelled(r.error()));
}

TEST_CASE("old physics on the meshes goes out of play, except on the body's own inputs", "[baker][record]") {
    HairBody hair;
    const PhysicsOnMeshes found = physics_on_meshes(hair.rig, hair.body.meshes, old_swing(), {});
    REQUIRE(found.hits.size() == 2);
    CHECK(found.hits[0].parameter == "ParamAngleZ");
    const pendulum::Physics rest = without_outputs(old_swing(), found);
    REQUIRE(rest.groups.size() == 1);  // the second had nothing else to drive
    CHECK(rest.groups[0].outputs.size() == 1);
    CHECK(rest.groups[0].outputs[0].parameter == "ParamOther");
    CHECK_FALSE(moves_meshes(hair.rig, hair.body.meshes, rest));

    const std::vector<int> inputs{hair.rig.find_parameter("ParamAngleZ")};
    CHECK(physics_on_meshes(hair.rig, hair.body.meshes, old_swing(), inputs).hits.empty());
}

TEST_CASE("physics in play moves the goals while simulating", "[baker][record]") {
    HairBody hair;
    DriveClip clip{"swing", 60, {"ParamAngleX"}, {}};
    for (int f = 0; f < 90; ++f) clip.values.push_back(25.0f * std::sin(0.12f * static_cast<float>(f)));
    const DriveClip* pointer = &clip;
    const std::vector<int> watched{hair.rig.find_parameter("ParamAngleZ")};
    const auto still = record(hair.body, {}, std::span(&pointer, 1), watched, {}, {}).value();
    const auto driven = record(hair.body, old_swing(), std::span(&pointer, 1), watched, {}, {}).value();
    float quiet = 0.0f, lively = 0.0f;
    for (const float value : still[0].watched) quiet = std::max(quiet, std::abs(value));
    for (const float value : driven[0].watched) lively = std::max(lively, std::abs(value));
    CHECK(quiet == 0.0f);
    CHECK(lively > 1.0f);
}
