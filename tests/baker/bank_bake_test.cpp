// Bakes with a bank of groups: what is written, what bodies share, what a re-bake leaves alone.
#include "yure/baker/bake.hpp"

#include "body_support.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "yure/baker/bank/fit.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/pendulum/player.hpp"
#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::baker;
using yure::tests::hair_request;
using yure::tests::tiny_puppet;

namespace {

BakeRequest small_bake(Quality quality) {
    BakeRequest request;
    request.puppet = tiny_puppet({});
    request.bodies = {hair_request()};
    request.bodies[0].inputs.pop_back();
    for (InputRequest& input : request.bodies[0].inputs) input.keep = true;
    request.bodies[0].quality = quality;
    request.bodies[0].budget.parameters = 2;  // a small body has no more in it, and the test is quicker
    request.bodies[0].budget.evaluations = 40;
    return request;
}

BakeRequest two_bodies(Quality quality) {
    BakeRequest request = small_bake(quality);
    request.bodies.push_back(request.bodies[0]);
    request.bodies[1].id = "badge";
    request.bodies[1].meshes = {{"Torso", {}}};
    return request;
}

BakeResult baked(const BakeRequest& request, const Work& work = {}) {
    Result<BakeResult> result = bake(request, work);
    if (!result) FAIL(result.error().text());
    return std::move(*result);
}

std::set<std::string> group_ids(const pendulum::Physics& physics) {
    std::set<std::string> ids;
    for (const pendulum::Group& group : physics.groups) ids.insert(group.id);
    return ids;
}

/// Outputs onto a parameter, in file order.
std::vector<pendulum::Output> outputs_on(const pendulum::Physics& physics, const std::string& parameter) {
    std::vector<pendulum::Output> found;
    for (const pendulum::Group& group : physics.groups)
        for (const pendulum::Output& output : group.outputs)
            if (output.parameter == parameter) found.push_back(output);
    return found;
}

/// Positions of the hair, frame by frame, of a written model under a turning head.
std::vector<Vec2> played(const WriteResult& written) {
    const rig::Rig rig = rig::Rig::build(written.puppet).value();
    pendulum::Player player(written.physics, parameter_ranges(rig));
    rig::Evaluation pose(rig);
    const int head = rig.find_parameter("ParamAngleX"), mesh = written.puppet.find_mesh("Hair");
    std::vector<Vec2> all, world(static_cast<std::size_t>(rig.vertex_count(mesh)));
    std::vector<float> values = rig.default_values();
    player.stabilize(values);
    for (int frame = 0; frame < 180; ++frame) {
        values[static_cast<std::size_t>(head)] = 30.0f * std::sin(0.13f * static_cast<float>(frame));
        player.evaluate(values, 1.0f / 60.0f);
        pose.evaluate(values);
        pose.world_positions(mesh, world);
        all.insert(all.end(), world.begin(), world.end());
    }
    return all;
}

float farthest(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    float most = 0.0f;
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, distance(a[i], b[i]));
    return most;
}

Work backwards() {
    Work work;
    work.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        for (std::size_t i = count; i-- > 0;) body(i);
    };
    return work;
}

}  // namespace

TEST_CASE("a standard bake writes a bank: groups in working order, helpers without keys, room for shares",
          "[baker][bank]") {
    const BakeRequest request = small_bake(Quality::standard);
    const BakeResult result = baked(request);
    const BodyResult& body = result.bodies[0];
    REQUIRE(result.banks.size() == 1);
    CHECK(body.bake.bank == "hair");
    CHECK(body.blend_shapes);
    CHECK(rig::check_errors(result.puppet).ok());
    CHECK(result.physics.fps == 60.0f);
    CHECK(body.parameters[0].id == "ParamSimhair_1");
    CHECK(body.parameters[0].range == 30.0f);
    CHECK(body.parameters[0].limit >= 30.0f);
    CHECK(body.parameters[0].gain == Approx(1.3 * body.bake.amplitude_gain));
    CHECK(body.summary.r2_10px > 0.5);
    CHECK(body.summary.clipped < 0.01);

    // every input of a group is a model parameter or was written by an earlier group
    std::set<std::string> written;
    for (const pendulum::Group& group : result.physics.groups) {
        CHECK(group.name.find("(yure 60 Hz)") != std::string::npos);
        for (const pendulum::Input& input : group.inputs)
            CHECK((request.puppet.find_parameter(input.parameter) >= 0 || written.count(input.parameter) == 1));
        for (const pendulum::Output& output : group.outputs) {
            CHECK(result.puppet.find_parameter(output.parameter) >= 0);
            CHECK(output.weight >= 0.0f);
            CHECK(output.weight <= 100.0f);
            written.insert(output.parameter);
        }
    }
    for (const BakedParameter& helper : result.banks[0].parameters) {
        CHECK(helper.keys.empty());
        CHECK(written.count(helper.id) == 1);
        CHECK(result.puppet.find_parameter(helper.id) >= 0);
    }

    SECTION("the same in any order of work") {
        const BakeResult again = baked(request, backwards());
        CHECK(formats::write_moc3(again.puppet) == formats::write_moc3(result.puppet));
        CHECK(again.bodies[0].summary.r2_10px == body.summary.r2_10px);
    }
    SECTION("written as axes it plays the same, with the outer keys repeated at the ends") {
        const BodyBake& bake = body.bake;
        const WriteResult axes =
            write_back(request.puppet, {}, bake, {WriteAs::axes, {}, 1.0f, {}, true}, &result.banks[0]).value();
        const WriteResult blend =
            write_back(request.puppet, {}, bake, {WriteAs::blend, {}, 1.0f, {}, true}, &result.banks[0]).value();
        CHECK_FALSE(axes.blend_shapes);
        CHECK(rig::check_errors(axes.puppet).ok());
        CHECK(farthest(played(axes), played(blend)) < 0.02f);
        CHECK(farthest(played(axes), std::vector<Vec2>(played(axes).size(), Vec2{})) > 1.0f);
    }
    SECTION("another range and id change nothing that is seen") {
        WriteOptions plain, changed;
        changed.outputs = {{body.bake.parameters[0].id, "Sway", "Sway", 1.0f, {}}};
        const WriteResult a = write_back(request.puppet, {}, body.bake, plain, &result.banks[0]).value();
        const WriteResult b = write_back(request.puppet, {}, body.bake, changed, &result.banks[0]).value();
        CHECK(b.puppet.find_parameter("Sway") >= 0);
        CHECK(b.puppet.find_parameter(body.bake.parameters[0].id) < 0);
        CHECK(farthest(played(a), played(b)) < 0.05f);
    }
    SECTION("a bank that is not at hand is an error, not half a model") {
        CHECK_FALSE(write_back(request.puppet, {}, body.bake, {}).ok());
    }
}

TEST_CASE("bodies with the same inputs share one bank, or have their own when asked", "[baker][bank]") {
    const BakeResult shared = baked(two_bodies(Quality::standard));
    REQUIRE(shared.banks.size() == 1);
    CHECK(shared.bodies[1].bake.bank == "hair");
    for (const std::string& id : group_ids(shared.physics)) CHECK(id.starts_with("PhysicsSim_hair_"));
    CHECK_FALSE(outputs_on(shared.physics, "ParamSimbadge_1").empty());

    BakeRequest apart = two_bodies(Quality::standard);
    apart.bodies[1].bank = BankUse::own;
    const BakeResult own = baked(apart);
    CHECK(own.banks.size() == 2);
    CHECK(own.bodies[1].bake.bank == "badge");
    CHECK(baked(two_bodies(Quality::light)).banks.size() == 2);
}

TEST_CASE("a body baked again on its bank leaves the bank and the other bodies alone", "[baker][bank]") {
    const BakeRequest request = two_bodies(Quality::standard);
    const BakeResult before = baked(request);
    BakeRequest again = request;
    again.bodies = {request.bodies[1]};
    again.bodies[0].material.damping *= 2.0f;
    again.earlier = before.banks;
    again.keep_banks = true;
    const BakeResult after = baked(again);
    REQUIRE(after.banks.size() == 1);
    CHECK(after.banks[0].id == "hair");
    CHECK(after.bodies[0].bake.bank == "hair");
    const bank::BankFit &old_fit = *before.banks[0].fit, &new_fit = *after.banks[0].fit;
    REQUIRE(new_fit.level_one.size() == old_fit.level_one.size());
    for (std::size_t g = 0; g < old_fit.level_one.size(); ++g) {
        CHECK(new_fit.level_one[g].pole == old_fit.level_one[g].pole);
        CHECK(new_fit.level_one[g].weights == old_fit.level_one[g].weights);
    }
    CHECK(new_fit.bodies[0].mixing == old_fit.bodies[0].mixing);
    CHECK(new_fit.bodies[0].shapes == old_fit.bodies[0].shapes);
    CHECK(new_fit.bodies[1].shapes != old_fit.bodies[1].shapes);
    CHECK(after.bodies[0].summary.r2_10px > 0.5);

    // both can still be written into one model
    const WriteResult first = write_back(request.puppet, {}, before.bodies[0].bake, {}, &after.banks[0]).value();
    const WriteResult both = write_back(first.puppet, first.physics, after.bodies[0].bake, {}, &after.banks[0]).value();
    CHECK(rig::check_errors(both.puppet).ok());
    CHECK(both.helpers.empty());
    const auto alone = write_back(request.puppet, {}, before.bodies[0].bake, {}, &before.banks[0]).value();
    const auto kept = outputs_on(both.physics, "ParamSimhair_1"), was = outputs_on(alone.physics, "ParamSimhair_1");
    REQUIRE(kept.size() == was.size());
    for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i].weight == was[i].weight);
}

TEST_CASE("a warm bake starts from the earlier bank and is no worse", "[baker][bank]") {
    const BakeRequest request = small_bake(Quality::standard);
    const BakeResult cold = baked(request);
    BakeRequest warm = request;
    warm.earlier = cold.banks;
    const BakeResult result = baked(warm);
    CHECK(result.bodies[0].summary.r2_10px > cold.bodies[0].summary.r2_10px - 0.02);
    CHECK(result.banks[0].groups.size() == cold.banks[0].groups.size());
}

TEST_CASE("a budget is kept, and one that nothing fits is an error", "[baker][bank]") {
    BakeRequest request = small_bake(Quality::light);
    request.bodies[0].budget.parameters = 1;
    request.bodies[0].budget.groups = 6;
    request.bodies[0].budget.keyforms = 5;
    const BakeResult result = baked(request);
    CHECK(result.bodies[0].parameters.size() == 1);
    CHECK(result.physics.groups.size() <= 6);
    CHECK(result.bodies[0].bake.parameters[0].keys.size() <= 5);
    request.bodies[0].budget.bytes = 20;
    const Result<BakeResult> none = bake(request, {});
    REQUIRE_FALSE(none.ok());
    CHECK(none.error().text().find("budget") != std::string::npos);
}

TEST_CASE("a budget of groups counts those of up-and-down inputs, and helpers are as few as fit", "[baker][bank]") {
    for (const int groups : {5, 9, 13}) {
        BakeRequest request = small_bake(Quality::standard);
        request.bodies[0].budget.groups = groups;
        const BakeResult result = baked(request);
        INFO("groups " << groups);
        CHECK(static_cast<int>(result.physics.groups.size()) <= groups);
    }
}

TEST_CASE("a model whose physics runs at another rate is fitted at that one", "[baker][bank]") {
    BakeRequest request = small_bake(Quality::light);
    request.physics.fps = 30.0f;
    const BakeResult result = baked(request);
    CHECK(result.physics.fps == 30.0f);
    CHECK(result.physics.groups[0].name.find("(yure 30 Hz)") != std::string::npos);
    CHECK(result.bodies[0].summary.r2_10px > 0.3);
}

TEST_CASE("a bank bake can be cancelled at any stage", "[baker][bank]") {
    std::vector<std::string> stages;
    {
        Work watching;
        watching.progress = [&](std::string_view stage, double) {
            if (std::find(stages.begin(), stages.end(), stage) == stages.end()) stages.emplace_back(stage);
        };
        baked(small_bake(Quality::standard), watching);
    }
    CHECK(stages.size() >= 5);
    stages.erase(std::remove(stages.begin(), stages.end(), "done"), stages.end());
    for (const std::string& until : stages) {
        INFO(until);
        Work work;
        bool stop = false;
        work.progress = [&](std::string_view stage, double) { stop = stop || stage == until; };
        work.cancelled = [&] { return stop; };
        const Result<BakeResult> result = bake(small_bake(Quality::standard), work);
        REQUIRE_FALSE(result.ok());
        CHECK(is_cancelled(result.error()));
    }
}

TEST_CASE("a target version without blend shapes gives two parameters on axes, and says so", "[baker][bank]") {
    BakeRequest request = small_bake(Quality::best);
    request.puppet = tiny_puppet({rig::MocVersion::v3_0, false});
    request.bodies[0].budget = {};
    request.bodies[0].keys = 3;
    request.bodies[0].target_version = rig::MocVersion::v3_3;
    const BakeResult result = baked(request);
    CHECK_FALSE(result.bodies[0].blend_shapes);
    CHECK(result.bodies[0].parameters.size() <= 2);
    CHECK(result.puppet.version == rig::MocVersion::v3_3);
    const Notices& notices = result.bodies[0].notices;
    CHECK(std::any_of(notices.begin(), notices.end(), [](const Notice& n) { return n.where == "--target-version"; }));
}
