// A body that bone chains move is recorded, baked and measured like any other.
#include "body_support.hpp"

#include <cmath>

#include "yure/baker/body_solver.hpp"
#include "yure/baker/record.hpp"
#include "yure/chain/presets.hpp"

using namespace yure;
using namespace yure::baker;
using namespace yure::tests;

namespace {

BodyRequest chain_request() {
    BodyRequest request = hair_request();
    request.chain.emplace();
    request.chain->segments = 4;
    request.chain->component = chain::find_chain_preset("hair")->component;
    return request;
}

}  // namespace

TEST_CASE("a chain body is simulated by its chains, alike for any number of lanes and threads", "[baker][chain]") {
    const HairBody plain, hair(chain_request());
    REQUIRE(hair.body.strands != nullptr);
    CHECK(plain.body.strands == nullptr);
    CHECK(hair.body.strands->strands().size() == 1);
    CHECK(hair.body.strands->strands()[0].joints.size() == 5);

    std::vector<DriveClip> clips;
    for (int k = 1; k <= 3; ++k) {
        DriveClip clip{"step" + std::to_string(k), 60, {"ParamAngleX"}, {}};
        for (int f = 0; f < 30 * k; ++f) clip.values.push_back(f < 5 ? 0.0f : 10.0f * static_cast<float>(k));
        clips.push_back(std::move(clip));
    }
    const std::vector<const DriveClip*> list{&clips[0], &clips[1], &clips[2]};
    const std::vector<int> watched{hair.rig.find_parameter("ParamAngleX")};
    const auto run = [&](const Body& body, int lanes) { return record(body, {}, list, watched, RecordOptions{true, true, lanes}, {}).value(); };
    const auto one = run(hair.body, 1), three = run(hair.body, 3), mesh = run(plain.body, 3);
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(one[k].in_body == three[k].in_body);
        CHECK(one[k].keyform == three[k].keyform);
        for (std::size_t f = 0; f < one[k].frame_angle.size(); ++f)
            CHECK(std::abs(one[k].frame_angle[f] - mesh[k].frame_angle[f]) < 1e-3f);  // of one frame, for either solver
        CHECK(one[k].in_body != mesh[k].in_body);
    }
    float most = 0.0f;
    for (const float offset : one[2].in_body) most = std::max(most, std::abs(offset));
    CHECK(most > 3.0f);
}

TEST_CASE("a chain body's export follows its chains on motions that the bake never saw", "[baker][chain]") {
    BakeRequest request;
    request.puppet = tiny_puppet({});
    request.bodies = {chain_request()};
    request.bodies[0].quality = Quality::light;
    const auto result = bake(request, {});
    REQUIRE(result);
    const PartSummary& summary = result->bodies[0].summary;
    CHECK(summary.r2_2px > 0.6);
    CHECK(summary.amplitude > 0.8);
    CHECK(summary.amplitude < 1.2);

    request.bodies[0].quality = Quality::classic;
    const auto classic = bake(request, {});
    REQUIRE(classic);
    CHECK(classic->bodies[0].summary.r2_2px > 0.3);
}

TEST_CASE("a chain that cannot be laid is refused with the body's name", "[baker][chain][errors]") {
    BodyRequest request = chain_request();
    request.chain->segments = 0;
    const rig::Puppet puppet = tiny_puppet({});
    const rig::Rig rig = rig::Rig::build(puppet).value();
    const auto bound = bind_body(puppet, rig, request);
    REQUIRE_FALSE(bound);
    CHECK(bound.error().where == "body hair: chain.segments");
}
