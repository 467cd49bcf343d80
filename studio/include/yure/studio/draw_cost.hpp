/// What drawing a model costs a player besides its pixels: how often neighbours in drawing order need another state.
/// Phones and web pages feel it (each switch ends a batch).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "yure/rig/rig.hpp"

namespace yure::studio {

/// Counted at the default pose over the meshes that are drawn, back to front.
struct DrawCost {
    int drawn = 0;             ///< meshes
    int texture_switches = 0;  ///< neighbours on different texture pages
    int blend_switches = 0;    ///< normal, additive, multiplicative, or culling differs
    int mask_switches = 0;     ///< neighbours that are cut by different sets of masks
    int switches = 0;          ///< neighbours that differ in any of these
    int mask_sets = 0;         ///< different sets of masks: each is drawn by itself first
};

DrawCost draw_cost(const rig::Puppet& puppet, const rig::Rig& rig);
nlohmann::ordered_json draw_cost_json(const DrawCost& cost);

}  // namespace yure::studio
