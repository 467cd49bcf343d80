/// The cases that need a skeleton: params and step. Private to studio; throw nlohmann exceptions on wrong types.
#pragma once

#include <nlohmann/json.hpp>

#include "yure/chain/math.hpp"
#include "yure/core/result.hpp"

namespace yure::studio {

/// {"t", "q" or "rotZ" (degrees), "s"}.
chain::Affine affine_of(const nlohmann::ordered_json& json);
Result<nlohmann::ordered_json> run_params_case(const nlohmann::ordered_json& input);
Result<nlohmann::ordered_json> run_step_case(const nlohmann::ordered_json& input);

}  // namespace yure::studio
