#include "yure/baker/bake.hpp"

#include "body_support.hpp"
#include "support/shared_data.hpp"

#include <algorithm>

#include "yure/formats/moc3.hpp"
#include "yure/rig/check.hpp"

using namespace yure;
using namespace yure::baker;
using yure::tests::hair_request;
using yure::tests::tiny_puppet;

namespace {

BakeRequest tiny_bake() {
    BakeRequest request;
    request.puppet = tiny_puppet({});
    request.bodies = {hair_request()};
    request.bodies[0].inputs.pop_back();
    request.bodies[0].quality = Quality::classic;
    return request;
}

Work backwards() {
    Work work;
    work.parallel_for = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        for (std::size_t i = count; i-- > 0;) body(i);
    };
    return work;
}

}  // namespace

TEST_CASE("a small body is baked, follows better than nothing, and passes the check", "[baker][bake]") {
    const BakeRequest request = tiny_bake();
    const Result<BakeResult> result = bake(request, {});
    if (!result) FAIL(result.error().text());
    REQUIRE(result->bodies.size() == 1);
    const BodyResult& body = result->bodies[0];
    CHECK(body.bake.parameters.size() >= 1);
    CHECK(body.parameters[0].id == "ParamSimhair_1");
    CHECK(body.parameters[0].gain == Approx(1.3f));
    CHECK(result->physics.groups[0].id == "PhysicsSim_hair");
    CHECK(result->physics.fps == 60.0f);
    CHECK(rig::check_errors(result->puppet).ok());
    CHECK(body.summary.clips > 0);
    CHECK(body.summary.r2_10px > 0.0);
    CHECK(body.summary.clipped < 0.05);

    SECTION("the same request gives the same bytes in any order of work") {
        const Result<BakeResult> again = bake(request, backwards());
        REQUIRE(again);
        CHECK(formats::write_moc3(again->puppet) == formats::write_moc3(result->puppet));
        CHECK(again->bodies[0].summary.r2_10px == body.summary.r2_10px);
    }
    SECTION("the clip seed changes what is measured, never what is baked") {
        BakeRequest shifted = request;
        shifted.clip_seed = 5;
        const Result<BakeResult> other = bake(shifted, {});
        REQUIRE(other);
        CHECK(formats::write_moc3(other->puppet) == formats::write_moc3(result->puppet));
        CHECK(other->bodies[0].summary.r2_10px != body.summary.r2_10px);
    }
    SECTION("the exaggeration changes the export, never the metrics") {
        BakeRequest plain = request;
        plain.bodies[0].exaggeration = 1.0f;
        const Result<BakeResult> other = bake(plain, {});
        REQUIRE(other);
        CHECK(formats::write_moc3(other->puppet) != formats::write_moc3(result->puppet));
        CHECK(other->bodies[0].summary.r2_10px == body.summary.r2_10px);
    }
}

TEST_CASE("progress rises to one and names its stages", "[baker][bake]") {
    Work work;
    double last = 0.0;
    bool rises = true;
    std::vector<std::string> stages;
    work.progress = [&](std::string_view stage, double fraction) {
        rises = rises && fraction >= last - 1e-9;
        last = fraction;
        if (stages.empty() || stages.back() != stage) stages.emplace_back(stage);
    };
    REQUIRE(bake(tiny_bake(), work));
    CHECK(rises);
    CHECK(last == Approx(1.0));
    CHECK(stages.size() >= 4);
}

TEST_CASE("a bake can be cancelled at any stage", "[baker][bake]") {
    for (const char* until : {"simulate", "fit pendulums", "polish pendulums", "compare"}) {
        INFO(until);
        Work work;
        bool stop = false;
        work.progress = [&](std::string_view stage, double) { stop = stop || stage == until; };
        work.cancelled = [&] { return stop; };
        const Result<BakeResult> result = bake(tiny_bake(), work);
        REQUIRE_FALSE(result.ok());
        CHECK(is_cancelled(result.error()));
    }
}

TEST_CASE("requests that cannot be met say what is wrong", "[baker][bake]") {
    const auto error = [](auto change) {
        BakeRequest request = tiny_bake();
        change(request);
        const Result<BakeResult> result = bake(request, {});
        return result.ok() ? std::string("no error") : result.error().text();
    };
    using Catch::Matchers::Contains;
    CHECK_THAT(error([](auto& r) { r.bodies.clear(); }), Contains("at least one body"));
    CHECK_THAT(error([](auto& r) { r.bodies[0].meshes[0].id = "Nose"; }), Contains("no mesh Nose"));
    CHECK_THAT(error([](auto& r) { r.bodies.push_back(r.bodies[0]); }), Contains("twice"));
    CHECK_THAT(error([](auto& r) {
                   r.bodies.push_back(r.bodies[0]);
                   r.bodies[1].id = "other";
               }),
               Contains("another body"));
    CHECK_THAT(error([](auto& r) { r.bodies[0].budget.parameters = 3; }), Contains("classic"));
    CHECK_THAT(error([](auto& r) {
                   r.bodies[0].inputs = {{"Absent", {}, false}};
               }),
               Contains("none of the parameters"));
    CHECK_THAT(error([](auto& r) { r.bodies[0].meshes[0].groups.pin = {1.0f}; }), Contains("pin weights"));
    CHECK_THAT(error([](auto& r) { r.motions = {{"motion:m", 30, {"ParamAngleX"}, {0}}}; }), Contains("60 Hz"));
}

TEST_CASE("a second body is baked on the result of the first", "[baker][bake]") {
    BakeRequest request = tiny_bake();
    request.bodies.push_back(request.bodies[0]);
    request.bodies[1].id = "badge";
    request.bodies[1].meshes = {{"Torso", {}}};
    const Result<BakeResult> result = bake(request, {});
    if (!result) FAIL(result.error().text());
    CHECK(result->puppet.find_parameter("ParamSimhair_1") >= 0);
    CHECK(result->puppet.find_parameter("ParamSimbadge_1") >= 0);
    CHECK(result->physics.groups.size() ==
          static_cast<std::size_t>(result->bodies[0].pendulums + result->bodies[1].pendulums));
}
