/// Materials as JSON objects, all values by name. Private to studio.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "yure/core/result.hpp"
#include "yure/sim/material.hpp"

namespace yure::studio {

/// Every value, a default or not, so that a later version with other defaults reads the same material.
nlohmann::ordered_json material_json(const sim::Material& material);

/// The other way. Members that are not there keep what `material` holds; one of the wrong type is an error by its name.
Status read_material_json(const nlohmann::ordered_json& json, sim::Material& material);

}  // namespace yure::studio
