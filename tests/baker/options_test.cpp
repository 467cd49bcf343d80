#include "body_support.hpp"

#include <algorithm>

using namespace yure;
using namespace yure::baker;
using yure::tests::hair_request;

namespace {

bool complains(const BodyRequest& request, const std::string& about) {
    const auto found = problems(request);
    return std::any_of(found.begin(), found.end(),
                       [&](const Error& e) { return e.text().find(about) != std::string::npos; });
}

template <class Change>
BodyRequest changed(Change change) {
    BodyRequest request = hair_request();
    change(request);
    return request;
}

}  // namespace

TEST_CASE("a sound request has no problems", "[baker][options]") {
    CHECK(problems(hair_request()).empty());
}

TEST_CASE("every option out of its range is named", "[baker][options]") {
    CHECK(complains(changed([](auto& r) { r.id = "a b"; }), "name"));
    CHECK(complains(changed([](auto& r) { r.id = ""; }), "name"));
    CHECK(complains(changed([](auto& r) {
                        r.quality = Quality::classic;
                        r.budget.groups = 8;
                    }),
                    "budget"));
    CHECK(complains(changed([](auto& r) { r.budget.parameters = 9; }), "parameters"));
    CHECK(complains(changed([](auto& r) { r.budget.groups = 1; }), "groups"));
    CHECK(complains(changed([](auto& r) { r.budget.keyforms = 1; }), "keyforms"));
    CHECK(complains(changed([](auto& r) { r.budget.bytes = 8; }), "bytes"));
    CHECK(complains(changed([](auto& r) { r.budget.evaluations = -1; }), "evaluations"));
    CHECK(complains(changed([](auto& r) { r.modes = 4; }), "--modes"));
    CHECK(complains(changed([](auto& r) { r.keys = 4; }), "--keys"));
    CHECK(complains(changed([](auto& r) { r.exaggeration = 2.5f; }), "--exaggeration"));
    CHECK(complains(changed([](auto& r) { r.inputs.clear(); }), "no inputs"));
    CHECK(complains(changed([](auto& r) { r.meshes.clear(); }), "no mesh"));
    CHECK(complains(changed([](auto& r) { r.meshes.push_back(r.meshes[0]); }), "twice"));
    CHECK(complains(changed([](auto& r) { r.inputs.push_back(r.inputs[0]); }), "twice"));
    CHECK(complains(changed([](auto& r) { r.inputs[0].span = Span{3, -3}; }), "training range"));
    CHECK(complains(changed([](auto& r) { r.material.damping = -1; }), "material"));
    CHECK(complains(changed([](auto& r) { r.outputs = {{"ParamSimhair_1", "", "", 0.5f, {}}}; }), "range"));
    CHECK(complains(changed([](auto& r) { r.outputs = {{"ParamSimhair_1", "", "", 30.0f, 4.0f}}; }), "gain"));
    CHECK(complains(changed([](auto& r) {
                        r.outputs = {{"ParamSimhair_1", std::string(70, 'x'), "", 30.0f, {}}};
                    }),
                    "63"));
    CHECK(complains(changed([](auto& r) {
                        r.write = WriteAs::blend;
                        r.target_version = rig::MocVersion::v4_0;
                    }),
                    "--write"));
    CHECK(complains(changed([](auto& r) { r.training = {{{"m", 60, {"A"}, {0}}, 2.0f}}; }), "weight"));
    CHECK(complains(changed([](auto& r) { r.top_pins = sim::TopPins{2.0f, 0.1f}; }), "--pins"));
}
