/// A distribution curve drawn and edited by hand: u from root (0, left) to tip (1, right), the factor upwards.
#pragma once

#include <optional>
#include <string_view>

#include "yure/chain/curve.hpp"

namespace yure::editor {

/// Draws a curve field with its points as widgets "<id>/<index>", and the fields of the chosen point below. Points are
/// dragged; a double click beside them adds one, a right click removes one. No curve = 1 everywhere. True when `curve`
/// was changed; its keys are sorted then and lie within u 0..1, factors 0..2 where they were set here.
bool edit_curve(std::string_view id, std::optional<chain::Curve>& curve);

}  // namespace yure::editor
