/// A hair body on the small puppet of tests/support, and a bake request for it.
#pragma once

#include "support/catch.hpp"
#include "support/tiny_puppet.hpp"

#include "yure/baker/bake.hpp"

namespace yure::tests {

inline baker::BodyRequest hair_request() {
    baker::BodyRequest request;
    request.id = "hair";
    request.kind = sim::BodyKind::hair;
    request.material = sim::default_material(sim::BodyKind::hair);
    request.meshes = {{"Hair", {}}};
    request.inputs = {{"ParamAngleX", {}, false}, {"ParamAngleZ", {}, false}, {"ParamOpen", {}, false}};
    return request;
}

/// The puppet, its rig and a bound body, kept together because each points at the one before.
struct HairBody {
    rig::Puppet puppet;
    rig::Rig rig;
    baker::Body body;

    explicit HairBody(const baker::BodyRequest& request = hair_request())
        : puppet(tiny_puppet({})),
          rig(rig::Rig::build(puppet).value()),
          body(baker::bind_body(puppet, rig, request).value()) {}
    HairBody(const HairBody&) = delete;
    HairBody& operator=(const HairBody&) = delete;
};

}  // namespace yure::tests
