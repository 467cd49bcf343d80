/// "Did you mean …": the known word that a mistyped one is nearest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yure::cli {

/// The nearest of `known` by number of typing errors (a swap of neighbours counts once); empty when none is near.
std::string closest(std::string_view typed, const std::vector<std::string>& known);

}  // namespace yure::cli
