/// A list of poses in, the drawn model out: what `yure eval` prints (docs/cli.md).
#pragma once

#include <string>
#include <string_view>

#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::studio {

/// `text` is JSON: {"poses":[{"values":[…] or {"id":value,…}, "part_opacities":[…] or null}…], "parameters":[id…],
/// "parts":[id…]}. `parameters` and `parts` say what the columns are; without them they are the model's own, in its
/// order. What a pose leaves out stands at its default.
///
/// The result is {"drawables":[id…],"poses":[{"render_order":[…],"drawables":[…]}…]}, a drawable being null while
/// hidden, else
/// {"p":[x0,y0,…],"o":opacity,"d":draw order,"v":0 or 1,"m":[r,g,b],"s":[r,g,b]} in model units, y up.
Result<std::string> evaluate_poses(const rig::Puppet& puppet, std::string_view text, const Work& work = {});

}  // namespace yure::studio
