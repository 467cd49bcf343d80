/// A distribution curve as something to draw with the mouse: a factor over a chain, root at the left, tip at the right.
#pragma once

#include <optional>
#include <string_view>

#include "yure/chain/curve.hpp"

namespace yure::editor::ui {

/// Draws the curve (none = 1 everywhere) in a field of the width that is left. Points of straight curves are dragged, made by a
/// double click, and taken away by a right click; a keyed curve becomes straight, through its keys, when it is first
/// touched. The ends stay at 0 and 1. True when `curve` has changed: a drag changes it again and again, one drag token.
bool curve_field(std::string_view id, std::optional<chain::Curve>& curve, const char* tip = nullptr);

}  // namespace yure::editor::ui
