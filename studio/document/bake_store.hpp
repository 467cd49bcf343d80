/// A bake between the baker's tables and the document's JSON. Meshes and old physics are named, so that a stored bake can
/// be written onto a model that was exported anew. Private to studio.
#pragma once

#include "yure/baker/bake.hpp"
#include "yure/studio/document.hpp"

namespace yure::studio {

/// What goes out of play with the body is kept as the parameters that old physics no longer drives.
Json bake_json(const baker::BodyBake& bake, const rig::Puppet& puppet);

/// On the puppet it is to be written to, without `removed`. A mesh that is gone or has another number of vertices is
/// left out and told. Errors: JSON that is no bake.
Result<baker::BodyBake> read_bake(const Json& json, const rig::Puppet& puppet, Notices& notices);

/// The parameters of `removed`, and the outputs that drive them in `physics`.
std::vector<std::string> removed_parameters(const Json& bake);
baker::PhysicsOnMeshes outputs_on(const std::vector<std::string>& parameters, const pendulum::Physics& physics);

/// A bank, with the fit it came from.
Json bank_json(const baker::BakedBank& bank);
/// `with_fit`: also what another bake may start from; a fit that cannot be read is left out. Errors: no bank.
Result<baker::BakedBank> read_bank(const Json& json, bool with_fit);

}  // namespace yure::studio
