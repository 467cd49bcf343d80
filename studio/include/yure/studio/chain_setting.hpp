/// A dynamic-bone file's movement for the bone chains of a puppet's body.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "yure/core/result.hpp"

namespace yure::studio {

struct PuppetComponent {
    nlohmann::ordered_json fields;  ///< for `chain.component` of a body: what differs from the defaults
    Notices notices;                ///< what a puppet's chain does without (colliders, exclusions …)
};

/// The first component of a dynamic-bone file in any form (docs/chains.md, a Unity dump too), with its material's values.
/// Lengths keep their numbers: one unit is 100 px on a puppet. Errors name the place in the file.
Result<PuppetComponent> puppet_component(std::string_view text);

}  // namespace yure::studio
