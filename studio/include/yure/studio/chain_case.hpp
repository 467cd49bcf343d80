/// Test cases of the chain core as JSON, so that numbers written by others can be checked: curve, params, gravity,
/// wind, collide, limit, step, bow, bowchain, rmf, spline, angles, skin, reduce (docs/chains.md, "Cases").
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "yure/core/result.hpp"

namespace yure::studio {

/// {"id": …, "expect": …} of a case, in the layout of its own "expect".
Result<nlohmann::ordered_json> run_chain_case(std::string_view text);

}  // namespace yure::studio
